import { amount, calculate, formatAmount, isDecimalText, money } from "../document/index.ts";
import { guessKind } from "../read/index.ts";
import { attempt, made, refused, wrong } from "./finding.ts";
import { plainDocument } from "./plain.ts";
import type { Answer, Given, Result, TotalName, TotalsComparison } from "./types.ts";
import { isInSums, unusableFields } from "./unusable.ts";

/**
 * Compares selfbill's totals for a document with those in the service's answer (`fromAnswer`), as exact decimals:
 * `10` and `10.00` are equal. Only totals in the answer are compared; an answer without totals is an error
 * (`bad-usage`), because there is nothing to compare. Source: contract §7.2.
 */
export function compareTotals(document: Given, answer: Pick<Answer, "totals">): Result<TotalsComparison> {
  return attempt(() => compareTotalsOf(document, answer));
}

function compareTotalsOf(given: Given, answer: Pick<Answer, "totals"> | undefined): Result<TotalsComparison> {
  const { document, kind, findings, place } = plainDocument(given);
  if (findings.length > 0) return refused(findings);
  const unusable = unusableFields(document, kind ?? guessKind(document), place, isInSums);
  if (unusable.length > 0) return refused(unusable);
  const { totals } = calculate(document);
  const told = Object.entries(answer?.totals ?? {}).filter(
    (entry): entry is [TotalName, string] => Object.hasOwn(totals, entry[0]) && isDecimalText(String(entry[1])),
  );
  if (told.length === 0)
    return refused([wrong("The answer tells no totals.", "Give what fromAnswer made of the service's answer.")]);
  const differences = told.flatMap(([total, theirs]) =>
    money.isZero(money.subtract(totals[total], amount(theirs)))
      ? []
      : [{ total, ours: formatAmount(totals[total]), theirs }],
  );
  return made({ same: differences.length === 0, compared: told.map(([total]) => total), differences });
}
