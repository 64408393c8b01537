import type { SelfBilledDocument } from "../../src/document/index.ts";
import type { MonthDocument } from "./month.ts";

/** A document as a clerk would note it: only typed values, nothing that a program calculated. */
export interface Noted {
  readonly number: string;
  readonly isCredit: boolean;
  readonly day: string;
  readonly trn: string;
  readonly currency: string;
  /** The amount in AED for one unit of the currency. */
  readonly rate: string;
  readonly lines: readonly NotedLine[];
  readonly fate: MonthDocument["fate"];
}

interface NotedLine {
  readonly quantity: string;
  readonly price: string;
  readonly category: string;
  readonly percent: string | undefined;
}

/**
 * Amounts in fils, or in hundredths of another currency; integers, so that rounding happens only where the law requires
 * it.
 */
export interface Fils {
  readonly net: bigint;
  readonly vat: bigint;
  readonly gross: bigint;
}

export interface NotedSums {
  readonly invoices: number;
  readonly creditNotes: number;
  readonly own: Fils;
  readonly aed: Fils;
}

/** Returns a document as the clerk would note it. */
export function notedOf({ document, fate }: MonthDocument): Noted {
  return {
    number: document.document_number ?? "",
    isCredit: document.credit_note_type_code !== undefined,
    day: document.issue_date ?? "",
    trn: document.accounting_supplier_party?.party_tax_scheme?.company_id ?? "",
    currency: document.document_currency_code ?? "AED",
    rate: document.tax_exchange_rate?.calculation_rate ?? "1",
    lines: (document.document_lines ?? []).map(notedLine),
    fate,
  };
}

function notedLine(line: NonNullable<SelfBilledDocument["document_lines"]>[number]): NotedLine {
  const { quantity = "", price, classified_tax_category: vat, charges, allowances } = line;
  const perPiece = (price?.base_quantity ?? "1") === "1";
  if (!perPiece || [price?.allowance, charges, allowances].some((each) => each !== undefined))
    throw new Error("this ledger knows quantity and price only");
  return { quantity, price: price?.base_amount ?? "", category: vat?.id ?? "", percent: vat?.percent };
}

/** Returns a decimal number as an integer and its number of decimals. */
function wholeOf(text: string): readonly [bigint, number] {
  const [whole = "0", decimals = ""] = text.split(".");
  return [BigInt(whole + decimals), decimals.length];
}

/** Rounds a number with `decimals` decimals to two, half up. */
function rounded(value: bigint, decimals: number): bigint {
  if (decimals <= 2) return value * 10n ** BigInt(2 - decimals);
  const unit = 10n ** BigInt(decimals - 2);
  return (value + unit / 2n) / unit;
}

const times = (fils: bigint, factor: string): bigint => {
  const [whole, decimals] = wholeOf(factor);
  return rounded(fils * whole, decimals + 2);
};

const netOf = ({ quantity, price }: NotedLine): bigint => {
  const [[a, first], [b, second]] = [wholeOf(quantity), wholeOf(price)];
  return rounded(a * b, first + second);
};

/** The part of a document with one VAT category and rate. */
export interface NotedPart {
  readonly category: string;
  readonly percent: string | undefined;
  readonly own: Fils;
  readonly aed: Fils;
  /** The VAT that the buyer owes under the reverse charge, in AED. */
  readonly reverse: bigint;
}

/**
 * The parts of a document, negative for a credit note: lines are rounded to fils, VAT is calculated per category and
 * rate, and each total is converted to AED.
 */
export function partsOf({ lines, rate, isCredit }: Noted): NotedPart[] {
  const sign = isCredit ? -1n : 1n;
  const groups = new Map<string, { line: NotedLine; net: bigint }>();
  for (const line of lines) {
    const key = `${line.category} ${line.percent}`;
    groups.set(key, { line, net: (groups.get(key)?.net ?? 0n) + netOf(line) });
  }
  if (groups.size > 1 && rate !== "1") throw new Error("this ledger does not divide what rounding leaves over");
  return [...groups.values()].map(({ line: { category, percent }, net }) => {
    const vat = category === "S" ? times(net, "0.05") : 0n;
    const [gross, vatInAed] = [times(net + vat, rate), times(vat, rate)];
    const own = { net: sign * net, vat: sign * vat, gross: sign * (net + vat) };
    const aed = { net: sign * (gross - vatInAed), vat: sign * vatInAed, gross: sign * gross };
    const reverse = category === "AE" ? sign * times(gross, "0.05") : 0n;
    return { category, percent, own, aed, reverse };
  });
}

const plus = (a: Fils, b: Fils): Fils => ({ net: a.net + b.net, vat: a.vat + b.vat, gross: a.gross + b.gross });
const nothing: Fils = { net: 0n, vat: 0n, gross: 0n };

/** Sums by group; `keyOf` returns the group of each part. */
export function sumsBy(documents: readonly Noted[], keyOf: (document: Noted, part: NotedPart) => string) {
  const sums = new Map<string, { own: Fils; aed: Fils; of: Set<Noted> }>();
  for (const document of documents) {
    for (const part of partsOf(document)) {
      const key = keyOf(document, part);
      const { own, aed, of } = sums.get(key) ?? { own: nothing, aed: nothing, of: new Set<Noted>() };
      sums.set(key, { own: plus(own, part.own), aed: plus(aed, part.aed), of: of.add(document) });
    }
  }
  return Object.fromEntries(
    [...sums].map(([key, { own, aed, of }]): [string, NotedSums] => {
      const creditNotes = [...of].filter(({ isCredit }) => isCredit).length;
      return [key, { invoices: of.size - creditNotes, creditNotes, own, aed }];
    }),
  );
}

export const filsOf = (text: string): bigint => BigInt(text.replace(".", ""));
export function textOf(fils: bigint): string {
  const digits = String(fils < 0n ? -fils : fils).padStart(3, "0");
  return `${fils < 0n ? "-" : ""}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}
