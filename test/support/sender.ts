import { readFileSync, writeFileSync } from "node:fs";
import { createServer, type Socket } from "node:net";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { createInvoice } from "../../src/commands/create-invoice.ts";
import { openDatabase } from "../../src/database/index.ts";
import type { Report, SubmissionResult } from "../../src/report/index.ts";
import { palmLedger } from "./documents.ts";
import { type Answer, listen, makingEach, type RawServer, startRawServer } from "./raw-server.ts";
import { type Given, runCommand } from "./run-command.ts";
import { type Ran, runSelfbill, startSelfbill, temporaryFolder, top } from "./run-selfbill.ts";
import { type ServiceDesk, type ServiceDeskFacts, serviceDesk } from "./service-desk.ts";

export const template = readFileSync(join(top, "templates/standard-invoice.yaml"), "utf8");
export const created = '{"id":"0f8a2c1e","document_number":"SB-9"}';

/** Arguments and settings that send one file to a local port or to an address. */
export function sender(port: number | string, home = temporaryFolder(), more: Readonly<Record<string, string>> = {}) {
  const file = join(home, "one.yaml");
  writeFileSync(file, template);
  const env = {
    SELFBILL_BASE_URL: typeof port === "string" ? port : `http://127.0.0.1:${port}`,
    SELFBILL_BUSINESS_PROFILE_ID: "SBX-TEST",
    SELFBILL_TOKEN: "token-of-the-test",
    ...more,
  };
  const words = (...given: string[]) => ["create-invoice", file, "--yes", "--json", ...given];
  return {
    home,
    file,
    env,
    write: (content: string) => writeFileSync(file, content),
    run: (...given: string[]): Promise<Ran> => runSelfbill(words(...given), { home, env }),
    start: (...given: string[]) => startSelfbill(words(...given), { home, env }),
  };
}

/** Answers a create request with this text, or closes the connection if the text is undefined. */
export const answering =
  (text: string | undefined): Answer =>
  (socket) =>
    text === undefined ? socket.destroy() : socket.end(text);

/** Starts a server that creates every document. */
export const creating = (): Promise<RawServer> => startRawServer(makingEach());

/** A desk whose service is a raw server; also returns a function that sends one file there. */
export function deskBefore({ port }: Pick<RawServer, "port">, facts: ServiceDeskFacts = {}) {
  const account = { token: "token-of-the-test", businessProfileId: "SBX-TEST", profile: palmLedger };
  const desk = serviceDesk({ baseUrl: `http://127.0.0.1:${port}`, ...account }, facts);
  const file = desk.file("one.yaml", template);
  const send = (options: Given<typeof createInvoice> = {}, words = [file]): Promise<Report> =>
    runCommand(createInvoice, desk, words, { yes: true, ...options });
  return { desk, file, send };
}

export type { ServiceDesk };

/** The first result of a report or of a program's run. */
export function first(report: Report): SubmissionResult {
  const [result] = report.view.view === "submissions" ? report.view.results : [];
  if (!result) throw new Error(JSON.stringify(report));
  return result;
}
export const resultOf = (ran: Ran) => JSON.parse(ran.stdout).results[0];
export const codesOf = (ran: Ran): string[] => resultOf(ran).problems.map((each: { code: string }) => each.code);

/** A server that does not answer; `request` resolves with the connection of the first complete request. */
export async function silent(): Promise<{ server: RawServer; request: Promise<Socket> }> {
  let came: (socket: Socket) => void = () => undefined;
  const request = new Promise<Socket>((resolve) => {
    came = resolve;
  });
  return { server: await startRawServer((socket) => came(socket)), request };
}

/** A server that accepts a connection but never answers the handshake. */
export async function withoutHandshake(): Promise<{ url: string; connected: Promise<Socket> }> {
  const server = createServer();
  const port = await listen(server);
  onTestFinished(() => new Promise<void>((done) => server.close(() => done())));
  const connected = new Promise<Socket>((resolve) => server.once("connection", resolve));
  void connected.then((socket) => onTestFinished(() => void socket.destroy()));
  return { url: `https://127.0.0.1:${port}`, connected };
}

/** Makes every record of a type fail in a home's journal, as on a full disk. */
export function fullDisk(home: string, type: "intent" | "armed" | "result"): { mend(): void } {
  const schema = `CREATE TABLE IF NOT EXISTS record (sequence INTEGER PRIMARY KEY AUTOINCREMENT, at TEXT NOT NULL,
    account TEXT NOT NULL, key TEXT NOT NULL, attempt TEXT NOT NULL,
    type TEXT NOT NULL CHECK (type IN ('intent', 'armed', 'result', 'resolved')), data TEXT NOT NULL) STRICT`;
  const opened = openDatabase(join(home, "data", "journal.db"), schema);
  if (!opened.ok) throw new Error(opened.problems[0].message);
  const { value: database } = opened;
  onTestFinished(() => database.close());
  database.run(`CREATE TRIGGER full BEFORE INSERT ON record WHEN NEW.type = '${type}'
    BEGIN SELECT RAISE(ABORT, 'database or disk is full'); END`);
  return { mend: () => void database.run("DROP TRIGGER full") };
}
