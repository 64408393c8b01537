import type { Desk } from "../../desk/index.ts";
import { amount, codes, gulfDay, isDecimalText, money } from "../../document/index.ts";
import { fail, ok, type Problem, problem, type Result } from "../../problem/index.ts";
import type { ExchangeRates } from "../../read/index.ts";
import { list, rare } from "../command.ts";
import { day } from "../kinds.ts";

export const rateOptions = {
  exchangeRate: list("--exchange-rate <rate>", "AED for one unit: 4.123456, or EUR=4.123456; repeatable"),
  rateDate: rare(day("--rate-date <date>", "day for which the rate was published; kept in the journal, never sent")),
} as const;

interface RateWords {
  readonly exchangeRate: readonly string[];
  readonly rateDate: string | undefined;
}

export interface GivenRates {
  readonly rates?: ExchangeRates;
  readonly rateDate?: string;
}

/** Reads the exchange rates and their date from the options. Problem: `bad-usage`. */
export function ratesFrom({ exchangeRate, rateDate }: RateWords, documents: number, desk: Desk): Result<GivenRates> {
  let plain: string | undefined;
  const of: Record<string, string> = {};
  for (const each of exchangeRate) {
    const [, currency, rate = ""] = /^(?:([A-Za-z]{3})=)?(.*)$/s.exec(each.trim()) ?? [];
    const wrong =
      wrongRate(rate, each) ?? (currency === undefined ? undefined : wrongCurrency(currency.toUpperCase(), of));
    if (wrong) return fail(wrong);
    if (currency !== undefined) of[currency.toUpperCase()] = rate;
    else if (plain === undefined) plain = rate;
    else return fail(bad("Two exchange rates were given without a currency.", "Write EUR=4.123456."));
  }
  if (plain !== undefined && documents !== 1) {
    const message = `--exchange-rate ${plain} would apply to ${documents} documents, whatever their currency.`;
    return fail(bad(message, `Name the currency: --exchange-rate USD=${plain}`));
  }
  const wrongDay = rateDate === undefined ? undefined : wrongDate(rateDate, desk);
  if (wrongDay) return fail(wrongDay);
  return ok({
    ...(exchangeRate.length === 0 ? {} : { rates: { plain, of } }),
    ...(rateDate === undefined ? {} : { rateDate }),
  });
}

function wrongRate(rate: string, typed: string): Problem | undefined {
  if (isDecimalText(rate) && money.isPositive(amount(rate))) return undefined;
  return bad(
    `--exchange-rate ${typed} is not a rate.`,
    "Write the AED for one unit with a point: 3.6725, or USD=3.6725.",
  );
}

function wrongCurrency(currency: string, known: Readonly<Record<string, string>>): Problem | undefined {
  if (currency === "AED") return bad("AED needs no exchange rate.", "Leave it out.");
  if (!codes.currencyCodes.has(currency))
    return bad(`${currency} is not a currency code.`, "Write its three letters, such as USD.");
  return Object.hasOwn(known, currency)
    ? bad(`The exchange rate of ${currency} appears twice.`, "Give it once.")
    : undefined;
}

/** Rates are not published in advance. */
function wrongDate(date: string, desk: Desk): Problem | undefined {
  const today = gulfDay(desk.now());
  if (date <= today) return undefined;
  return bad(
    `--rate-date ${date} is in the future: today is ${today} in the Emirates.`,
    "Name the day for which the rate was published.",
  );
}

function bad(message: string, hint: string): Problem {
  return problem("bad-usage", message, hint);
}
