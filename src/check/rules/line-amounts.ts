import type { UblElement } from "../../ubl/index.ts";
import { amountOf, numberOf } from "../amount.ts";
import { exists } from "../conditions.ts";
import { aeLine, aePrice, aePriceAllowance } from "../contexts/contexts-ae.ts";
import { exact } from "../decimal.ts";
import { defineRule, pintAe, stoppedBefore } from "../rule.ts";
import { path } from "../xpath.ts";

const netAmount = path("cbc:LineExtensionAmount");
const invoicedQuantity = path("cbc:InvoicedQuantity");
const creditedQuantity = path("cbc:CreditedQuantity");
const priceAmount = path("cac:Price/cbc:PriceAmount");
const linePriceBase = path("cac:Price/cbc:BaseQuantity");
const entry = path("cac:AllowanceCharge");
const indicator = path("cbc:ChargeIndicator");
const entryAmount = path("cbc:Amount");
const baseQuantity = path("cbc:BaseQuantity");
const grossPrice = path("cac:AllowanceCharge/cbc:BaseAmount");
const ownPrice = path("cbc:PriceAmount");
const baseAmount = path("cbc:BaseAmount");
const amount = path("cbc:Amount");

/**
 * As in the published rule: binary floating point, with halves rounded towards positive infinity. In about three out
 * of a thousand documents the result differs from exact decimals; the verdict must be the published one.
 */
function roundedAsDouble(value: number): number {
  return Math.round(value * 100) / 100;
}

/** Only the words `true` and `false` count here, not 1 and 0. */
function sumAsDoubles(line: UblElement, isCharge: "true" | "false"): number {
  let sum = 0;
  for (const each of entry.all(line)) {
    if (!indicator.is(each, isCharge)) continue;
    for (const found of entryAmount.all(each)) sum += numberOf(found);
  }
  return sum;
}

function isNetAmount(line: UblElement): boolean {
  const net = numberOf(netAmount.only(line));
  const quantity = numberOf(invoicedQuantity.only(line) ?? creditedQuantity.only(line));
  const perUnit = numberOf(priceAmount.only(line)) / numberOf(linePriceBase.only(line));
  const due = quantity * perUnit + sumAsDoubles(line, "true") - sumAsDoubles(line, "false");
  return roundedAsDouble(net) === roundedAsDouble(due);
}

export const lineNetAmountIsCalculated = defineRule({
  id: "IBR-147-AE",
  says: "A line's net amount must be quantity times price per base quantity, plus charges, less allowances, to two decimals.",
  hint: "selfbill calculates it; if rounding causes the difference, split the line, or state the allowance as an amount without a percentage.",
  source: pintAe("IBT-131", "IBT-129", "IBT-146", "IBT-149", "IBT-141", "IBT-136"),
  of: aeLine,
  holds: isNetAmount,
  because: ["cbc:LineExtensionAmount"],
  test: [
    "round(number(cbc:LineExtensionAmount) * 100) div 100 = round((number(cbc:InvoicedQuantity | cbc:CreditedQuantity)",
    "* (number(cac:Price/cbc:PriceAmount) div number(cac:Price/cbc:BaseQuantity))",
    "+ sum(cac:AllowanceCharge[cbc:ChargeIndicator = 'true']/cbc:Amount/number())",
    "- sum(cac:AllowanceCharge[cbc:ChargeIndicator = 'false']/cbc:Amount/number())) * 100) div 100",
  ].join(" "),
});

export const priceIsComplete = defineRule({
  id: "IBR-126-AE",
  says: "A price must state its base quantity and the gross price.",
  hint: "Add price.base_amount and price.base_quantity (1 for a price per unit).",
  source: pintAe("IBT-149", "IBT-148"),
  of: aePrice,
  test: "exists(cbc:BaseQuantity) and exists(cac:AllowanceCharge/cbc:BaseAmount)",
  holds: (price) => baseQuantity.in(price) && grossPrice.in(price),
});

export const netPriceIsGrossLessDiscount = defineRule({
  id: "ALIGNED-IBRP-004",
  says: "The net price must be the gross price less the discount.",
  hint: "selfbill calculates it; in an XML file of another program set PriceAmount to the discount's BaseAmount less its Amount.",
  source: pintAe("IBT-146", "IBT-148", "IBT-147"),
  of: aePriceAllowance,
  when: exists("cbc:BaseAmount"),
  holds: (discount) => {
    const net = amountOf(ownPrice.only(discount.parent as UblElement));
    const gross = amountOf(baseAmount.only(discount));
    const less = amountOf(amount.only(discount));
    if (net === undefined || gross === undefined || less === undefined) return false;
    return exact.equal(net, exact.subtract(gross, less));
  },
  test: "xs:decimal(../cbc:PriceAmount) = xs:decimal(cbc:BaseAmount) - xs:decimal(cbc:Amount)",
  before: [stoppedBefore("1.0.3")],
});
