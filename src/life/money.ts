import { amount, isDecimalText, money } from "../document/index.ts";
import type { Intent, Past } from "../journal/index.ts";

type Totals = Readonly<Record<string, string>>;
/** Totals as an answer states them: any may be missing. */
type Stated = Readonly<Record<string, string | undefined>>;

/** The amounts of a document, all from one source: mixed ones would not add up. */
export interface DocumentMoney {
  /** Exact decimals by the service's names. */
  readonly totals: Totals;
  /** Whether the service stated them, or selfbill calculated them. */
  readonly from: "service" | "here";
}

/** Who stated the amounts of a row. */
export const moneySources = { service: "the service", here: "selfbill" } as const;

/** Says of how many documents that the service has the amounts are not its own. */
export function calculatedHere(
  documents: readonly { readonly id?: string | undefined; readonly totalsFrom: DocumentMoney["from"] }[],
): string[] {
  const some = documents.filter(({ id, totalsFrom }) => id !== undefined && totalsFrom === "here").length;
  if (some === 0) return [];
  const of = some === documents.length ? "The amounts are" : `The amounts of ${some} of these documents are`;
  return [`${of} calculated here: the service's answer does not state them all, or they do not add up.`];
}

const inCurrency = ["tax_exclusive_amount", "tax_amount", "tax_inclusive_amount", "payable_amount"] as const;
/** Of a document in AED these two are the amounts in its currency, and services often leave them out. */
const inAed = { tax_amount_in_aed: "tax_amount", payable_amount_in_aed: "payable_amount" } as const;

/**
 * Returns the service's amounts if it states all that people see and they add up, else those calculated here. Decision
 * 251.
 */
export function moneyFrom(currency: string, ours: Totals | undefined, theirs: Stated): DocumentMoney {
  const told = withAed(currency, theirs);
  if (ours === undefined || isWhole(told)) return { totals: told, from: "service" };
  // An amount that only the service states is never taken for 0.
  const isLess = Object.keys(told).some((name) => ours[name] === undefined) && !isWhole(withAed(currency, ours));
  return isLess ? { totals: told, from: "service" } : { totals: ours, from: "here" };
}

function withAed(currency: string, totals: Stated): Totals {
  const same = currency === "AED" ? Object.entries(inAed).map(([name, own]) => [name, totals[own]]) : [];
  return { ...stated(Object.fromEntries(same)), ...stated(totals) };
}

/** The one source of the money of a document in the journal, for every list, report and screen. */
export function documentMoney({
  intent,
  result,
}: Pick<Past, "result"> & {
  readonly intent: Pick<Intent, "currency" | "totals" | "takenOver">;
}): DocumentMoney {
  const { currency, totals, takenOver } = intent;
  // What was taken over from the service never was calculated here.
  return takenOver ? { totals, from: "service" } : moneyFrom(currency, totals, result?.totals ?? {});
}

function isWhole(told: Totals): boolean {
  const names = [...inCurrency, ...Object.keys(inAed)];
  if (!names.every((name) => isDecimalText(told[name] ?? ""))) return false;
  const of = (name: (typeof inCurrency)[number]) => amount(told[name] ?? "");
  const rest = money.subtract(of("tax_inclusive_amount"), of("tax_amount"));
  return money.isZero(money.subtract(rest, of("tax_exclusive_amount")));
}

const stated = (totals: Stated): Totals =>
  Object.fromEntries(Object.entries(totals).flatMap(([name, sum]) => (sum === undefined ? [] : [[name, sum]])));
