import type { Calculation } from "../calculate.ts";
import { type Amount, amount, isDecimalText, money } from "../money.ts";

/** What a document comes to, in its currency and in AED. */
export interface CreditSums {
  readonly net: Amount;
  readonly vat: Amount;
  readonly netInAed: Amount;
  readonly vatInAed: Amount;
}

export const zeroSums: CreditSums = { net: money.zero, vat: money.zero, netInAed: money.zero, vatInAed: money.zero };

/** The figures in the order in which they are compared. */
export const figures = ["net", "vat", "netInAed", "vatInAed"] as const satisfies readonly (keyof CreditSums)[];

export function creditSumsOf({ totals, netInAed }: Pick<Calculation, "totals" | "netInAed">): CreditSums {
  return {
    net: totals.tax_exclusive_amount,
    vat: totals.tax_amount,
    netInAed,
    vatInAed: totals.tax_amount_in_aed,
  };
}

/**
 * Reads the sums from totals with the service's names, as `calculate` works them out: the net in AED is what the gross
 * in AED leaves beside the VAT. Undefined if a total or the exchange rate is missing.
 */
export function sumsIn(
  currency: string,
  totals: Readonly<Record<string, string | undefined>>,
  rate: string | undefined,
): CreditSums | undefined {
  const [net, vat, stated] = ["tax_exclusive_amount", "tax_amount", "tax_amount_in_aed"].map((name) =>
    decimalIn(totals[name]),
  );
  const factor = currency === "AED" ? amount("1") : decimalIn(rate);
  if (net === undefined || vat === undefined || factor === undefined) return undefined;
  const inAed = (value: Amount): Amount => money.round2(money.times(value, factor));
  const vatInAed = currency === "AED" ? vat : (stated ?? inAed(vat));
  return { net, vat, netInAed: money.subtract(inAed(money.add(net, vat)), vatInAed), vatInAed };
}

const decimalIn = (text: string | undefined): Amount | undefined =>
  text !== undefined && isDecimalText(text) ? amount(text) : undefined;

const eachFigure = (of: (name: keyof CreditSums) => Amount): CreditSums => ({
  net: of("net"),
  vat: of("vat"),
  netInAed: of("netInAed"),
  vatInAed: of("vatInAed"),
});

export function addSums(all: readonly CreditSums[]): CreditSums {
  return eachFigure((name) => money.sum(all.map((each) => each[name])));
}

export function subtractSums(from: CreditSums, what: CreditSums): CreditSums {
  return eachFigure((name) => money.subtract(from[name], what[name]));
}

export const creditGrossOf = ({ net, vat }: CreditSums): Amount => money.add(net, vat);

/** The first figure that is more than what is left; a figure of zero never is. */
export function beyond(own: CreditSums, left: CreditSums): keyof CreditSums | undefined {
  return figures.find((name) => money.isPositive(own[name]) && money.compare(own[name], left[name]) > 0);
}

export const hasRest = (rest: CreditSums): boolean => figures.some((name) => !money.isZero(rest[name]));
