import { due } from "../../src/commands/due.ts";
import { stateOfLegs } from "../../src/contract/index.ts";
import type { Desk } from "../../src/desk/index.ts";
import {
  type AttemptResult,
  type Intent,
  intentKey,
  type Journal,
  supplierAnswerNote,
} from "../../src/journal/index.ts";
import { authorityNote, correctionNote } from "../../src/life/index.ts";
import type { Result } from "../../src/problem/index.ts";
import { renderJson } from "../../src/render/index.ts";
import { runCommand } from "../support/run-command.ts";
import { isInOrder, OwedLedger, type Paper, worstCode } from "./owed-ledger.ts";
import type { Random } from "./random.ts";
import type { Tally } from "./report.ts";

/** State shared by the histories of one journal. */
export interface OwedWorld {
  journal: Journal;
  /** Unix milliseconds. */
  now: number;
  readonly ledgers: OwedLedger[];
  /** Closes and reopens the journal, as the next process would. */
  restart(): void;
  /** A desk with the profile of this account or, if it is undefined, one for all accounts. */
  desk(account: string | undefined): Desk;
  /** Removes the status calls from this account's service. */
  silence(account: string): void;
}

/** Days after which the supplier's answer is overdue. */
export const patience = 7;
const hour = 3_600_000;

export function given<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(result.problems[0].message);
  return result.value;
}

/** Generates random events for an account's documents, and checks the output of `due` in between and at the end. */
export class OwedHistory {
  readonly ledger: OwedLedger;
  readonly account: string;
  readonly #name: string;
  readonly #world: OwedWorld;
  readonly #random: Random;
  readonly #tally: Tally;
  readonly #tells: boolean;
  /** Whether the clock moves backwards; if so, statements that depend only on the order of times are omitted. */
  readonly #back: boolean;

  constructor(name: string, number: number, world: OwedWorld, random: Random, tally: Tally) {
    this.#name = name;
    this.account = `sandbox:H${number}`;
    this.#world = world;
    this.#random = random;
    this.#tally = tally;
    this.#tells = !random.oneIn(4);
    this.#back = random.oneIn(5);
    this.ledger = new OwedLedger(this.#tells, patience);
    world.ledgers.push(this.ledger);
    if (!this.#tells) world.silence(this.account);
  }

  async play(): Promise<void> {
    const events = 6 + this.#random.below(20);
    await this.#send();
    for (let event = 0; event < events; event++) {
      this.#world.now += 1_000 + this.#random.below(60_000);
      await this.#happen();
      if (this.#random.oneIn(12)) await this.#compare();
    }
    await this.#compare();
  }

  async #happen(): Promise<void> {
    const pick = this.#random.below(16);
    const isThere = ({ is }: Paper): boolean => is === "there";
    if (pick < 3) return this.#send();
    if (pick < 7) return this.#with(isThere, (paper) => this.#see(paper));
    if (pick === 7) return this.#settle();
    if (pick === 8)
      return this.#with(
        ({ is, status, again }) => is === "there" && status === "VALIDATION_FAILED" && again === undefined,
        (paper) => this.#resend(paper),
      );
    if (pick < 11) {
      const isOwed = (paper: Paper) => this.ledger.owed(paper, this.#world.now, true) !== undefined;
      return this.#with(this.#random.oneIn(4) ? () => true : isOwed, (paper) => this.#word(paper));
    }
    if (pick === 11) return this.#clock();
    if (pick === 12) return this.#random.oneIn(3) ? this.#restart() : undefined;
    // The events below are ordered only by their times, so they are not chosen if the clock moves backwards.
    if (this.#back) return undefined;
    if (pick === 13) return this.#with(isThere, (paper) => this.#answer(paper));
    if (pick === 14)
      return this.#with(
        ({ is, status, kind }) => is === "there" && status === "APPROVED" && kind === "invoice",
        (paper) => this.#begin(paper),
      );
    return this.#with(
      ({ is, status }) => is === "there" && status === "REJECTED",
      (paper) => this.#authority(paper),
    );
  }

  async #with(fits: (paper: Paper) => boolean, work: (paper: Paper) => Promise<void>): Promise<void> {
    const paper = this.#any(fits);
    if (paper) await work(paper);
  }

  #any(fits: (paper: Paper) => boolean = () => true): Paper | undefined {
    const all = this.ledger.papers.filter(fits);
    return all[this.#random.below(Math.max(1, all.length))];
  }

  #draw(): Pick<Paper, "number" | "id" | "kind" | "gross" | "names" | "corrects"> {
    const random = this.#random;
    const count = this.ledger.papers.length + 1;
    const name = { number: `${this.account.slice(8)}-${count}`, id: `id-${this.account.slice(8)}-${count}` };
    const invoice = this.#any(({ kind, is }) => kind === "invoice" && is === "there");
    if (invoice && random.oneIn(2)) {
      const other = this.#any(({ kind, is }) => kind === "invoice" && is === "there");
      const names = other && other !== invoice && random.oneIn(3) ? [invoice, other] : [invoice];
      const gross = random.oneIn(2) ? invoice.gross : 1 + random.below(invoice.gross);
      return { ...name, kind: "credit-note", gross, names, corrects: undefined };
    }
    const bad = this.#any(({ status, is }) => is === "there" && status !== undefined && status !== "APPROVED");
    const corrects = bad && random.oneIn(2) ? bad : undefined;
    const kind = corrects?.kind ?? "invoice";
    const names = corrects?.names ?? [];
    return { ...name, kind, gross: 100 + random.below(900), names, corrects };
  }

  async #send(): Promise<void> {
    const paper = this.ledger.write(this.#draw(), this.#world.now);
    this.#tally.fault(paper.corrects ? "copy that corrects" : paper.kind);
    this.#countsFromNow(paper);
    await this.#leave(paper, this.#intentOf(paper), (end, status) => {
      if (end === "created") this.ledger.arrives(paper, status);
      else paper.is = end === "in-doubt" ? "unclear" : end === "none" ? "on its way" : "nowhere";
    });
  }

  async #resend(paper: Paper): Promise<void> {
    this.#tally.fault("sent again");
    const intent = this.#intentOf(paper, `again ${this.#world.now}`);
    await this.#leave(paper, { ...intent, replaces: paper.id }, (end, status) => {
      if (["created", "in-doubt", "none"].includes(end)) this.#countsFromNow(paper);
      if (end === "created") this.#isSentAgain(paper, status);
      else if (end === "in-doubt") paper.again = "unclear";
      else if (end === "none") paper.again = "on its way";
    });
  }

  /** A credit note sent now counts for every correction that has begun, whatever its result and whenever it arrives. */
  #countsFromNow(paper: Paper): void {
    for (const invoice of paper.names) invoice.correction?.credited.push(paper);
  }

  #isSentAgain(paper: Paper, status: string | undefined): void {
    paper.again = undefined;
    paper.sentAt = this.#world.now;
    this.ledger.hears(paper, "SENT AGAIN");
    if (status !== undefined) this.ledger.hears(paper, status);
  }

  async #leave(
    paper: Paper,
    intent: Intent,
    ended: (end: AttemptResult["verdict"] | "none", status: string | undefined) => void,
  ): Promise<void> {
    const begun = given(await this.#world.journal.begin(intent, { allowSimilar: true, unlimited: true }));
    const isInTheWay = this.ledger.isInTheWay(paper, intent.replaces !== undefined);
    if (isInTheWay === (begun.is === "begun")) {
      const why = `${this.#name}: ${paper.number} ${isInTheWay ? "is the second copy of one document" : `is held back: ${begun.is}`}`;
      this.#tally.violation(isInTheWay ? "duplicates" : "wrongVerdicts", why);
    }
    if (begun.is !== "begun") {
      this.#tally.verdict("held back");
      return ended("not-sent", undefined);
    }
    if (await begun.attempt.armed()) throw new Error(`${this.#name}: not armed`);
    const end = this.#random.pick([
      "created",
      "created",
      "created",
      "in-doubt",
      "refused",
      "not-sent",
      "none",
    ] as const);
    const status = this.#random.pick([undefined, "PENDING", "APPROVED", "VALIDATION_FAILED"] as const);
    const told = this.#tells ? status : undefined;
    if (end !== "none") {
      const there =
        end === "created" ? { id: paper.id, documentNumber: paper.number, overallStatus: told } : { said: [] };
      const totals = { tax_inclusive_amount: `${paper.gross}.00` };
      const wrong = await begun.attempt.result({ verdict: end, totals, said: [], ...there });
      if (wrong) throw new Error(wrong.message);
    }
    this.#tally.verdict(end);
    ended(end, told);
  }

  #intentOf(paper: Paper, content = paper.number): Intent {
    const { kind, number, gross, names, corrects } = paper;
    const whose = { account: this.account, businessProfileId: this.account.slice(8), kind };
    return {
      ...whose,
      key: intentKey(whose, { note: content }),
      supplier: { id: "100234567400003", name: "Desert Lime Trading LLC", trn: "100234567400003" },
      documentNumber: number,
      issueDate: "2026-06-15",
      currency: "AED",
      totals: { tax_inclusive_amount: `${gross}.00`, payable_amount: `${gross}.00` },
      file: `/documents/${number}.yaml`,
      version: "20260101",
      bodyHash: "0".repeat(64),
      contentHash: intentKey(whose, { content }),
      lines: [],
      ...(names.length === 0 ? {} : { credits: { invoiceNumbers: names.map((each) => each.number), reason: "x" } }),
      ...(corrects ? { corrects: { id: corrects.id, documentNumber: corrects.number } } : {}),
    };
  }

  async #see(paper: Paper): Promise<void> {
    const legs = (no: { rejected: boolean; failed: boolean }) => stateOfLegs({ says: "C3 SENT, C5 SENT", ...no });
    const told = (word: string) => [word, word] as const;
    const [state, says] = this.#random.pick<readonly [string, string]>(
      this.#tells
        ? [
            told("PENDING"),
            ...[told("APPROVED"), told("APPROVED"), told("APPROVED")],
            ...[told("REJECTED"), told("REJECTED"), told("REJECTED")],
            ...[told("VALIDATION_FAILED"), told("VALIDATION_FAILED"), told("ON_HOLD")],
          ]
        : [
            [legs({ rejected: false, failed: false }), "words of the legs"],
            [legs({ rejected: true, failed: false }), "no of a leg"],
            [legs({ rejected: false, failed: true }), "fatal"],
          ],
    );
    this.#tally.fault(`the service says ${says}`);
    given(await this.#world.journal.saw(this.account, paper.id, state));
    this.ledger.hears(paper, says);
  }

  async #settle(): Promise<void> {
    const doubts = given(await this.#world.journal.doubts()).filter(({ intent }) => intent.account === this.account);
    const doubt = doubts[this.#random.below(Math.max(1, doubts.length))];
    const paper = doubt && this.ledger.papers.find(({ number }) => number === doubt.intent.documentNumber);
    if (!doubt || !paper) return;
    const isThere = this.#random.oneIn(2);
    this.#tally.fault(isThere ? "settled: it exists" : "settled: it does not exist");
    const identity = isThere ? { id: paper.id, documentNumber: paper.number } : {};
    const verdict = isThere ? ("created" as const) : ("not-created" as const);
    given(await this.#world.journal.resolve(doubt, { verdict, ...identity, how: "word", by: "amina" }));
    if (doubt.intent.replaces === undefined) {
      if (isThere) this.ledger.arrives(paper, undefined);
      else paper.is = "nowhere";
    } else if (isThere) {
      const sentAt = Date.parse(doubt.sentAt);
      if (paper.status === "VALIDATION_FAILED") this.#isSentAgain(paper, undefined);
      paper.again = undefined;
      paper.sentAt = sentAt;
    } else paper.again = undefined;
  }

  /**
   * A person notes with `due --done` that a matter was dealt with; selfbill must refuse this for a document in doubt,
   * and if no matter is open.
   */
  async #word(paper: Paper): Promise<void> {
    const what = this.ledger.owed(paper, this.#world.now, true);
    const mayEnd = what !== undefined && what !== "in-doubt" && what !== "credit-waits";
    const options = { done: "reversed in the books" };
    const { outcome, problems } = await runCommand(due, this.#world.desk(this.account), [paper.number], options);
    this.#tally.fault(mayEnd ? "a word" : "a word that is refused");
    if (mayEnd !== (outcome === "done")) {
      const why = `${this.#name}: a word about ${paper.number}, which is ${what ?? "in order"}, ended with ${outcome}`;
      this.#tally.violation("wrongVerdicts", `${why} (${problems[0]?.message})`);
    }
    if (mayEnd) paper.ended.add(what);
  }

  #clock(): void {
    const back = this.#back && this.#random.oneIn(3);
    this.#tally.fault(back ? "the clock goes back" : "time passes");
    this.#world.now += back ? -2 * 24 * hour : (1 + this.#random.below(72)) * hour;
  }

  #restart(): void {
    this.#tally.fault("the process ends");
    this.#world.restart();
    for (const each of this.#world.ledgers) each.restarted();
  }

  async #answer(paper: Paper): Promise<void> {
    const answer = this.#random.pick(["objected", "objected", "accepted"] as const);
    this.#tally.fault(`the supplier ${answer}`);
    const said = { answer, on: "2026-06-20", how: "e-mail", by: "amina", recordedAt: "" };
    const { type, data } = supplierAnswerNote({ account: this.account, id: paper.id }, said);
    given(await this.#world.journal.note(type, data));
    this.ledger.answers(paper, answer);
  }

  async #begin(paper: Paper): Promise<void> {
    const withCopy = this.#random.oneIn(2);
    this.#tally.fault("a correction is begun");
    const begun = { withCopy, why: "amount", files: { credit: "/credit.yaml" }, by: "amina" };
    const { type, data } = correctionNote({ account: this.account, id: paper.id }, begun);
    given(await this.#world.journal.note(type, data));
    this.ledger.begins(paper, withCopy);
  }

  async #authority(paper: Paper): Promise<void> {
    const accepted = this.#random.oneIn(2);
    this.#tally.fault(accepted ? "the tax authority accepted it" : "the tax authority did not");
    const { type, data } = authorityNote({ account: this.account, id: paper.id }, accepted);
    given(await this.#world.journal.note(type, data));
    paper.accepted = accepted;
  }

  async #compare(): Promise<void> {
    this.#tally.count("lists compared");
    const strict = this.ledger.papers.length % 2 === 0;
    const seen = await dueOf(this.#world.desk(this.account), strict);
    const right = this.ledger.rows(this.#world.now, true);
    judge({ name: this.#name, seen, right, silent: this.ledger.silent() }, this.#tally);
  }
}

interface Seen {
  readonly rows: readonly string[];
  readonly outcome: string;
  readonly silent: unknown;
  readonly strict: boolean;
}

/** Runs `due --exit-code`, with or without `--strict`. */
export async function dueOf(desk: Desk, strict: boolean): Promise<Seen> {
  const report = await runCommand(due, desk, [], { exitCode: true, strict });
  const json = renderJson(report);
  const rows = (json.due as { due: string; document_number: string }[]).map(
    (each) => `${each.due} ${each.document_number}`,
  );
  return { rows, outcome: report.outcome, silent: json.without_status, strict };
}

/** Compares the output of `due` with what is actually outstanding. */
export function judge(
  { name, seen, right, silent }: { name: string; seen: Seen; right: readonly string[]; silent: number },
  tally: Tally,
): void {
  tally.count("rows owed", right.length);
  const [left, missing] = [[...seen.rows], [] as string[]];
  for (const row of right) {
    const at = left.indexOf(row);
    if (at < 0) missing.push(row);
    else left.splice(at, 1);
  }
  if (missing.length > 0) tally.violation("lost", `${name}: due does not say ${missing.join(", ")}`);
  if (left.length > 0) tally.violation("needlessDoubts", `${name}: due still says ${left.join(", ")}`);
  if (!isInOrder(seen.rows))
    tally.violation("wrongVerdicts", `${name}: not the most urgent first: ${seen.rows.join(", ")}`);
  const code = worstCode(right, seen.strict);
  if (seen.outcome !== code) tally.violation("wrongVerdicts", `${name}: exit code of ${seen.outcome}, not ${code}`);
  if (seen.silent !== silent)
    tally.violation("wrongVerdicts", `${name}: ${seen.silent} documents without a status, not ${silent}`);
}
