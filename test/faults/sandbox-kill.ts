import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { program } from "./command.ts";
import { Random } from "./random.ts";
import { type FaultOptions, type FaultReport, Tally } from "./report.ts";

/** Connections that create documents at the same time. */
const connections = 8;
/**
 * Limits of the random number of answers before the kill, and of the random delay after the last of them in
 * milliseconds.
 */
const mostAnswers = 40;
const longest = 30;

/**
 * Kills the sandbox at random moments while several connections create documents, restarts it with the same folder
 * and looks for every document that was answered with 201.
 */
export async function run({ count, seed, say }: FaultOptions): Promise<FaultReport> {
  const tally = new Tally();
  const random = new Random(seed);
  for (let round = 1; round <= count; round++) {
    const folder = mkdtempSync(join(tmpdir(), "selfbill-sandbox-kill-"));
    try {
      await oneRound(folder, round, random, tally);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
    if ((count - round) % 20 === 0) say(`  ${count - round} left`);
  }
  return tally.report("sandbox-kill", seed);
}

async function oneRound(folder: string, round: number, random: Random, tally: Tally): Promise<void> {
  const sandbox = await start(folder);
  let left = 1 + random.below(mostAnswers);
  const { promise: loaded, resolve: enough } = withResolvers();
  const answered: string[] = [];
  const onAnswer = (id: string): void => {
    answered.push(id);
    if (--left === 0) enough();
  };
  const clients = Array.from({ length: connections }, (_, each) =>
    createUntilKilled(sandbox, `KL-${round}-${each}`, tally, onAnswer),
  );
  await loaded;
  await new Promise((done) => setTimeout(done, random.below(longest)));
  await sandbox.kill();
  tally.fault("kill -9 under load");
  await Promise.all(clients);
  const again = await start(folder);
  const stored = await storedIn(again);
  await again.kill();
  judge(round, answered, stored, tally);
}

interface Stored {
  readonly id: string;
  readonly document_number: string;
}

function judge(round: number, answered: readonly string[], stored: readonly Stored[], tally: Tally): void {
  const ids = new Set(stored.map(({ id }) => id));
  const numbers = new Set(stored.map(({ document_number }) => document_number));
  tally.verdict("created", answered.length);
  tally.count("documents that exist afterwards", ids.size);
  tally.count("documents that exist and were not answered", ids.size - answered.filter((id) => ids.has(id)).length);
  for (const id of answered) if (!ids.has(id)) tally.violation("lost", `round ${round}: ${id} was answered with 201`);
  const twice = stored.length - Math.min(ids.size, numbers.size);
  if (twice > 0) tally.violation("duplicates", `round ${round}: ${twice} of ${stored.length} are there twice`);
}

interface Running {
  readonly base: string;
  readonly profile: string;
  readonly headers: Readonly<Record<string, string>>;
  kill(): Promise<void>;
}

async function start(folder: string): Promise<Running> {
  const words = [program, "sandbox", "--json", "--port", "0", "--rate", "0", "--data", folder];
  const child = spawn(process.execPath, words, { stdio: ["ignore", "pipe", "ignore"] });
  const gone = once(child, "exit");
  const ended = gone.then(() => Promise.reject(new Error("the sandbox ended before it answered")));
  const [line] = await Promise.race([once(createInterface(child.stdout), "line"), ended]);
  ended.catch(() => undefined);
  const { base_url: base, token, business_profile_id: profile } = JSON.parse(String(line));
  const kill = async (): Promise<void> => {
    child.kill("SIGKILL");
    await gone;
  };
  return { base, profile, kill, headers: { authorization: `Bearer ${token}`, "content-type": "application/json" } };
}

const example = JSON.parse(readFileSync("templates/standard-invoice.json", "utf8")) as object;

/** Creates documents over one connection until the process dies. */
async function createUntilKilled(
  { base, profile, headers }: Running,
  name: string,
  tally: Tally,
  onAnswer: (id: string) => void,
): Promise<void> {
  for (let sent = 1; ; sent++) {
    const body = JSON.stringify({ ...example, document_number: `${name}-${sent}` });
    tally.sends += 1;
    tally.requests += 1;
    try {
      const response = await fetch(`${base}/api/purchase-invoices/${profile}`, { method: "POST", headers, body });
      const { id } = (await response.json()) as Stored;
      if (response.status === 201) onAnswer(id);
      else tally.violation("other", `${name}-${sent} was answered with ${response.status}`);
    } catch {
      return;
    }
  }
}

async function storedIn({ base, headers }: Running): Promise<Stored[]> {
  const stored: Stored[] = [];
  for (let page = 0, pages = 1; page < pages; page++) {
    const response = await fetch(`${base}/api/purchase-invoices?size=500&page=${page}`, { headers });
    const list = (await response.json()) as { total_pages: number; content: Stored[] };
    pages = list.total_pages;
    stored.push(...list.content);
  }
  return stored;
}

/** Node 20 has no `Promise.withResolvers`. */
function withResolvers(): { promise: Promise<void>; resolve: () => void } {
  let resolve = (): void => undefined;
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}
