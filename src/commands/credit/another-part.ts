import type { Connection, Desk } from "../../desk/index.ts";
import {
  type CreditedLine,
  calculate,
  countedDocument,
  creditsTheSame,
  type LineChoice,
  lineKey,
  priceReasons,
  quantityWords,
  type SelfBilledDocument,
} from "../../document/index.ts";
import { fail, ok, type Problem, problem, type Result, suggest, typed } from "../../problem/index.ts";
import type { Checked } from "../create/check-documents.ts";
import type { KnownCredit } from "./earlier-credits.ts";

/** Earlier credit notes that take back the same of the invoice as the one that is prepared. */
export interface SameCredits {
  readonly invoiceNumber: string;
  readonly lines: readonly CreditedLine[];
  /** Those of which it is said that the one prepared is another part. */
  readonly said: readonly KnownCredit[];
  /** Those that may be the one prepared. */
  readonly unsaid: readonly KnownCredit[];
  /** In doubt or under way, of whatever day: perhaps an earlier try of this one. */
  readonly open: KnownCredit | undefined;
}

interface Meant {
  readonly invoiceNumber: string;
  readonly issueDate: string;
  readonly reason: string;
  readonly documentNumber?: string | undefined;
  readonly lines: readonly LineChoice[];
  readonly partOf: readonly string[];
}

/**
 * Finds what the prepared credit note may be a repetition of: of the same day, and of any day where this journal does
 * not have it, because another computer may have made it. A number of one's own says which document of this journal is
 * meant.
 */
export function sameCredits(
  invoice: SelfBilledDocument,
  document: SelfBilledDocument,
  meant: Meant,
  known: readonly KnownCredit[],
): SameCredits {
  const { invoiceNumber, issueDate, documentNumber, partOf } = meant;
  const { lines } = countedDocument(calculate(document));
  // In the order of their numbers: the remark in the document is to be the same whenever it is made.
  const same = known
    .filter((each) => !each.shared && creditsTheSame(each.lines, lines))
    .sort((one, other) => (one.number < other.number ? -1 : 1));
  const open = same.find(({ state }) => state !== "created");
  const mayBeIt = ({ isHere, ...each }: KnownCredit): boolean =>
    !isHere || (documentNumber === undefined && (each.issueDate ?? issueDate) === issueDate);
  const made = same.filter((each) => each.state === "created" && mayBeIt(each));
  const isRest = takesRest(invoice, meant);
  const names = new Set(partOf.map((each) => each.trim().toLowerCase()));
  const isSaid = (each: KnownCredit): boolean =>
    isRest || [each.number, each.id].some((name) => name !== undefined && names.has(name.toLowerCase()));
  const [said, unsaid] = [made.filter(isSaid), made.filter((each) => !isSaid(each))];
  return { invoiceNumber, lines, said, unsaid, open };
}

/**
 * Whether it takes all that is left of some line, so that it can be made only once: after it nothing is left. A price
 * difference takes no quantity, and of two lines of one item the same command takes one after the other.
 */
function takesRest({ document_lines: lines = [] }: SelfBilledDocument, { reason, lines: choices }: Meant): boolean {
  if (priceReasons.has(reason)) return false;
  const keyAt = (at: number): string => lineKey(lines[at]?.name, lines[at]?.unit_code);
  const isAlone = ({ position }: LineChoice): boolean =>
    lines.filter((_, at) => keyAt(at) === keyAt(position - 1)).length === 1;
  return choices.length === 0 || choices.some((each) => each.quantity === undefined && isAlone(each));
}

/** Without this remark in the document, its content would be that of the credit note before. */
export function withPartNote(document: SelfBilledDocument, { said }: SameCredits): SelfBilledDocument {
  if (said.length === 0) return document;
  return { ...document, note: `Another part, besides credit note ${listed(said.map(({ number }) => number))}.` };
}

/** Says, where nothing is sent, what stops the credit note when it is to be sent. */
export function repetitionWarnings(same: SameCredits): Problem[] {
  if (same.open) return [notEnded(same.open, same.invoiceNumber, "warning")];
  return same.unsaid.length > 0 ? [sameCreditProblem(same, "warning")] : [];
}

/** The document that may be the same, with the two ways on. Problem: `supply-billed`. */
function sameCreditProblem(same: SameCredits, severity: Severity = "error"): Problem {
  const parts = [...same.said, ...same.unsaid].map(({ number }) => `--part-of ${typed(number)}`);
  const start = severity === "error" ? "Nothing was sent: " : "";
  const hint = `If this is that credit note, there is nothing to do. If it is another part, add ${parts.join(" ")}.`;
  return problem("supply-billed", `${start}${says(same)}`, hint, { severity });
}

/**
 * Returns the numbers of credit notes besides which a person means another part; asks at a terminal. Problems:
 * `supply-billed`, `declined`, `interrupted`; `still-in-doubt` and `being-sent` where an earlier try has not ended.
 */
export async function partMeant(same: SameCredits, desk: Desk): Promise<Result<readonly string[]>> {
  const { open, unsaid, said, invoiceNumber } = same;
  if (open) return fail(notEnded(open, invoiceNumber, "error"));
  // Whoever named some of them may have run the same command before: see `notMadeBefore`.
  if (unsaid.length === 0 || said.length > 0) return ok([]);
  if (!desk.ask.possible) return fail(sameCreditProblem(same));
  const agreed = await desk.ask.confirm(`${says(same)} Is this another part, to be taken back as well?`);
  if (!agreed.ok) return agreed;
  if (agreed.value) return ok(unsaid.map(({ number }) => number));
  const message = "You said no: nothing was sent.";
  return fail(problem("declined", message, `The credit note that exists: ${suggest`show ${unsaid[0]?.number ?? ""}`}`));
}

/**
 * Refuses a credit note that names some of those that take back the same but not all, unless this very command made
 * one of the others. Problem: `supply-billed`.
 */
export async function notMadeBefore(
  [only]: readonly Checked[],
  same: SameCredits,
  connection: Result<Connection>,
  desk: Desk,
): Promise<Problem | undefined> {
  if (same.unsaid.length === 0 || only?.key === undefined || !connection.ok) return undefined;
  const journal = await desk.journal();
  const standing = journal.ok ? await journal.value.standing(connection.value.account, only.key) : journal;
  if (!standing.ok) return standing.problems[0];
  return standing.value.is === "fresh" ? sameCreditProblem(same) : undefined;
}

type Severity = "error" | "warning";

function notEnded({ state, attempt = "" }: KnownCredit, invoiceNumber: string, severity: Severity): Problem {
  const start = (what: string): string => (severity === "error" ? `Nothing was sent: a${what}` : `A${what}`);
  if (state === "under-way") {
    const message = `${start("nother selfbill process")} is sending a credit note that takes back the same of ${invoiceNumber}.`;
    const hint = `Wait until it has ended, then look at it: ${suggest`history`}`;
    return problem("being-sent", message, hint, { severity });
  }
  const message = `${start("n earlier run")} sent a credit note that takes back the same of ${invoiceNumber}, and it may or may not have been created.`;
  return problem("still-in-doubt", message, `Resolve it first: ${suggest`resolve ${attempt} --check`}`, { severity });
}

const most = 3;

function says({ unsaid, lines, invoiceNumber }: SameCredits): string {
  const names = unsaid.map(({ number, issueDate }) => (issueDate ? `${number} of ${issueDate}` : number));
  const items = lines.map(({ name, quantity, unitCode }) => `${quantityWords(quantity, unitCode)} of ${name}`);
  const all = items.length > most ? [...items.slice(0, most), `${items.length - most} more`] : items;
  const take = names.length === 1 ? "takes" : "take";
  return `${listed(names)} ${take} back the same of ${invoiceNumber}: ${listed(all)}.`;
}

function listed(names: readonly string[]): string {
  return names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
}
