import type { Desk } from "../../desk/index.ts";
import { ok, type Problem, type Result } from "../../problem/index.ts";
import { dueCsv, inSamePlace, renderDue } from "../../render/index.ts";
import type { DueItem, Report } from "../../report/index.ts";
import { listInPieces } from "../answer/list-in-pieces.ts";
import { stoppedBy } from "../answer/stopped-by.ts";
import type { DueEntry, SentDue } from "./sent.ts";

interface Form {
  /** table, plain, csv or json; undefined: what suits the reader. */
  readonly form: string | undefined;
  readonly sandbox: boolean;
  /** Words that lead to the same service. */
  readonly place: string;
}

/** So many items are read and written at a time; fewer are one report. */
const piece = 1_000;

/** What is due, in the order of the entries. Problem: `journal-unusable`. */
export async function dueReport(
  entries: readonly DueEntry[],
  sent: Pick<SentDue, "itemOf" | "problems">,
  how: Form,
  desk: Desk,
): Promise<Report> {
  if (entries.length > piece) return inPieces(entries, sent, how, desk);
  const items = await itemsOf(entries, sent, how.place);
  if (!items.ok) return stoppedBy(items.problems, how.sandbox);
  const data = { due: items.value.map(dueJson) };
  const nothing = items.value.length === 0 && how.form !== "csv" && styleOf(how, desk).isTerminal;
  const text = nothing ? "Nothing is due.\n" : textOf(items.value, how, desk, false);
  const outcome = outcomeWith(sent.problems);
  return { outcome, sandbox: how.sandbox, view: { view: "raw", text, data }, problems: sent.problems };
}

async function inPieces(
  entries: readonly DueEntry[],
  sent: Pick<SentDue, "itemOf" | "problems">,
  how: Form,
  desk: Desk,
): Promise<Report> {
  const { sandbox } = how;
  const list = desk.asJson ? listInPieces("due", { sandbox }, desk) : undefined;
  const end = async (report: Report): Promise<Report> => list?.end(report) ?? { ...report, view: { view: "nothing" } };
  for (let from = 0; from < entries.length; from += piece) {
    const items = await itemsOf(entries.slice(from, from + piece), sent, how.place);
    if (!items.ok) return end(stoppedBy(items.problems, sandbox));
    let heard = true;
    if (list) for (const each of items.value) heard = heard && (await list.one(dueJson(each)));
    else heard = await desk.write(textOf(items.value, how, desk, from > 0));
    if (!heard) break;
  }
  return end({ outcome: outcomeWith(sent.problems), sandbox, view: { view: "nothing" }, problems: sent.problems });
}

/** Something due is not a failure; a file that could not be read is one. */
function outcomeWith(problems: readonly Problem[]): Report["outcome"] {
  return problems.find(({ severity }) => severity === "error")?.outcome ?? "done";
}

async function itemsOf(
  entries: readonly DueEntry[],
  { itemOf }: Pick<SentDue, "itemOf">,
  place: string,
): Promise<Result<DueItem[]>> {
  const items: DueItem[] = [];
  for (const entry of entries) {
    const item = "what" in entry.item ? ok(entry.item) : await itemOf(entry);
    if (!item.ok) return item;
    if (item.value) items.push({ ...item.value, todo: item.value.todo.map((each) => inSamePlace(each, place)) });
  }
  return ok(items);
}

function styleOf({ form }: Form, { dataStyle }: Desk): Desk["dataStyle"] {
  return form === "table" || form === "plain" ? { ...dataStyle, isTerminal: form === "table" } : dataStyle;
}

function textOf(items: readonly DueItem[], how: Form, desk: Desk, named: boolean): string {
  return how.form === "csv" ? dueCsv(items, named) : renderDue(items, styleOf(how, desk), named);
}

/** One item for scripts; amounts and counts are texts. */
function dueJson(item: DueItem): Record<string, unknown> {
  const { deadline } = item;
  return {
    due: item.what,
    kind: item.kind,
    document_number: item.called,
    supplier: item.supplier,
    currency: item.currency,
    payable_amount: item.payable,
    since: item.since ?? null,
    supplied: deadline?.supplied ?? null,
    last_day: deadline?.last ?? null,
    days_left: deadline === undefined ? null : String(deadline.daysLeft),
    overall_status: item.overallStatus ?? null,
    id: item.id ?? null,
    attempt: item.attempt ?? null,
    file: item.file ?? null,
    why: item.why,
    todo: item.todo,
  };
}
