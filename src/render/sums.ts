import { type Amount, amount, isDecimalText, money, signedAmount } from "../document/index.ts";
import type { Batch, Style, SubmissionResult, Sum } from "../report/index.ts";
import { safe } from "./safe.ts";
import { renderTable, tableFits } from "./tables/table.ts";

const mostSuppliers = 20;

/** Suppliers are sorted by number of documents, largest first. */
type Sums = Pick<Batch, "currencies" | "suppliers">;

/** Whether there are both invoices and credit notes; if so, credit notes are subtracted. */
export function areOfBothKinds(results: readonly SubmissionResult[]): boolean {
  return new Set(results.map(({ kind }) => kind)).size > 1;
}

/**
 * Returns the sums by currency and by supplier. Skips results without totals. If all are credit notes, their amounts
 * are unsigned.
 */
export function sumsOf(results: readonly SubmissionResult[]): Sums {
  const subtracts = areOfBothKinds(results);
  const currencies = new Map<string, Sum>();
  const suppliers = new Map<string, Sum & { readonly name: string; readonly trn: string }>();
  for (const { kind, totals, currency = "AED", supplier = { name: "", trn: "" } } of results) {
    if (totals === undefined) continue;
    const signed = (text: string | undefined): Amount => signedAmount(subtracts ? kind : undefined, value(text));
    const [net, vat, gross] = [totals.tax_exclusive_amount, totals.tax_amount, totals.tax_inclusive_amount].map(signed);
    const one: Sum = { currency, count: 1, net: net ?? money.zero, vat: vat ?? money.zero, gross: gross ?? money.zero };
    currencies.set(currency, added(currencies.get(currency), one));
    const key = JSON.stringify([supplier.trn, supplier.name, currency]);
    suppliers.set(key, { ...supplier, ...added(suppliers.get(key), one) });
  }
  const byCount = [...suppliers.values()].sort((a, b) => b.count - a.count);
  return { currencies: [...currencies.values()], suppliers: byCount };
}

function value(text: string | undefined): Amount {
  return text !== undefined && isDecimalText(text) ? amount(text) : money.zero;
}

function added(sum: Sum | undefined, one: Sum): Sum {
  if (sum === undefined) return one;
  const { currency, count, net, vat, gross } = sum;
  return {
    currency,
    count: count + one.count,
    net: money.add(net, one.net),
    vat: money.add(vat, one.vat),
    gross: money.add(gross, one.gross),
  };
}

export function renderSums(
  { currencies, suppliers }: Sums,
  style: Style,
  more: ReadonlyArray<readonly string[]> = [],
): string {
  const amounts = (sum: Sum): string[] => [sum.net, sum.vat, sum.gross].map((each) => money.forPeople(each));
  const totals = renderTable(
    {
      columns: ["Currency", "Documents", "Net", "VAT", "Gross"],
      right: [1, 2, 3, 4],
      rows: [...currencies.map((sum) => [sum.currency, String(sum.count), ...amounts(sum)]), ...more],
    },
    style,
  );
  const some = suppliers.slice(0, mostSuppliers);
  const whole = {
    columns: ["Supplier", "TRN", "Documents", "Currency", "Net", "VAT", "Gross"],
    right: [2, 4, 5, 6],
    rows: some.map((sum) => [safe(sum.name), safe(sum.trn), String(sum.count), sum.currency, ...amounts(sum)]),
  };
  // A TRN broken across lines is hard to compare, so TRNs stay whole; a table that is too wide omits net and VAT
  // instead.
  const narrow = {
    columns: ["Supplier", "TRN", "Documents", "Currency", "Gross"],
    right: [2, 4],
    rows: whole.rows.map(([name = "", trn = "", count = "", currency = "", , , gross = ""]) => [
      name,
      trn,
      count,
      currency,
      gross,
    ]),
  };
  const bySupplier = renderTable(tableFits(whole, style) ? whole : narrow, style);
  const left = suppliers.length - mostSuppliers;
  return `${totals}${bySupplier}${left > 0 ? `  … and ${left} more suppliers\n` : ""}`;
}

/** Groups by company and currency; empty for fewer than two companies. */
export function renderCompanies(
  companies: ReadonlyArray<{ readonly name: string } & Pick<Batch, "currencies">>,
  style: Style,
): string {
  if (companies.length < 2) return "";
  const rows = companies.flatMap(({ name, currencies }) =>
    currencies.map(({ currency, count, net, vat, gross }) => [
      safe(name),
      String(count),
      currency,
      ...[net, vat, gross].map((each) => money.forPeople(each)),
    ]),
  );
  return renderTable(
    { columns: ["Company", "Documents", "Currency", "Net", "VAT", "Gross"], right: [1, 3, 4, 5], rows },
    style,
  );
}

/** Groups the results by company, in order of first occurrence. */
export function byCompany(results: readonly SubmissionResult[]): ({ readonly name: string } & Sums)[] {
  const names = [...new Set(results.flatMap(({ company }) => company ?? []))];
  return names.map((name) => ({ name, ...sumsOf(results.filter(({ company }) => company === name)) }));
}

/** Amounts are strings. */
interface SumsJson {
  readonly by_currency: ReadonlyArray<Readonly<Record<string, string | number>>>;
  readonly by_supplier: ReadonlyArray<Readonly<Record<string, string | number>>>;
}

export function sumsJson({ currencies, suppliers }: Sums): SumsJson {
  const amounts = ({ currency, count, net, vat, gross }: Sum): Record<string, string | number> => ({
    currency,
    documents: count,
    net: net.toFixed(),
    vat: vat.toFixed(),
    gross: gross.toFixed(),
  });
  return {
    by_currency: currencies.map(amounts),
    by_supplier: suppliers.map((sum) => ({ name: sum.name, trn: sum.trn, ...amounts(sum) })),
  };
}
