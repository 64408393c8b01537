import type { SelfBilledDocument } from "../../../src/document/index.ts";
import { invoice, muscat, palmLedger } from "../../support/documents.ts";
import { add, make, remove, set, setAttribute } from "../../support/edit-tree.ts";
import { boughtBy, type RuleCases, xml } from "../../support/rule-cases.ts";

const supplier = invoice().accounting_supplier_party ?? {};
const address = supplier.postal_address ?? {};
const supplied = (change: typeof supplier): SelfBilledDocument =>
  invoice({ accounting_supplier_party: { ...supplier, ...change } });
const from = (change: typeof address): SelfBilledDocument => supplied({ postal_address: { ...address, ...change } });
const boughtAt = (change: Record<string, string>) =>
  boughtBy({ postal_address: { ...palmLedger.postal_address, ...change } }, invoice());
const deliveredTo = (change: typeof address): SelfBilledDocument =>
  invoice({ delivery: { delivery_location: { address: { ...address, ...change } } } });
const representedBy = (id: string, country_code = "AE"): SelfBilledDocument =>
  invoice({
    tax_representative_party: {
      party_identification: { id },
      party_name: "Gulf Tax Agents",
      postal_address: { ...address, country_code },
    },
  });
const onBehalfOf = (id: string): SelfBilledDocument =>
  invoice({ profile_execution_id: "00000100", seller_supplier_party: { id } });
const paidTo = (party_name: string): SelfBilledDocument => invoice({ payee_party: { party_name } });
const sellerNumber = "cac:AccountingSupplierParty/cac:Party/cac:PartyTaxScheme/cbc:CompanyID";
const buyerNumber = "cac:AccountingCustomerParty/cac:Party/cac:PartyTaxScheme/cbc:CompanyID";
const buyerId = "cac:AccountingCustomerParty/cac:Party/cac:PartyLegalEntity/cbc:CompanyID";

export const cases: RuleCases = {
  "SB-0201": {
    holds: { "a seller in Dubai, by its code": invoice() },
    breaks: {
      "a seller in Dubai, by its name": {
        given: from({ country_subentity: "Dubai" }),
        at: ["accounting_supplier_party.postal_address.country_subentity"],
      },
    },
    skips: { "a seller in Oman": from(muscat) },
  },
  "SB-0202": {
    holds: { "a buyer in Abu Dhabi, by its code": invoice() },
    breaks: {
      "a buyer in Abu Dhabi, by its name": {
        given: boughtAt({ country_subentity: "Abu Dhabi" }),
        at: ["/Invoice/cac:AccountingCustomerParty/cac:Party/cac:PostalAddress"],
      },
    },
    skips: { "a buyer in Oman": boughtAt({ country_subentity: "MA", country_code: "OM" }) },
  },
  "SB-0203": {
    holds: { "a delivery to Dubai, by its code": deliveredTo({}) },
    breaks: {
      "a delivery to Dubai, by its name": {
        given: deliveredTo({ country_subentity: "Dubai" }),
        at: ["delivery.delivery_location.address.country_subentity"],
      },
    },
    skips: { "a delivery to Oman": deliveredTo(muscat) },
  },
  "SB-0204": {
    holds: { "a buyer with its TRN": invoice() },
    breaks: {
      "a buyer without a TRN": {
        given: boughtBy({ party_tax_scheme: undefined }, invoice()),
        at: ["/Invoice/cac:AccountingCustomerParty/cac:Party"],
      },
    },
  },
  "SB-0205": {
    holds: { "two parties": invoice() },
    breaks: {
      "a seller with the buyer's TIN": {
        given: supplied({ tin: "1009876549", endpoint_id: "1009876549", party_tax_scheme: undefined }),
        at: ["accounting_supplier_party.endpoint_id"],
        also: ["IBR-134-AE"],
      },
      "a seller with the buyer's TRN": {
        given: supplied({ party_tax_scheme: { company_id: "100987654900003", tax_scheme: "VAT" } }),
        at: ["accounting_supplier_party.party_tax_scheme.company_id"],
        also: ["SB-0206"],
      },
    },
    skips: {
      "a document whose buyer is not told": {
        given: xml(invoice(), (root) => remove(root, "cac:AccountingCustomerParty")),
        also: ["IBR-007", "IBR-010"],
      },
    },
  },
  "SB-0206": {
    holds: { "numbers that agree": invoice() },
    breaks: {
      "a seller's TRN of another TIN": {
        given: supplied({ party_tax_scheme: { company_id: "100234568200003", tax_scheme: "VAT" } }),
        at: ["accounting_supplier_party.party_tax_scheme.company_id"],
      },
      "a buyer's TRN of another TIN": {
        given: boughtBy({ party_tax_scheme: { company_id: "100987655600003", tax_scheme: "VAT" } }, invoice()),
        at: ["/Invoice/cac:AccountingCustomerParty/cac:Party"],
      },
    },
    skips: {
      "parties without a TRN": {
        given: xml(invoice(), (root) => {
          set(root, sellerNumber, "100234567400001");
          set(root, buyerNumber, "100987654900001");
        }),
        also: ["IBR-132-AE"],
      },
    },
  },
  "SB-0207": {
    holds: { "a buyer with a trade licence": invoice() },
    breaks: {
      "a buyer with another kind of registration": {
        given: xml(invoice(), (root) => setAttribute(root, buyerId, "schemeAgencyID", "OTH")),
        at: ["/Invoice/cac:AccountingCustomerParty/cac:Party"],
      },
    },
    skips: { "a buyer in Oman": boughtAt({ country_subentity: "MA", country_code: "OM" }) },
  },
  "SB-0208": {
    holds: { "a representative with one number": representedBy("100888777600003") },
    breaks: {
      "a representative with two numbers": {
        given: xml(representedBy("100888777600003"), (root) =>
          add(
            root,
            "cac:TaxRepresentativeParty",
            make("cac:PartyTaxScheme", [
              make("cbc:CompanyID", "100888777600003"),
              make("cac:TaxScheme", [make("cbc:ID", "VAT")]),
            ]),
          ),
        ),
        at: ["/Invoice/cac:TaxRepresentativeParty"],
      },
    },
    skips: {
      "a representative without a number": {
        given: xml(representedBy("100888777600003"), (root) =>
          remove(root, "cac:TaxRepresentativeParty/cac:PartyTaxScheme"),
        ),
        also: ["IBR-056"],
      },
    },
  },
  "SB-0209": {
    holds: { "a representative with a TRN": representedBy("100888777600003") },
    breaks: {
      "a representative with a TIN": {
        given: representedBy("1008887776"),
        at: ["tax_representative_party.party_identification.id"],
      },
    },
    skips: { "a representative in Oman": representedBy("OM1100012345", "OM") },
  },
  "SB-0210": {
    holds: { "a principal by its TRN": onBehalfOf("100555666500003") },
    breaks: {
      "a principal by its TIN": { given: onBehalfOf("1005556665"), at: ["seller_supplier_party.id"] },
      "a principal by name": { given: onBehalfOf("Pearl Coast LLC"), at: ["seller_supplier_party.id"] },
    },
  },
  "SB-0213": {
    holds: { "a principal by its TRN for VAT": onBehalfOf("100555666600003") },
    breaks: {
      "a principal by a TRN for another tax": {
        given: onBehalfOf("100555666500001"),
        at: ["seller_supplier_party.id"],
      },
    },
  },
  "SB-0211": {
    holds: { "a factoring company": paidTo("Lime Factoring") },
    breaks: {
      "the seller by its registered name": {
        given: paidTo("Desert Lime Trading LLC"),
        at: ["payee_party.party_name"],
        fixed: { safe: false, changes: [["payee_party", undefined]] },
      },
    },
    skips: {
      "a payee without a name": {
        given: xml(paidTo("Lime Factoring"), (root) => {
          remove(root, "cac:PayeeParty/cac:PartyName");
          add(root, "cac:PayeeParty", make("cac:PartyIdentification", [make("cbc:ID", "P-55")]));
        }),
        also: ["IBR-017"],
      },
    },
  },
};
