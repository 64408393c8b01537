import type { SelfBilledDocument } from "../../../src/document/index.ts";
import { invoice, line, muscat } from "../../support/documents.ts";
import type { RuleCases } from "../../support/rule-cases.ts";

const flags = (profile_execution_id: string, change: Partial<SelfBilledDocument> = {}): SelfBilledDocument =>
  invoice({ profile_execution_id, ...change });
/** A document for a supply free of charge, and so without payment means or a due date. */
function unpaid(profile_execution_id: string, change: Partial<SelfBilledDocument> = {}): SelfBilledDocument {
  const { payment_means: _, due_date: __, ...rest } = flags(profile_execution_id, change);
  return rest;
}
const margin = { document_lines: [line({ classified_tax_category: { id: "N", percent: "5", tax_scheme: "VAT" } })] };
const to = (address: typeof muscat) => ({ delivery: { delivery_location: { address } } });
const dubai = { ...muscat, country_subentity: "DXB", country_code: "AE" };

export const cases: RuleCases = {
  "SB-0501": {
    holds: { "a deemed supply": unpaid("01000000") },
    breaks: {
      "a deemed supply under the margin scheme": { given: unpaid("01100000", margin), at: ["profile_execution_id"] },
      "a deemed supply sold through a market place": {
        given: unpaid("01000010", to(dubai)),
        at: ["profile_execution_id"],
      },
    },
    skips: { "a standard supply": invoice(), "e-commerce": flags("00000010", to(dubai)) },
  },
  "SB-0502": {
    holds: { "an export": flags("00000001", to(muscat)) },
    breaks: {
      "an export under the margin scheme": {
        given: flags("00100001", { ...margin, ...to(muscat) }),
        at: ["profile_execution_id"],
      },
    },
    skips: { "a margin scheme supply": flags("00100000", margin) },
  },
  "SB-0503": {
    holds: { "a deemed supply that nobody pays for": unpaid("01000000") },
    breaks: {
      "a deemed supply with an account to pay to": { given: flags("01000000"), at: ["payment_means[0]"] },
      "a deemed supply that was paid before": {
        given: unpaid("01000000", { prepaid_amount: "100" }),
        at: ["prepaid_amount"],
      },
    },
    skips: { "a standard supply": invoice() },
  },
  "SB-0504": {
    holds: { "goods under the margin scheme": flags("00100000", margin) },
    breaks: {
      "a service under the margin scheme": {
        given: flags("00100000", {
          document_lines: [
            line({
              classified_tax_category: { id: "N", percent: "5", tax_scheme: "VAT" },
              commodity_classification: { commodity_code: "S" },
              additional_item_identification: [{ id: "998313", scheme_id: "SAC" }],
            }),
          ],
        }),
        at: ["document_lines[0].commodity_classification.commodity_code"],
      },
    },
    skips: { "a standard supply": invoice() },
  },
  "SB-0505": {
    holds: { "an export to Oman": flags("00000001", to(muscat)) },
    breaks: {
      "an export to Dubai": {
        given: flags("00000001", to(dubai)),
        at: ["delivery.delivery_location.address.country_code"],
      },
    },
    skips: { "a delivery to Dubai": invoice(to(dubai)) },
  },
  "SB-0506": {
    holds: { "category N with its flag": flags("00100000", margin) },
    breaks: { "category N without its flag": { given: invoice(margin), at: ["profile_execution_id"] } },
    skips: { "the standard rate": invoice() },
  },
};
