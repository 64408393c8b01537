import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runHere, type Said } from "./command.ts";
import type { Paper } from "./papers.ts";
import { Random } from "./random.ts";
import { type FaultOptions, type FaultReport, Tally } from "./report.ts";
import { type JournalIs, journals, type MarkIs, makeWorld, marks, type Place, type StaleWorld } from "./stale-world.ts";

/** Where a command runs: at a desk, in CI, or in CI with `--first-run` left in the command. */
const wheres = ["a desk", "CI", "CI with --first-run"] as const;
type Where = (typeof wheres)[number];

/** One run of a command with a particular journal and mark. */
interface Case {
  readonly name: string;
  readonly world: StaleWorld;
  readonly place: Place;
  readonly where: Where;
  /**
   * True if the journal is the latest and complete, and there are no other senders; in that case the run must not be
   * stopped.
   */
  readonly isFine: boolean;
}

/** Documents in the larger journal. */
const many = 40;

/**
 * Replaces the correct journal with every kind of wrong one, at a desk and in CI, then uses journals and marks with
 * one changed bit: these make up half of `count`, spread evenly over the bytes of a small journal and randomly over a
 * larger one. The service refuses everything, so that a second send of an existing document is visible and nothing
 * changes.
 */
export async function run({ count, seed, say }: FaultOptions): Promise<FaultReport> {
  const tally = new Tally();
  const random = new Random(seed);
  const scratch = mkdtempSync(join(existsSync("/dev/shm") ? "/dev/shm" : tmpdir(), "selfbill-stale-"));
  const made = async (name: string, foreign: boolean, more: number): Promise<StaleWorld> => {
    mkdirSync(join(scratch, name));
    return makeWorld(join(scratch, name), { foreign, more });
  };
  const alone = await made("alone", false, 0);
  const shared = await made("shared", true, 0);
  const large = await made("large", false, many);
  try {
    const run = new Stale(tally, random, scratch);
    const combinations = allOf([alone, shared]);
    const half = Math.ceil(count / 2);
    for (let done = 0; done < half; done++)
      await run.wrongJournal(combinations[done % combinations.length] as Combination);
    say(`  ${half} of ${count}`);
    const flips = count - half;
    const size = alone.latest.journal.length;
    const inSmall = Math.min(Math.ceil(flips * 0.8), size * 8);
    for (let flip = 0; flip < flips; flip++) {
      if (flip < inSmall)
        await run.flipped(
          alone,
          "journal",
          flip < size && inSmall >= size ? flip : Math.floor((flip * size) / inSmall) % size,
        );
      else if (flip % 4 === 0) await run.flipped(alone, "mark", random.below(alone.latest.mark.length));
      else await run.flipped(large, "journal", random.below(large.latest.journal.length));
      if (flip % 1_000 === 999) say(`  ${half + flip + 1} of ${count}`);
    }
    tally.requests = [alone, shared, large].reduce((sum, { service }) => sum + service.came, 0);
  } finally {
    for (const world of [alone, shared, large]) await world.close();
    rmSync(scratch, { recursive: true, force: true });
  }
  return tally.report("stale", seed);
}

interface Combination {
  readonly world: StaleWorld;
  readonly journal: JournalIs;
  readonly mark: MarkIs;
  readonly where: Where;
}

/**
 * Returns all combinations in which selfbill can detect the fault. At a desk, it cannot detect a wrong journal if the
 * mark is wrong as well, that is, missing or old.
 */
function allOf(worlds: readonly StaleWorld[]): Combination[] {
  return worlds.flatMap((world) =>
    journals.flatMap((journal) =>
      marks.flatMap((mark) =>
        wheres
          .map((where) => ({ world, journal, mark, where }))
          .filter(() => world.foreign.length > 0 || !/^the (?:other|journal)/.test(journal))
          .filter(({ where }) => where !== "a desk" || journal === "the latest" || mark === "the latest"),
      ),
    ),
  );
}

class Stale {
  readonly #tally: Tally;
  readonly #random: Random;
  readonly #folder: string;

  constructor(tally: Tally, random: Random, scratch: string) {
    this.#tally = tally;
    this.#random = random;
    this.#folder = join(scratch, "tried");
  }

  async wrongJournal({ world, journal, mark, where }: Combination): Promise<void> {
    const place = world.put(journal, mark, this.#folder);
    this.#tally.fault(`${journal}, mark: ${mark}, at ${where}`);
    const isFine = journal === "the latest" && (where === "a desk" || world.foreign.length === 0);
    await this.try({ name: `journal: ${journal}, mark: ${mark}, at ${where}`, world, place, where, isFine });
  }

  async flipped(world: StaleWorld, what: "journal" | "mark", at: number): Promise<void> {
    const place = world.put("the latest", "the latest", this.#folder);
    const bit = this.#random.below(8);
    const bytes = Buffer.from(world.latest[what]);
    bytes.writeUInt8(bytes.readUInt8(at) ^ (1 << bit), at);
    writeFileSync(what === "mark" ? place.mark : join(place.journal, "journal.db"), bytes);
    const size = world.known.length + many < world.size ? "a larger" : "a small";
    this.#tally.fault(`one bit of ${what === "mark" ? "the mark" : `${size} journal`} changed`);
    const where = this.#random.pick<Where>(["a desk", "CI"]);
    await this.try({ name: `byte ${at}, bit ${bit} of the ${what}, at ${where}`, world, place, where, isFine: false });
  }

  private async try(it: Case): Promise<void> {
    const { world, place, where } = it;
    // A desk with the correct journal cannot know which documents another computer sent.
    const strange = it.isFine && where === "a desk" ? [] : world.foreign;
    const all = [...world.known, world.inDoubt, ...strange, world.fresh];
    const some = all.filter(() => !this.#random.oneIn(3));
    const papers = some.length === 0 ? [world.known[0] as Paper] : some;
    const { service } = world;
    const before = new Map(service.requests);
    const settings = {
      ...service.settings,
      SELFBILL_HOME: `${this.#folder}-home`,
      ...(where === "a desk" ? {} : { CI: "true" }),
    };
    const files = papers.map(({ file }) => file);
    const said = await runHere(files, settings, { place, firstRun: where === "CI with --first-run" }).catch(crashed);
    await service.idle();
    this.#tally.sends += papers.length;
    this.#tally.verdict(
      said.told.length === 0 ? `stopped with exit code ${said.code}` : `went on with exit code ${said.code}`,
    );
    this.judge(it, papers, said, (note) => service.requests.get(note) !== before.get(note));
    rmSync(`${this.#folder}-home`, { recursive: true, force: true });
  }

  private judge(it: Case, papers: readonly Paper[], said: Said, left: (note: string) => boolean): void {
    const { world, name } = it;
    const ledger = world.service.ledger();
    const wrong = (kind: Parameters<Tally["violation"]>[0], words: string): void =>
      this.#tally.violation(
        kind,
        `${name}: exit code ${said.code}: ${words}: ${(said.stdout || said.stderr).slice(0, 500)}`,
      );
    const whole = said.stdout + said.stderr;
    for (const { file, note } of papers) {
      const ids = ledger.get(note) ?? [];
      const told = said.told.find((each) => each.file === file);
      if (ids.length > 0 && left(note)) wrong("duplicates", `${note} exists, and was sent again`);
      if (ids.length === 0 && told?.outcome === "done") wrong("lost", `${note} does not exist`);
      if (told?.outcome === "done" && !ids.includes(told.id ?? "")) wrong("wrongVerdicts", `${note} is ${ids}`);
      if (told?.outcome === "refused" && !left(note)) wrong("wrongVerdicts", `${note} never left`);
      if (ids.length > 0 && denies.test(told?.words ?? "")) wrong("wrongVerdicts", `${note} exists`);
      if (told?.outcome === "in_doubt" && note !== world.inDoubt.note)
        wrong("needlessDoubts", `${note} is not in doubt`);
      if (it.isFine) this.mustBe(note, world, told?.outcome, wrong);
    }
    if (
      said.code === 0 &&
      !papers.every(({ file }) => said.told.some((each) => each.file === file && each.outcome === "done"))
    )
      wrong("wrongVerdicts", "not everything is done");
    if (said.told.length === 0 && said.code !== 27 && said.code !== 2) wrong("other", "nothing was said of a document");
    if (said.told.length === 0 && !/nothing was sent/i.test(whole))
      wrong("other", "it does not say whether anything was sent");
    if (
      !it.isFine &&
      it.name.startsWith("journal") &&
      !it.name.startsWith("journal: the latest") &&
      said.told.length > 0 &&
      said.code !== 27
    )
      wrong("other", "it went on with a wrong journal");
  }

  private mustBe(
    note: string,
    world: StaleWorld,
    outcome: string | undefined,
    wrong: (kind: "needlessDoubts", words: string) => void,
  ): void {
    const known = world.known.some((each) => each.note === note);
    const must = known ? "done" : note === world.inDoubt.note ? "in_doubt" : "refused";
    if (outcome !== must) wrong("needlessDoubts", `${note} must be ${must}`);
  }
}

/** A crash ends with exit code 1, which is not an acceptable reaction to a damaged file. */
function crashed(error: unknown): Said {
  const stderr = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return { code: 1, signal: null, stdout: "", stderr, told: [] };
}

/** Statements that must not be made about an existing document. */
const denies = /does not exist|nothing was created|was not created|was never sent/i;
