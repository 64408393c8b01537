import { amountOf } from "../amount.ts";
import { saying } from "../conditions.ts";
import { ownDeliveryAddress, ownDocument, ownItemType } from "../contexts/contexts-own.ts";
import type { RuleFacts } from "../contexts/facts.ts";
import { flagIs, scenarioFlag } from "../contexts/facts-ae.ts";
import { exact, type RuleDecimal } from "../decimal.ts";
import { flagSet } from "../expression.ts";
import { defineOwnRule, sources } from "../own-rule.ts";
import { pintAe } from "../rule.ts";
import { isCode, path, stringOf } from "../xpath.ts";

const flagElement = ["cbc:ProfileExecutionID"];
const country = path("cac:Country/cbc:IdentificationCode");
const categoryId = path("cbc:ID");
const paymentMeans = path("cac:PaymentMeans");
const prepaid = path("cac:LegalMonetaryTotal/cbc:PrepaidAmount");
const services: ReadonlySet<string> = new Set(["S"]);

/** A deemed supply has no price, so it cannot be a margin scheme supply or a marketplace sale. */
export const deemedSupplyIsNoSale = defineOwnRule({
  id: "SB-0501",
  says: "A deemed supply (flag 2) has no price, so it should be neither a margin scheme supply (flag 3) nor e-commerce (flag 7).",
  hint: "Keep one of the flags 2, 3 and 7 of profile_execution_id.",
  source: sources.law("Articles 11 and 43"),
  of: ownDocument,
  when: flagIs(2),
  test: `not(${flagSet(3)} or ${flagSet(7)})`,
  holds: (_, facts) => !scenarioFlag(facts, 3) && !scenarioFlag(facts, 7),
  because: flagElement,
});

/** Exports are zero rated (Z), but the margin scheme allows only category N, so no line can be valid. */
export const exportIsNoMarginSupply = defineOwnRule({
  id: "SB-0502",
  says: "An export (flag 8) is zero rated, a margin scheme supply (flag 3) is not. A document should not be both.",
  hint: "If it is an export, set the third digit of profile_execution_id to 0 and the lines to category Z; if not, set the eighth digit to 0.",
  source: sources.law("Articles 43 and 45"),
  of: ownDocument,
  when: flagIs(8),
  test: `not(${flagSet(3)})`,
  holds: (_, facts) => !scenarioFlag(facts, 3),
  because: flagElement,
});

/** A payment means that there is a price, which makes it an ordinary supply. */
export const deemedSupplyIsNotPaid = defineOwnRule({
  id: "SB-0503",
  says: "A deemed supply (flag 2) is made without payment, so it should state neither payment details nor a prepaid amount.",
  hint: "Leave payment_means and prepaid_amount out; if you pay the supplier, set the second digit of profile_execution_id to 0.",
  source: sources.law("Article 11"),
  of: ownDocument,
  when: flagIs(2),
  test: "empty(cac:PaymentMeans) and not(cac:LegalMonetaryTotal/cbc:PrepaidAmount/number() > 0)",
  holds: (root) => !paymentMeans.in(root) && !isPositive(amountOf(prepaid.only(root))),
  because: ["cac:PaymentMeans", "cac:LegalMonetaryTotal/cbc:PrepaidAmount", ...flagElement],
});

const isPositive = (amount: RuleDecimal | undefined): boolean => amount !== undefined && exact.sign(amount) > 0;

/** The margin scheme covers goods bought for resale: second-hand goods, antiques, collectors' items. */
export const marginSupplyIsOfGoods = defineOwnRule({
  id: "SB-0504",
  says: "The margin scheme (flag 3) applies to goods, so no line should be a service only.",
  hint: "Bill the service in a separate document with category S or, if it is not a margin scheme supply, set the third digit of profile_execution_id to 0.",
  source: `${sources.law("Article 43")}; ${sources.regulation("Article 29")}`,
  of: ownItemType,
  when: flagIs(3),
  test: "normalize-space() != 'S'",
  holds: (code) => !isCode(stringOf(code), services),
});

export const exportLeavesTheCountry = defineOwnRule({
  id: "SB-0505",
  says: "An export (flag 8) should be delivered outside the UAE. IBR-152-AE accepts AE as the country.",
  hint: "Set country_code of delivery.delivery_location.address to the country of destination or, if it is not an export, set the eighth digit of profile_execution_id to 0.",
  source: sources.meant("IBT-080", "BTAE-02", "IBR-152-AE"),
  of: ownDeliveryAddress,
  when: flagIs(8),
  test: "not(cac:Country/cbc:IdentificationCode = 'AE')",
  holds: (address) => !country.is(address, "AE"),
  because: ["cac:Country/cbc:IdentificationCode"],
});

function hasMarginCategory(facts: RuleFacts): boolean {
  return facts
    .everywhere("cac:ClassifiedTaxCategory")
    .some((category) => categoryId.some(category, (id) => stringOf(id) === "N"));
}

/** IBR-116-AE requires N if the flag is set; no published rule tests the reverse. */
export const marginCategoryNeedsItsFlag = defineOwnRule({
  id: "SB-0506",
  says: "Lines of category N (margin scheme) should be in a document whose flag 3 (margin scheme) is 1.",
  hint: "If it is a margin scheme supply, set the third digit of profile_execution_id to 1; if not, correct the VAT category of the lines, usually to S.",
  source: pintAe("BTAE-02", "IBT-151"),
  of: ownDocument,
  when: saying("//cac:ClassifiedTaxCategory/cbc:ID = 'N'", (_, facts) => hasMarginCategory(facts)),
  holds: flagIs(3),
  because: flagElement,
});
