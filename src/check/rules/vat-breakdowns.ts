import type { UblElement } from "../../ubl/index.ts";
import { amountOf, numberOf } from "../amount.ts";
import { categorySays } from "../category-says.ts";
import { absent, exists, saying } from "../conditions.ts";
import type { VatCode } from "../contexts/contexts-ae.ts";
import { aeVatBreakdown, breakdowns } from "../contexts/contexts-ae.ts";
import { exact } from "../decimal.ts";
import { underVat } from "../expression.ts";
import type { Condition, Context } from "../rule.ts";
import { defineRule, formerly, pintAe, type Rule } from "../rule.ts";
import { isVat, path } from "../xpath.ts";

const tax = path("cbc:TaxAmount");
const category = path("cac:TaxCategory");
const categoryId = path("cac:TaxCategory/cbc:ID");
const categoryPercent = path("cac:TaxCategory/cbc:Percent");
const id = path("cbc:ID");
const percent = path("cbc:Percent");
const exemptionReason = path("cbc:TaxExemptionReason");
const exemptionCode = path("cbc:TaxExemptionReasonCode");

const calculated = "selfbill calculates the breakdown; in an XML file of another program ";

export const breakdownHasTaxableAmount = defineRule({
  id: "ALIGNED-IBRP-045",
  says: "Every VAT breakdown group must state its taxable amount.",
  hint: `${calculated}add TaxableAmount.`,
  source: pintAe("IBT-116"),
  of: aeVatBreakdown,
  holds: exists("cbc:TaxableAmount"),
});

export const breakdownHasTaxAmount = defineRule({
  id: "ALIGNED-IBRP-046",
  says: "Every VAT breakdown group must state its VAT amount.",
  hint: `${calculated}add TaxAmount.`,
  source: pintAe("IBT-117"),
  of: aeVatBreakdown,
  holds: exists("cbc:TaxAmount"),
});

export const breakdownHasCategory = defineRule({
  id: "ALIGNED-IBRP-047",
  says: "Every VAT breakdown group must have a category under scheme VAT.",
  hint: `${calculated}add TaxCategory with its ID and TaxScheme VAT.`,
  source: pintAe("IBT-118"),
  of: aeVatBreakdown,
  test: `exists(cac:TaxCategory[${underVat}]/cbc:ID)`,
  holds: (subtotal) => category.some(subtotal, (each) => isVat(each) && id.in(each)),
  because: ["cac:TaxCategory"],
});

function isWithoutRate(code: string): boolean {
  return code === "O" || code === "E";
}

export const breakdownHasVatRate = defineRule({
  id: "ALIGNED-IBRP-048",
  says: "Every VAT breakdown group must state its rate under scheme VAT, except for categories O (out of scope) and E (exempt).",
  hint: `${calculated}add Percent.`,
  source: pintAe("IBT-119"),
  of: aeVatBreakdown,
  test: `exists(cac:TaxCategory[${underVat}][exists(cbc:Percent) or normalize-space(cbc:ID) = ('O', 'E')])`,
  holds: (subtotal) =>
    category.some(subtotal, (each) => isVat(each) && (percent.in(each) || isWithoutRate(id.text(each)))),
  because: ["cac:TaxCategory"],
  before: [
    {
      until: "1.0.2",
      says: "Every VAT breakdown group must state its rate under scheme VAT, except for category O (out of scope).",
      test: `exists(cac:TaxCategory[${underVat}][exists(cbc:Percent) or normalize-space(cbc:ID) = 'O'])`,
      holds: (subtotal) =>
        category.some(subtotal, (each) => isVat(each) && (percent.in(each) || id.text(each) === "O")),
    },
  ],
});

export const breakdownRateFitsCategory = defineRule({
  id: "IBR-119-AE",
  says: "A VAT breakdown group must state a rate, but not for categories O (out of scope) and E (exempt).",
  hint: `${calculated}add Percent, or remove it for O and E.`,
  source: pintAe("IBT-119"),
  of: aeVatBreakdown,
  test: "(cac:TaxCategory/cbc:ID = ('O', 'E')) != exists(cac:TaxCategory/cbc:Percent)",
  holds: (subtotal) => (categoryId.is(subtotal, "O") || categoryId.is(subtotal, "E")) !== categoryPercent.in(subtotal),
  because: ["cac:TaxCategory/cbc:Percent", "cac:TaxCategory"],
  before: [
    {
      until: "1.0.2",
      says: "A VAT breakdown group must state a rate, but not for category O (out of scope).",
      test: "(cac:TaxCategory/cbc:ID = 'O') != exists(cac:TaxCategory/cbc:Percent)",
      holds: (subtotal) => categoryId.is(subtotal, "O") !== categoryPercent.in(subtotal),
    },
  ],
});

export const standardRateHasNoExemption = defineRule({
  id: "ALIGNED-IBRP-S-10",
  says: "A VAT breakdown group of category S (standard rate) must not give an exemption reason.",
  hint: `${calculated}remove TaxExemptionReason and TaxExemptionReasonCode.`,
  source: pintAe("IBT-120", "IBT-121"),
  of: breakdowns.S,
  test: "empty(cbc:TaxExemptionReason | cbc:TaxExemptionReasonCode)",
  holds: (each) => !exemptionReason.in(each) && !exemptionCode.in(each),
  because: ["cbc:TaxExemptionReasonCode", "cbc:TaxExemptionReason"],
});

export const zeroRatedBreakdownIsAtZero = defineRule({
  id: "IBR-120-AE",
  says: "A VAT breakdown group of category Z (zero rated) must have the rate 0.",
  hint: `${calculated}set Percent to 0.`,
  source: pintAe("IBT-119"),
  of: breakdowns.Z,
  test: "cbc:Percent/number() = 0",
  holds: (each) => percent.some(each, (rate) => numberOf(rate) === 0),
  because: ["cbc:Percent"],
  before: [
    {
      until: "1.0.2",
      says: "A VAT breakdown group of category Z (zero rated) must have a VAT amount of 0.",
      hint: `${calculated}set TaxAmount to 0.`,
      test: "../cbc:TaxAmount/number() = 0",
      holds: (each) => tax.some(each.parent as UblElement, (amount) => numberOf(amount) === 0),
    },
  ],
});

function breakdownWithoutRate(ruleId: string, code: VatCode, of: Context): Rule {
  return defineRule({
    id: ruleId,
    says: `A VAT breakdown group of category ${categorySays(code)} must not state a rate.`,
    hint: `${calculated}remove Percent.`,
    source: pintAe("IBT-119"),
    of,
    holds: absent("cbc:Percent"),
    because: ["cbc:Percent"],
  });
}

export const breakdownsWithoutRate: readonly Rule[] = [
  formerly(breakdownWithoutRate("IBR-121-AE", "E", breakdowns.E), {
    until: "1.0.2",
    holds: absent("cac:TaxCategory"),
  }),
  formerly(breakdownWithoutRate("ALIGNED-IBRP-O-11-AE", "O", breakdowns.O), {
    until: "1.0.2",
    test: `empty(cac:TaxCategory[${underVat}]/cbc:Percent)`,
    holds: (each) => !category.some(each, (inner) => isVat(inner) && percent.in(inner)),
  }),
];

const isZeroExactly = saying("xs:decimal(../cbc:TaxAmount) = 0", (each) => {
  const amount = amountOf(tax.only(each.parent as UblElement));
  return amount !== undefined && exact.isZero(amount);
});

/**
 * The VAT amount of N is compared as a binary floating-point number, which matters only for text that is not an
 * amount.
 */
const isZeroAsNumber = saying("../cbc:TaxAmount/number() = 0", (each) => {
  return tax.some(each.parent as UblElement, (amount) => numberOf(amount) === 0);
});

function zeroTax(ruleId: string, code: VatCode, of: Context, holds: Condition): Rule {
  return defineRule({
    id: ruleId,
    says: `The VAT amount of a breakdown group of category ${categorySays(code)} must be 0.`,
    hint: `${calculated}set its TaxAmount to 0.`,
    source: pintAe("IBT-117"),
    of,
    holds,
  });
}

export const breakdownsWithoutTax: readonly Rule[] = [
  zeroTax("ALIGNED-IBRP-Z-09", "Z", breakdowns.Z, isZeroExactly),
  zeroTax("ALIGNED-IBRP-E-09", "E", breakdowns.E, isZeroExactly),
  zeroTax("ALIGNED-IBRP-O-09", "O", breakdowns.O, isZeroExactly),
  zeroTax("ALIGNED-IBRP-AE-09-AE", "AE", breakdowns.AE, isZeroExactly),
  zeroTax("IBR-108-AE", "N", breakdowns.N, isZeroAsNumber),
];
