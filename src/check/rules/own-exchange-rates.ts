import { knownRates } from "../../document/index.ts";
import type { UblElement } from "../../ubl/index.ts";
import { amountOf } from "../amount.ts";
import { saying } from "../conditions.ts";
import { ownExchangeRate } from "../contexts/contexts-own.ts";
import { exact, parseDecimal, type RuleDecimal } from "../decimal.ts";
import { quoted } from "../expression.ts";
import { dollarRate } from "../fixes/fixes.ts";
import { defineOwnRule, sources } from "../own-rule.ts";
import { path, stringOf } from "../xpath.ts";

const rate = path("cbc:CalculationRate");
const source = path("cbc:SourceCurrencyCode");
const target = path("cbc:TargetCurrencyCode");

const decimal = (text: string): RuleDecimal => parseDecimal(text) as RuleDecimal;
const one = decimal("1");
const peg = decimal("3.6725");

const { tied, dearer, cheaper } = knownRates;
const dearest = decimal(knownRates.dearest);

function plausibleTest(): string {
  const near = [...tied].map(
    ([code, [least, most]]) => `if ($from = '${code}') then $rate >= ${least} and $rate <= ${most} else`,
  );
  return [
    "(let $from := normalize-space(cbc:SourceCurrencyCode), $rate := xs:decimal(cbc:CalculationRate) return",
    ...near,
    `if ($from = ${quoted(dearer)} and $rate <= 1 or $from = ${quoted(cheaper)} and $rate >= 1) then false() else`,
    "starts-with($from, 'X') or $rate != 1 and $rate <= 15)",
  ].join(" ");
}

const isPlausible = saying(plausibleTest, (holder) => {
  const value = amountOf(rate.only(holder)) as RuleDecimal;
  const from = source.text(holder);
  const limits = tied.get(from);
  if (limits) return exact.compare(value, decimal(limits[0])) >= 0 && exact.compare(value, decimal(limits[1])) <= 0;
  const side = exact.compare(value, one);
  if ((dearer.has(from) && side <= 0) || (cheaper.has(from) && side >= 0)) return false;
  return from.startsWith("X") || (side !== 0 && exact.compare(value, dearest) <= 0);
});

const isIntoAed = saying(
  "cbc:TargetCurrencyCode = 'AED' and not(cbc:SourceCurrencyCode = 'AED') and cbc:CalculationRate castable as xs:decimal",
  (holder) => target.is(holder, "AED") && !source.is(holder, "AED") && amountOf(rate.only(holder)) !== undefined,
);
const law = sources.law("Article 69");

export const exchangeRateIsPlausible = defineOwnRule({
  id: "SB-0701",
  says: "The exchange rate should be the AED for one unit of the document's currency; this one is far outside the plausible range.",
  hint: "Set tax_exchange_rate.calculation_rate to the Central Bank's rate of the day, not its inverse: for US dollars 3.6725, not 0.2723.",
  fix: dollarRate,
  source: `${law}; ${sources.meant("BTAE-04")}`,
  of: ownExchangeRate,
  when: isIntoAed,
  holds: isPlausible,
  because: ["cbc:CalculationRate"],
});

export const dollarHasItsPeg = defineOwnRule({
  id: "SB-0707",
  says: "The exchange rate of the US dollar should be 3.6725: the dirham is pegged to the dollar at this rate.",
  hint: "Set tax_exchange_rate.calculation_rate to 3.6725, or use --exchange-rate 3.6725. The rate at which your bank paid is not the rate for VAT.",
  fix: dollarRate,
  source: `${law}; ${sources.meant("BTAE-04")}`,
  of: ownExchangeRate,
  when: saying(
    `${isIntoAed.xpath} and cbc:SourceCurrencyCode = 'USD' and ${isPlausible.xpath}`,
    (holder, facts) => isIntoAed(holder, facts) && source.is(holder, "USD") && isPlausible(holder, facts),
  ),
  test: "xs:decimal(cbc:CalculationRate) = 3.6725",
  holds: (holder) => exact.equal(amountOf(rate.only(holder)) as RuleDecimal, peg),
  because: ["cbc:CalculationRate"],
});

export const exchangeRateHasFourDecimals = defineOwnRule({
  id: "SB-0708",
  says: "The exchange rate should have all decimals that the Central Bank published; this one has fewer than four decimals and looks rounded.",
  hint: "Set tax_exchange_rate.calculation_rate to the published rate, unrounded: 4.123456, not 4.12.",
  source: `${law}; ${sources.meant("BTAE-04")}`,
  of: ownExchangeRate,
  when: saying(
    `${isIntoAed.xpath} and not(cbc:SourceCurrencyCode = 'USD') and not(starts-with(normalize-space(cbc:SourceCurrencyCode), 'X')) and ${isPlausible.xpath}`,
    (holder, facts) =>
      isIntoAed(holder, facts) &&
      !source.is(holder, "USD") &&
      !source.text(holder).startsWith("X") &&
      isPlausible(holder, facts),
  ),
  test: "matches(cbc:CalculationRate, '[.][0-9]{4}')",
  holds: (holder) => /\.\d{4}/.test(stringOf(rate.only(holder) as UblElement)),
  because: ["cbc:CalculationRate"],
});
