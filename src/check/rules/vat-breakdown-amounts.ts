import type { UblElement } from "../../ubl/index.ts";
import { amountOf } from "../amount.ts";
import { categorySays } from "../category-says.ts";
import { breakdowns, type VatCode } from "../contexts/contexts-ae.ts";
import type { RuleFacts } from "../contexts/facts.ts";
import { type Group, groupOf, hasLines, type LineName, rateKey } from "../contexts/facts-vat.ts";
import { exact, parseDecimal, type RuleDecimal } from "../decimal.ts";
import { defineRule, pintAe, type Rule, stoppedBefore } from "../rule.ts";
import { path } from "../xpath.ts";

const taxable = path("cbc:TaxableAmount");
const tax = path("cbc:TaxAmount");
const percent = path("cbc:Percent");
const lineNames: readonly LineName[] = ["cac:InvoiceLine", "cac:CreditNoteLine"];
const twoFils = parseDecimal("0.02") as RuleDecimal;
const terms = pintAe("IBT-116", "IBT-131", "IBT-099", "IBT-092");
const hint =
  "selfbill calculates the breakdown; in an XML file of another program set TaxableAmount to lines plus charges less allowances.";

function taxableAmount(category: UblElement): RuleDecimal | undefined {
  return amountOf(taxable.only(category.parent as UblElement));
}

function isWithinTwoFils(a: RuleDecimal, b: RuleDecimal): boolean {
  return exact.compare(exact.abs(exact.subtract(a, b)), twoFils) <= 0;
}

/** Adds up the lines with this name and the document's allowances and charges. */
function sumOf(group: Group | undefined, name: LineName): RuleDecimal {
  return exact.add(group?.lines.get(name) ?? exact.zero, group?.entries ?? exact.zero);
}

/** XPath: document-level charges less document-level allowances, for a group of categories. */
function entrySum(group: string): string {
  const entries = (indicator: string) =>
    `sum(/*/cac:AllowanceCharge[cac:TaxCategory${group}][cbc:ChargeIndicator = ${indicator}()]/xs:decimal(cbc:Amount))`;
  return `${entries("true")} - ${entries("false")}`;
}

/** XPath: lines whose category is in a group. */
const linesOf = (name: LineName, group: string): string => `//${name}[cac:Item/cac:ClassifiedTaxCategory${group}]`;

/** XPath: the sum of the net amounts of the document's own lines. */
const netOf = (lines: string): string => `sum(${lines}[.. is /*]/xs:decimal(cbc:LineExtensionAmount))`;

const stated = "xs:decimal(../cbc:TaxableAmount)";

function standardTest(): string {
  const group = "[normalize-space(cbc:ID) = 'S'][xs:decimal(cbc:Percent) = $rate]";
  const some = `exists(//cac:AllowanceCharge[cac:TaxCategory${group}])`;
  const passes = lineNames.map((name) => {
    const lines = linesOf(name, group);
    return `(exists(${lines}) or ${some}) and abs(${stated} - (${netOf(lines)} + ${entrySum(group)})) <= 0.02`;
  });
  return `(let $rate := xs:decimal(cbc:Percent) return ${passes.join(" or ")})`;
}

/**
 * Invoice lines and credit note lines are tried in turn, each with the document's allowances and charges. An
 * allowance or charge at any level makes up for missing lines, so in an invoice a group with only charges passes for
 * either kind of line.
 */
function isStandardSum(category: UblElement, facts: RuleFacts): boolean {
  const rate = amountOf(percent.only(category));
  const stated = taxableAmount(category);
  if (rate === undefined || stated === undefined) return false;
  const group = groupOf(facts, rateKey("S", rate));
  if (group === undefined) return false;
  return lineNames.some(
    (name) => (group.lines.has(name) || group.hasEntry) && isWithinTwoFils(stated, sumOf(group, name)),
  );
}

export const standardRateTaxableAmount = defineRule({
  id: "ALIGNED-IBRP-S-08",
  says: "The taxable amount of a breakdown group of category S (standard rate) must be its lines plus charges less allowances at that rate (within 0.02).",
  hint,
  source: terms,
  of: breakdowns.S,
  holds: isStandardSum,
  test: standardTest(),
  before: [
    {
      until: "1.0.3",
      test: `empty(cbc:Percent) or ${standardTest()}`,
      holds: (category, facts) => !percent.in(category) || isStandardSum(category, facts),
    },
  ],
});

export const standardRateTaxAmount = defineRule({
  id: "ALIGNED-IBRP-S-09",
  says: "The VAT amount of a breakdown group of category S (standard rate) must be its taxable amount times its rate (within 0.02).",
  hint: "selfbill calculates the breakdown; in an XML file of another program set TaxAmount to TaxableAmount times Percent / 100, rounded to two decimals.",
  source: pintAe("IBT-117", "IBT-116", "IBT-119"),
  of: breakdowns.S,
  holds: (category) => {
    const rate = amountOf(percent.only(category));
    const stated = taxableAmount(category);
    const amount = amountOf(tax.only(category.parent as UblElement));
    if (rate === undefined || stated === undefined || amount === undefined) return false;
    const due = exact.round2(exact.hundredth(exact.times(exact.abs(stated), rate)));
    return isWithinTwoFils(exact.abs(amount), due);
  },
  test: "abs(abs(xs:decimal(../cbc:TaxAmount)) - round(abs(xs:decimal(../cbc:TaxableAmount)) * xs:decimal(cbc:Percent) div 100, 2)) <= 0.02",
  before: [stoppedBefore("1.0.3")],
});

function exactSum(id: string, code: VatCode): Rule {
  const group = `[normalize-space(cbc:ID) = '${code}']`;
  return defineRule({
    id,
    says: `The taxable amount of a breakdown group of category ${categorySays(code)} must be exactly its lines plus charges less allowances.`,
    hint,
    source: terms,
    of: breakdowns[code],
    holds: (category, facts) => {
      const stated = taxableAmount(category);
      if (stated === undefined) return false;
      const group = groupOf(facts, code);
      return lineNames.some((name) => hasLines(facts, name) && exact.equal(stated, sumOf(group, name)));
    },
    test: lineNames
      .map((name) => `exists(//${name}) and ${stated} = ${netOf(linesOf(name, group))} + ${entrySum(group)}`)
      .join(" or "),
  });
}

/** The published message for AE separates rates, but the condition combines them. */
export const exactTaxableAmounts: readonly Rule[] = [
  exactSum("ALIGNED-IBRP-Z-08", "Z"),
  exactSum("ALIGNED-IBRP-E-08", "E"),
  exactSum("ALIGNED-IBRP-O-08", "O"),
  exactSum("ALIGNED-IBRP-AE-08-AE", "AE"),
];

function isMarginSum(category: UblElement, facts: RuleFacts): boolean {
  const rate = amountOf(percent.only(category));
  const stated = taxableAmount(category);
  if (rate === undefined || stated === undefined) return false;
  const sums = groupOf(facts, rateKey("N", rate))?.lines;
  return lineNames.some((name) => {
    const sum = sums?.get(name);
    return sum !== undefined && isWithinTwoFils(stated, sum);
  });
}

function marginTest(): string {
  const group = "[normalize-space(cbc:ID) = 'N'][xs:decimal(cbc:Percent) = $rate]";
  const passes = lineNames.map((name) => {
    const lines = linesOf(name, group);
    return `exists(${lines}) and abs(${stated} - ${netOf(lines)}) <= 0.02`;
  });
  return `(let $rate := xs:decimal(cbc:Percent) return ${passes.join(" or ")})`;
}

export const marginTaxableAmount = defineRule({
  id: "IBR-102-AE",
  says: "The taxable amount of a breakdown group of category N (margin scheme) must be the sum of its lines at that rate (within 0.02).",
  hint: "selfbill calculates the breakdown; in an XML file of another program set TaxableAmount to the sum of the lines of category N.",
  source: pintAe("IBT-116", "IBT-119", "IBT-131", "IBT-151", "IBT-152"),
  of: breakdowns.N,
  holds: isMarginSum,
  test: marginTest(),
  before: [
    {
      until: "1.0.3",
      test: `empty(cbc:Percent) or ${marginTest()}`,
      holds: (category, facts) => !percent.in(category) || isMarginSum(category, facts),
    },
  ],
});
