import type { Calculation } from "./calculate.ts";
import { type Amount, amount, type Decimal, isDecimalText, money } from "./money.ts";

/** AED per unit of the currencies that are pegged to the dollar, as the dirham is: any bank's rate is within 2 %. */
const tied: ReadonlyMap<string, readonly [least: string, most: string]> = new Map([
  ["USD", ["3.60", "3.75"]],
  ["SAR", ["0.96", "1.00"]],
  ["QAR", ["0.99", "1.03"]],
  ["BHD", ["9.55", "9.94"]],
  ["OMR", ["9.36", "9.74"]],
]);

/** Currencies certainly worth more or less than a dirham: a rate on the other side of 1 has been inverted. */
const dearer: ReadonlySet<string> = new Set(
  "AUD AZN BGN BHD BND CAD CHF EUR FJD GBP GIP JOD KWD KYD NZD OMR SGD USD".split(" "),
);
const cheaper: ReadonlySet<string> = new Set(
  `AFN ARS BDT CLP CNY COP CZK DKK DZD EGP ETB HKD HUF IDR INR IQD ISK JPY KES KRW KZT LBP LKR MAD MXN NGN NOK NPR PHP PKR RUB SDG SEK
   SYP THB TRY TWD TZS UAH UGX UZS VND YER ZAR`.split(/\s+/),
);

/**
 * The Kuwaiti dinar, the most valuable currency in daily use, is worth about 12 AED. Gold and the like (X…) are not
 * checked.
 */
const dearest = "15";

/** The currencies with known exchange rates to AED, and the highest plausible rate. */
export const knownRates = { tied, dearer, cheaper, dearest } as const;

/**
 * AED per unit, rounded down: no currency in daily use has fallen below these rates since 2000. A unit counts as at
 * least this much towards a limit in AED. If a currency falls further, the only effect is that an approval is
 * required a little sooner.
 */
const floors: ReadonlyMap<string, string> = new Map([
  ...[...tied].map(([code, [least]]) => [code, least] as const),
  ...Object.entries({
    ...{ KWD: "11.50", JOD: "5.00", GBP: "3.80", EUR: "3.00", CHF: "2.00", CAD: "2.20", SGD: "1.90", AUD: "1.70" },
    ...{ NZD: "1.40", CNY: "0.40", HKD: "0.45", DKK: "0.40", SEK: "0.30", NOK: "0.30", ZAR: "0.15", THB: "0.07" },
    ...{ CZK: "0.08", MAD: "0.30", TWD: "0.09", MXN: "0.14", INR: "0.035", PHP: "0.055", BDT: "0.025", JPY: "0.02" },
    ...{ EGP: "0.05", PKR: "0.01", NPR: "0.02", LKR: "0.009", KES: "0.02", KRW: "0.002" },
  }),
]);

/** AED per unit, if known; 1 for currencies worth more than a dirham. */
export const lowestRates: ReadonlyMap<string, string> = new Map([
  ...[...dearer].map((code) => [code, "1"] as const),
  ...floors,
]);

/** The lowest and the highest rate for USD that need no approval; the peg is 3.6725. */
export const dollarRates = ["3.67", "3.68"] as const;

/**
 * True if the rate needs review or the currency has no known rate; in that case, the amount in AED cannot be trusted.
 */
export function isRateDoubtful(currency: string, rate: string | undefined): boolean {
  if (currency === "AED") return false;
  if (rate === undefined || !isDecimalText(rate) || !lowestRates.has(currency)) return true;
  const against = (bound: string): number => money.compare(amount(rate), amount(bound));
  const [least, most] = currency === "USD" ? dollarRates : (tied.get(currency) ?? []);
  if (least !== undefined && most !== undefined) return against(least) < 0 || against(most) > 0;
  return dearer.has(currency) ? against("1") <= 0 || against(dearest) > 0 : against("0") <= 0 || against("1") >= 0;
}

/** Returns the amount that counts towards a limit, in AED with VAT; never negative, so it cannot offset others. */
export function countedOf({
  totals,
  currency,
  exchangeRate,
  taxInclusiveAmountInAed,
}: Pick<Calculation, "currency" | "exchangeRate" | "totals" | "taxInclusiveAmountInAed">): Amount {
  return countedInAed(totals.tax_inclusive_amount, currency, exchangeRate) ?? withoutSign(taxInclusiveAmountInAed);
}

/** Uses the document's rate or the lowest plausible one, whichever gives more. Undefined if neither is known. */
export function countedInAed(gross: Amount, currency: string, stated: Decimal | undefined): Amount | undefined {
  const lowest = lowestRates.get(currency);
  const [one, other = one] = [...(stated ? [stated] : []), ...(lowest === undefined ? [] : [amount(lowest)])];
  const size = withoutSign(gross);
  if (currency === "AED") return money.round2(size);
  if (one === undefined || other === undefined) return undefined;
  return money.round2(money.times(size, money.compare(one, other) >= 0 ? one : other));
}

function withoutSign(value: Amount): Amount {
  return money.isNegative(value) ? money.subtract(money.zero, value) : value;
}
