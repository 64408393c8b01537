/** The randomly generated history of one document. */
export interface Paper {
  readonly number: string;
  readonly id: string;
  readonly kind: "invoice" | "credit-note";
  readonly gross: number;
  /** Invoices that a credit note names. */
  readonly names: readonly Paper[];
  /** The document that this one replaces. */
  readonly corrects: Paper | undefined;
  is: "there" | "unclear" | "on its way" | "nowhere";
  /** The last status from the service. */
  status: string | undefined;
  /** Unix milliseconds. */
  sentAt: number;
  /** State of a resend of the same document, until it ends. */
  again: "unclear" | "on its way" | undefined;
  /** Matters that a person declared settled, for the current status. */
  readonly ended: Set<string>;
  objection: "none" | "objected" | "accepted";
  /** A correction in progress: whether the correcting copy exists, and the credit notes so far. */
  correction: { copy: boolean; credited: Paper[] } | undefined;
  /** Whether the tax authority had accepted the document, as noted by a person; undefined if not noted. */
  accepted: boolean | undefined;
}

const bad = new Set(["REJECTED", "VALIDATION_FAILED", "no of a leg", "fatal"]);
const day = 86_400_000;

/**
 * Tracks the open matters event by event, without a journal or selfbill's own decisions. A person's statement is
 * dropped when the service reports a new status.
 */
export class OwedLedger {
  readonly papers: Paper[] = [];
  /** Whether the service reports the status of documents. */
  readonly #tells: boolean;
  /** Days after which an answer is overdue. */
  readonly #patience: number;

  constructor(tells: boolean, patience: number) {
    this.#tells = tells;
    this.#patience = patience;
  }

  write(paper: Pick<Paper, "number" | "id" | "kind" | "gross" | "names" | "corrects">, now: number): Paper {
    const made: Paper = {
      ...paper,
      ...{ is: "on its way", status: undefined, sentAt: now, again: undefined, ended: new Set() },
      ...{ objection: "none", correction: undefined, accepted: undefined },
    };
    this.papers.push(made);
    return made;
  }

  /** Records that the document exists. Corrections already count a credit note from the moment it is sent. */
  arrives(paper: Paper, status: string | undefined): void {
    paper.is = "there";
    this.hears(paper, status);
  }

  hears(paper: Paper, status: string | undefined): void {
    if (paper.status === status) return;
    paper.status = status;
    for (const what of ["failed", "rejected", "pending", "not-accepted"]) paper.ended.delete(what);
  }

  answers(paper: Paper, answer: "objected" | "accepted"): void {
    paper.objection = answer;
    paper.ended.delete("objected");
  }

  begins(paper: Paper, copy: boolean): void {
    paper.correction = { copy, credited: [] };
    paper.ended.delete("correction");
  }

  /**
   * Whether an existing successor rules out this one. A document has at most one, a correcting copy or a resend, and
   * one that only may exist counts too.
   */
  isInTheWay(paper: Paper, isAgain: boolean): boolean {
    const copies = (of: Paper): Paper[] =>
      this.papers.filter((each) => each !== paper && each.corrects === of && each.is !== "nowhere");
    if (isAgain) return copies(paper).length > 0;
    return paper.corrects !== undefined && (copies(paper.corrects).length > 0 || paper.corrects.again !== undefined);
  }

  /** Marks everything under way as unclear, because the process that was handling it has ended. */
  restarted(): void {
    for (const paper of this.papers) {
      if (paper.is === "on its way") paper.is = "unclear";
      if (paper.again === "on its way") paper.again = "unclear";
    }
  }

  /** Open matters as rows `MATTER NUMBER`. A document whose resend is unclear has an additional row. */
  rows(now: number, asksAnswers: boolean): string[] {
    return this.papers.flatMap((paper) => {
      const what = this.owed(paper, now, asksAnswers);
      return [
        ...(paper.again === "unclear" ? [`in-doubt ${paper.number}`] : []),
        ...(what === undefined ? [] : [`${what} ${paper.number}`]),
      ];
    });
  }

  /** Number of documents whose status is unavailable. */
  silent(): number {
    return this.#tells ? 0 : this.papers.filter((each) => each.is === "there" && !isBad(each) && !isGood(each)).length;
  }

  owed(paper: Paper, now: number, asksAnswers: boolean): string | undefined {
    if (paper.is === "unclear") return "in-doubt";
    if (paper.is !== "there") return undefined;
    const copies = this.papers.filter(({ corrects, is }) => corrects === paper && is !== "nowhere");
    const credits = this.papers.filter((each) => each.names.includes(paper) && this.#isInEffect(each));
    const open = (what: string, isDealtWith: boolean): string[] => (isDealtWith || paper.ended.has(what) ? [] : [what]);
    if (paper.status === "VALIDATION_FAILED" || paper.status === "fatal")
      return open("failed", copies.length > 0 || paper.again !== undefined)[0];
    if (isBad(paper)) return open("rejected", this.#isSettled(paper, copies, credits))[0];
    const { correction } = paper;
    const isCorrected =
      correction === undefined || (correction.credited.some(hasEffect) && (!correction.copy || copies.length > 0));
    const isOpen = this.#tells && !isGood(paper);
    const waits = isOpen && now - paper.sentAt > day;
    const isAsked = asksAnswers && isGood(paper) && !this.#cancelsOut(paper);
    const asks = isAsked && this.#isLate(paper, now) && paper.objection === "none";
    return [
      ...open("correction", isCorrected),
      ...open("pending", !waits),
      ...open("objected", paper.objection !== "objected" || credits.length > 0),
      ...open("credit-waits", !isOpen || waits || paper.kind === "invoice"),
      ...open("not-accepted", !asks || correction !== undefined),
    ][0];
  }

  /** Whether a rejected document has a successor copy or was fully credited. */
  #isSettled(paper: Paper, copies: readonly Paper[], credits: readonly Paper[]): boolean {
    if (copies.length > 0 && (paper.accepted !== true || paper.kind === "credit-note")) return true;
    return credits.some(isShared) || takesAllBack(credits, paper);
  }

  /** Whether an invoice and its credit notes add up to zero; a shared credit note cannot be divided. */
  #cancelsOut(paper: Paper): boolean {
    if (paper.kind === "credit-note") return paper.names.every((invoice) => this.#cancelsOut(invoice));
    const credits = this.papers.filter((each) => each.names.includes(paper) && this.#isInEffect(each));
    return !credits.some(isShared) && takesAllBack(credits, paper);
  }

  /** Whether it is approved, or nobody can tell; a credit note takes nothing off before. */
  #isInEffect(paper: Paper): boolean {
    return hasEffect(paper) && (!this.#tells || isGood(paper));
  }

  #isLate({ sentAt }: Paper, now: number): boolean {
    const gulf = (time: number): number => Math.floor((time + 4 * 3_600_000) / day);
    return gulf(now) - gulf(sentAt) >= this.#patience;
  }
}

const isBad = ({ status }: Paper): boolean => status !== undefined && bad.has(status);
const isGood = ({ status }: Paper): boolean => status === "APPROVED";
const isShared = ({ names }: Paper): boolean => names.length > 1;
const takesAllBack = (credits: readonly Paper[], { gross }: Paper): boolean =>
  credits.length > 0 && credits.reduce((sum, each) => sum + each.gross, 0) >= gross;
const hasEffect = (paper: Paper): boolean => paper.is === "there" && !isBad(paper);

/** Most urgent first. */
const urgency = ["in-doubt", "failed", "rejected", "correction", "pending", "credit-waits", "objected", "not-accepted"];
const kindOf = (row: string): string => row.split(" ")[0] ?? "";

/** Whether the rows are ordered by urgency. */
export function isInOrder(rows: readonly string[]): boolean {
  const places = rows.map((row) => urgency.indexOf(kindOf(row)));
  return places.every((place, at) => at === 0 || place >= (places[at - 1] ?? 0));
}

/** Returns the outcome for the most serious row; if `strict`, every row counts. */
export function worstCode(rows: readonly string[], strict: boolean): string {
  const kinds = new Set(rows.map(kindOf));
  if (kinds.has("in-doubt")) return "in_doubt";
  if (kinds.has("rejected") || kinds.has("failed")) return "rejected";
  if (strict && rows.length > 0) return "pending";
  return kinds.has("pending") || kinds.has("correction") ? "pending" : "done";
}
