import { kind, listOf, maybe, names, shape, text, whole, words } from "../../answers/index.ts";
import type { Desk } from "../../desk/index.ts";
import { formatAmount, totalsByCurrency } from "../../document/index.ts";
import { type OwedPart, owedKinds, owedParts, worstOf } from "../../life/index.ts";
import { mapAll, type Outcome, ok, type Problem, type Result, suggest } from "../../problem/index.ts";
import { dueCount, dueCsv, fitted, renderDue, withoutStatusSays } from "../../render/index.ts";
import type { DueItem, DuePart, Report } from "../../report/index.ts";
import { type CompanyAmount, companySumsSection, sumsByCompany } from "../answer/company-sums.ts";
import { companySumsShape } from "../answer/company-sums-json.ts";
import { listInPieces } from "../answer/list-in-pieces.ts";
import { stoppedBy } from "../answer/stopped-by.ts";
import { sectionsText } from "../answer/table-answer.ts";
import { runShape, type UnfinishedRun } from "../follow/open-runs.ts";
import type { DueEntry, SentDue } from "./sent.ts";
import type { DueCompanies } from "./whose.ts";

export interface Form {
  /** `table`, `plain`, `csv` or `json`; if undefined, it depends on where the output goes. */
  readonly form: string | undefined;
  readonly sandbox: boolean;
  /** Options that make the suggested commands use the same service. */
  readonly books?: Pick<DueCompanies, "names" | "suggesting"> | undefined;
  /** `worst` counts only items that have their own exit code; `strict` also counts all others. */
  readonly exitCode: "none" | "worst" | "strict";
  /** The name that the user asked about; shown if nothing is due for it. */
  readonly named?: string | undefined;
  /** Runs that are not finished. */
  readonly runs: readonly UnfinishedRun[];
  /** Whether documents were sent although no period is set for suppliers' answers. */
  readonly answersUnasked?: boolean;
}

type Sent = Pick<SentDue, "itemOf" | "withoutStatus" | "notAsked" | "askedUnasked" | "isUntold" | "problems">;

/** Maximum number of items in one report; more are streamed in chunks of this size. */
const piece = 1_000;

/** Makes the report on the items that are due. Problem: `journal-unusable`. */
export async function dueReport(entries: readonly DueEntry[], sent: Sent, how: Form, desk: Desk): Promise<Report> {
  const { sandbox } = how;
  const outcome = outcomeWith(entries, sent.problems, how);
  const parts = partsOf(entries);
  if (desk.quiet && !desk.asJson && how.form === undefined)
    return { outcome, sandbox, view: { view: "raw", text: dueCount(entries), data: {} }, problems: sent.problems };
  if (entries.length > piece) return inPieces(entries, { sent, parts, outcome }, how, desk);
  const items = await itemsOf(entries, sent, how);
  if (!items.ok) return stoppedBy(items.problems, sandbox);
  const sums = how.books && sumsByCompany(how.books.names, entries.map(amountIn));
  const runs = how.runs.map(runShape.json);
  const data = { ...partsJson(parts, sent), ...sumsJson(sums), runs, due: items.value.map(dueShape.json) };
  const style = styleOf(how, desk);
  const shown = how.form !== "csv" && style.isTerminal;
  const open = knowledgeSays(sent);
  const says = [
    ...open,
    how.named !== undefined && sent.notAsked === 0 ? how.named : nothingSays(sent.notAsked > 0, sent.problems),
    ...(how.answersUnasked ? [answersUnasked()] : []),
  ];
  const nothing = items.value.length === 0 && shown ? `${fitted(says.join("\n"), style)}\n` : "";
  if (items.value.length === 0 && !shown && !desk.asJson) desk.say(says.join("\n"));
  else if (!shown && !desk.asJson) for (const line of open) desk.say(line);
  const first = shown && nothing === "" ? open.map((line) => `${fitted(line, style)}\n\n`).join("") : "";
  const text = nothing || first + textOf(items.value, { parts, before: undefined }, how, desk);
  const end = shown ? withoutStatusSays(sent.withoutStatus) + (nothing === "" ? sumsText(sums, style) : "") : "";
  return { outcome, sandbox, view: { view: "raw", text: text + end, data }, problems: sent.problems };
}

/** Returns the first lines: what was asked now, and whether the journal may not know how documents stand now. */
function knowledgeSays({ notAsked, askedUnasked, isUntold }: Sent): string[] {
  const asked = askedUnasked === 1 ? "1 document" : `${askedUnasked} documents`;
  const which =
    notAsked === 1
      ? "1 document has no final status, and its"
      : `${notAsked} documents have no final status, and their`;
  return [
    ...(askedUnasked === 0 ? [] : [`The service was asked just now for the status of ${asked}.`]),
    ...(notAsked === 0
      ? []
      : [`${which} service ${isUntold ? "did not tell it" : "was not asked"} now. Ask it: ${suggest`due --check`}`]),
  ];
}

/** Never denies what a warning says, such as that documents wait for a service that cannot be reached. */
function nothingSays(isMore: boolean, problems: readonly Problem[]): string {
  const nothing = isMore ? "Nothing else is due" : "Nothing is due";
  return problems.length === 0 ? `${nothing}.` : `${nothing} apart from what is said below.`;
}

const answersUnasked = (): string => `Suppliers' answers are not asked for: ${suggest`due --acceptance-days 7`}`;

async function inPieces(
  entries: readonly DueEntry[],
  { sent, parts, outcome }: { sent: Sent; parts: readonly DuePart[]; outcome: Outcome },
  how: Form,
  desk: Desk,
): Promise<Report> {
  const { sandbox } = how;
  const sums = how.books && sumsByCompany(how.books.names, entries.map(amountIn));
  const first = { sandbox, ...partsJson(parts, sent), ...sumsJson(sums), runs: how.runs.map(runShape.json) };
  const list = desk.asJson ? listInPieces("due", first, desk) : undefined;
  const end = async (report: Report): Promise<Report> => list?.end(report) ?? { ...report, view: { view: "nothing" } };
  if (!desk.asJson) for (const line of knowledgeSays(sent)) desk.say(line);
  let before: OwedPart | undefined;
  let heard = true;
  for (let from = 0; from < entries.length && heard; from += piece) {
    const items = await itemsOf(entries.slice(from, from + piece), sent, how);
    if (!items.ok) return end(stoppedBy(items.problems, sandbox));
    if (list) for (const each of items.value) heard = heard && (await list.one(dueShape.json(each)));
    else heard = await desk.write(textOf(items.value, { parts, before, named: from > 0 }, how, desk));
    const last = items.value.at(-1);
    before = last === undefined ? before : owedKinds[last.what].part;
  }
  const shown = list === undefined && heard && how.form !== "csv" && styleOf(how, desk).isTerminal;
  if (shown) await desk.write(withoutStatusSays(sent.withoutStatus) + sumsText(sums, styleOf(how, desk)));
  return end({ outcome, sandbox, view: { view: "nothing" }, problems: sent.problems });
}

/** Returns the outcome: an unreadable file is always a failure, a due item only with --exit-code. */
function outcomeWith(
  entries: readonly DueEntry[],
  problems: readonly Problem[],
  { exitCode }: Pick<Form, "exitCode">,
): Outcome {
  const failed = problems.find(({ severity }) => severity === "error")?.outcome ?? "done";
  if (exitCode === "none") return failed;
  const worst = worstOf(entries, exitCode === "strict");
  // An unreadable file matters more than most items, but not more than a document in doubt or a rejection.
  return failed === "done" || worst === "in_doubt" || worst === "rejected" ? worst : failed;
}

/** Groups the items by part; omits empty parts. */
function partsOf(entries: readonly DueEntry[]): DuePart[] {
  return (Object.keys(owedParts) as OwedPart[]).flatMap((part): DuePart[] => {
    const rows = entries.filter(({ what }) => owedKinds[what].part === part);
    if (rows.length === 0) return [];
    const sums = totalsByCurrency(rows.map((row) => ({ ...row, sum: row.payable })));
    const totals = Object.fromEntries(sums.map(([currency, sum]) => [currency, formatAmount(sum)]));
    const creditNotes = rows.filter(({ kind }) => kind === "credit-note").length;
    return [{ part, rows: rows.length, creditNotes, totals }];
  });
}

async function itemsOf(
  entries: readonly DueEntry[],
  { itemOf }: Pick<SentDue, "itemOf">,
  { books }: Pick<Form, "books">,
): Promise<Result<DueItem[]>> {
  const one = async (entry: DueEntry): Promise<Result<DueItem | undefined>> =>
    "what" in entry.item ? ok(entry.item) : itemOf(entry);
  const items = await mapAll(entries, async (entry) =>
    books ? books.suggesting(entry.company, () => one(entry)) : one(entry),
  );
  return items.ok ? ok(items.value.filter((item) => item !== undefined)) : items;
}

function styleOf({ form }: Pick<Form, "form">, { dataStyle }: Desk): Desk["dataStyle"] {
  return form === "table" || form === "plain" ? { ...dataStyle, isTerminal: form === "table" } : dataStyle;
}

function textOf(
  items: readonly DueItem[],
  list: { readonly parts: readonly DuePart[]; readonly before: OwedPart | undefined; readonly named?: boolean },
  how: Form,
  desk: Desk,
): string {
  const whole = { ...list, ofSeveral: how.books !== undefined };
  return how.form === "csv" ? dueCsv(items, whole) : renderDue(items, whole, styleOf(how, desk));
}

const amountIn = ({ company, kind, currency, payable }: DueEntry): CompanyAmount => ({
  ...{ company, kind, currency },
  sum: payable,
});

type Sums = ReturnType<typeof sumsByCompany> | undefined;

const sumsJson = (sums: Sums) => (sums === undefined ? {} : { companies: sums.map(companySumsShape.json) });

function sumsText(sums: Sums, style: Desk["dataStyle"]): string {
  const note = "What is due for suppliers of the book belongs to no company.";
  return sums === undefined ? "" : sectionsText([companySumsSection(sums, note)], style);
}

function partsJson(
  parts: readonly DuePart[],
  { withoutStatus, notAsked }: Pick<Sent, "withoutStatus" | "notAsked">,
): Record<string, unknown> {
  const told = parts.map(({ creditNotes, ...part }) => ({ ...part, credit_notes: creditNotes }));
  return { parts: told, without_status: withoutStatus, not_asked: notAsked };
}

/** Amounts are exact decimal strings. */
export const dueShape = shape<DueItem>({
  due: [words(...names(owedKinds)), ({ what }) => what],
  part: [words(...names(owedParts)), ({ what }) => owedKinds[what].part],
  kind: [kind.nullable(), (item) => item.kind],
  document_number: [text, ({ called }) => called],
  supplier: [text, ({ supplier }) => supplier],
  currency: [text, ({ currency }) => currency],
  payable_amount: [text, ({ payable }) => payable],
  since: [maybe, ({ since }) => since],
  supplied: [maybe, ({ deadline }) => (deadline?.from === "supply" ? deadline.day : undefined)],
  event: [maybe, ({ deadline }) => (deadline?.from === "event" ? deadline.day : undefined)],
  last_day: [maybe, ({ deadline }) => deadline?.last],
  days_left: [whole.nullable(), ({ deadline }) => deadline?.daysLeft],
  overall_status: [maybe, ({ overallStatus }) => overallStatus],
  id: [maybe, ({ id }) => id],
  attempt: [maybe, ({ attempt }) => attempt],
  file: [maybe, ({ file }) => file],
  // Present with --all-companies; missing for items from the supplier book.
  company: [text.optional(), ({ company }) => company],
  why: [listOf(text), ({ why }) => why],
  todo: [listOf(text), ({ todo }) => todo],
});
