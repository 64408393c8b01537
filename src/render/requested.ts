import { type Amount, documentKinds, money } from "../document/index.ts";
import type { RequestedList, RequestedRow, Style } from "../report/index.ts";
import { safe } from "./safe.ts";
import { renderTable } from "./tables/table.ts";
import { hanging } from "./wrapped.ts";

export interface RequestedSum {
  readonly called: string;
  readonly count: number;
  readonly net: Amount;
  readonly vat: Amount;
  readonly gross: Amount;
}

/** Keeps the rows in the given order. On a narrow terminal, a row takes two or three lines; nothing is truncated. */
export function renderRequestedRows(rows: readonly RequestedRow[], style: Style): string {
  const kinds = hasCreditNotes(rows);
  return renderTable(
    {
      columns: ["Number", ...(kinds ? ["Kind"] : []), ...columns],
      right: [3, 7, 8].map((at) => (kinds ? at + 1 : at)),
      rows: rows.map((row) => [row.name, ...(kinds ? [kindOf(row)] : []), ...cellsOf(row)]),
    },
    style,
  );
}

export function renderRequested({ rows, compared }: RequestedList, style: Style): string {
  const inAll = money.forPeople(money.sum(rows.map((row) => row.grossInAed)));
  const totals = renderTable(
    {
      columns: ["Total", "Documents", "Net", "VAT", "Gross"],
      right: [1, 2, 3, 4],
      rows: [
        ...requestedSums(rows).map(({ called, count, net, vat, gross }) => [
          called,
          String(count),
          ...[net, vat, gross].map((each) => money.forPeople(each)),
        ]),
        [allCalled(rows), String(rows.length), "", "", inAll],
      ],
    },
    style,
  );
  const said = hanging(safe(compared), style.isTerminal ? style.width : undefined, "");
  return `${renderRequestedRows(rows, style)}${totals}${said}\n`;
}

// Ordered so that, on a terminal of 80 columns, a row's first line identifies the document and its second line the
// payee.
const columns = ["Supplier", "Date", "Gross", "Currency", "TRN", "Account", "Net", "VAT", "To check"];

function cellsOf(row: RequestedRow): string[] {
  const { preview, supplier, accounts, marks } = row;
  const { document, calculation } = preview;
  const { totals, currency } = calculation;
  return [
    supplier.name,
    document.issue_date ?? "",
    money.forPeople(totals.tax_inclusive_amount),
    currency,
    supplier.trn,
    accounts.join(" ") || "no account",
    money.forPeople(totals.tax_exclusive_amount),
    money.forPeople(totals.tax_amount),
    [...marks, ...amountInAed(row)].join("; "),
  ];
}

export function amountInAed({ preview, grossInAed }: RequestedRow): string[] {
  return preview.calculation.currency === "AED" ? [] : [`AED ${money.forPeople(grossInAed)} with VAT`];
}

export const kindOf = ({ preview }: RequestedRow): string => documentKinds[preview.kind].short;

/** Whether there are credit notes; if so, the kind of each document is shown. */
export const hasCreditNotes = (rows: readonly RequestedRow[]): boolean =>
  rows.some(({ preview }) => preview.kind === "credit-note");

/**
 * Returns the label of the total. It differs if there are credit notes, because the total is then not the amount to
 * pay.
 */
export const allCalled = (rows: readonly RequestedRow[]): string =>
  hasCreditNotes(rows) ? "Added up in AED" : "All in AED";

/** Totals the rows by currency, with credit notes separate and unsigned. */
export function requestedSums(rows: readonly RequestedRow[]): RequestedSum[] {
  const kinds = hasCreditNotes(rows);
  const sums = new Map<string, RequestedSum>();
  for (const row of rows) {
    const { totals, currency } = row.preview.calculation;
    const called = kinds ? `${currency} ${kindOf(row)}s` : currency;
    const { count, net, vat, gross } = sums.get(called) ?? nothing;
    sums.set(called, {
      called,
      count: count + 1,
      net: money.add(net, totals.tax_exclusive_amount),
      vat: money.add(vat, totals.tax_amount),
      gross: money.add(gross, totals.tax_inclusive_amount),
    });
  }
  return [...sums.values()];
}

const nothing = { count: 0, net: money.zero, vat: money.zero, gross: money.zero };
