import type { BusinessProfile, SelfBilledDocument } from "../../../src/document/index.ts";
import { invoice, muscat } from "../../support/documents.ts";
import { remove, setAttribute } from "../../support/edit-tree.ts";
import { boughtBy, type RuleCases, xml } from "../../support/rule-cases.ts";

type Supplier = NonNullable<SelfBilledDocument["accounting_supplier_party"]>;

const sellerNumber = "cac:AccountingSupplierParty/cac:Party/cac:PartyLegalEntity/cbc:CompanyID";
const buyerNumber = "cac:AccountingCustomerParty/cac:Party/cac:PartyLegalEntity/cbc:CompanyID";
const sellerPlace = "/Invoice/cac:AccountingSupplierParty/cac:Party";
const buyerPlace = "/Invoice/cac:AccountingCustomerParty/cac:Party";
const companyId = "accounting_supplier_party.company_id";

/** An invoice whose supplier has no authority that issued a trade licence, with changes to the supplier. */
function suppliedBy(change: Partial<Supplier>): SelfBilledDocument {
  const { authority_name: _, ...supplier } = invoice().accounting_supplier_party as Supplier;
  return invoice({ accounting_supplier_party: { ...supplier, ...change } });
}

function registeredBuyer(change: Partial<BusinessProfile>) {
  return boughtBy({ authority_name: undefined, ...change }, invoice());
}

const abroad = suppliedBy({ endpoint_id: "4012345000009", endpoint_scheme_id: "0088", scheme_agency_id: "CD" });
const foreignBuyer = boughtBy({ endpoint_id: "4012345000009", endpoint_scheme_id: "0088" }, invoice());
const withoutSellerNumber = xml(invoice(), (root) => remove(root, sellerNumber));
const withoutBuyerNumber = xml(invoice(), (root) => remove(root, buyerNumber));
const unlicensed = suppliedBy({ scheme_agency_id: "EID" });

export const cases: RuleCases = {
  "IBR-150-AE": {
    holds: { "a registration number": invoice() },
    breaks: { "no registration number": { given: withoutSellerNumber, at: [sellerPlace] } },
    skips: { "a seller outside scheme 0235": abroad },
  },
  "IBR-181-AE": {
    holds: { "a trade licence": invoice() },
    breaks: {
      "a number without its kind": {
        given: xml(invoice(), (root) => setAttribute(root, sellerNumber, "schemeAgencyID", undefined)),
        at: [sellerPlace],
        also: ["IBR-173-AE"],
      },
    },
    skips: { "a seller outside scheme 0235": abroad },
  },
  "IBR-173-AE": {
    holds: {
      "a trade licence": invoice(),
      "an Emirates ID": unlicensed,
      "a cabinet decision": suppliedBy({ scheme_agency_id: "CD" }),
    },
    breaks: {
      "another kind": { given: suppliedBy({ scheme_agency_id: "OTH" }), at: [companyId] },
      "a commercial licence, which is a buyer's": { given: suppliedBy({ scheme_agency_id: "CL" }), at: [companyId] },
    },
    skips: {
      "a seller outside scheme 0235": abroad,
      "a seller abroad": suppliedBy({ scheme_agency_id: "OTH", postal_address: muscat }),
    },
  },
  "IBR-172-AE": {
    holds: { "an authority": invoice() },
    breaks: { "no authority": { given: suppliedBy({ scheme_agency_id: "TL" }), at: [companyId] } },
    skips: { "an Emirates ID": unlicensed },
  },
  "IBR-012-AE": {
    holds: {
      "a passport of India": suppliedBy({ scheme_agency_id: "PAS", passport_issuing_country_code: "IN" }),
    },
    breaks: {
      "no country": { given: suppliedBy({ scheme_agency_id: "PAS" }), at: [companyId] },
      "a country in words": {
        given: suppliedBy({ scheme_agency_id: "PAS", passport_issuing_country_code: "India" }),
        at: [companyId],
      },
      "a code that is Peppol's, not ISO's": {
        given: suppliedBy({ scheme_agency_id: "PAS", passport_issuing_country_code: "XI" }),
        at: [companyId],
      },
    },
    skips: { "a trade licence": invoice() },
  },
  "IBR-180-AE": {
    holds: { "a trade licence": invoice() },
    breaks: {
      "a number without its kind": {
        given: xml(invoice(), (root) => setAttribute(root, buyerNumber, "schemeAgencyID", undefined)),
        at: [buyerPlace],
      },
    },
    skips: { "a buyer outside scheme 0235": foreignBuyer, "a buyer without number": withoutBuyerNumber },
  },
  "IBR-183-AE": {
    holds: {
      "a commercial licence": registeredBuyer({ endpoint_id: "2345678901", scheme_agency_id: "CL" }),
    },
    breaks: {
      "another kind": {
        given: registeredBuyer({ endpoint_id: "2345678901", scheme_agency_id: "OTH" }),
        at: [buyerPlace],
      },
    },
    skips: {
      "a TIN endpoint, whatever the kind": registeredBuyer({ scheme_agency_id: "OTH" }),
      "a placeholder endpoint": registeredBuyer({ endpoint_id: "9900000098", scheme_agency_id: "OTH" }),
    },
  },
  "IBR-101-AE": {
    holds: { "an authority": invoice() },
    breaks: { "no authority": { given: registeredBuyer({ scheme_agency_id: "TL" }), at: [buyerPlace] } },
    skips: { "an Emirates ID": registeredBuyer({ scheme_agency_id: "EID" }) },
  },
  "IBR-010-AE": {
    holds: {
      "a passport of India": registeredBuyer({ scheme_agency_id: "PAS", passport_issuing_country_code: "IN" }),
    },
    breaks: {
      "no country": { given: registeredBuyer({ scheme_agency_id: "PAS" }), at: [buyerPlace] },
      "a country in small letters": {
        given: registeredBuyer({ scheme_agency_id: "PAS", passport_issuing_country_code: "in" }),
        at: [buyerPlace],
      },
    },
    skips: { "a trade licence": invoice() },
  },
};
