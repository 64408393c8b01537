import type { Finding } from "./rule.ts";

const ofCategory = /tax_category\.(?:id|percent)$/;
const ofTotals = /^\/\w+\/cac:(?:TaxTotal|LegalMonetaryTotal)\b/i;

/**
 * Removes the findings that follow from others, of a document whose totals selfbill calculates: those of the VAT
 * breakdown if a VAT category is wrong, and those of the whole document at a value that a line, charge or allowance has
 * a finding of its own for. An error is never removed because of a warning.
 */
export function withoutFollowers(findings: readonly Finding[]): readonly Finding[] {
  const errors = findings.filter(({ flag }) => flag === "fatal");
  const isCategoryWrong = errors.some(({ path }) => path !== undefined && ofCategory.test(path));
  const kept = findings.filter((each) => {
    if (each.path === undefined) return !(isCategoryWrong && ofTotals.test(each.location));
    return !errors.some(({ path, location }) => path === each.path && isBelow(location, each.location));
  });
  return kept.length === findings.length ? findings : kept;
}

const ofPart = /^\/cac:(?:InvoiceLine|CreditNoteLine|AllowanceCharge)\b/;

/** Whether a place is in a line, charge or allowance of the other place. */
function isBelow(location: string, other: string): boolean {
  return location.startsWith(other) && ofPart.test(location.slice(other.length));
}
