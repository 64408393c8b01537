import { spawn } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openDatabase } from "../../src/database/index.ts";
import { type Intent, openJournal } from "../../src/journal/index.ts";
import { bigAccount, nthIntent, writeBigJournal } from "../support/big-journal.ts";
import { benchCommands } from "./journal-commands.ts";

/**
 * Measures commands, the daily check of the whole journal, duplicate checks, and a run that finds the document already
 * sent: each with `count` documents in the journal and, for comparison, with one (for the commands, with 100).
 */
export async function benchJournal(count: number): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "selfbill-journal-"));
  try {
    const lastHundred = Date.now() - 3 * day;
    const homes = [1, 100, count].map((each) => homeWith(each, join(folder, String(each)), { lastHundred }));
    const [one, few, many] = homes as [string, string, string];
    await benchCommands([few, many], count, new Date(lastHundred - day).toISOString().slice(0, 10));
    const megabytes = Math.round(statSync(journalOf(many)).size / 1e6);
    console.log(`\nA journal of ${count.toLocaleString("en")} documents (${megabytes} MB) against a journal of one`);
    tell("whole file found sound, once a day", await daily(one), await daily(many));
    for (const [name, intent] of checks) {
      tell(name, await looks(one, intent(0)), await looks(many, intent(count - 1)));
    }
    const [single, lots] = await starts([one, many]);
    tell("create-invoice of what was sent, whole program", single, lots);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const day = 24 * 3_600_000;

function homeWith(count: number, home: string, how: Parameters<typeof writeBigJournal>[2] = {}): string {
  mkdirSync(join(home, "data"), { recursive: true });
  writeBigJournal(journalOf(home), count, how);
  return home;
}

const journalOf = (home: string): string => join(home, "data", "journal.db");

type OfRound = (round: number) => Intent;

/** The checks that a run makes in the journal, here for the n-th document. */
const checks: readonly (readonly [name: string, of: (n: number) => OfRound])[] = [
  ["duplicate check: the same content", (n) => () => nthIntent(n)],
  ["duplicate check: its number, other content", (n) => () => nthIntent(n, { key: "other", totals: {} })],
  ["duplicate check: a near-twin", (n) => () => nthIntent(n, { key: "twin", documentNumber: "SB-TWIN" })],
  ["duplicate check: a new one, begun and ended", (n) => (round) => nthIntent(n, fresh(round))],
];

const fresh = (round: number): Partial<Intent> => ({
  key: `fresh-${round}`,
  documentNumber: `N-${round}`,
  totals: { payable_amount: `${round}` },
});

/** Times the first run of a day, which reads the whole file; in milliseconds. */
async function daily(home: string): Promise<number> {
  return median(
    await rounds(5, async () => {
      const database = openDatabase(journalOf(home), "");
      if (database.ok) database.value.run("DELETE FROM checked");
      if (database.ok) database.value.close();
      return opened(home, (journal) => timed(() => journal.readyToSend()));
    }),
  );
}

/** Times opening the journal and querying it about one document, as a run does; in milliseconds. */
async function looks(home: string, intent: OfRound): Promise<number> {
  return median(
    await rounds(25, (round) =>
      timed(() =>
        opened(home, async (journal) => {
          const begun = await journal.begin(intent(round), { allowSimilar: false });
          if (!begun.ok) throw new Error(begun.problems[0].message);
          if (begun.value.is === "begun") await begun.value.attempt.result({ verdict: "not-sent", said: [] });
        }),
      ),
    ),
  );
}

async function opened<T>(home: string, work: (journal: ReturnType<typeof given>) => Promise<T>): Promise<T> {
  const journal = given(home);
  try {
    return await work(journal);
  } finally {
    journal.close();
  }
}

function given(home: string) {
  // There is effectively no rate limit here, because a minute takes one millisecond.
  const journal = openJournal(journalOf(home), { window: 1 });
  if (!journal.ok) throw new Error(journal.problems[0].message);
  return journal.value;
}

/**
 * Times the built program as it answers from the journal, alternating between both homes so that noise affects both.
 */
async function starts(homes: readonly [string, string]): Promise<[number, number]> {
  const server = createServer((_, answer) => {
    answer.writeHead(201, { "content-type": "application/json" }).end('{"id":"bench-1","document_number":"B-1"}');
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address() as AddressInfo;
  const file = join(homes[0], "invoice.yaml");
  copyFileSync(join("templates", "standard-invoice.yaml"), file);
  for (const home of homes) await run(home, file, port);
  const times: [number[], number[]] = [[], []];
  for (let round = 0; round < 15; round++) {
    for (const [at, home] of homes.entries()) times[at as 0 | 1].push(await timed(() => run(home, file, port)));
  }
  server.close();
  return [median(times[0]), median(times[1])];
}

function run(home: string, file: string, port: number): Promise<void> {
  const env = {
    PATH: process.env.PATH,
    SELFBILL_HOME: home,
    SELFBILL_BASE_URL: `http://127.0.0.1:${port}`,
    SELFBILL_BUSINESS_PROFILE_ID: bigAccount.businessProfileId,
    SELFBILL_TOKEN: "bench",
  };
  return new Promise((done, failed) => {
    const words = [join("bin", "selfbill.cjs"), "create-invoice", file, "--yes", "--json"];
    const child = spawn(process.execPath, words, { env, stdio: "ignore" });
    child.on("close", (code) => (code === 0 ? done() : failed(new Error(`the program ended with ${code}`))));
  });
}

async function rounds<T>(count: number, work: (round: number) => Promise<T>): Promise<T[]> {
  const all: T[] = [];
  for (let round = 0; round < count; round++) all.push(await work(round));
  return all;
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

function median(times: readonly number[]): number {
  return [...times].sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;
}

function tell(name: string, one: number, many: number): void {
  const shown = (milliseconds: number): string => `${milliseconds.toFixed(1)} ms`.padStart(9);
  console.log(`${name.padEnd(52)} ${shown(one)} → ${shown(many)}  (× ${(many / one).toFixed(1)})`);
}
