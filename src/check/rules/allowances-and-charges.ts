import type { UblElement } from "../../ubl/index.ts";
import { numberOf } from "../amount.ts";
import { exists, existsOneOf, isText, saying } from "../conditions.ts";
import { aeAllowance, aeAnyAllowance, aeCharge } from "../contexts/contexts-ae.ts";
import { underVat } from "../expression.ts";
import { type Context, defineRule, type EarlierForm, formerly, pintAe, type Rule } from "../rule.ts";
import { isVat, path } from "../xpath.ts";

const amount = path("cbc:Amount");
const baseAmount = path("cbc:BaseAmount");
const factor = path("cbc:MultiplierFactorNumeric");
const category = path("cac:TaxCategory");
const categoryId = path("cac:TaxCategory/cbc:ID");
const categoryCodeId = path("cac:CategoryCode/cbc:ID");
const id = path("cbc:ID");

/** Each rule for allowances has a counterpart for charges. `of` includes entries on lines, but not price discounts. */
interface Side {
  readonly name: string;
  /** The name with its article, to start a sentence. */
  readonly one: string;
  readonly of: Context;
}
const allowance: Side = { name: "allowance", one: "An allowance", of: aeAllowance };
/** Edition 1.0.2 also included allowances inside prices. */
const insidePrices: EarlierForm = { until: "1.0.2", of: aeAnyAllowance };
const charge: Side = { name: "charge", one: "A charge", of: aeCharge };

const isOfDocument = saying("local-name(..) = ('Invoice', 'CreditNote')", (entry) => {
  const above = entry.parent?.name;
  return above === "Invoice" || above === "CreditNote";
});

function hasCategory(ruleId: string, { name, of }: Side, term: string): Rule {
  return defineRule({
    id: ruleId,
    says: `Every ${name} of the whole document must have a VAT category.`,
    hint: `Add tax_category to the ${name}: id, percent and tax_scheme VAT.`,
    source: pintAe(term),
    of,
    when: isOfDocument,
    holds: saying(`exists(cac:TaxCategory[${underVat}]/cbc:ID)`, (entry) =>
      category.some(entry, (each) => isVat(each) && id.in(each)),
    ),
    because: ["cac:TaxCategory"],
  });
}

function hasBaseAndPercentage(ruleId: string, { name, one, of }: Side, ...terms: string[]): Rule {
  return defineRule({
    id: ruleId,
    says: `${one} must state either both base amount and percentage, or neither.`,
    hint: `Give the ${name} base_amount and multiplier_factor_numeric together, or only its amount.`,
    source: pintAe(...terms),
    of,
    when: existsOneOf("cbc:MultiplierFactorNumeric", "cbc:BaseAmount"),
    holds: (entry) => factor.in(entry) && baseAmount.in(entry),
    test: "exists(cbc:MultiplierFactorNumeric) and exists(cbc:BaseAmount)",
    because: ["cbc:MultiplierFactorNumeric", "cbc:BaseAmount"],
  });
}

const product = "number(cbc:BaseAmount) * number(cbc:MultiplierFactorNumeric)";

/**
 * Uses binary floating point, as the published rule does: the amount equals the product itself, or the product
 * rounded to two decimals.
 */
function isPercentage(entry: UblElement): boolean {
  const stated = numberOf(amount.only(entry));
  const product = (numberOf(baseAmount.only(entry)) * numberOf(factor.only(entry))) / 100;
  return stated === product || stated === Math.round(product * 100) / 100;
}

/** As published in 1.0.2: without rounding. */
function isBarePercentage(entry: UblElement): boolean {
  const due = (numberOf(baseAmount.only(entry)) * numberOf(factor.only(entry))) / 100;
  return amount.some(entry, (each) => numberOf(each) === due);
}

/** As published in 1.0.2: base amount times percentage, rounded to a whole number before division by 100. */
function isWholePercentage(entry: UblElement): boolean {
  const product = numberOf(baseAmount.only(entry)) * numberOf(factor.only(entry));
  return amount.some(entry, (each) => numberOf(each) === Math.round(product) / 100);
}

/** 1.0.2 looked for the category in an element that UBL does not have. */
const hasNoMarginCode = saying("not(cac:CategoryCode/cbc:ID = 'N')", (entry) => !categoryCodeId.is(entry, "N"));

function isCalculated(ruleId: string, { one, of }: Side, ...terms: string[]): Rule {
  return defineRule({
    id: ruleId,
    says: `${one} with a percentage must have an amount that is base amount times percentage.`,
    hint: "Correct amount, base_amount or multiplier_factor_numeric; where rounding is at fault give the amount alone.",
    source: pintAe(...terms),
    of,
    when: saying(
      "exists(cbc:BaseAmount) and exists(cbc:MultiplierFactorNumeric)",
      (entry) => baseAmount.in(entry) && factor.in(entry),
    ),
    holds: isPercentage,
    because: ["cbc:Amount"],
    test: `number(cbc:Amount) = (${product} div 100, round(${product} div 100 * 100) div 100)`,
  });
}

function isNotOfMarginScheme(ruleId: string, { name, one, of }: Side, term: string): Rule {
  return defineRule({
    id: ruleId,
    says: `${one} must not have VAT category N (margin scheme).`,
    hint: `Work the ${name} into the price of the line, or give it another VAT category.`,
    source: pintAe(term),
    of,
    holds: saying("not(cac:TaxCategory/cbc:ID = 'N')", (entry) => !categoryId.is(entry, "N")),
    because: ["cac:TaxCategory"],
  });
}

/**
 * The published message requires the exemption reason, but the condition requires the reason code of the allowance or
 * charge.
 */
function exemptHasReasonCode(ruleId: string, { name, one, of }: Side, term: string): Rule {
  return defineRule({
    id: ruleId,
    says: `${one} of VAT category E (exempt) must have a reason code.`,
    hint: `Add reason_code to the ${name}.`,
    source: pintAe(term),
    of,
    when: isText("cac:TaxCategory/cbc:ID", "E"),
    holds: exists("cbc:AllowanceChargeReasonCode"),
    because: ["cac:TaxCategory"],
  });
}

export const documentEntriesHaveCategory: readonly Rule[] = [
  formerly(hasCategory("ALIGNED-IBRP-032", allowance, "IBT-095"), insidePrices),
  hasCategory("ALIGNED-IBRP-037", charge, "IBT-102"),
];

export const baseAmountComesWithPercentage: readonly Rule[] = [
  formerly(
    hasBaseAndPercentage("ALIGNED-IBRP-057", allowance, "IBT-093", "IBT-094", "IBT-137", "IBT-138"),
    insidePrices,
  ),
  hasBaseAndPercentage("ALIGNED-IBRP-058", charge, "IBT-100", "IBT-101", "IBT-142", "IBT-143"),
];

export const percentageAmountsAreCalculated: readonly Rule[] = [
  formerly(isCalculated("IBR-131-AE", allowance, "IBT-092", "IBT-136"), {
    until: "1.0.2",
    of: aeAnyAllowance,
    holds: isWholePercentage,
    test: `cbc:Amount/number() = round(${product}) div 100`,
  }),
  formerly(isCalculated("IBR-146-AE", charge, "IBT-099", "IBT-141"), {
    until: "1.0.2",
    holds: isBarePercentage,
    test: `cbc:Amount/number() = ${product} div 100`,
  }),
];

export const marginSchemeHasNoEntries: readonly Rule[] = [
  formerly(isNotOfMarginScheme("IBR-115-AE", allowance, "IBT-095"), {
    until: "1.0.2",
    of: aeAnyAllowance,
    holds: hasNoMarginCode,
  }),
  formerly(isNotOfMarginScheme("IBR-114-AE", charge, "IBT-102"), { until: "1.0.2", holds: hasNoMarginCode }),
];

export const exemptEntriesHaveReasonCode: readonly Rule[] = [
  formerly(exemptHasReasonCode("IBR-168-AE", allowance, "IBT-098"), insidePrices),
  exemptHasReasonCode("IBR-169-AE", charge, "IBT-105"),
];
