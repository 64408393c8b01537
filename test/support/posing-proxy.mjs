// A proxy between a PostgreSQL client and its server, in its own process: `node posing-proxy.mjs FOLDER SERVER-FOLDER
// MODE`. It listens on a socket in FOLDER. `pooler`: like a pooler in transaction mode, it has two sessions with the
// server; the first answers a client's startup, the second everything after it. `late-pooler`: it switches to the
// second when FOLDER contains a file named `change`. `old`: the server claims to be PostgreSQL 13.
import { existsSync } from "node:fs";
import { createConnection, createServer } from "node:net";
import { join } from "node:path";

const [folder, server, mode] = process.argv.slice(2);
const name = ".s.PGSQL.5432";
/** ReadyForQuery: Z, a length of 5, and the state. */
const isReady = (bytes) => bytes.length >= 6 && bytes.readUInt32BE(bytes.length - 5) === 5 && bytes.at(-6) === 0x5a;

createServer((client) => {
  const first = createConnection(join(server, name));
  const second = mode === "old" ? undefined : createConnection(join(server, name));
  let started = false;
  let ready = false;
  const queued = [];
  const end = () => {
    for (const socket of [client, first, second]) socket?.destroy();
  };
  const changed = () => second !== undefined && ready && (mode === "pooler" || existsSync(join(folder, "change")));
  client.on("data", (bytes) => {
    if (!started) {
      started = true;
      second?.write(bytes);
      first.write(bytes);
    } else if (second === undefined || ready) (changed() ? second : first).write(bytes);
    else queued.push(bytes);
  });
  first.on("data", (bytes) => {
    const text = bytes.toString("latin1");
    client.write(mode === "old" ? Buffer.from(text.replace(/1[4-9]00(\d\d)/g, "1300$1"), "latin1") : bytes);
  });
  second?.on("data", (bytes) => {
    if (ready) return client.write(bytes);
    if (!isReady(bytes)) return;
    ready = true;
    for (const each of queued.splice(0)) (changed() ? second : first).write(each);
  });
  for (const socket of [client, first, second]) socket?.on("error", end).on("close", end);
}).listen(join(folder, name), () => process.stdout.write("ready\n"));
