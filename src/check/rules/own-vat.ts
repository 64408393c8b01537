import { codes } from "../../document/index.ts";
import type { UblElement } from "../../ubl/index.ts";
import { amountOf } from "../amount.ts";
import { exists, isListed, saying } from "../conditions.ts";
import {
  ownCreditNoteCategory,
  ownCreditNoteTaxTotal,
  ownDocument,
  ownDocumentEntry,
  ownExemptionCode,
  ownLineCategory,
} from "../contexts/contexts-own.ts";
import type { RuleFacts } from "../contexts/facts.ts";
import { isType } from "../contexts/facts-ae.ts";
import { exact, parseDecimal, type RuleDecimal } from "../decimal.ts";
import { quoted, typeIs, underVat } from "../expression.ts";
import { isPositive, onlyRate } from "../fixes/fixes.ts";
import { defineOwnRule, sources } from "../own-rule.ts";
import { isVat, path, stringOf } from "../xpath.ts";

const exemptionReasons: ReadonlySet<string> = new Set(Object.keys(codes.exemptionReasons));
const exemptions = Object.entries(codes.exemptionReasons)
  .map(([code, name]) => `${code} (${name})`)
  .join(", ");
const five = parseDecimal("5") as RuleDecimal;
/** Categories taxed at the UAE's single rate, and those with a separate breakdown for each rate. */
const fivePercent: ReadonlySet<string> = new Set(["S", "AE", "N"]);
const ratedBreakdowns: ReadonlySet<string> = new Set(["S", "N"]);
const twoFils = parseDecimal("0.02") as RuleDecimal;

const id = path("cbc:ID");
const percent = path("cbc:Percent");
const taxAmount = path("cbc:TaxAmount");
const subtotal = path("cac:TaxSubtotal");
const subtotalTax = path("cac:TaxSubtotal/cbc:TaxAmount");
const taxableAmount = path("cbc:TaxableAmount");
const entryCategory = path("cac:TaxCategory");
const taxTotals = path("cac:TaxTotal");
const taxInclusive = path("cac:LegalMonetaryTotal/cbc:TaxInclusiveAmount");
const taxExclusive = path("cac:LegalMonetaryTotal/cbc:TaxExclusiveAmount");

function lineCodes(facts: RuleFacts): string[] {
  return facts.everywhere("cac:ClassifiedTaxCategory").map((category) => id.text(category));
}

export const someLineIsTaxable = defineOwnRule({
  id: "SB-0601",
  says: "A tax invoice or tax credit note should have at least one line that is neither exempt nor outside the scope of VAT. IBR-151-AE requires this of types 380 and 381 only.",
  hint: "Check the VAT categories: for supplies of categories E and O only, the law does not require a tax invoice.",
  source: sources.meant("IBT-151", "IBR-151-AE"),
  of: ownDocument,
  when: saying(
    `${typeIs("389", "261")} and exists(//cac:ClassifiedTaxCategory)`,
    (_, facts) => (isType(facts, "389") || isType(facts, "261")) && lineCodes(facts).length > 0,
  ),
  test: "exists(//cac:ClassifiedTaxCategory[not(normalize-space(cbc:ID) = ('E', 'O'))])",
  holds: (_, facts) => lineCodes(facts).some((code) => code !== "E" && code !== "O"),
  because: [
    "cac:InvoiceLine/cac:Item/cac:ClassifiedTaxCategory",
    "cac:CreditNoteLine/cac:Item/cac:ClassifiedTaxCategory",
  ],
});

/** Whether a breakdown group, an allowance or a charge has the same standard rate, so that IBR-190-AE tells of it. */
function isToldOfGroup(category: UblElement, facts: RuleFacts): boolean {
  if (id.text(category) !== "S") return false;
  const rate = amountOf(percent.only(category)) as RuleDecimal;
  return facts
    .everywhere("cac:TaxCategory")
    .some(
      (group) =>
        id.text(group) === "S" && hasRate(group) && exact.equal(amountOf(percent.only(group)) as RuleDecimal, rate),
    );
}

/** Applies to S, AE and N; Z, E and O have their own rules. A standard rate is told once, of its breakdown group. */
export const lineRateIsFive = defineOwnRule({
  id: "SB-0602",
  says: "The UAE's VAT rate is 5 percent, also on lines of categories AE (reverse charge) and N (margin scheme). IBR-190-AE does not check lines.",
  hint: "Set percent of the line's classified_tax_category to 5.",
  fix: onlyRate("5", isPositive),
  source: `${sources.law("Article 3")}; ${sources.meant("IBT-152", "IBR-190-AE")}`,
  of: ownLineCategory,
  when: saying(
    `normalize-space(cbc:ID) = ${quoted(fivePercent)} and cbc:Percent castable as xs:decimal`,
    (category) => fivePercent.has(id.text(category)) && hasRate(category),
  ),
  test: [
    "xs:decimal(cbc:Percent) = 5 or (normalize-space(cbc:ID) = 'S' and //cac:TaxCategory[normalize-space(cbc:ID) = 'S']",
    "[cbc:Percent castable as xs:decimal]/xs:decimal(cbc:Percent) = xs:decimal(cbc:Percent))",
  ].join(""),
  holds: (category, facts) =>
    exact.equal(amountOf(percent.only(category)) as RuleDecimal, five) || isToldOfGroup(category, facts),
  because: ["cbc:Percent"],
});

export const exemptionReasonIsListed = defineOwnRule({
  id: "SB-0603",
  says: "The exemption reason should be a code of the UAE's list. No published rule checks this.",
  hint: `Set tax_exemption_reason_code to ${Object.entries(codes.exemptionReasons)
    .map(([code, means]) => `${code} (${means})`)
    .join(", ")}.`,
  source: sources.meant("IBT-121", "IBT-186", "IBT-196", "IBT-198"),
  of: ownExemptionCode,
  holds: isListed(exemptionReasons),
});

/** The published rules test AllowanceChargeReasonCode, but their messages refer to TaxExemptionReasonCode. */
export const exemptEntryStatesReason = defineOwnRule({
  id: "SB-0604",
  says: "An exempt allowance or charge of the document should state why it is exempt. IBR-168-AE and IBR-169-AE check another reason code.",
  hint: `Add the reason that is true to its tax_category, as tax_exemption_reason_code: ${exemptions}. If none is, the category is not E.`,
  source: sources.meant("IBT-196", "IBT-198", "IBR-168-AE", "IBR-169-AE"),
  of: ownDocumentEntry,
  when: saying("cac:TaxCategory/normalize-space(cbc:ID) = 'E'", (entry) =>
    entryCategory.some(entry, (category) => id.text(category) === "E"),
  ),
  holds: exists("cac:TaxCategory/cbc:TaxExemptionReasonCode"),
  because: ["cac:TaxCategory"],
});

function sumAt(element: UblElement, steps: typeof subtotalTax): RuleDecimal | undefined {
  let sum = exact.zero;
  for (const found of steps.all(element)) {
    const value = amountOf(found);
    if (value === undefined) return undefined;
    sum = exact.add(sum, value);
  }
  return sum;
}

export const creditNoteVatIsItsBreakdowns = defineOwnRule({
  id: "SB-0605",
  says: "The VAT of a credit note should be the sum of its VAT breakdown. IBR-CO-14 checks invoices only.",
  hint: "In the program that wrote the file, add up the breakdown again; a TaxSubtotal may be there twice.",
  source: sources.meant("IBT-110", "IBT-117", "IBR-CO-14"),
  of: ownCreditNoteTaxTotal,
  when: saying(
    [
      "exists(cac:TaxSubtotal) and cbc:TaxAmount castable as xs:decimal",
      "and (every $tax in cac:TaxSubtotal/cbc:TaxAmount satisfies $tax castable as xs:decimal)",
    ].join(" "),
    (total) =>
      subtotal.in(total) && amountOf(taxAmount.only(total)) !== undefined && sumAt(total, subtotalTax) !== undefined,
  ),
  holds: (total) =>
    exact.equal(amountOf(taxAmount.only(total)) as RuleDecimal, exact.round2(sumAt(total, subtotalTax) as RuleDecimal)),
  because: ["cbc:TaxAmount"],
  test: "xs:decimal(cbc:TaxAmount) = round(sum(cac:TaxSubtotal/cbc:TaxAmount/xs:decimal(.)), 2)",
});

export const creditNoteVatHasTwoDecimals = defineOwnRule({
  id: "SB-0606",
  says: "The VAT of a credit note should have no more than two decimals. IBR-124 checks invoices only.",
  hint: "In the program that wrote the file, round it to fils.",
  source: sources.meant("IBT-110", "IBT-111", "IBR-124"),
  of: ownCreditNoteTaxTotal,
  test: "empty(cbc:TaxAmount[matches(., '[.][0-9]{3}')])",
  holds: (total) => !taxAmount.some(total, (amount) => /\.\d{3}/.test(stringOf(amount))),
  because: ["cbc:TaxAmount"],
});

export const creditNoteLineHasCategory = defineOwnRule({
  id: "SB-0607",
  says: "The VAT category of a credit note's line should have a code. IBR-SR-58 checks invoices only.",
  hint: "Set id of the line's classified_tax_category: S Z E O AE or N.",
  source: sources.meant("IBT-151", "IBR-SR-58"),
  of: ownCreditNoteCategory,
  holds: exists("cbc:ID"),
});

/** Maps a category to its rates; S and N only. */
function brokenDown(facts: RuleFacts): ReadonlyMap<string, readonly RuleDecimal[]> {
  const found = new Map<string, RuleDecimal[]>([
    ["S", []],
    ["N", []],
  ]);
  for (const total of taxTotals.all(facts.root)) {
    for (const part of subtotal.all(total)) {
      for (const category of entryCategory.all(part)) {
        const rate = amountOf(percent.only(category));
        if (rate !== undefined) found.get(id.text(category))?.push(rate);
      }
    }
  }
  return found;
}

function isBrokenDown(category: UblElement, facts: RuleFacts): boolean {
  const rates = facts.once(brokenDown).get(id.text(category)) ?? [];
  const rate = amountOf(percent.first(category)) as RuleDecimal;
  for (let at = 0; at < rates.length; at++) if (exact.equal(rates[at] as RuleDecimal, rate)) return true;
  return false;
}

function hasRate(category: UblElement): boolean {
  return amountOf(percent.only(category)) !== undefined;
}

/**
 * Without this rule, VAT at a rate that has no breakdown would not be charged anywhere: S at 9 % passes with a
 * breakdown of S at 5 %, and N without any breakdown.
 */
export const everyRateIsBrokenDown = defineOwnRule({
  id: "SB-0608",
  says: "Each rate of lines of category S (standard rate) or N (margin scheme) should be in the VAT breakdown. ALIGNED-IBRP-S-01 and IBR-105-AE do not compare the rates.",
  hint: "In the program that wrote the file, add the missing TaxSubtotal, or correct the line's rate.",
  source: sources.meant("IBT-118", "IBT-119", "ALIGNED-IBRP-S-01", "IBR-105-AE"),
  of: ownLineCategory,
  when: saying(
    `normalize-space(cbc:ID) = ${quoted(ratedBreakdowns)} and cbc:Percent castable as xs:decimal and ${underVat}`,
    (category) => ratedBreakdowns.has(id.text(category)) && hasRate(category) && isVat(category),
  ),
  test: [
    "(let $own := . return /*/cac:TaxTotal/cac:TaxSubtotal/cac:TaxCategory[normalize-space(cbc:ID) = normalize-space($own/cbc:ID)]",
    "/xs:decimal(cbc:Percent) = xs:decimal(cbc:Percent))",
  ].join(""),
  holds: isBrokenDown,
});

interface Taxable {
  readonly sum: RuleDecimal;
  readonly count: number;
}

function taxable({ root }: RuleFacts): Taxable | undefined {
  let sum = exact.zero;
  let count = 0;
  for (const total of taxTotals.all(root)) {
    for (const part of subtotal.all(total)) {
      const value = amountOf(taxableAmount.only(part));
      if (value === undefined) return undefined;
      sum = exact.add(sum, value);
      count += 1;
    }
  }
  return count === 0 ? undefined : { sum, count };
}

/** Each breakdown may differ by up to two fils, as in the published rules. */
export const breakdownsCoverTheDocument = defineOwnRule({
  id: "SB-0609",
  says: "The taxable amounts of the VAT breakdown should add up to the total without VAT. No published rule compares the two.",
  hint: "In the program that wrote the file, include each line, charge and allowance in the breakdown of its VAT category.",
  source: sources.meant("IBT-116", "IBT-109"),
  of: ownDocument,
  when: saying(
    [
      "exists(cac:TaxTotal/cac:TaxSubtotal) and cac:LegalMonetaryTotal/cbc:TaxExclusiveAmount castable as xs:decimal",
      "and (every $part in cac:TaxTotal/cac:TaxSubtotal satisfies $part/cbc:TaxableAmount castable as xs:decimal)",
    ].join(" "),
    (root, facts) => facts.once(taxable) !== undefined && amountOf(taxExclusive.only(root)) !== undefined,
  ),
  holds: (root, facts) => {
    const { sum, count } = facts.once(taxable) as Taxable;
    const difference = exact.abs(exact.subtract(sum, amountOf(taxExclusive.only(root)) as RuleDecimal));
    return exact.compare(difference, exact.times(twoFils, parseDecimal(String(count)) as RuleDecimal)) <= 0;
  },
  because: ["cac:LegalMonetaryTotal/cbc:TaxExclusiveAmount"],
  test: [
    "abs(sum(cac:TaxTotal/cac:TaxSubtotal/xs:decimal(cbc:TaxableAmount)) - xs:decimal(cac:LegalMonetaryTotal/cbc:TaxExclusiveAmount))",
    "<= 0.02 * count(cac:TaxTotal/cac:TaxSubtotal)",
  ].join(" "),
});

/** The first VAT group of the document whose net amount is below zero. */
function negativeGroup({ root }: RuleFacts): UblElement | undefined {
  return taxTotals
    .all(root)
    .flatMap((total) => subtotal.all(total))
    .map((group) => taxableAmount.only(group))
    .find((amount) => amount !== undefined && exact.compare(amountOf(amount) ?? exact.zero, exact.zero) < 0);
}

export const vatGroupIsNotNegative = defineOwnRule({
  id: "SB-0610",
  says: "The net amount of a VAT group should not be negative: more is taken off at this rate than was supplied. No published rule looks at the sign.",
  hint: "Give each allowance the VAT category of the lines that it reduces; money back for earlier supplies belongs in a credit note.",
  source: sources.meant("IBT-116"),
  of: ownDocument,
  // Where the total is negative, too, SB-0709 tells it.
  when: saying(
    "not(cac:LegalMonetaryTotal/cbc:TaxInclusiveAmount[. castable as xs:decimal]/xs:decimal(.) < 0)",
    (root) => exact.compare(amountOf(taxInclusive.only(root)) ?? exact.zero, exact.zero) >= 0,
  ),
  test: "not(cac:TaxTotal/cac:TaxSubtotal/cbc:TaxableAmount[. castable as xs:decimal]/xs:decimal(.) < 0)",
  holds: (_, facts) => facts.once(negativeGroup) === undefined,
  culprit: (_, facts) => facts.once(negativeGroup),
});
