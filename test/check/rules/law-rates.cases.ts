import type { DocumentLine, SelfBilledDocument } from "../../../src/document/index.ts";
import { invoice, line } from "../../support/documents.ts";
import type { RuleCases } from "../../support/rule-cases.ts";

const at = ["document_lines[0].classified_tax_category.id"];
const taxed = (id: "S" | "Z" | "E" | "O", code?: string): NonNullable<DocumentLine["classified_tax_category"]> => ({
  ...{ id, tax_scheme: "VAT" },
  ...(id === "S" ? { percent: "5" } : id === "Z" ? { percent: "0" } : {}),
  ...(code === undefined ? {} : { tax_exemption_reason_code: code, tax_exemption_reason: "Exempt" }),
});
const goods = (hs: string, name: string, category = taxed("S")): DocumentLine =>
  line({
    ...{ name, description: name, classified_tax_category: category },
    commodity_classification: {
      ...{ commodity_code: "G", item_classification_code: hs, item_classification_list_id: "HS" },
    },
  });
const service = (name: string, category = taxed("S"), sac = "998313"): DocumentLine =>
  line({
    ...{ name, description: name, classified_tax_category: category },
    commodity_classification: { commodity_code: "S" },
    additional_item_identification: [{ id: sac, scheme_id: "SAC" }],
  });
/** Beside a taxed line, so that the document remains a tax invoice. */
const beside = (first: DocumentLine): SelfBilledDocument => invoice({ document_lines: [first, line()] });
const residential = taxed("E", "DL8.46.2");

export const cases: RuleCases = {
  "SB-1050": {
    holds: {
      "gold for investment": beside(goods("71081200", "Gold bar 999.9", taxed("Z"))),
      "a service, of which only a person knows": beside(service("School tuition", taxed("Z"))),
    },
    breaks: { "tiles at zero": { given: beside(goods("69072100", "Floor tiles", taxed("Z"))), at } },
  },
  "SB-1051": {
    holds: { "a food supplement": beside(goods("21069090", "Vitamin C, food supplement")) },
    breaks: { "a medicine": { given: beside(goods("30049000", "Paracetamol tablets 500 mg")), at } },
  },
  "SB-1040": {
    holds: {
      "an office": beside(service("Office lease, tower 2, floor 7")),
      "a serviced apartment": beside(service("Serviced apartment, rent of 12 nights")),
      "work in villas": beside(service("Painting of 4 villas")),
    },
    breaks: {
      "an annual lease of a flat": { given: beside(service("Annual lease of apartment 1204")), at },
      "labour accommodation": { given: beside(service("Labour accommodation rent, March")), at },
      "a villa in Arabic": { given: beside(service("إيجار فيلا سنوي")), at },
    },
  },
  "SB-1041": {
    holds: { "a flat": beside(service("Annual lease of apartment 1204", residential)) },
    breaks: {
      "hotel nights": { given: beside(service("Hotel, 14 room nights", residential)), at },
      goods: { given: beside(goods("69072100", "Floor tiles", residential)), at },
    },
  },
  "SB-1042": {
    holds: { "land with a warehouse": beside(service("Lease of land with warehouse and vacant land beside it")) },
    breaks: {
      "bare land at 5 %": { given: beside(service("Lease of bare land, plot 12")), at },
      "a building as bare land": { given: beside(service("Lease of warehouse 4", taxed("E", "DL8.46.3"))), at },
    },
  },
  "SB-1043": {
    holds: {
      "a tour": beside(service("Sightseeing tour with passenger transport")),
      goods: beside(service("Transport of goods to Jebel Ali")),
      "a bus alone": beside(service("Monthly rental of a staff bus")),
    },
    breaks: {
      staff: { given: beside(service("Staff transport, Sharjah to Dubai, March")), at },
      "workers in Arabic": { given: beside(service("نقل العمال من السكن إلى الموقع")), at },
    },
  },
  "SB-1044": {
    holds: {
      "a fee for advice": beside(service("Advice on mutual funds")),
      "software that manages funds": beside(service("Licence of accounting software")),
    },
    breaks: {
      "management of a fund": { given: beside(service("Fund management fee, first quarter")), at },
      "in Arabic": { given: beside(service("رسوم إدارة صناديق الاستثمار")), at },
    },
  },
  "SB-1062": {
    holds: { "out of scope elsewhere": beside(service("Government fee", taxed("O"))) },
    breaks: { "a service in a zone": { given: beside(service("Maintenance in Jebel Ali free zone", taxed("O"))), at } },
  },
  "SB-1061": {
    holds: { "a used car": margin("Used car, 2019") },
    breaks: { "a new car": { given: margin("Brand-new car, zero km"), at } },
  },
};

function margin(name: string): SelfBilledDocument {
  const category = { id: "N", percent: "5", tax_scheme: "VAT" } as const;
  return invoice({ profile_execution_id: "00100000", document_lines: [goods("87032300", name, category)] });
}
