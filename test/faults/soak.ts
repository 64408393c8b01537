import { readdirSync, statSync } from "node:fs";
import { join, relative } from "node:path";
import { type JournalRecord, openJournal } from "../../src/journal/index.ts";
import { journalOf } from "./command.ts";
import { Random } from "./random.ts";
import { type FaultOptions, type FaultReport, Tally } from "./report.ts";
import { type Action, actions } from "./soak-actions.ts";
import { Clerk } from "./soak-clerk.ts";
import { Life } from "./soak-growth.ts";
import type { SandboxProcess } from "./soak-processes.ts";
import { type World, withWorld } from "./soak-world.ts";

/** Seconds from the start of one action to the start of the next. */
const usualPace = 6;

/** Approximate maximum number of samples of the processes' memory and handles. */
const mostLooks = 150;

/** How large a file may be: KiB for a new one, and KiB for each attempt (journal) or document (sandbox). */
const largest = [
  { path: "desk/home/data/journal.db", base: 512, each: 12 },
  { path: "service/data/sandbox.db", base: 256, each: 6 },
] as const;

/**
 * Simulates days of work at a desk in at least `count` minutes, with random actions and failures. An action starts at
 * the earliest `--pace SECONDS` after the previous one, or later if the computer is slow. The number of actions depends
 * only on the minutes, so `--pace 0` gives the same soak in less time.
 */
export async function run({ count, seed, words, say }: FaultOptions): Promise<FaultReport> {
  const tally = new Tally();
  const random = new Random(seed);
  const pace = Number(words.pace ?? usualPace) * 1000;
  let told = 0;
  await withWorld(async (world) => {
    const clerk = new Clerk(world, random, tally);
    const possible = actions.filter(({ fills }) => !fills || (world.desk.isMounted && world.service.isMounted));
    if (possible.length < actions.length) say("  skipped: full disks, which need the right to mount one");
    const total = Math.ceil((count * 60) / usualPace);
    const lives = new Lives(world, tally);
    const start = performance.now();
    for (const [index, action] of drawn(possible, total, random).entries()) {
      await tried(action.name, tally, async () => {
        await action.run(clerk, tally);
        if (index % Math.ceil(total / mostLooks) === 0) await lives.look();
      });
      tally.fault(action.name);
      for (const each of tally.violations.slice(told)) say(`  VIOLATION at action ${index + 1}: ${each}`);
      told = tally.violations.length;
      if (index % 50 === 49) say(`  ${index + 1} of ${total} actions${tally.violated ? "; A PROMISE WAS BROKEN" : ""}`);
      await new Promise((done) => setTimeout(done, Math.max(0, start + (index + 1) * pace - performance.now())));
    }
    lives.end();
    await tried("the end", tally, () => clerk.end());
    const documents = [...world.ledger().values()].flat().length;
    await world.stop();
    judgeFiles(world, { records: await recordsOf(world), documents }, tally);
  });
  return tally.report("soak", seed);
}

/** Runs a part of the soak, which continues even if the part fails. */
async function tried(name: string, tally: Tally, part: () => Promise<void>): Promise<void> {
  try {
    await part();
  } catch (error) {
    tally.violation("other", `${name}: ${error instanceof Error ? error.stack : error}`);
  }
}

/** Collects the samples of the long-lived client and of each successive sandbox. */
class Lives {
  readonly #world: World;
  readonly #tally: Tally;
  readonly #client: Life;
  #sandbox: Life;
  #running: SandboxProcess;

  constructor(world: World, tally: Tally) {
    this.#world = world;
    this.#tally = tally;
    this.#client = new Life("client", world.member);
    this.#running = world.sandbox;
    this.#sandbox = new Life("sandbox", this.#running);
  }

  async look(): Promise<void> {
    const { sandbox } = this.#world;
    if (sandbox !== this.#running) {
      this.#sandbox.judge(this.#tally);
      this.#running = sandbox;
      this.#sandbox = new Life("sandbox", sandbox);
    }
    const documents = this.#world.ledger().size;
    await this.#client.look({ documents, remembered: 0 });
    await this.#sandbox.look({ documents, remembered: await this.#world.remembered() });
  }

  end(): void {
    for (const life of [this.#client, this.#sandbox]) life.judge(this.#tally);
  }
}

/**
 * Chooses the actions at random: first each action of `from` once, beginning with its first, which sends documents;
 * then by weight.
 */
function drawn(from: readonly Action[], count: number, random: Random): Action[] {
  const once = [...from.slice(1)];
  const all = from.slice(0, 1);
  while (once.length > 0) all.push(...once.splice(random.below(once.length), 1));
  const weighed = from.flatMap((each) => Array.from({ length: Math.round(each.weight * 10) }, () => each));
  while (all.length < count) all.push(weighed[random.below(weighed.length)] as Action);
  return all.slice(0, count);
}

async function recordsOf({ settings }: World): Promise<readonly JournalRecord[]> {
  const opened = openJournal(journalOf(settings));
  if (!opened.ok) throw new Error(opened.problems[0].message);
  const records = await opened.value.records(0, 1_000_000);
  opened.value.close();
  if (!records.ok) throw new Error(records.problems[0].message);
  return records.value;
}

/**
 * Files that may remain after everything has ended. A sandbox that dies while it is asked whether it is a sandbox
 * counts as a real service, for which a mark is written. If a process is killed in a transaction, the transaction's
 * file remains next to the mark until the mark is next used.
 */
const expected =
  /^(?:desk\/home\/data\/journal\.db|service\/data\/sandbox\.db)(?:-wal|-shm)?$|^desk\/home\/(?:data|config)\/journal-mark\.db(?:-journal)?$|^(?:files|member)\//;

interface Recorded {
  readonly records: readonly JournalRecord[];
  readonly documents: number;
}

/** Nothing may be left over, and the files must not be larger than the recorded data explains. */
function judgeFiles({ folder }: World, { records, documents }: Recorded, tally: Tally): void {
  const sizes = new Map(
    readdirSync(folder, { recursive: true, withFileTypes: true }).flatMap((each) => {
      if (!each.isFile()) return [];
      const path = join(each.parentPath, each.name);
      return [[relative(folder, path), statSync(path).size] as const];
    }),
  );
  for (const path of sizes.keys()) if (!expected.test(path)) tally.violation("other", `${path} was left over`);
  const answers = records.flatMap((each) => (each.type === "result" ? [each.data] : []));
  tally.requests = answers.filter(({ status }) => status !== undefined).length;
  tally.count("records of the journal", records.length);
  const attempts = records.filter(({ type }) => type === "intent").length;
  const exist = { "desk/home/data/journal.db": attempts, "service/data/sandbox.db": documents };
  for (const { path, base, each } of largest) {
    const size = Math.ceil(((sizes.get(path) ?? 0) + (sizes.get(`${path}-wal`) ?? 0)) / 1024);
    tally.count(`${path.replace(/.*\//, "")} in KiB`, size);
    if (size > base + each * exist[path])
      tally.violation("other", `${path} has ${size} KiB for ${exist[path]} attempts or documents`);
  }
}
