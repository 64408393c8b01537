import { amount, isDecimalText, money } from "../document/index.ts";
import type { DueItem, DueKind, Style } from "../report/index.ts";
import { csvLines } from "./csv.ts";
import { gulfTime } from "./gulf-time.ts";
import { safe } from "./safe.ts";
import { tableLines } from "./table.ts";

/** What each kind is called, the most urgent first. */
export const dueWords: Readonly<Record<DueKind, string>> = {
  "in-doubt": "IN DOUBT",
  failed: "FAILED",
  rejected: "REJECTED",
  overdue: "OVERDUE",
  pending: "PENDING TOO LONG",
  "not-issued": "NOT ISSUED YET",
};

const columns = [
  ...["due", "document", "kind", "supplier", "payable", "currency", "since", "supplied", "last_day", "days_left"],
  ...["overall_status", "id", "attempt", "file", "why", "todo"],
];

/** One block an item for a terminal; else a line each with every column, below a line with their names unless it stands there already. */
export function renderDue(items: readonly DueItem[], style: Style, named = false): string {
  if (!style.isTerminal) return tableLines([...(named ? [] : [columns]), ...items.map(cells)]);
  return items.map((item) => block(item, style)).join("");
}

/** The same as CSV. */
export function dueCsv(items: readonly DueItem[], named = false): string {
  return csvLines([...(named ? [] : [columns]), ...items.map(cells)]);
}

function cells(item: DueItem): string[] {
  const { what, called, kind, supplier, payable, currency, since, deadline, overallStatus, id, attempt, file } = item;
  const days = deadline === undefined ? "" : String(deadline.daysLeft);
  return [
    ...[what, called, kind, supplier, payable, currency, since ?? "", deadline?.supplied ?? "", deadline?.last ?? ""],
    ...[days, overallStatus ?? "", id ?? "", attempt ?? "", file ?? "", item.why.join(" "), steps(item.todo)],
  ];
}

/** In one cell; numbered where there are several. */
function steps(todo: readonly string[]): string {
  return todo.map((each, at) => (todo.length === 1 ? each : `${at + 1}. ${each}`)).join(" ");
}

function block(item: DueItem, style: Style): string {
  const { what, called, supplier, payable, currency, since, deadline } = item;
  const tone = what === "pending" || what === "not-issued" ? style.warn : style.bad;
  const sum = isDecimalText(payable) ? `${money.forPeople(amount(payable))} ${safe(currency)}` : "";
  const head = [tone(dueWords[what]), style.strong(safe(called)), safe(supplier), sum].filter((each) => each !== "");
  const facts = [
    ...(since === undefined ? [] : [`since ${gulfTime(Date.parse(since))}`]),
    ...(deadline === undefined ? [] : [daysWords(deadline)]),
  ];
  const lines = [
    head.join("  "),
    ...(facts.length === 0 ? [] : [`      ${facts.join(", ")}`]),
    ...item.why.map((each) => `      ${safe(each)}`),
    ...item.todo.map((each, at) => `      ${item.todo.length === 1 ? "→" : `${at + 1}.`} ${safe(each)}`),
  ];
  return `${lines.join("\n")}\n\n`;
}

function daysWords({ supplied, last, daysLeft }: NonNullable<DueItem["deadline"]>): string {
  const days = (count: number): string => `${count} ${count === 1 ? "day" : "days"}`;
  if (daysLeft < 0) return `supplied ${supplied}, to be issued by ${last}: ${days(-daysLeft)} too late`;
  return `supplied ${supplied}, to be issued by ${last}: ${daysLeft === 0 ? "today is the last day" : `${days(daysLeft)} left`}`;
}
