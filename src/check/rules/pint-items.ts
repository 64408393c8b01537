import type { UblElement } from "../../ubl/index.ts";
import { amountOf, numberOf } from "../amount.ts";
import { atMost, exists, hasAttribute, notBlank } from "../conditions.ts";
import {
  baseQuantityWithUnit,
  itemClassification,
  itemProperty,
  line,
  priceAllowance,
  standardItemId,
} from "../contexts/contexts-shared.ts";
import { exact } from "../decimal.ts";
import { defineRule, pintAe } from "../rule.ts";
import { attribute, path, spaced } from "../xpath.ts";

const priceAmount = path("cac:Price/cbc:PriceAmount");
const grossPrice = path("cac:Price/cac:AllowanceCharge/cbc:BaseAmount");
const baseQuantity = path("cac:Price/cbc:BaseQuantity");
const indicator = path("cbc:ChargeIndicator");

export const itemHasAName = defineRule({
  id: "IBR-025",
  says: "The item of a line must have a name.",
  hint: "Add name to the line.",
  source: pintAe("IBT-153"),
  of: line,
  holds: notBlank("cac:Item/cbc:Name"),
  because: ["cac:Item/cbc:Name", "cac:Item"],
});

export const itemHasOneDescription = defineRule({
  id: "IBR-SR-50",
  says: "The item of a line must not have more than one description.",
  hint: "Put everything into one description.",
  source: pintAe("IBT-154"),
  of: line,
  holds: atMost("cac:Item/cbc:Description"),
  because: ["cac:Item/cbc:Description"],
});

const propertyName = path("cbc:Name");
const propertyValue = path("cbc:Value");

export const propertyHasNameAndValue = defineRule({
  id: "IBR-054",
  says: "A property of an item must have both a name and a value.",
  hint: "Add name and value to additional_item_property.",
  source: pintAe("IBT-160", "IBT-161"),
  of: itemProperty,
  test: "exists(cbc:Name) and exists(cbc:Value)",
  holds: (property) => propertyName.in(property) && propertyValue.in(property),
});

export const priceIsStated = defineRule({
  id: "IBR-026",
  says: "A line must have a price.",
  hint: "Add price with base_amount to the line.",
  source: pintAe("IBT-146"),
  of: line,
  holds: exists("cac:Price/cbc:PriceAmount"),
  because: ["cac:Price"],
});

const isZeroOrMore = (price: UblElement): boolean => numberOf(price) >= 0;

export const priceIsNotNegative = defineRule({
  id: "IBR-027",
  says: "The price of an item must be a number of zero or more.",
  hint: "Write a positive price; a return belongs in a credit note, a reduction in an allowance.",
  source: pintAe("IBT-146"),
  of: line,
  test: "cac:Price/cbc:PriceAmount >= 0",
  holds: (element) => priceAmount.some(element, isZeroOrMore),
  because: ["cac:Price/cbc:PriceAmount", "cac:Price"],
});

export const grossPriceIsNotNegative = defineRule({
  id: "IBR-028",
  says: "The price of an item before its discount must be a number of zero or more.",
  hint: "Correct price.base_amount of the line.",
  source: pintAe("IBT-148"),
  of: line,
  when: exists("cac:Price/cac:AllowanceCharge/cbc:BaseAmount"),
  test: "cac:Price/cac:AllowanceCharge/cbc:BaseAmount >= 0",
  holds: (element) => grossPrice.some(element, isZeroOrMore),
  because: ["cac:Price/cac:AllowanceCharge/cbc:BaseAmount"],
});

export const priceAllowanceIsNoCharge = defineRule({
  id: "IBR-083",
  says: "A price may have a discount but no charge: its indicator must be false.",
  hint: "Put the charge on the line (charges); in an XML file of another program set ChargeIndicator of the price to false.",
  source: pintAe("IBT-147"),
  of: priceAllowance,
  test: "normalize-space(cbc:ChargeIndicator[string()]) = 'false'",
  holds: (allowance) => {
    const written = indicator.only(allowance) ?? onlyWithText(indicator.all(allowance));
    return written !== undefined && spaced(written.text) === "false";
  },
  because: ["cbc:ChargeIndicator"],
});

/** Returns the only element with text: the published condition ignores empty elements. */
function onlyWithText(elements: readonly UblElement[]): UblElement | undefined {
  const [written, ...others] = elements.filter(({ text }) => text !== "");
  return others.length === 0 ? written : undefined;
}

export const priceHasOneDiscount = defineRule({
  id: "IBR-111",
  says: "A price must not have more than one discount.",
  hint: "Add up the discounts, and state one.",
  source: pintAe("IBT-147"),
  of: line,
  holds: atMost("cac:Price/cac:AllowanceCharge/cbc:Amount"),
  because: ["cac:Price/cac:AllowanceCharge"],
});

export const baseQuantityIsPositive = defineRule({
  id: "IBR-087",
  says: "The quantity that the price is for (base_quantity) must be above zero.",
  hint: "Write base_quantity as 1, or leave it out.",
  source: pintAe("IBT-149"),
  of: line,
  when: exists("cac:Price/cbc:BaseQuantity"),
  test: "xs:decimal(cac:Price/cbc:BaseQuantity) > 0",
  holds: (element) => {
    const quantity = amountOf(baseQuantity.only(element));
    return quantity !== undefined && exact.sign(quantity) > 0;
  },
  because: ["cac:Price/cbc:BaseQuantity"],
});

const invoiced = path("cbc:InvoicedQuantity");
const credited = path("cbc:CreditedQuantity");

export const baseQuantityHasTheLinesUnit = defineRule({
  id: "IBR-088",
  says: "The quantity that the price is for (base_quantity) must have the same unit as the quantity of the line.",
  hint: "Give both the same unit_code.",
  source: pintAe("IBT-150", "IBT-130"),
  of: baseQuantityWithUnit,
  test: "empty(../../(cbc:InvoicedQuantity | cbc:CreditedQuantity)) or @unitCode = ../../(cbc:InvoicedQuantity | cbc:CreditedQuantity)/@unitCode",
  holds: (quantity) => {
    const line = quantity.parent?.parent;
    if (line === undefined || !(invoiced.in(line) || credited.in(line))) return true;
    const unit = attribute(quantity, "unitCode");
    const isSame = (other: typeof quantity) => attribute(other, "unitCode") === unit;
    return invoiced.some(line, isSame) || credited.some(line, isSame);
  },
});

export const standardItemIdHasAScheme = defineRule({
  id: "IBR-064",
  says: "The standard identifier of an item must name its scheme.",
  hint: "Add scheme_id to standard_item_identification: 0160 for a GTIN.",
  source: pintAe("IBT-157-1"),
  of: standardItemId,
  holds: hasAttribute("schemeID"),
});

export const classificationHasAList = defineRule({
  id: "IBR-065",
  says: "The classification of an item must name its list.",
  hint: "Add item_classification_list_id: HS.",
  source: pintAe("IBT-158-1"),
  of: itemClassification,
  holds: hasAttribute("listID"),
});
