import { contextIsTheFault, exists } from "../conditions.ts";
import { emptyElement, partyTaxScheme } from "../contexts/contexts-shared.ts";
import { defineRule, pintAe } from "../rule.ts";

/** Elements that match an earlier context are not tested, so an empty EndpointID passes. */
export const elementIsNotEmpty = defineRule({
  id: "IBR-079",
  says: "An element must not be empty.",
  hint: "Remove the element, or give it a value.",
  source: pintAe("syntax binding"),
  of: emptyElement,
  test: "exists(*) or normalize-space() != ''",
  holds: contextIsTheFault,
});

export const taxSchemeHasANumber = defineRule({
  id: "IBR-SR-57",
  says: "Every tax registration of a party (PartyTaxScheme) must have a number.",
  hint: "Add company_id to party_tax_scheme, or remove party_tax_scheme.",
  source: pintAe("IBT-031", "IBT-032", "IBT-048", "IBT-063"),
  of: partyTaxScheme,
  holds: exists("cbc:CompanyID"),
});
