import type { SelfBilledDocument } from "../../../src/document/index.ts";
import { invoice, line, muscat } from "../../support/documents.ts";
import type { RuleCases } from "../../support/rule-cases.ts";

const flags = (profile_execution_id: string, change: Partial<SelfBilledDocument> = {}): SelfBilledDocument =>
  invoice({ profile_execution_id, ...change });
const margin = { document_lines: [line({ classified_tax_category: { id: "N", percent: "5", tax_scheme: "VAT" } })] };
const to = (address: typeof muscat) => ({ delivery: { delivery_location: { address } } });
const dubai = { ...muscat, country_subentity: "DXB", country_code: "AE" };

export const cases: RuleCases = {
  "SB-0501": {
    holds: { "a deemed supply": { given: flags("01000000"), also: ["SB-0503"] } },
    breaks: {
      "a deemed supply under the margin scheme": {
        given: flags("01100000", margin),
        at: ["profile_execution_id"],
        also: ["SB-0503"],
      },
      "a deemed supply sold through a market place": {
        given: flags("01000010", to(dubai)),
        at: ["profile_execution_id"],
        also: ["SB-0503"],
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
    skips: { "a margin scheme supply": { given: flags("00100000", margin), also: ["SB-0504"] } },
  },
  "SB-0503": {
    holds: { "a standard supply": invoice() },
    breaks: { "a deemed supply": { given: flags("01000000"), at: ["profile_execution_id"] } },
  },
  "SB-0504": {
    holds: { "a standard supply": invoice() },
    breaks: { "a margin scheme supply": { given: flags("00100000", margin), at: ["profile_execution_id"] } },
    skips: { "a deemed supply, which is told so already": { given: flags("01000000"), also: ["SB-0503"] } },
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
    holds: { "category N with its flag": { given: flags("00100000", margin), also: ["SB-0504"] } },
    breaks: { "category N without its flag": { given: invoice(margin), at: ["profile_execution_id"] } },
    skips: { "the standard rate": invoice() },
  },
};
