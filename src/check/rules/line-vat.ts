import { codes } from "../../document/index.ts";
import type { UblElement } from "../../ubl/index.ts";
import { numberOf } from "../amount.ts";
import { categorySays } from "../category-says.ts";
import { exists, isListed, isText, saying } from "../conditions.ts";
import type { VatCode } from "../contexts/contexts-ae.ts";
import { aeItem, aeLine, aeNatureCode, lineCategories } from "../contexts/contexts-ae.ts";
import { hasBuyerTaxNumber } from "../contexts/facts-ae.ts";
import { type Context, defineRule, pintAe, type Rule } from "../rule.ts";
import { attribute, path, stringOf } from "../xpath.ts";

const lineTax = path("cac:ItemPriceExtension/cac:TaxTotal/cbc:TaxAmount");
/** Where 1.0.2 looked for a line's VAT amount. */
const misplacedTax = path("cac:ItemPriceExtension/cac:TaxAmount/cbc:TaxAmount");
const linePayable = path("cac:ItemPriceExtension/cbc:Amount");
const lineCategory = path("cac:Item/cac:ClassifiedTaxCategory");
const itemCategoryId = path("cac:ClassifiedTaxCategory/cbc:ID");
const standardId = path("cac:StandardItemIdentification/cbc:ID");
const id = path("cbc:ID");
const reverseChargeGoods = new Set(Object.keys(codes.reverseChargeGoods));
const kinds = Object.entries(codes.reverseChargeGoods)
  .map(([code, name]) => `${code} (${name})`)
  .join(", ");

/** Returns the line of a VAT category, which is a child of the line's item. */
function lineOf(category: UblElement): UblElement {
  return category.parent?.parent as UblElement;
}

const exemptions = Object.entries(codes.exemptionReasons)
  .map(([code, name]) => `${code} (${name})`)
  .join(", ");

export const lineStatesPayableInAed = defineRule({
  id: "IBR-194-AE",
  says: "Every line must state its amount with VAT in AED.",
  hint: "selfbill calculates it; in an XML file of another program add ItemPriceExtension with its Amount to the line.",
  source: pintAe("BTAE-10"),
  of: aeLine,
  holds: exists("cac:ItemPriceExtension/cbc:Amount"),
  because: ["cac:ItemPriceExtension"],
});

/** Applies to every category except E, including O; neither the currency nor the value of the amounts is tested. */
export const lineStatesVatInAed = defineRule({
  id: "IBR-104-AE",
  says: "A line of a VAT category other than E (exempt) must state its VAT and its amount with VAT in AED.",
  hint: "selfbill calculates both; in an XML file of another program complete ItemPriceExtension with Amount and TaxTotal.",
  source: pintAe("BTAE-08", "BTAE-10", "IBG-30"),
  of: aeLine,
  when: saying("exists(cac:Item/cac:ClassifiedTaxCategory[normalize-space(cbc:ID) != 'E'])", (line) =>
    lineCategory.some(line, isOtherThanExempt),
  ),
  test: "exists(cac:ItemPriceExtension/cac:TaxTotal/cbc:TaxAmount) and exists(cac:ItemPriceExtension/cbc:Amount)",
  holds: (line) => lineTax.in(line) && linePayable.in(line),
  because: ["cac:ItemPriceExtension"],
  before: [{ until: "1.0.2", when: exists("cac:Item/cac:ClassifiedTaxCategory") }],
});

function isOtherThanExempt(category: UblElement): boolean {
  return id.text(category) !== "E";
}

export const exemptLineStatesNoVat = defineRule({
  id: "IBR-163-AE",
  says: "A line of VAT category E (exempt) must not state a VAT amount.",
  hint: "selfbill leaves it out; in an XML file of another program remove TaxTotal from the line's ItemPriceExtension.",
  source: pintAe("BTAE-08", "IBT-151"),
  of: lineCategories.E,
  test: "empty(../../cac:ItemPriceExtension/cac:TaxTotal/cbc:TaxAmount)",
  holds: (category) => !lineTax.in(lineOf(category)),
  before: [
    {
      until: "1.0.2",
      test: "empty(../../cac:ItemPriceExtension/cac:TaxAmount/cbc:TaxAmount)",
      holds: (category) => !misplacedTax.in(lineOf(category)),
    },
  ],
});

function lineWithoutVat(ruleId: string, code: VatCode, of: Context): Rule {
  return defineRule({
    id: ruleId,
    says: `A line of VAT category ${categorySays(code)} must state a VAT amount of 0.`,
    hint: "selfbill calculates it; in an XML file of another program set TaxAmount in the line's ItemPriceExtension to 0.",
    source: pintAe("BTAE-08", "IBT-151"),
    of,
    test: "../../cac:ItemPriceExtension/cac:TaxTotal/cbc:TaxAmount/number() = 0",
    holds: (category) => lineTax.some(lineOf(category), (amount) => numberOf(amount) === 0),
  });
}

export const linesWithoutVat: readonly Rule[] = [
  lineWithoutVat("IBR-165-AE", "Z", lineCategories.Z),
  lineWithoutVat("IBR-162-AE", "AE", lineCategories.AE),
];

/** The code is not checked against the list of reasons. */
export const exemptLineGivesReason = defineRule({
  id: "IBR-167-AE",
  says: "A line of VAT category E (exempt) must give the exemption reason code.",
  hint: `State in classified_tax_category.tax_exemption_reason_code which of these it is: ${exemptions}. If it is none, the line is not exempt.`,
  source: pintAe("IBT-186", "IBT-151"),
  of: aeLine,
  when: isText("cac:Item/cac:ClassifiedTaxCategory/cbc:ID", "E"),
  holds: exists("cac:Item/cac:ClassifiedTaxCategory/cbc:TaxExemptionReasonCode"),
  because: ["cac:Item/cac:ClassifiedTaxCategory"],
});

/** Under the reverse charge the buyer accounts for the VAT and so must be registered. */
export const reverseChargeBuyerHasTaxNumber = defineRule({
  id: "IBR-103-AE",
  says: "When a line has VAT category AE (reverse charge), the buyer must have a VAT number.",
  hint: "Complete the business profile: party_tax_scheme with the TRN.",
  source: pintAe("IBT-048", "IBT-151"),
  of: lineCategories.AE,
  test: "exists(../../../cac:AccountingCustomerParty/cac:Party/cac:PartyTaxScheme/cbc:CompanyID)",
  holds: (category, facts) => hasBuyerTaxNumber(lineOf(category).parent as UblElement, facts),
});

/** Where 1.0.2 looked for the nature code, relative to the item; a code found there was an error. */
const misplacedNature = path("cac:InvoiceLine/cac:Item/cac:CommodityClassification/cbc:NatureCode");

function hasOtherThanReverseCharge(item: UblElement): boolean {
  return itemCategoryId.some(item, (code) => stringOf(code) !== "AE");
}

export const reverseChargeItemHasGoodsType = defineRule({
  id: "IBR-166-AE",
  says: "An item of VAT category AE (reverse charge) must state its kind of goods.",
  hint: `If one of the five kinds is true of the item, write it in commodity_classification.nature_code: ${kinds}. If none is (scrap, services, imports), do not send it as a self-billed document: ask your provider.`,
  source: pintAe("BTAE-09", "IBT-151"),
  of: aeItem,
  when: isText("cac:ClassifiedTaxCategory/cbc:ID", "AE"),
  holds: exists("cac:CommodityClassification/cbc:NatureCode"),
  because: ["cac:CommodityClassification", "cac:ClassifiedTaxCategory"],
  before: [
    {
      until: "1.0.2",
      test: "empty(cac:InvoiceLine/cac:Item/cac:CommodityClassification/cbc:NatureCode) or cac:ClassifiedTaxCategory/cbc:ID != 'AE'",
      holds: (item) => !misplacedNature.in(item) || hasOtherThanReverseCharge(item),
    },
  ],
});

export const reverseChargeItemHasGtin = defineRule({
  id: "IBR-174-AE",
  says: "An item of VAT category AE (reverse charge) must have a standard identifier of scheme 0160 (GTIN).",
  hint: 'If the item has a GTIN, write it in standard_item_identification as id, with scheme_id "0160". If it has none, do not invent one and do not send it as a self-billed document: ask your provider.',
  source: pintAe("IBT-157", "IBT-157-1", "IBT-151"),
  of: lineCategories.AE,
  test: "exists(../cac:StandardItemIdentification/cbc:ID) and not(../cac:StandardItemIdentification/cbc:ID/@schemeID != '0160')",
  holds: (category) => {
    const item = category.parent as UblElement;
    return (
      standardId.in(item) && !standardId.some(item, (element) => (attribute(element, "schemeID") ?? "0160") !== "0160")
    );
  },
});

export const goodsTypeIsListed = defineRule({
  id: "IBR-006-AE",
  says: "The kind of goods under the reverse charge must be a code of its list.",
  hint: `If one of the five kinds is true of the item, write its code in commodity_classification.nature_code: ${kinds}. If none is, choose none: ask your provider.`,
  source: pintAe("BTAE-09"),
  of: aeNatureCode,
  holds: isListed(reverseChargeGoods),
});
