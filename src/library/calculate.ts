import { amount, calculate as calculated, formatAmount } from "../document/index.ts";
import { guessKind } from "../read/index.ts";
import { attempt, made, refused } from "./finding.ts";
import { plainDocument } from "./plain.ts";
import type { Calculation, Given, Result, TotalName } from "./types.ts";
import { isInSums, unusableFields } from "./unusable.ts";

/**
 * What the service will calculate of a document: lines, VAT breakdown, totals, as exact texts in the document currency, or in AED where the
 * name says so. Findings: `wrong-value` for an amount that is not a number, and `missing-field` for what sums need: lines, each with quantity,
 * price and VAT category, and the rate of a foreign currency. Source: contract §7.2, §7.3.
 */
export function calculate(document: Given): Result<Calculation> {
  return attempt(() => calculateOf(document));
}

function calculateOf(given: Given): Result<Calculation> {
  const { document: plain, kind, findings, place } = plainDocument(given);
  if (findings.length > 0) return refused(findings);
  const unusable = unusableFields(plain, kind ?? guessKind(plain), place, isInSums);
  if (unusable.length > 0) return refused(unusable);
  const { currency, exchangeRate, lines, breakdown, totals } = calculated(plain);
  return made({
    currency,
    exchange_rate: formatAmount(exchangeRate),
    document_lines: lines.map((line) => ({
      price_amount: formatAmount(line.priceAmount),
      base_amount: formatAmount(line.baseAmount),
      net_amount: formatAmount(line.netAmount),
      tax_amount: formatAmount(line.taxAmount),
      tax_amount_in_aed: formatAmount(line.taxAmountInAed),
      total_amount: formatAmount(line.totalAmount),
      total_amount_in_aed: formatAmount(line.totalAmountInAed),
    })),
    tax_breakdown: breakdown.map((group) => ({
      tax_category_code: group.category,
      tax_percentage: group.percent === undefined ? null : formatAmount(group.percent),
      taxable_amount: formatAmount(group.taxableAmount),
      tax_amount: formatAmount(group.taxAmount),
    })),
    totals: Object.fromEntries(
      Object.entries(totals).map(([name, value]) => [name, formatAmount(value ?? amount("0"))]),
    ) as Record<TotalName, string>,
  });
}
