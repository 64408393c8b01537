import { amount, gulfTime, isDecimalText, money } from "../document/index.ts";
import type { DueItem, DueKind, Style } from "../report/index.ts";
import { csvLines } from "./csv.ts";
import { openTable } from "./open-table.ts";
import { safe } from "./safe.ts";
import { tableLines } from "./table.ts";
import { fitted } from "./wrapped.ts";

/** What each kind is called, the most urgent first. */
export const dueWords: Readonly<Record<DueKind, string>> = {
  "in-doubt": "IN DOUBT",
  failed: "FAILED",
  rejected: "REJECTED",
  objected: "SUPPLIER OBJECTS",
  overdue: "OVERDUE",
  pending: "PENDING TOO LONG",
  "not-issued": "NOT ISSUED YET",
  "not-accepted": "NOT ACCEPTED YET",
};

/** Those that can wait; the others are shown as failures. */
const mild: ReadonlySet<DueKind> = new Set(["pending", "not-issued", "not-accepted"]);

const columns = [
  ...["due", "document", "kind", "supplier", "payable", "currency", "since", "supplied", "last_day", "days_left"],
  ...["overall_status", "id", "attempt", "file", "why", "todo"],
];

/** One block an item for a terminal; else a line each with every column, below a line with their names unless it stands there already. */
export function renderDue(items: readonly DueItem[], style: Style, named = false): string {
  if (!style.isTerminal) return tableLines([...(named ? [] : [columns]), ...items.map(cells)]);
  const blocks = groupsOf(items).map((group) =>
    group.items.length < many ? group.items.map((item) => block(item, style)).join("") : groupBlock(group, style),
  );
  return fitted(blocks.join(""), style);
}

/** So many documents with the same reason and the same steps are one block. */
const many = 3;

interface Group {
  readonly items: DueItem[];
  /** The steps with NUMBER, ID, ATTEMPT and FILE in place of the names. */
  readonly todo: readonly string[];
}

/** Documents of one kind that differ in names only, in the order of the first of each. */
function groupsOf(items: readonly DueItem[]): Group[] {
  const groups = new Map<string, Group>();
  for (const item of items) {
    const todo = item.todo.map((each) => withoutNames(each, item));
    const key = JSON.stringify([item.what, item.why.map((each) => withoutNames(each, item)), todo]);
    const group = groups.get(key);
    if (group) group.items.push(item);
    else groups.set(key, { items: [item], todo });
  }
  return [...groups.values()];
}

function withoutNames(text: string, { called, id, attempt, file }: DueItem): string {
  const names = [
    [file, "FILE"],
    [id, "ID"],
    [attempt, "ATTEMPT"],
    [called, "NUMBER"],
  ] as const;
  return names.reduce(
    (said, [name, word]) => (name ? said.replaceAll(`"${name}"`, word).replaceAll(name, word) : said),
    text,
  );
}

/** The reason and the steps once, then a line for each document with the names that stand in the steps. */
function groupBlock({ items, todo }: Group, style: Style): string {
  const [first] = items as [DueItem];
  const tone = mild.has(first.what) ? style.warn : style.bad;
  const used = (word: string): boolean => todo.some((each) => each.includes(word));
  const row = (item: DueItem): string[] => {
    const { called, supplier, payable, currency, since, deadline, id, attempt, file } = item;
    const sum = isDecimalText(payable) ? `${money.forPeople(amount(payable))} ${currency}` : "";
    const when =
      deadline !== undefined && since === undefined
        ? `by ${deadline.last}`
        : gulfTime(since === undefined ? undefined : Date.parse(since)).slice(0, 10);
    const names = [used("ID") ? id : "", used("ATTEMPT") ? attempt : "", used("FILE") && file !== called ? file : ""];
    return [called, supplier, sum, when, ...names.map((each) => each ?? "")].map(safe);
  };
  const rows = items.map(row);
  const lines = openTable({ rows, right: [2] }, { ...style, width: style.width - listMargin.length }).text;
  return `${[
    `${tone(dueWords[first.what])}  ${items.length} documents`,
    ...first.why.map((each) => `      ${safe(withoutNames(each, first))}`),
    ...todo.map((each, at) => `      ${todo.length === 1 ? "→" : `${at + 1}.`} ${safe(each)}`),
    ...lines
      .trimEnd()
      .split("\n")
      .map((each) => listMargin + each),
  ].join("\n")}\n\n`;
}

const listMargin = " ".repeat(6);

/** The same as CSV. */
export function dueCsv(items: readonly DueItem[], named = false): string {
  return csvLines([...(named ? [] : [columns]), ...items.map(cells)]);
}

function cells(item: DueItem): string[] {
  const { what, called, kind, supplier, payable, currency, since, deadline, overallStatus, id, attempt, file } = item;
  const days = deadline === undefined ? "" : String(deadline.daysLeft);
  return [
    ...[what, called, kind, supplier, payable, currency],
    ...[gulfTime(since === undefined ? undefined : Date.parse(since)), deadline?.supplied ?? "", deadline?.last ?? ""],
    ...[days, overallStatus ?? "", id ?? "", attempt ?? "", file ?? "", item.why.join(" "), steps(item.todo)],
  ];
}

/** In one cell; numbered where there are several. */
function steps(todo: readonly string[]): string {
  return todo.map((each, at) => (todo.length === 1 ? each : `${at + 1}. ${each}`)).join(" ");
}

function block(item: DueItem, style: Style): string {
  const { what, called, supplier, payable, currency, since, deadline } = item;
  const tone = mild.has(what) ? style.warn : style.bad;
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
