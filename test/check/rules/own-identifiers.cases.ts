import type { SelfBilledDocument } from "../../../src/document/index.ts";
import { invoice, line, muscat } from "../../support/documents.ts";
import { set, setAttribute } from "../../support/edit-tree.ts";
import { boughtBy, type RuleCases, xml } from "../../support/rule-cases.ts";

const supplier = invoice().accounting_supplier_party ?? {};
const reachedAt = (endpoint_id: string, change: Partial<SelfBilledDocument> = {}): SelfBilledDocument =>
  invoice({ accounting_supplier_party: { ...supplier, endpoint_id }, ...change });
const paidInto = (id: string): SelfBilledDocument =>
  invoice({ payment_means: [{ payment_means_code: "30", payee_financial_account: { id } }] });
const coded = (id: string, scheme_id = "0160"): SelfBilledDocument =>
  invoice({ document_lines: [line({ standard_item_identification: { id, scheme_id } })] });
const endpoint = "cac:AccountingSupplierParty/cac:Party/cbc:EndpointID";
const buyerEndpoint = "cac:AccountingCustomerParty/cac:Party/cbc:EndpointID";
const deemed = { profile_execution_id: "01000000" };
const exported = {
  profile_execution_id: "00000001",
  delivery: { delivery_location: { address: muscat } },
};
const billed = xml(invoice(), (root) => set(root, "cbc:InvoiceTypeCode", "380"));

export const cases: RuleCases = {
  "SB-0301": {
    holds: { "addresses of seller and buyer": invoice() },
    breaks: {
      "an empty address of the seller": {
        given: xml(invoice(), (root) => set(root, endpoint, "")),
        at: [`/Invoice/${endpoint}`],
      },
      "a blank address of the buyer": {
        given: xml(invoice(), (root) => set(root, buyerEndpoint, " ")),
        at: [`/Invoice/${buyerEndpoint}`],
      },
    },
  },
  "SB-0302": {
    holds: { "a TIN": invoice() },
    breaks: {
      "a TRN": {
        given: reachedAt("100234567400003"),
        at: ["accounting_supplier_party.endpoint_id"],
        fixed: { safe: false, changes: [["accounting_supplier_party.endpoint_id", "1002345674"]] },
      },
      "nine digits": {
        given: reachedAt("100234567"),
        at: ["accounting_supplier_party.endpoint_id"],
        fixed: { safe: false, changes: [["accounting_supplier_party.endpoint_id", "1002345674"]] },
      },
    },
    skips: {
      "addresses of another country": xml(invoice(), (root) => {
        for (const each of [endpoint, buyerEndpoint]) {
          set(root, each, "7300010000001");
          setAttribute(root, each, "schemeID", "0088");
        }
      }),
    },
  },
  "SB-0303": {
    holds: { "a TIN with its check digit": reachedAt("1002345674") },
    breaks: {
      "a TIN with a digit mistyped": {
        given: reachedAt("1002345675", {
          accounting_supplier_party: {
            ...supplier,
            endpoint_id: "1002345675",
            tin: "1002345675",
            party_tax_scheme: { company_id: "100234567500003", tax_scheme: "VAT" },
          },
        }),
        at: ["accounting_supplier_party.endpoint_id"],
      },
    },
    skips: {
      placeholders: {
        given: xml(reachedAt("9900000098"), (root) => set(root, buyerEndpoint, "9900000098")),
        also: ["SB-0304"],
      },
    },
  },
  "SB-0304": {
    holds: { "a buyer with its TIN": invoice() },
    breaks: {
      "a buyer with a placeholder": {
        given: boughtBy({ endpoint_id: "9900000098" }, invoice()),
        at: [`/Invoice/${buyerEndpoint}`],
      },
    },
    skips: {
      "a buyer of another country": xml(invoice(), (root) => {
        set(root, buyerEndpoint, "7300010000001");
        setAttribute(root, buyerEndpoint, "schemeID", "0088");
      }),
    },
  },
  "SB-0305": {
    holds: {
      "the placeholder of deemed supplies in one": {
        given: reachedAt("9900000097", deemed),
        also: ["SB-0503"],
      },
      "the placeholder of exports in one": reachedAt("9900000099", exported),
    },
    breaks: {
      "the placeholder of deemed supplies in a sale": {
        given: reachedAt("9900000097"),
        at: ["accounting_supplier_party.endpoint_id"],
      },
      "the placeholder of exports in a deemed supply": {
        given: reachedAt("9900000099", deemed),
        at: ["accounting_supplier_party.endpoint_id"],
        also: ["SB-0503"],
      },
    },
    skips: { "a TIN": invoice(), "the placeholder of whoever is not on the network": reachedAt("9900000098") },
  },
  "SB-0306": {
    holds: {
      "an IBAN": invoice(),
      "an IBAN in groups of four": paidInto("AE07 0331 2345 6789 0123 456"),
      "an IBAN of another country": paidInto("GB82WEST12345698765432"),
    },
    breaks: {
      "an IBAN with two digits exchanged": {
        given: paidInto("AE070331234567890123465"),
        at: ["payment_means[0].payee_financial_account.id"],
      },
      "an IBAN that misses a digit": {
        given: paidInto("AE07033123456789012345"),
        at: ["payment_means[0].payee_financial_account.id"],
      },
    },
    skips: { "an account number": paidInto("0123456789") },
  },
  "SB-0307": {
    holds: { "a GTIN of 13 digits": coded("6291041500213"), "a GTIN of 8 digits": coded("96385074") },
    breaks: {
      "a GTIN with a digit mistyped": {
        given: coded("6291041500214"),
        at: ["document_lines[0].standard_item_identification.id"],
      },
      "a number too short for a GTIN": {
        given: coded("1236"),
        at: ["document_lines[0].standard_item_identification.id"],
      },
    },
    skips: { "an identifier of another scheme": coded("6291041500214", "0088") },
  },
  "SB-0308": {
    holds: {
      "a UUID": invoice(),
      "a UUID in capitals": xml(invoice(), (root) => set(root, "cbc:UUID", "B7F3C2D0-5E1A-4F68-9A41-2C8D7E6F5A90")),
    },
    breaks: {
      "the document's number in its place": {
        given: xml(invoice(), (root) => set(root, "cbc:UUID", "SB-2026-0001")),
        at: ["/Invoice/cbc:UUID"],
      },
    },
  },
  "SB-0309": {
    holds: { "self-billing's": invoice() },
    breaks: {
      "billing's": {
        given: xml(invoice(), (root) => set(root, "cbc:CustomizationID", "urn:peppol:pint:billing-1@ae-1")),
        at: ["/Invoice/cbc:CustomizationID"],
      },
      "self-billing's with something behind it": {
        given: xml(invoice(), (root) => set(root, "cbc:CustomizationID", "urn:peppol:pint:selfbilling-1@ae-17")),
        at: ["/Invoice/cbc:CustomizationID"],
      },
    },
    skips: { "an ordinary invoice": { given: billed, also: ["IBR-CL-01"] } },
  },
  "SB-0310": {
    holds: { "self-billing's": invoice() },
    breaks: {
      "billing's": {
        given: xml(invoice(), (root) => set(root, "cbc:ProfileID", "urn:peppol:bis:billing")),
        at: ["/Invoice/cbc:ProfileID"],
      },
    },
    skips: { "an ordinary invoice": { given: billed, also: ["IBR-CL-01"] } },
  },
};
