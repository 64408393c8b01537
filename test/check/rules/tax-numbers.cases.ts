import type { SelfBilledDocument } from "../../../src/document/index.ts";
import { creditNote, invoice, line, muscat } from "../../support/documents.ts";
import { add, double, make, remove, set } from "../../support/edit-tree.ts";
import { boughtBy, type RuleCases, type Xml, xml } from "../../support/rule-cases.ts";

const seller = "cac:AccountingSupplierParty/cac:Party";
const buyer = "cac:AccountingCustomerParty/cac:Party";
const sellerPlace = `/Invoice/${seller}`;
const buyerPlace = `/Invoice/${buyer}`;
const number = "cac:PartyTaxScheme/cbc:CompanyID";
const sellerTrn = "accounting_supplier_party.party_tax_scheme.company_id";

function suppliedWith(company_id: string, postal_address?: typeof muscat): SelfBilledDocument {
  const supplier = invoice().accounting_supplier_party;
  return invoice({
    accounting_supplier_party: {
      ...supplier,
      ...(postal_address ? { postal_address } : {}),
      party_tax_scheme: { company_id, tax_scheme: "VAT" },
    },
  });
}

function taxScheme(company: string, scheme: string) {
  return make("cac:PartyTaxScheme", [make("cbc:CompanyID", company), make("cac:TaxScheme", [make("cbc:ID", scheme)])]);
}

function withNumber(company: string, scheme: string): Xml {
  return xml(invoice(), (root) => add(root, seller, taxScheme(company, scheme)));
}

function withoutBuyerNumber(endpoint: string, flags = "00000000"): Xml {
  const exported = { delivery: { delivery_location: { address: muscat } } };
  const document = invoice({ profile_execution_id: flags, ...(flags.endsWith("1") ? exported : {}) });
  return boughtBy({ endpoint_id: endpoint, party_tax_scheme: undefined }, document);
}

function outOfScope(edit: Parameters<typeof xml>[1]): Xml {
  const free = line({ classified_tax_category: { id: "O", tax_scheme: "VAT" } });
  return xml(invoice({ document_lines: [free] }), (root) => {
    set(root, "cbc:InvoiceTypeCode", "480");
    edit(root);
  });
}

export const cases: RuleCases = {
  "IBR-132-AE": {
    holds: { "a TRN of 15 digits": invoice() },
    breaks: {
      "a TRN of 14 digits": { given: suppliedWith("10023456740003"), at: [sellerTrn] },
      "a TRN that starts with 2": { given: suppliedWith("200234567400003"), at: [sellerTrn] },
      "a TRN that ends with 01": { given: suppliedWith("100234567400001"), at: [sellerTrn] },
      "a TRN with blanks": { given: suppliedWith("100 2345 6740 0003"), at: [sellerTrn] },
      "a buyer's TRN with a letter": {
        given: boughtBy({ party_tax_scheme: { company_id: "10098765490000E", tax_scheme: "VAT" } }, invoice()),
        at: [`${buyerPlace}/${number}`],
      },
    },
  },
  "IBR-148-AE": {
    holds: { "a TIN beside the TRN": withNumber("1002345674", "TIN") },
    breaks: {
      "nine digits": {
        given: withNumber("100234567", "TIN"),
        at: [`${sellerPlace}/cac:PartyTaxScheme[2]/cbc:CompanyID`],
        also: ["IBR-133-AE"],
      },
    },
  },
  "IBR-133-AE": {
    holds: {
      "scheme VAT everywhere": invoice(),
      "another scheme beside a seller's TIN": withNumber("1002345674", "TIN"),
    },
    breaks: {
      "vat in small letters": {
        given: xml(invoice(), (root) => set(root, `${buyer}/cac:PartyTaxScheme/cac:TaxScheme/cbc:ID`, "vat")),
        at: [`${buyerPlace}/cac:PartyTaxScheme/cac:TaxScheme/cbc:ID`],
      },
    },
  },
  "ALIGNED-IBRP-SR-12": {
    holds: { "one VAT number": invoice(), "a VAT number and a TIN": withNumber("1002345674", "TIN") },
    breaks: {
      "two VAT numbers": {
        given: withNumber("100234567500003", "VAT"),
        at: ["/Invoice"],
        also: ["IBR-178-AE"],
      },
    },
  },
  "IBR-134-AE": {
    holds: { "a TRN": invoice(), "a TRN on a credit note": creditNote() },
    breaks: {
      "a TIN alone": {
        given: xml(invoice(), (root) => {
          set(root, `${seller}/${number}`, "1002345674");
          set(root, `${seller}/cac:PartyTaxScheme/cac:TaxScheme/cbc:ID`, "TIN");
        }),
        at: ["/Invoice"],
      },
      "no tax number": {
        given: xml(invoice(), (root) => remove(root, `${seller}/cac:PartyTaxScheme`)),
        at: ["/Invoice"],
      },
    },
    skips: {
      "a document outside the scope of VAT": outOfScope((root) => remove(root, `${seller}/cac:PartyTaxScheme`)),
    },
  },
  "IBR-178-AE": {
    holds: { "a TRN and a TIN": withNumber("1002345674", "TIN") },
    breaks: {
      "two numbers under VAT": {
        given: withNumber("100234567500003", "VAT"),
        at: [sellerPlace],
        also: ["ALIGNED-IBRP-SR-12"],
      },
      "three numbers": {
        given: xml(invoice(), (root) => {
          add(root, seller, taxScheme("1002345674", "TIN"));
          add(root, seller, taxScheme("1002345675", "TIN"));
        }),
        at: [sellerPlace],
        also: ["IBR-SR-42"],
      },
    },
    skips: { "one tax number": invoice() },
  },
  "IBR-179-AE": {
    holds: { "one VAT number": invoice() },
    breaks: {
      "two VAT numbers": {
        given: xml(invoice(), (root) => double(root, `${buyer}/cac:PartyTaxScheme`)),
        at: [buyerPlace],
        also: ["IBR-104"],
      },
    },
  },
  "IBR-149-AE": {
    holds: {
      "a TIN as endpoint": invoice(),
      "a placeholder endpoint": boughtBy({ endpoint_id: "9900000098" }, invoice()),
      "another endpoint beside a VAT number": boughtBy({ endpoint_id: "2345678901" }, invoice()),
      "another scheme": boughtBy(
        { endpoint_id: "4012345000009", endpoint_scheme_id: "0088", party_tax_scheme: undefined },
        invoice(),
      ),
    },
    breaks: {
      "another endpoint without VAT number": {
        given: withoutBuyerNumber("2345678901"),
        at: [buyerPlace],
        also: ["IBR-135-AE"],
      },
    },
  },
  "IBR-135-AE": {
    holds: { "a VAT number beside a placeholder": boughtBy({ endpoint_id: "9900000098" }, invoice()) },
    breaks: {
      "a placeholder and nothing else": { given: withoutBuyerNumber("9900000098"), at: [buyerPlace] },
      "a TIN with a digit too many": { given: withoutBuyerNumber("10098765490"), at: [buyerPlace] },
    },
    skips: {
      "a TIN as endpoint": invoice(),
      "an export": withoutBuyerNumber("9900000099", "00000001"),
      "another scheme": boughtBy({ endpoint_id: "4012345000009", endpoint_scheme_id: "0088" }, invoice()),
    },
  },
  "IBR-136-AE": {
    holds: { "a registration number": outOfScope(() => undefined) },
    breaks: {
      "no registration number": {
        given: outOfScope((root) => remove(root, `${buyer}/cac:PartyLegalEntity/cbc:CompanyID`)),
        at: ["/Invoice"],
      },
    },
    skips: {
      "a tax invoice without registration number": xml(invoice(), (root) =>
        remove(root, `${buyer}/cac:PartyLegalEntity/cbc:CompanyID`),
      ),
    },
  },
};
