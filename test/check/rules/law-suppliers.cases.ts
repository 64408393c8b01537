import type { SelfBilledDocument } from "../../../src/document/index.ts";
import { invoice, line } from "../../support/documents.ts";
import type { RuleCases } from "../../support/rule-cases.ts";

const supplier = invoice().accounting_supplier_party ?? {};
const abroad = { ...supplier.postal_address, country_subentity: "NY", country: "United States", country_code: "US" };
const from = (change: typeof supplier): SelfBilledDocument =>
  invoice({ accounting_supplier_party: { ...supplier, ...change } });
const service = (name: string) =>
  line({
    ...{ name, description: name },
    commodity_classification: { commodity_code: "S" },
    additional_item_identification: [{ id: "998313", scheme_id: "SAC" }],
  });
const person = { ...supplier, scheme_agency_id: "EID", authority_name: undefined, company_id: "784198012345678" };
const feeOf = (party: typeof supplier, name: string): SelfBilledDocument =>
  invoice({ accounting_supplier_party: party, document_lines: [service(name)] });

export const cases: RuleCases = {
  "SB-1002": {
    holds: {
      "a supplier in Dubai": invoice(),
      "a supplier abroad with a UAE TRN, of which nothing is known": from({ postal_address: abroad }),
    },
    breaks: {
      "a supplier in New York": {
        given: from({ postal_address: abroad, party_tax_scheme: undefined, endpoint_id: "9900000098" }),
        at: ["accounting_supplier_party.postal_address"],
        also: ["IBR-134-AE"],
      },
    },
  },
  "SB-1060": {
    holds: {
      "a company that sends a director": feeOf(supplier, "Director's fee, board of directors"),
      "other work of the person": feeOf(person, "Legal advice to management"),
    },
    breaks: {
      "a director's fee": {
        given: feeOf(person, "Director's fee 2026"),
        at: ["document_lines[0].classified_tax_category.id"],
      },
      "attendance of a board meeting, in Arabic": {
        given: feeOf(person, "مكافأة عضوية مجلس إدارة"),
        at: ["document_lines[0].classified_tax_category.id"],
      },
    },
  },
};
