import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { type Database, openDatabase } from "../../src/database/index.ts";
import { openJournal } from "../../src/journal/index.ts";
import { evenly } from "./lane.ts";
import { type FaultOptions, type FaultReport, Tally } from "./report.ts";
import { casesOf } from "./tamper-cases.ts";
import { makeJournal } from "./tamper-journal.ts";

/** Number of cases per verification of an unchanged journal. */
const untouchedEach = 100;

/** Tampers with a journal in every way, one at a time, and each time verifies it with a noted head. */
export async function run({ count, seed, say }: FaultOptions): Promise<FaultReport> {
  const tally = new Tally();
  // These files need not survive a crash of this computer.
  const scratch = mkdtempSync(join(existsSync("/dev/shm") ? "/dev/shm" : tmpdir(), "selfbill-tamper-"));
  const temporary = process.env.TMPDIR;
  process.env.TMPDIR = scratch;
  try {
    const made = join(scratch, "made");
    mkdirSync(made);
    const head = await makeJournal(made);
    const path = join(made, "journal.db");
    const original = readFileSync(path);
    const all = inDatabase(path, casesOf);
    const chosen = evenly(all, count, seed);
    say(`  ${all.length} ways, ${chosen.length} to be tried`);
    for (const [index, { kind, name, change }] of chosen.entries()) {
      const folder = join(scratch, String(index));
      mkdirSync(folder, { mode: 0o700 });
      const copy = join(folder, "journal.db");
      writeFileSync(copy, original, { mode: 0o600 });
      inDatabase(copy, (database) => {
        // Manual changes ignore a table's constraints.
        database.exec("PRAGMA ignore_check_constraints = ON");
        database.exec("PRAGMA synchronous = OFF");
        change(database);
      });
      const found = await foundBy(copy, head);
      tally.fault(kind);
      tally.verdict(found === undefined ? "as it was recorded" : "damaged");
      if (found === undefined) tally.violation("wrongVerdicts", `${kind}: ${name}: it is called whole`);
      if (index % untouchedEach === 0) {
        writeFileSync(copy, original);
        const wrong = await foundBy(copy, head);
        tally.count("journals that nobody touched");
        if (wrong !== undefined) tally.violation("needlessDoubts", `nobody touched it: ${wrong}`);
      }
      rmSync(folder, { recursive: true, force: true });
      if (index % 200 === 0) await collected();
      if ((chosen.length - index) % 5_000 === 0) say(`  ${chosen.length - index} left`);
    }
  } finally {
    if (temporary === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = temporary;
    rmSync(scratch, { recursive: true, force: true });
  }
  return tally.report("tamper", seed);
}

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc") as () => void;

/**
 * Waits for garbage collection: on Node 20 the files of a closed database stay open until then, and thousands of them
 * are too many.
 */
async function collected(): Promise<void> {
  collect();
  await new Promise((done) => setImmediate(done));
}

/** Returns the damage that `selfbill journal verify --head HEAD` would report; undefined if there is none. */
async function foundBy(path: string, head: string): Promise<string | undefined> {
  const opened = openJournal(path);
  if (!opened.ok) return opened.problems[0].message;
  const verified = await opened.value.verify(head);
  opened.value.close();
  return verified.ok ? verified.value.damage : verified.problems[0].message;
}

function inDatabase<T>(path: string, work: (database: Database) => T): T {
  const opened = openDatabase(path, "");
  if (!opened.ok) throw new Error(opened.problems[0].message);
  try {
    return work(opened.value);
  } finally {
    opened.value.close();
  }
}
