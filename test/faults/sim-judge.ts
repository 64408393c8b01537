import type { Database } from "../../src/database/index.ts";
import type { Journal } from "../../src/journal/index.ts";
import type { Submission } from "../../src/submit/index.ts";
import type { Tally } from "./report.ts";
import { account, type Paper } from "./sim-papers.ts";
import type { SimProcess } from "./sim-process.ts";
import type { Sent, SimServer } from "./sim-server.ts";
import type { World } from "./sim-world.ts";

type Kind = Parameters<Tally["violation"]>[0];

/** Requests per minute that a service accepts. */
const limit = 60;
const minute = 60_000;

/** The part of the journals' storage that the judge needs. */
export interface Kept {
  /** The database that holds the records. */
  readonly database: Database;
  /** Whether the active server lacks recorded data. */
  readonly isLagging: boolean;
  /** Whether the process still holds the locks that it took at the start. */
  holds(name: string): boolean;
}

/** Checks every event of one world against the promises. */
export class SimJudge {
  readonly #world: World;
  readonly #kept: Kept;
  readonly #tally: Tally;
  readonly #seed: number;
  #starts: number[] = [];
  violated = false;
  /** Set once the clock has been set forward, which cannot be distinguished from elapsed time. */
  #forward = false;
  /** All create requests of each paper, by mark. */
  readonly #sent = new Map<string, Sent[]>();
  readonly #senders = new WeakMap<Sent, SimProcess>();
  /** Papers reported as created without any problem. */
  readonly #done = new Set<string>();
  readonly #groups = new Map<number, Set<string>>();

  constructor(world: World, kept: Kept, tally: Tally, seed: number) {
    this.#world = world;
    this.#kept = kept;
    this.#tally = tally;
    this.#seed = seed;
  }

  violation(kind: Kind, words: string): void {
    this.violated = true;
    this.#tally.violation(kind, `seed ${this.#seed}, step ${this.#world.steps}: ${words}`);
  }

  /**
   * Records a start; more than 60 in a minute are a violation. Setting the clock forward restarts the count, because
   * selfbill cannot distinguish it from elapsed time. `time`: the current time on the clock by which the limit per
   * minute is measured.
   */
  starts(time = this.#world.time): void {
    this.#starts = this.#starts.filter((at) => at > time - minute);
    this.#starts.push(time);
    this.#tally.most("most starts in a minute", this.#starts.length);
    if (this.#starts.length > limit) this.violation("other", `${this.#starts.length} starts in a minute`);
  }

  clockSetForward(): void {
    this.#starts = [];
    this.#forward = true;
  }

  begins(process: SimProcess, sent: Sent): void {
    this.#tally.count("creates that began");
    const { mark, group } = sent.paper;
    this.#sent.set(mark, [...(this.#sent.get(mark) ?? []), sent]);
    this.#groups.set(group, (this.#groups.get(group) ?? new Set()).add(mark));
    this.#senders.set(sent, process);
    process.underWay.set(mark, [...(process.underWay.get(mark) ?? []), sent]);
  }

  /** The intent must be on record when a first byte is sent. */
  leaves(process: SimProcess, { paper, number }: Sent): void {
    this.#tally.requests += 1;
    const before = (this.#sent.get(paper.mark) ?? []).find((each) => each.armed && each.number !== number);
    if (before) this.violation("other", `${paper.mark} leaves as ${number}, and left as ${before.number} before`);
    if (process.dead) return;
    const last = this.lastRecord(paper);
    if (last !== "armed") this.violation("other", `${paper.mark} leaves, and the journal's last word is ${last}`);
  }

  private lastRecord({ key }: Paper): unknown {
    const sql = "SELECT type FROM record WHERE account = ? AND key = ? ORDER BY sequence DESC LIMIT 1";
    return this.#kept.database.get(sql, account, key)?.type;
  }

  /**
   * Whether the process that was the last to begin the document died after it recorded that the first byte is due, and
   * before it recorded the answer.
   */
  private diedArmed(paper: Paper): boolean {
    const last = this.#sent.get(paper.mark)?.at(-1);
    return last !== undefined && this.#senders.get(last)?.dead === true && this.lastRecord(paper) === "armed";
  }

  /** Called when the service answers 429 although this computer's requests should have been within the limit. */
  overLimit(): void {
    if (!this.#forward) this.violation("other", "the service had to say that there were too many requests");
  }

  /** Called when the active server lacks the earlier starts, and so does not count them. */
  forgetsStarts(): void {
    this.#starts = [];
  }

  /** A clerk withdrew a statement about the document, so the document no longer counts as done. */
  takenBack(paper: Paper): void {
    this.#done.delete(paper.mark);
  }

  /** Judges a look-up that settled a doubt. */
  lookedUp(
    paper: Paper,
    { verdict, id }: { readonly verdict: string; readonly id?: string | undefined },
    server: SimServer,
  ): void {
    const ids = server.idsOf(paper);
    const where = `${paper.mark}: looked up as ${verdict} ${id ?? ""}, it is ${ids.join() || "nowhere"}`;
    if (verdict === "created" ? id !== ids[0] : ids.length > 0) this.violation("wrongVerdicts", where);
    if (verdict !== "created") this.ruleOut(this.#sent.get(paper.mark) ?? [], where);
  }

  ended(process: SimProcess, paper: Paper, said: Submission, server: SimServer, others: Iterable<SimProcess>): void {
    const { mark } = paper;
    this.#tally.sends += 1;
    const sent = process.underWay.get(mark) ?? [];
    process.underWay.delete(mark);
    const [{ code, message } = { code: "none", message: "" }] = said.problems;
    const where = `${mark}: ${said.outcome}, ${code}: ${message}`;
    const ids = server.idsOf(paper);
    const told = this.toldBy(said);
    this.#tally.verdict(told);
    switch (told) {
      case "created":
      case "created, and no record of it could be made":
      case "replayed":
        if (ids.length === 0) this.violation("lost", where);
        else if (said.created?.id !== ids[0]) this.violation("wrongVerdicts", `${where}; it is ${ids[0]}`);
        // After the service postponed the document, another process may have sent it.
        if (told === "replayed") this.ruleOut(sent, where);
        if (said.problems.length === 0 && !this.#kept.isLagging) this.#done.add(mark);
        return;
      case "in doubt":
        if (!sent.some(({ armed, isNo }) => armed && !isNo)) this.violation("needlessDoubts", where);
        return;
      case "still in doubt":
        // A standby that lacks the result cannot report it.
        if (code === "still-in-doubt" && this.#done.has(mark) && !this.#kept.isLagging)
          this.violation("lost", `${where}; it was told to be created`);
        this.ruleOut(sent, where);
        // The document's number may belong to another document in doubt.
        if (
          code === "still-in-doubt" &&
          sent.length > 0 &&
          (this.#sent.get(mark) ?? []).every(({ armed, isNo }) => !armed || isNo) &&
          !this.diedArmed(paper)
        )
          this.violation("needlessDoubts", `${where}; the service said no each time`);
        for (const other of others)
          if (
            other !== process &&
            !other.dead &&
            this.#kept.holds(other.name) &&
            other.underWay.get(mark)?.some(({ armed, isOver }) => armed && !isOver)
          )
            this.violation("needlessDoubts", `${where}; ${other.name} is still at it`);
        return;
      case "belongs to another":
        if ([...(this.#groups.get(paper.group) ?? [])].every((each) => each === mark))
          this.violation("wrongVerdicts", `${where}; nothing like it was ever sent`);
        this.ruleOut(sent, where);
        return;
      default:
        if (code === "over-credited" && !this.rivalWasTried(paper))
          this.violation("wrongVerdicts", `${where}; nothing else takes back its invoice`);
        this.ruleOut(sent, where);
    }
  }

  /**
   * At the end, every number from a series must belong to only one document's content, and every document must have
   * the number that the journal records for it.
   */
  async numbers(journal: Journal, server: SimServer): Promise<void> {
    const used = await journal.numbers(account);
    if (!used.ok) return this.violation("other", `the numbers cannot be read: ${used.problems[0].message}`);
    const handedOut = new Map(used.value.map((each) => [each.number, each]));
    this.#tally.count("numbers that a series gave", handedOut.size);
    if (handedOut.size !== used.value.length) this.violation("other", "a series gave a number twice");
    for (const { paper, id, document, shown } of server.listed()) {
      if (paper.number !== undefined) continue;
      const number = String(document.document_number);
      const use = handedOut.get(number);
      if (number.startsWith("SVC-")) continue;
      const found = await journal.find(account, number);
      // If the service shows a number of its own, a settled doubt has that number.
      const renumbered = await journal.find(account, String(shown.document_number));
      const known = [found, renumbered].flatMap((each) => (each.ok ? each.value : []))[0];
      if (use?.state !== "created" || known?.id !== id)
        this.violation("wrongVerdicts", `${paper.mark} is ${id}, ${number}; known as ${use?.state} ${known?.id}`);
    }
  }

  /**
   * Whether a send of a rival has begun. It counts even before its first byte is sent, and even if the active server is
   * a standby that lacks its record.
   */
  private rivalWasTried({ mark, group, rivals }: Paper): boolean {
    const sql = "SELECT 1 FROM record WHERE account = ? AND key = ? AND type = 'intent' LIMIT 1";
    const began = [...(this.#groups.get(group) ?? [])].some((each) => each !== mark);
    return began || rivals.some((key) => this.#kept.database.get(sql, account, key) !== undefined);
  }

  private ruleOut(sent: readonly Sent[], where: string): void {
    for (const each of sent) {
      each.ruledOut = where;
      if (each.made > 0) this.violation("wrongVerdicts", `${where}; it exists`);
    }
  }

  private toldBy({ outcome, created, replayed, problems }: Submission): string {
    if (created) {
      if (replayed) return "replayed";
      return outcome === "done" ? "created" : "created, and no record of it could be made";
    }
    const [first] = problems;
    if (outcome === "in_doubt") return first?.code.startsWith("answer-") ? "in doubt" : "still in doubt";
    if (outcome === "refused" || outcome === "auth") return "refused";
    if (outcome === "duplicate") return "belongs to another";
    if (outcome === "local_state") return first?.code === "being-sent" ? "busy" : "not sent: no record can be made";
    return outcome === "interrupted" ? "stopped" : "not sent";
  }
}
