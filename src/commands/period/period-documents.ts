import {
  type Amount,
  amount,
  calculate,
  isDecimalText,
  money,
  type SelfBilledDocument,
  signedAmount,
} from "../../document/index.ts";
import { type AnswerWord, type DocumentMoney, stageOf } from "../../life/index.ts";

/** Amounts of a document; `gross` is net plus VAT. */
export interface Sums {
  readonly net: Amount;
  readonly vat: Amount;
  readonly gross: Amount;
}

/** The part of a document with one VAT category and rate. */
export interface VatPart {
  readonly category: string;
  /** Plain digits; undefined for categories without a rate. */
  readonly percent: string | undefined;
  readonly own: Sums;
  readonly aed: Sums;
}

/** State of a document in a report. Only approved and pending documents are counted. */
export type DocumentState =
  | "approved"
  | "pending"
  | "rejected"
  | "failed"
  | "in-doubt"
  /** A credit note none of whose invoices is counted. */
  | "credits-uncounted";

/** Amounts are as printed, so those of credit notes are positive; `signed` applies the sign. */
export interface PeriodDocument {
  /** Set in a report on several companies. */
  readonly company?: string | undefined;
  readonly kind: "invoice" | "credit-note";
  /** The number, else the id, else the attempt. */
  readonly called: string;
  readonly number: string | undefined;
  readonly id: string | undefined;
  readonly attempt: string | undefined;
  readonly supplier: { readonly key: string; readonly name: string; readonly trn: string };
  readonly date: string;
  readonly currency: string;
  /** Exchange rate: AED per unit of another currency. */
  readonly rate: string | undefined;
  readonly state: DocumentState;
  /** The last known status, as the service writes it. */
  readonly status: string | undefined;
  /** Time of that status; UTC, ISO 8601. */
  readonly since: string | undefined;
  readonly own: Sums;
  readonly aed: Sums;
  /** Whose amounts these are, all of them. */
  readonly totalsFrom: DocumentMoney["from"];
  /** Empty if the document's content was not stored. */
  readonly parts: readonly VatPart[];
  /** Numbers of the credited invoices. */
  readonly credits: readonly string[];
  /** Set for a credit note that is counted although its invoice is unknown. */
  readonly invoiceUnknown?: true;
  /** SHA-256 of the body as sent, in hexadecimal. */
  readonly hash: string | undefined;
  readonly file: string | undefined;
  /** Undefined if no answer is required, or if only the service has the document. */
  readonly answer: AnswerWord | undefined;
  /** The database user who sent the document, and its approvers; undefined if neither is recorded. */
  readonly people?: { readonly sender: string | undefined; readonly approvers: readonly string[] } | undefined;
  readonly source: "journal" | "service";
}

type DatedDocument = Pick<PeriodDocument, "date" | "called">;

/** Compares by date, then by number. */
export function byDate(a: DatedDocument, b: DatedDocument): number {
  const one = `${a.date}\n${a.called}`;
  const other = `${b.date}\n${b.called}`;
  return one < other ? -1 : Number(one > other);
}

/** Returns the state for a status of the service. A document without a status counts as pending. */
export function stateOf(status: string | undefined): DocumentState {
  const stage = stageOf({ state: "created", status, tellsStatus: true });
  return stage === "created" || stage === "under-way" ? "pending" : stage;
}

/**
 * Calculates the amounts of a document. VAT and gross in AED are those that the document states (BTAE-20 and the VAT in
 * AED); net in AED is their difference. The parts come from the lines; the last part with VAT gets the rounding
 * difference, so that the parts add up to the document. Without an exchange rate, amounts in AED are zero (see
 * `lacksRate`).
 */
export function figuresOf(
  totals: Readonly<Record<string, string | undefined>>,
  currency: string,
  rate: string | undefined,
  document: SelfBilledDocument | undefined,
): Pick<PeriodDocument, "own" | "aed" | "parts"> {
  const of = (name: string): Amount => {
    const text = totals[name];
    return amount(text !== undefined && isDecimalText(text) ? text : "0");
  };
  const own = sums(of("tax_exclusive_amount"), of("tax_amount"));
  const factor = amount(currency === "AED" ? "1" : rate !== undefined && isDecimalText(rate) ? rate : "0");
  if (money.isZero(factor)) return { own, aed: noSums, parts: [] };
  const inAed = (value: Amount): Amount => money.round2(money.times(value, factor));
  const vatInAed = totals.tax_amount_in_aed === undefined ? inAed(own.vat) : of("tax_amount_in_aed");
  const aed = currency === "AED" ? own : sums(money.subtract(inAed(own.gross), vatInAed), vatInAed);
  const parts = (document ? calculate(document).breakdown : []).map(
    ({ category, percent, taxableAmount, taxAmount }): VatPart => ({
      category,
      percent: percent?.toFixed(),
      own: sums(taxableAmount, taxAmount),
      aed: sums(inAed(taxableAmount), inAed(taxAmount)),
    }),
  );
  return { own, aed, parts: withRest(parts, own, aed) };
}

function withRest(parts: readonly VatPart[], own: Sums, aed: Sums): VatPart[] {
  const taxed = parts.findLastIndex((each) => !money.isZero(each.own.vat));
  const at = taxed < 0 ? parts.length - 1 : taxed;
  const rest = (whole: Sums, of: (part: VatPart) => Sums, part: VatPart): Sums => {
    const others = addAll(parts.filter((each) => each !== part).map(of));
    return sums(money.subtract(whole.net, others.net), money.subtract(whole.vat, others.vat));
  };
  return parts.map((part, index) =>
    index === at
      ? { ...part, own: rest(own, (each) => each.own, part), aed: rest(aed, (each) => each.aed, part) }
      : part,
  );
}

export function sums(net: Amount, vat: Amount): Sums {
  return { net, vat, gross: money.add(net, vat) };
}

export const noSums: Sums = sums(money.zero, money.zero);

export function addAll(all: readonly Sums[]): Sums {
  return sums(money.sum(all.map(({ net }) => net)), money.sum(all.map(({ vat }) => vat)));
}

export function signed({ kind }: Pick<PeriodDocument, "kind">, of: Sums): Sums {
  return sums(signedAmount(kind, of.net), signedAmount(kind, of.vat));
}

export function isCounted({ state }: Pick<PeriodDocument, "state">): boolean {
  return state === "approved" || state === "pending";
}

/** Whether the amounts in AED are unknown, because a foreign currency has no known exchange rate. */
export function lacksRate({ currency, rate }: PeriodDocument): boolean {
  return currency !== "AED" && (rate === undefined || !isDecimalText(rate) || money.isZero(amount(rate)));
}
