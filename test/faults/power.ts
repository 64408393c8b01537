import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openJournal } from "../../src/journal/index.ts";
import { journalOf, runHere } from "./command.ts";
import { type Lane, withLanes } from "./lane.ts";
import type { Paper } from "./papers.ts";
import { type Moment, momentsOf, nameOf, type Recorded, record, scenes } from "./power-moments.ts";
import { Random } from "./random.ts";
import { type FaultOptions, type FaultReport, Tally } from "./report.ts";
import { straceMissing } from "./strace.ts";
import { putBack } from "./torn-disk.ts";

/**
 * Records every write of a send, builds the disk states that a power failure may leave at each moment, and repeats
 * the command on each of them, against a service that refuses everything: a document that may exist must not be sent
 * again, and a reported one must be in the journal. Option: `scenes`, the numbers of the scenes to run.
 */
export async function run({ count, seed, words, say }: FaultOptions): Promise<FaultReport> {
  const missing = straceMissing();
  if (missing) throw new Error(missing);
  const tally = new Tally();
  const played = words.scenes?.split(",").flatMap((number) => scenes[Number(number)] ?? []) ?? scenes;
  const random = new Random(seed);
  const each = played.map((scene) => ({ scene, random: new Random(random.bits()) }));
  // These files need not survive a crash of this computer.
  const scratch = mkdtempSync(join(existsSync("/dev/shm") ? "/dev/shm" : tmpdir(), "selfbill-power-"));
  try {
    await withLanes("power", tally, async (lanes) => {
      await lanes.each(each, async (lane, { scene, random }) => {
        const recorded = await record(lane, scene);
        tally.fault(`recorded: ${nameOf(scene)}`);
        lane.service.behave("refused (400)");
        let disks = 0;
        for (const moment of momentsOf(recorded, count / each.length, random, words.leaving)) {
          const home = join(scratch, `${each.findIndex((one) => one.scene === scene)}-${++disks}`);
          const name = `${nameOf(scene)}, act ${moment.after}, ${moment.leaving} left`;
          await tryOn(recorded, moment, home, { name, lane, tally });
          rmSync(home, { recursive: true, force: true });
          if (tally.violated) break;
        }
        say(`  ${nameOf(scene)}: ${recorded.acts.length} acts, ${disks} different disks`);
      });
    });
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
  return tally.report("power", seed);
}

interface Place {
  /** How to reproduce the disk state; reported with every violation. */
  readonly name: string;
  readonly lane: Lane;
  readonly tally: Tally;
}

async function tryOn(recorded: Recorded, moment: Moment, home: string, place: Place): Promise<void> {
  const { papers, settings, top } = recorded;
  const { name, lane, tally } = place;
  putBack(moment.left, top, home);
  const before = new Map(lane.service.requests);
  const ours = { ...settings, SELFBILL_HOME: home };
  const said = await runHere(
    papers.map(({ file }) => file),
    ours,
  );
  await lane.service.idle();
  tally.sends += papers.length;
  tally.fault(`disk with ${moment.leaving} of what was not flushed`);
  const isSentNow = (note: string): boolean => lane.service.requests.get(note) !== before.get(note);
  for (const paper of papers) {
    const now = said.told.find(({ file }) => file === paper.file);
    tally.verdict(now?.outcome === "done" ? "replayed" : (now?.outcome ?? "nothing was said"));
    judge(paper, now, { moment, isSentNow: isSentNow(paper.note), ledger: lane.service.ledger(), name, tally });
  }
  const wrong = await damageOf(journalOf(ours));
  if (wrong !== undefined) tally.violation("other", `${name}: ${wrong}`);
}

interface Facts {
  readonly moment: Moment;
  readonly isSentNow: boolean;
  readonly ledger: ReadonlyMap<string, readonly string[]>;
  readonly name: string;
  readonly tally: Tally;
}

function judge({ file, note }: Paper, now: Moment["told"][number] | undefined, facts: Facts): void {
  const { moment, isSentNow, ledger, name, tally } = facts;
  const earlier = moment.told.find((each) => each.file === file);
  const where = `${name}: ${file}: ${earlier?.outcome ?? "nothing"} was said before, ${now?.outcome ?? "nothing"} now: ${now?.words}`;
  if (now === undefined || !["done", "in_doubt", "refused"].includes(now.outcome)) tally.violation("other", where);
  if (isSentNow && moment.away.has(note)) tally.violation("duplicates", `${where}; it left before, and leaves again`);
  if (now?.outcome === "done" && !(ledger.get(note) ?? []).includes(now.id ?? "")) tally.violation("lost", where);
  if (earlier?.outcome === "done" && now?.id !== earlier.id) tally.violation("wrongVerdicts", where);
  if (earlier?.outcome === "in_doubt" && now?.outcome !== "in_doubt") tally.violation("wrongVerdicts", where);
  if (earlier?.outcome === "refused" && now?.outcome !== "refused") tally.violation("needlessDoubts", where);
}

/** Returns the damage that `selfbill journal verify` would report; undefined if there is none. */
async function damageOf(path: string): Promise<string | undefined> {
  const opened = openJournal(path);
  if (!opened.ok) return opened.problems[0].message;
  const verified = await opened.value.verify();
  opened.value.close();
  return verified.ok ? verified.value.damage : verified.problems[0].message;
}
