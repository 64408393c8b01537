import type { TLSSocket } from "node:tls";
import { workerData } from "node:worker_threads";
import pg from "pg";
import type { Answered, Encryption, Start, Statement } from "./messages.ts";

/**
 * The thread that talks to a PostgreSQL server for a program that waits for each answer (bridge.ts). A separate file
 * in the built program, so that users without a journal on a server do not load the client.
 */
// The client warns that a later version will not read PGPASSFILE on its own: users can do nothing about it.
process.noDeprecation = true;

const { server, session, bell, port, heartbeat } = workerData as Start;
const count = new Int32Array(bell);

const int8 = 20;
const { tls, ...where } = server;
const client = new pg.Client({
  ...where,
  // The certificate must match the server's name or address, as with `verify-full` elsewhere.
  ssl: tls === undefined ? false : { host: server.host, rejectUnauthorized: true, ...(tls.ca ? { ca: tls.ca } : {}) },
  application_name: "selfbill",
  connectionTimeoutMillis: 10_000,
  keepAlive: true,
});
// This program's integers fit in a JavaScript number.
client.setTypeParser(int8, Number);

let encryption: Encryption | undefined;
let isLost = false;
let lastUsed = Date.now();
client.on("error", () => {
  isLost = true;
});
client.on("end", () => {
  isLost = true;
});

async function answer({ before = [], ...asked }: Statement): Promise<Answered> {
  try {
    const changes: number[] = [];
    for (const each of before) changes.push((await done(each)).rowCount ?? 0);
    const { rows, rowCount, command } = await done(asked);
    return { rows, changes: rowCount ?? 0, before: changes, command, process: processOf(client), tls: encryption };
  } catch (error) {
    return failure(error);
  }
}

async function done({ sql, name, values }: Statement): Promise<pg.QueryResult> {
  const found = await client.query(name === undefined ? sql : { text: sql, name, values: [...(values ?? [])] });
  return Array.isArray(found) ? found.at(-1) : found;
}

function failure(error: unknown): Answered {
  const { message, code, severity } = error as Error & { code?: string; severity?: string };
  // A server error has a code of five characters and leaves the session intact, unless it is fatal.
  const ofServer = /^[0-9A-Z]{5}$/.test(code ?? "") && severity !== "FATAL" && severity !== "PANIC";
  return { error: withoutPassword(message || (code ?? "no reason was given")), code, lost: isLost || !ofServer };
}

/** In characters: a shorter secret might be an ordinary word, and removing it would damage the message. */
const shortest = 4;

/** A server that asks for the plaintext password, or a proxy in front of it, may echo it in a message. */
function withoutPassword(text: string): string {
  const { password } = client;
  return (password?.length ?? 0) < shortest ? text : text.replaceAll(String(password), "[password]");
}

function processOf(of: object): number {
  return Number((of as { processID?: number }).processID ?? 0);
}

/** Reads the connection's own socket, which the client does not expose. */
function encryptionOf({ connection }: { connection?: { stream?: Partial<TLSSocket> } }): Encryption | undefined {
  const protocol = connection?.stream?.getProtocol?.();
  if (!protocol) return undefined;
  const until = Date.parse(connection?.stream?.getPeerCertificate?.().valid_to ?? "");
  return { protocol, ...(Number.isNaN(until) ? {} : { until }) };
}

function tell(told: Answered): void {
  port.postMessage(told);
  Atomics.add(count, 0, 1);
  Atomics.notify(count, 0);
}

port.on("message", async (asked: Statement | "end") => {
  lastUsed = Date.now();
  if (asked !== "end") return tell(await answer(asked));
  await client.end().catch(() => undefined);
  tell({ rows: [], changes: 0, before: [], command: "END", process: 0 });
  port.close();
});

const beating = setInterval(() => {
  if (isLost) clearInterval(beating);
  else if (Date.now() - lastUsed >= heartbeat) client.query("SELECT 1").catch(() => undefined);
}, heartbeat);

client
  .connect()
  .then(() => {
    encryption = encryptionOf(client as object);
    return answer({ sql: session });
  })
  .then(tell, (error) => tell(failure(error)));
