import {
  amount,
  calculate as calculated,
  eachCalculatedLine,
  formatAmount,
  type CalculatedLine as Line,
  type SelfBilledDocument,
} from "../document/index.ts";
import { guessKind } from "../read/index.ts";
import { attempt, made, refused } from "./finding.ts";
import { plainDocument } from "./plain.ts";
import type { CalculatedLine, Calculation, Given, Result, TotalName } from "./types.ts";
import { isInSums, unusableFields } from "./unusable.ts";

/**
 * Calculates a document's amounts as the service will: lines, VAT breakdown and totals, as exact strings in the
 * document currency, or in AED if the name says so. Findings: `wrong-value` for an amount that is not a number;
 * `missing-field` for values that the totals need: lines, each with quantity, price and VAT category, and the
 * exchange rate of a foreign currency. Source: contract §7.2, §7.3.
 */
export function calculate(document: Given): Result<Calculation> {
  return attempt(() => calculateOf(document));
}

/**
 * Like `calculate`, but for the lines only. Each line is produced on demand, so that a document with twenty thousand
 * lines needs little memory; the lines can be iterated several times. Findings: as for `calculate`.
 */
export function calculateLines(document: Given): Result<Iterable<CalculatedLine>> {
  return attempt(() => {
    const usable = usableDocument(document);
    if (!usable.ok) return usable;
    return made({
      *[Symbol.iterator]() {
        for (const line of eachCalculatedLine(usable.value)) yield lineTexts(line);
      },
    });
  });
}

/** Fails if a field without which the totals would be meaningless is missing or invalid. */
function usableDocument(given: Given): Result<SelfBilledDocument> {
  const { document: plain, kind, findings, place } = plainDocument(given);
  if (findings.length > 0) return refused(findings);
  const unusable = unusableFields(plain, kind ?? guessKind(plain), place, isInSums);
  return unusable.length > 0 ? refused(unusable) : made(plain);
}

function lineTexts(line: Line): CalculatedLine {
  return {
    price_amount: formatAmount(line.priceAmount),
    base_amount: formatAmount(line.baseAmount),
    net_amount: formatAmount(line.netAmount),
    tax_amount: formatAmount(line.taxAmount),
    tax_amount_in_aed: formatAmount(line.taxAmountInAed),
    total_amount: formatAmount(line.totalAmount),
    total_amount_in_aed: formatAmount(line.totalAmountInAed),
  };
}

function calculateOf(given: Given): Result<Calculation> {
  const usable = usableDocument(given);
  if (!usable.ok) return usable;
  const { currency, exchangeRate, lines, breakdown, totals } = calculated(usable.value);
  return made({
    currency,
    exchange_rate: formatAmount(exchangeRate),
    document_lines: lines.map(lineTexts),
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
