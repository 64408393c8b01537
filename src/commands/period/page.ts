import { type Amount, formatAmount, money } from "../../document/index.ts";
import { renderPeriodPage } from "../../render/index.ts";
import type { Chart, PeriodPage } from "../../report/index.ts";
import type { Section } from "../answer/section.ts";
import type { PeriodDocument } from "./period-documents.ts";
import { registerSection } from "./sections.ts";
import { inAedOnly, type ViewRow, viewOf } from "./views.ts";

/** Maximum number of bars in a chart; further values are added up as "others". */
const mostBars = 14;

export function reportPage(
  documents: readonly PeriodDocument[],
  sections: readonly Section[],
  about: Pick<PeriodPage, "title" | "about" | "sandbox">,
): string {
  const charts = documents.length === 0 ? [] : chartsOf(documents);
  return renderPeriodPage({ ...about, charts, tables: [...sections, registerForPaper(documents)] });
}

/** Returns the list of documents for a printed page, without hashes and ids. */
function registerForPaper(documents: readonly PeriodDocument[]): Section {
  const { columns, rows, ...register } = registerSection(documents);
  const kept = columns.flatMap(({ title }, at) => (/^(?:Id|SHA-256|Known from)/.test(title) ? [] : [at]));
  return {
    ...register,
    columns: kept.flatMap((at) => columns[at] ?? []),
    rows: rows.map((row) => kept.map((at) => row[at] ?? "")),
  };
}

function chartsOf(documents: readonly PeriodDocument[]): Chart[] {
  const days = inAedOnly(viewOf("day", documents));
  const months = new Set(days.map(({ key }) => key.slice(0, 7)));
  const inTime = months.size > 1 ? byMonth(days) : days.map(({ label, aed }) => ({ label, value: aed.vat }));
  const suppliers = inAedOnly(viewOf("supplier", documents)).map(({ label, aed }) => ({
    label: label.replace(/ \(\d+\)$/, ""),
    value: aed.gross,
  }));
  const states = inAedOnly(viewOf("status", documents)).map((row) => ({
    label: row.label,
    value: row.aed.gross,
    more: ` (${row.invoices + row.creditNotes})`,
  }));
  return [
    chartOf(`VAT by ${months.size > 1 ? "month" : "day"}, AED`, inTime),
    chartOf("Suppliers, gross AED", shortList(suppliers)),
    chartOf("Status, gross AED (documents)", states),
  ];
}

interface Value {
  readonly label: string;
  readonly value: Amount;
  readonly more?: string;
}

function byMonth(days: readonly ViewRow[]): Value[] {
  return monthsOf(days).map((label) => ({
    label,
    value: money.sum(days.filter(({ key }) => key.startsWith(label)).map(({ aed }) => aed.vat)),
  }));
}

/** If the period has more months than this, those without documents are omitted. */
const mostMonths = 120;

/** Returns the months for a chart, including those without documents: a gap in the time axis would mislead. */
function monthsOf(days: readonly ViewRow[]): string[] {
  const known = new Set(days.map(({ key }) => key.slice(0, 7)));
  const [first = "", ...later] = [...known].sort();
  const last = later.at(-1) ?? first;
  const all: string[] = [];
  for (let at = Date.parse(`${first}-01`); all.length <= mostMonths; ) {
    const month = Number.isNaN(at) ? "~" : new Date(at).toISOString().slice(0, 7);
    if (month > last) break;
    all.push(month);
    at = Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)), 1);
  }
  return all.length > mostMonths ? [...known].sort() : [...new Set([...all, ...known])].sort();
}

/** Returns the largest values, and the sum of the others. */
function shortList(values: readonly Value[]): Value[] {
  const sorted = [...values].sort((a, b) => money.compare(b.value, a.value));
  if (sorted.length <= mostBars) return sorted;
  const others = sorted.slice(mostBars - 1);
  const value = money.sum(others.map((each) => each.value));
  return [...sorted.slice(0, mostBars - 1), { label: `${others.length} others`, value }];
}

function chartOf(title: string, values: readonly Value[]): Chart {
  const size = (value: Amount): Amount => (money.isNegative(value) ? money.subtract(money.zero, value) : value);
  const longest = values
    .map(({ value }) => size(value))
    .reduce((a, b) => (money.compare(a, b) < 0 ? b : a), money.zero);
  return {
    title,
    bars: values.map(({ label, value, more = "" }) => ({
      label,
      shown: money.forPeople(value) + more,
      share: money.isZero(longest) ? 0 : Number(formatAmount(money.divide(value, longest))),
    })),
  };
}
