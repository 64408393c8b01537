// A proxy between a PostgreSQL client and its server, in its own process: `node cutting-proxy.mjs FOLDER
// SERVER-FOLDER`. It listens on a socket in FOLDER. When the client commits and FOLDER contains a file named `after`,
// the server receives the COMMIT, but its answer and the connection are lost; with `before`, the server never receives
// the COMMIT. The file is then removed. While a file named `down` exists, no connection gets through.
import { existsSync, rmSync } from "node:fs";
import { createConnection, createServer } from "node:net";
import { join } from "node:path";

const [folder, server] = process.argv.slice(2);
const name = ".s.PGSQL.5432";
const take = (order) => {
  if (!existsSync(join(folder, order))) return false;
  rmSync(join(folder, order));
  return true;
};

createServer((client) => {
  if (existsSync(join(folder, "down"))) return client.destroy();
  const upstream = createConnection(join(server, name));
  let swallow = false;
  const end = () => {
    client.destroy();
    upstream.destroy();
  };
  client.on("data", (bytes) => {
    // A simple query: Q, four bytes of length, the text.
    const commits = bytes[0] === 0x51 && bytes.toString("latin1", 5, 11) === "COMMIT";
    if (commits && take("before")) return end();
    if (commits && take("after")) swallow = true;
    upstream.write(bytes);
  });
  upstream.on("data", (bytes) => (swallow ? end() : client.write(bytes)));
  for (const socket of [client, upstream]) socket.on("error", end).on("close", end);
}).listen(join(folder, name), () => process.stdout.write("ready\n"));
