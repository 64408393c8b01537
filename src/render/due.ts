import { amount, documentKinds, gulfTime, isDecimalText, money, signedAmount } from "../document/index.ts";
import { type OwedPart, owedKinds, owedParts } from "../life/index.ts";
import type { Deadline, DueItem, DuePart, Style } from "../report/index.ts";
import { csvLines } from "./csv.ts";
import { safe } from "./safe.ts";
import { openTable } from "./tables/open-table.ts";
import { tableLines } from "./tables/table.ts";
import { fitted } from "./wrapped.ts";

const columns = [
  ...["due", "document", "kind", "supplier", "payable", "currency", "since", "supplied", "last_day", "days_left"],
  ...["overall_status", "id", "attempt", "file", "why", "todo", "event", "part"],
];

/** Adds a company column if several companies are listed. */
const columnsOf = (ofSeveral: boolean): string[] => [...columns, ...(ofSeveral ? ["company"] : [])];

interface DueList {
  readonly parts: readonly DuePart[];
  /** The part that the previous row belongs to. */
  readonly before: OwedPart | undefined;
  /** Whether the column headings have already been written. */
  readonly named?: boolean;
  readonly ofSeveral?: boolean;
}

/**
 * On a terminal, writes a block per item below the heading of its part; otherwise a line per item with every column.
 */
export function renderDue(
  items: readonly DueItem[],
  { parts, before, named, ofSeveral = false }: DueList,
  style: Style,
): string {
  if (!style.isTerminal)
    return tableLines([...(named ? [] : [columnsOf(ofSeveral)]), ...items.map((each) => cells(each, ofSeveral))]);
  let last = before;
  const blocks = groupsOf(items).map((group) => {
    const [{ what }] = group.items as [DueItem];
    const { part } = owedKinds[what];
    const head = part === last ? "" : heading(part, parts, style);
    last = part;
    const text =
      group.items.length < many ? group.items.map((item) => block(item, style)).join("") : groupBlock(group, style);
    return head + text;
  });
  return fitted(blocks.join(""), style);
}

/** Returns text such as `MONEY AND DOUBT  3 documents, AED 10,500.00 (credit notes subtracted)`. */
function heading(part: OwedPart, parts: readonly DuePart[], style: Style): string {
  const { rows = 0, creditNotes = 0, totals = {} } = parts.find((each) => each.part === part) ?? {};
  const sums = Object.entries(totals).map(([currency, sum]) => `${safe(currency)} ${money.forPeople(amount(sum))}`);
  const noun = part === "runs" ? "run" : "document";
  const counted = part === "house" ? `${rows} open` : rows === 1 ? `1 ${noun}` : `${rows} ${noun}s`;
  const less = creditNotes === 0 || sums.length === 0 ? "" : " (credit notes subtracted)";
  return `${style.strong(owedParts[part].toUpperCase())}  ${[counted, ...sums].join(", ")}${less}\n\n`;
}

export function dueCount(rows: readonly Pick<DueItem, "what">[]): string {
  const counts = Object.entries(owedKinds).flatMap(([what, { says }]) => {
    const count = rows.filter((each) => each.what === what).length;
    return count === 0 ? [] : [`${count} ${says.toLowerCase()}`];
  });
  return counts.length === 0 ? "" : `selfbill: ${counts.join(", ")}\n`;
}

export function withoutStatusSays(count: number): string {
  if (count === 0) return "";
  const them = count === 1 ? "1 document was created; this service tells no status of it" : undefined;
  return `${them ?? `${count} documents were created; this service tells no status of them`}.\n`;
}

/** Names the kind only for credit notes, because the totals subtract them. */
const kindSays = ({ kind }: DueItem): string => (kind === "credit-note" ? documentKinds[kind].short : "");

const tone = (what: DueItem["what"], style: Style): string => {
  const { says, outcome, within } = owedKinds[what];
  const isMild = outcome === undefined || outcome === "pending" || within !== undefined;
  return (isMild ? style.warn : style.bad)(says);
};

/** Minimum number of documents with the same reason and steps that are combined in one block. */
const many = 3;

interface Group {
  readonly items: DueItem[];
  /** The steps, with NUMBER, ID, ATTEMPT and FILE as placeholders for the values of each document. */
  readonly todo: readonly string[];
}

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

/** Writes the reason and steps once, then a line per document with the names that the steps refer to. */
function groupBlock({ items, todo }: Group, style: Style): string {
  const [first] = items as [DueItem];
  const used = (word: string): boolean => todo.some((each) => each.includes(word));
  const isOfSeveral = items.some(({ company }) => company !== undefined);
  const row = (item: DueItem): string[] => {
    const { called, supplier, since, deadline, id, attempt, file } = item;
    const sum = sumOf(item);
    const when =
      deadline !== undefined && since === undefined
        ? `by ${deadline.last}`
        : gulfTime(since === undefined ? undefined : Date.parse(since)).slice(0, 10);
    const left = deadline === undefined ? "" : leftWords(deadline);
    const names = [used("ID") ? id : "", used("ATTEMPT") ? attempt : "", used("FILE") && file !== called ? file : ""];
    const of = isOfSeveral ? [item.company ?? ""] : [];
    return [...of, called, kindSays(item), supplier, sum, when, left, ...names.map((each) => each ?? "")].map(safe);
  };
  const rows = items.map(row);
  const lines = openTable(
    { rows, right: [isOfSeveral ? 4 : 3] },
    { ...style, width: style.width - listMargin.length },
  ).text;
  return `${[
    `${tone(first.what, style)}  ${items.length} documents`,
    ...first.why.map((each) => `      ${safe(withoutNames(each, first))}`),
    ...todo.map((each, at) => `      ${todo.length === 1 ? "→" : `${at + 1}.`} ${safe(each)}`),
    ...lines
      .trimEnd()
      .split("\n")
      .map((each) => listMargin + each),
  ].join("\n")}\n\n`;
}

const listMargin = " ".repeat(6);

export function dueCsv(
  items: readonly DueItem[],
  { named, ofSeveral = false }: Pick<DueList, "named" | "ofSeveral">,
): string {
  return csvLines([...(named ? [] : [columnsOf(ofSeveral)]), ...items.map((each) => cells(each, ofSeveral))]);
}

function cells(item: DueItem, ofSeveral: boolean): string[] {
  const { what, called, kind, supplier, payable, currency, since, deadline, overallStatus, id, attempt, file } = item;
  const { from, day, last, daysLeft } = deadline ?? {};
  return [
    ...[what, called, kind ?? "", supplier, payable, currency],
    ...[gulfTime(since === undefined ? undefined : Date.parse(since)), from === "supply" ? (day ?? "") : ""],
    ...[last ?? "", daysLeft === undefined ? "" : String(daysLeft)],
    ...[overallStatus ?? "", id ?? "", attempt ?? "", file ?? "", item.why.join(" "), steps(item.todo)],
    ...[from === "event" ? (day ?? "") : "", owedKinds[what].part, ...(ofSeveral ? [item.company ?? ""] : [])],
  ];
}

/** Numbers the steps if there is more than one. */
function steps(todo: readonly string[]): string {
  return todo.map((each, at) => (todo.length === 1 ? each : `${at + 1}. ${each}`)).join(" ");
}

/** Returns a negative amount for a credit note. */
function sumOf({ kind, payable, currency }: DueItem): string {
  return isDecimalText(payable) ? `${money.forPeople(signedAmount(kind, amount(payable)))} ${currency}` : "";
}

function block(item: DueItem, style: Style): string {
  const { what, called, supplier, since, deadline, company } = item;
  const sum = safe(sumOf(item));
  const name = supplier === called ? "" : safe(supplier);
  const named = [style.strong(safe(called)), kindSays(item), name, sum];
  const head = [tone(what, style), ...named].filter((each) => each !== "");
  const facts = [
    ...(company === undefined ? [] : [safe(company)]),
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

function daysWords(deadline: Deadline): string {
  const { from, day, last, counts } = deadline;
  if (from === "agreement") return `last day ${last}: ${leftWords(deadline)}`;
  return `${from === "supply" ? "supplied" : "event"} ${day}, to be issued by ${last}${counts === undefined ? "" : ` (${counts} the supply)`}: ${leftWords(deadline)}`;
}

function leftWords({ from, daysLeft }: Deadline): string {
  const days = (count: number): string => `${count} ${count === 1 ? "day" : "days"}`;
  if (daysLeft < 0) return `${days(-daysLeft)} ${from === "agreement" ? "ago" : "too late"}`;
  return daysLeft === 0 ? "today is the last day" : `${days(daysLeft)} left`;
}
