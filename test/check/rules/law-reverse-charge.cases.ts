import type { DocumentLine, SelfBilledDocument } from "../../../src/document/index.ts";
import { creditNote, invoice, line } from "../../support/documents.ts";
import type { RuleCases } from "../../support/rule-cases.ts";

const at = ["document_lines[0].classified_tax_category.id"];
const standard = { id: "S", percent: "5", tax_scheme: "VAT" } as const;
const goods = (hs: string, name = "Goods", change: Partial<DocumentLine> = {}): DocumentLine =>
  line({
    ...{ name, description: name },
    commodity_classification: {
      ...{ commodity_code: "G", item_classification_code: hs, item_classification_list_id: "HS" },
    },
    ...change,
  });
const service = (name: string): DocumentLine =>
  line({
    ...{ name, description: name, unit_code: "HUR" },
    commodity_classification: { commodity_code: "S" },
    additional_item_identification: [{ id: "998313", scheme_id: "SAC" }],
  });
/** A supply of a day, invoiced on the same day. */
const on = (day: string, ...document_lines: DocumentLine[]): SelfBilledDocument =>
  invoice({ issue_date: day, due_date: day, document_lines });
const now = (...lines: DocumentLine[]) => on("2026-06-15", ...lines);
const reversed = (hs: string, nature_code: string): DocumentLine =>
  goods(hs, "Goods", {
    classified_tax_category: { id: "AE", percent: "5", tax_scheme: "VAT" },
    commodity_classification: {
      ...{ commodity_code: "G", item_classification_code: hs, item_classification_list_id: "HS" },
      nature_code,
    },
    standard_item_identification: { id: "6291041500213", scheme_id: "0160" },
  });

export const cases: RuleCases = {
  "SB-1010": {
    holds: {
      "scrap before the decision": on("2026-01-13", goods("74040000", "Copper scrap")),
      "new metal": now(goods("74031100", "Copper cathodes")),
      "paper for recycling": now(goods("47071000", "Waste paper and scrap")),
      "the removal of scrap": now(service("Removal of metal scrap")),
      "scrap in the supplier's name only": now(line()),
      "a credit note": creditNote({ document_lines: [goods("74040000")] }),
    },
    breaks: {
      "copper scrap": { given: now(goods("74040000", "Copper scrap")), at },
      "iron scrap in Arabic": { given: now(goods("72044900", "خردة حديد")), at },
      "manganese scrap by its words": { given: now(goods("81110010", "Manganese waste and scrap")), at },
    },
  },
  "SB-1011": {
    holds: {
      "imitation jewellery": now(goods("71171900", "Imitation jewellery")),
      "plated cutlery": now(goods("82159100", "Silver plated cutlery")),
      "silver before the decision": on("2025-02-20", goods("71069200", "Silver wire")),
    },
    breaks: {
      "a gold ring": { given: now(goods("71131910", "Gold ring 21 carat")), at },
      "silver wire": { given: now(goods("71069200", "Silver wire 925")), at },
    },
  },
  "SB-1019": {
    holds: { "silver, which the older decision did not name": on("2024-05-02", goods("71069200", "Silver wire")) },
    breaks: { "a gold ring of 2024": { given: on("2024-05-02", goods("71131910", "Gold ring 21 carat")), at } },
  },
  "SB-1015": {
    holds: { "gold of 18 carat": { given: now(goods("71081300", "Gold wire 18 carat")), also: ["SB-1011"] } },
    breaks: { "a bar of 999.9": { given: now(goods("71081200", "Gold bar 999.9")), at } },
  },
  "SB-1012": {
    holds: {
      "a printer": now(goods("84433210", "Laser printer")),
      "phones before the decision": on("2023-10-01", goods("85171300", "Smartphones")),
      "a repair": now(service("Repair of laptops")),
      "a car battery": now(goods("85071000", "Car battery 70 Ah")),
    },
    breaks: {
      smartphones: { given: now(goods("85171300", "Smartphones")), at },
      "a charger of a laptop": { given: now(goods("85044010", "Charger for laptop")), at },
    },
  },
  "SB-1014": {
    holds: { diesel: now(goods("27101943", "Diesel for own trucks")) },
    breaks: { "natural gas": { given: now(goods("27112100", "Natural gas")), at } },
  },
  "SB-1016": {
    holds: {
      "phones as electronic devices": now(reversed("85171300", "DL8.48.8.2")),
      "no reverse charge": now(line({ classified_tax_category: standard })),
    },
    breaks: {
      "scrap as electronic devices": {
        given: now(reversed("74040000", "DL8.48.8.2")),
        at: ["document_lines[0].commodity_classification.nature_code"],
      },
    },
  },
};
