import type { UblElement } from "../../ubl/index.ts";
import { exists, saying } from "../conditions.ts";
import { aeDocumentRoot, aeSeller } from "../contexts/contexts-ae.ts";
import type { RuleFacts } from "../contexts/facts.ts";
import { documentIs, flagIs, hasWellFormedFlags, invoiceIs, scenarioFlag } from "../contexts/facts-ae.ts";
import { flagSet } from "../expression.ts";
import { defineRule, pintAe } from "../rule.ts";
import { path, spaced, stringOf } from "../xpath.ts";

const flagElement = ["cbc:ProfileExecutionID"];
const principal = path("cac:SellerSupplierParty/cac:Party/cac:PartyIdentification/cbc:ID");
const sellerTaxNumber = path("cac:AccountingSupplierParty/cac:Party/cac:PartyTaxScheme/cbc:CompanyID");
const partyTaxNumber = path("cac:PartyTaxScheme/cbc:CompanyID");
const deliverTo = "cac:Delivery/cac:DeliveryLocation/cac:Address";
const deliverToCountry = path(`${deliverTo}/cac:Country/cbc:IdentificationCode`);
const deliverToParts = ["cbc:StreetName", "cbc:CityName", "cbc:CountrySubentity"].map((part) =>
  path(`${deliverTo}/${part}`),
);
const categoryIds = path("cbc:ID");
const partyIds = path("cac:PartyIdentification/cbc:ID");
const executionIds = path("cbc:ProfileExecutionID");

const hasDeliveryAddress = saying(
  `exists(${deliverTo}/cbc:StreetName) and exists(${deliverTo}/cbc:CityName) and exists(${deliverTo}/cbc:CountrySubentity)`,
  (root) => deliverToParts.every((part) => part.in(root)),
);

/** The eight flags form one string; all other rules read them by position. */
export const flagsAreEightZerosAndOnes = defineRule({
  id: "IBR-154-AE",
  says: "The scenario flags must be exactly eight characters, each 0 or 1.",
  hint: 'Write profile_execution_id as eight digits in quotes, "00000000" for a standard supply.',
  source: pintAe("BTAE-02"),
  of: aeDocumentRoot,
  test: "matches(cbc:ProfileExecutionID, '^[01]{8}$')",
  holds: (_, facts) => hasWellFormedFlags(facts),
  because: flagElement,
});

export const freeZoneNeedsBeneficiary = defineRule({
  id: "IBR-007-AE",
  says: "A free trade zone document must name the beneficiary.",
  hint: "Add buyer_customer_party with the beneficiary's id or, if it is not a free trade zone supply, set the first digit of profile_execution_id to 0.",
  source: pintAe("BTAE-01", "BTAE-02"),
  of: aeDocumentRoot,
  when: flagIs(1),
  holds: exists("cac:BuyerCustomerParty/cac:Party/cac:PartyIdentification/cbc:ID"),
  because: flagElement,
});

/** Margin-scheme VAT is never shown, so no other category is allowed with it. */
export const marginSchemeUsesCategoryN = defineRule({
  id: "IBR-116-AE",
  says: "In a margin scheme document every VAT category must be N.",
  hint: "Set the VAT category of every line to N or, if it is not a margin scheme supply, set the third digit of profile_execution_id to 0.",
  source: pintAe("BTAE-02", "IBT-151", "IBT-118"),
  of: aeDocumentRoot,
  when: flagIs(3),
  test: "empty((//cac:TaxCategory | //cac:ClassifiedTaxCategory)/cbc:ID[normalize-space() != 'N'])",
  holds: (_, facts) => !hasCategoryOtherThan(facts, "N"),
  because: flagElement,
  before: [
    {
      until: "1.0.3",
      test: "empty(//cac:TaxCategory/cbc:ID[normalize-space() != 'N'])",
      holds: (_, facts) => !facts.everywhere("cac:TaxCategory").some(isOtherThan("N")),
    },
    { until: "1.0.2", test: "not(//cac:TaxCategoryCode/cbc:ID = 'N')", holds: (root) => !hasMarginCode(root) },
  ],
});

function isOtherThan(code: string): (category: UblElement) => boolean {
  return (category) => categoryIds.some(category, (id) => spaced(stringOf(id)) !== code);
}

/** 1.0.2 rejected N instead of all other categories, and looked for it in an element that UBL does not have. */
function hasMarginCode(element: UblElement): boolean {
  return element.name === "cac:TaxCategoryCode" && categoryIds.is(element, "N")
    ? true
    : element.children.some(hasMarginCode);
}

function hasCategoryOtherThan(facts: RuleFacts, code: string): boolean {
  const differs = isOtherThan(code);
  return (
    facts.everywhere("cac:TaxCategory").some(differs) || facts.everywhere("cac:ClassifiedTaxCategory").some(differs)
  );
}

/** Flag 4 means that the invoice combines many supplies, so a period replaces the single supply date. */
export const summaryInvoiceNeedsPeriod = defineRule({
  id: "IBR-138-AE",
  says: "A summary invoice must state its invoicing period.",
  hint: "Add invoice_period or, if it is not a summary invoice, set the fourth digit of profile_execution_id to 0.",
  source: pintAe("IBG-14", "BTAE-02"),
  of: aeDocumentRoot,
  when: flagIs(4),
  holds: exists("cac:InvoicePeriod"),
  because: flagElement,
});

export const agentBillingNeedsPrincipal = defineRule({
  id: "IBR-137-AE",
  says: "A document billed by a disclosed agent must name the principal.",
  hint: "Add seller_supplier_party with the principal's TRN as id or, if it is not disclosed agent billing, set the sixth digit of profile_execution_id to 0.",
  source: pintAe("BTAE-14", "BTAE-02"),
  of: aeDocumentRoot,
  when: flagIs(6),
  holds: exists("cac:SellerSupplierParty/cac:Party/cac:PartyIdentification/cbc:ID"),
  because: flagElement,
});

/** If the seller or the principal has several numbers, a single difference is enough to pass. */
export const agentIsNotItsOwnPrincipal = defineRule({
  id: "IBR-176-AE",
  says: "In agent billing the tax numbers of the seller and of the principal must differ.",
  hint: "Set seller_supplier_party.id to the TRN of the principal, not of the supplier.",
  source: pintAe("IBT-031", "BTAE-14", "BTAE-02"),
  of: aeDocumentRoot,
  when: flagIs(6),
  test: [
    "cac:AccountingSupplierParty/cac:Party/cac:PartyTaxScheme/cbc:CompanyID",
    "!= cac:SellerSupplierParty/cac:Party/cac:PartyIdentification/cbc:ID",
  ].join(" "),
  holds: (root) => {
    const [own, others] = [sellerTaxNumber.all(root), principal.all(root)];
    return own.length > 0 && others.length > 0 && new Set([...own, ...others].map(stringOf)).size > 1;
  },
  because: ["cac:SellerSupplierParty/cac:Party/cac:PartyIdentification/cbc:ID", ...flagElement],
});

/** The published message says "always", but the rule applies only if flag 6 is set. */
export const agentNeedsTaxNumber = defineRule({
  id: "IBR-177-AE",
  says: "In agent billing the seller must have a tax number.",
  hint: "Add accounting_supplier_party.party_tax_scheme with the supplier's TRN or, if it is not disclosed agent billing, set the sixth digit of profile_execution_id to 0.",
  source: pintAe("IBT-031", "IBT-032", "BTAE-02"),
  of: aeSeller,
  when: flagIs(6),
  holds: exists("cac:PartyTaxScheme/cbc:CompanyID"),
  before: [
    {
      until: "1.0.3",
      // An error in the published pattern: it requires flags that no document may have.
      when: saying("exists(/*/cbc:ProfileExecutionID[matches(., '^[01]51[01]2$')])", (_, { root }) =>
        executionIds.some(root, (flags) => /^[01]51[01]2$/.test(stringOf(flags))),
      ),
      test: "exists(cac:PartyTaxScheme/cbc:CompanyID | cac:PartyIdentification/cbc:ID)",
      holds: (party) => partyTaxNumber.in(party) || partyIds.in(party),
    },
    {
      until: "1.0.2",
      // The earlier edition looked for the flags inside the party.
      when: saying("exists(cbc:ProfileExecutionID[matches(., '^[01]{5}1[01]{2}$')])", (party) =>
        executionIds.some(party, (flags) => /^[01]{5}1[01]{2}$/.test(stringOf(flags))),
      ),
      test: "cac:PartyTaxScheme/cbc:CompanyID != cac:PartyIdentification/cbc:ID",
      holds: (party) => {
        const ids = partyIds.all(party).map(stringOf);
        return partyTaxNumber.some(party, (number) => ids.some((id) => id !== stringOf(number)));
      },
    },
  ],
});

export const electronicMarketNeedsDeliveryAddress = defineRule({
  id: "IBR-142-AE",
  says: "An e-commerce document must state where it was delivered: street, city and emirate or region.",
  hint: "Add delivery.delivery_location.address with street_name, city_name and country_subentity or, if it is not e-commerce, set the seventh digit of profile_execution_id to 0.",
  source: pintAe("IBT-075", "IBT-077", "IBT-079", "BTAE-02"),
  of: aeDocumentRoot,
  when: flagIs(7),
  holds: hasDeliveryAddress,
  because: [deliverTo, ...flagElement],
});

/** A delivery country of AE passes without an address, contrary to the published message. */
export const exportNeedsDeliveryAddress = defineRule({
  id: "IBR-152-AE",
  says: "An export must state where it was delivered: street, city and region.",
  hint: "Add delivery.delivery_location.address with street_name, city_name and country_subentity or, if it is not an export, set the eighth digit of profile_execution_id to 0.",
  source: pintAe("IBT-075", "IBT-077", "IBT-079", "IBT-080", "BTAE-02"),
  of: aeDocumentRoot,
  when: flagIs(8),
  holds: saying(
    `${deliverTo}/cac:Country/cbc:IdentificationCode = 'AE' or ${hasDeliveryAddress.xpath}`,
    (root, facts) => deliverToCountry.is(root, "AE") || hasDeliveryAddress(root, facts),
  ),
  because: [deliverTo, ...flagElement],
  before: [{ until: "1.0.3", holds: hasDeliveryAddress }],
});

export const outOfScopeExcludesScenarios = defineRule({
  id: "IBR-157-AE",
  says: "A document outside the scope of VAT (480, 81) must not be a deemed supply, a margin scheme or a summary document.",
  hint: "Set flags 2, 3 and 4 of profile_execution_id to 0.",
  source: pintAe("BTAE-02", "IBT-003"),
  of: aeDocumentRoot,
  when: documentIs("480", "81"),
  test: `not(${flagSet(2)} or ${flagSet(3)} or ${flagSet(4)})`,
  holds: (_, facts) => !scenarioFlag(facts, 2) && !scenarioFlag(facts, 3) && !scenarioFlag(facts, 4),
  because: flagElement,
  before: [{ until: "1.0.2", when: invoiceIs("480", "81") }],
});
