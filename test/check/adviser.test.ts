import { expect, test } from "vitest";
import type { DocumentLine, SelfBilledDocument } from "../../src/document/index.ts";
import { invoice, line } from "../support/documents.ts";
import { findingsIn } from "../support/rule-cases.ts";

/**
 * Documents as a tax adviser writes them down, beside harmless ones that look alike: those that may cost the input VAT
 * or a fine are told with the law, and the others are not.
 */
type Change = Partial<SelfBilledDocument>;
const tax = (
  id: "S" | "Z" | "E" | "O" | "AE",
  code?: string,
): NonNullable<DocumentLine["classified_tax_category"]> => ({
  ...{ id, tax_scheme: "VAT" },
  ...(id === "S" || id === "AE" ? { percent: "5" } : id === "Z" ? { percent: "0" } : {}),
  ...(code === undefined ? {} : { tax_exemption_reason_code: code, tax_exemption_reason: "Exempt" }),
});
const goods = (hs: string, name: string, category = tax("S"), nature?: string): Change => ({
  document_lines: [
    line({
      ...{ name, description: name, classified_tax_category: category },
      commodity_classification: {
        ...{ commodity_code: "G", item_classification_code: hs, item_classification_list_id: "HS" },
        ...(nature === undefined ? {} : { nature_code: nature }),
      },
    }),
    line(),
  ],
});
const work = (name: string, category = tax("S"), nature?: string): Change => ({
  document_lines: [
    line({
      ...{ name, description: name, classified_tax_category: category },
      commodity_classification: { commodity_code: "S", ...(nature === undefined ? {} : { nature_code: nature }) },
      additional_item_identification: [{ id: "998313", scheme_id: "SAC" }],
    }),
    line(),
  ],
});
const supplier = invoice().accounting_supplier_party ?? {};
const abroad = (country_code: string, country: string): Change => ({
  accounting_supplier_party: {
    ...supplier,
    party_tax_scheme: undefined,
    postal_address: { ...supplier.postal_address, country_subentity: "X", country, country_code },
  },
});
const person: Change = {
  accounting_supplier_party: {
    ...supplier,
    scheme_agency_id: "EID",
    authority_name: undefined,
    company_id: "784198012345678",
  },
};
const months = (start_date: string, end_date: string, issue_date: string, flags: string): Change => ({
  ...{ profile_execution_id: flags, issue_date, invoice_period: { start_date, end_date } },
});
const residential = tax("E", "DL8.46.2");

const harmful: Readonly<Record<string, Change>> = {
  "copper scrap at 5 %": goods("74040000", "Copper Birch/Cliff, 12 t"),
  "heavy melting steel": goods("72044900", "HMS 1&2 80:20"),
  "aluminium cans, used": goods("76020000", "UBC, baled"),
  "gold jewellery": goods("71131910", "Bangles 22k"),
  "silver grain": goods("71069100", "Silver grain for casting"),
  pearls: goods("71012200", "Cultured pearls, worked"),
  "cut emeralds": goods("71039100", "Emeralds, cut"),
  "a gold bar at 5 %": goods("71081300", "Kilobar 999.9"),
  phones: goods("85171300", "Galaxy S25, 200 pieces"),
  notebooks: goods("84713010", "Notebook computers 14 inch"),
  "screens of phones": goods("85177900", "Display assembly"),
  "batteries of laptops": goods("85076000", "Laptop battery 6-cell"),
  "crude oil at 5 %": goods("27090010", "Murban crude"),
  "natural gas at 5 %": goods("27112100", "Lean gas"),
  "a designer in Milan who charges 5 %": { ...work("Brand design"), ...abroad("IT", "Italy") },
  "machines from Riyadh under the reverse charge": {
    ...goods("84798900", "Filling machine", tax("AE"), "DL8.48.8.2"),
    ...abroad("SA", "Saudi Arabia"),
  },
  "a fee for the seat on a board": { ...person, ...work("Attendance of board meetings Q3, board member") },
  "a director's fee, in Arabic": { ...person, ...work("مكافأة عضو مجلس الإدارة") },
  "scrap called an electronic device": goods("74040000", "Copper scrap", tax("AE"), "DL8.48.8.2"),
  "consulting called gold": work("Advice", tax("AE"), "DL8.48.8.1"),
  "a summary of two months": months("2026-04-15", "2026-05-31", "2026-06-05", "00010000"),
  "a summary of March in June": months("2026-03-01", "2026-03-31", "2026-06-15", "00010000"),
  "a service of 2024": months("2024-01-01", "2024-12-31", "2026-06-15", "00001000"),
  "bread at zero": goods("19059000", "Bread", tax("Z")),
  "medicines at 5 %": goods("30049000", "Amoxicillin 500 mg"),
  "the rent of a villa": work("Annual rent, villa 12, Jumeirah"),
  "the rent of a labour camp": work("Labour camp rent, 40 rooms, March"),
  "the lease of flats for staff": work("Lease of 6 flats for staff, one year"),
  "rooms of a hotel, exempt": work("Hotel rooms, 30 nights", residential),
  "bare land at 5 %": work("Lease of bare land, plot 113"),
  "buses for the staff": work("Daily staff transportation, Sonapur to Jebel Ali"),
  "taxi rides": work("Taxi rides in May"),
  "the manager of a fund": work("Fund management fee 2026"),
  "advice in a zone, out of scope": { ...work("Advice", tax("O")), profile_execution_id: "10000000" },
  "new cars in the margin scheme": { ...goods("87032300", "Brand new SUV, 0 km"), profile_execution_id: "00100000" },
};

const harmless: Readonly<Record<string, Change>> = {
  "copper pipes": goods("74111000", "Copper pipes 22 mm"),
  "waste paper": goods("47071000", "Waste paper, OCC bales"),
  "the removal of scrap": work("Collection and removal of metal scrap from site"),
  "imitation jewellery": goods("71171900", "Gold plated bangles"),
  "a coffee called gold": goods("09012100", "Coffee Gold Blend"),
  "cases for phones": goods("39269097", "Phone cases"),
  "bags for laptops": goods("42021200", "Laptop bags"),
  monitors: goods("85285200", "Monitors 27 inch for computers"),
  routers: goods("85176200", "Wireless routers"),
  "printers and toner": goods("84433100", "Multifunction printers"),
  "the repair of phones": work("Repair of 20 mobile phones, labour"),
  "laptops under the reverse charge": goods("84713010", "Laptops", tax("AE"), "DL8.48.8.2"),
  lubricants: goods("34031900", "Hydraulic lubricant"),
  "diesel for the generator": goods("27101943", "Diesel, 600 litres for the generator"),
  "a trader whose name says scrap": {
    accounting_supplier_party: { ...supplier, name: "Scrap & Gold Trading", party_name: "Scrap & Gold Trading LLC" },
  },
  "a person who gives legal advice": { ...person, ...work("Legal advice to the board of managers' office") },
  "a company that sends a director": work("Director's fee, nominee company"),
  "boards and chairs": { ...person, ...goods("94033000", "Director's chair and notice board") },
  "a summary of May": months("2026-05-01", "2026-05-31", "2026-06-10", "00010000"),
  "a service of last year": months("2025-07-01", "2025-12-31", "2026-06-15", "00001000"),
  "gold for investment at zero": goods("71081300", "Gold bar 999.9, 1 kg", tax("Z")),
  "a food supplement": goods("21069090", "Vitamin D tablets"),
  "the rent of an office": work("Office rent, tower 3, floor 12"),
  "rooms of a hotel": work("Hotel apartment, 12 nights"),
  "a flat that is exempt": work("Annual lease of apartment 901", residential),
  "a flat-bed truck": work("Rental of flat bed truck, 10 days"),
  "lamps of a studio": work("Studio lighting rental for shoot"),
  "scaffolding at a villa": work("Rental of scaffolding for villa project"),
  "the training of employees": work("Training of employees in transport regulations"),
  "the repair of a school bus": work("School bus maintenance and washing"),
  "a tour of the city": work("Sightseeing tour by bus for guests"),
  freight: work("Transport of goods Jebel Ali to Al Ain"),
  "a bus without a driver": work("Bus rental without driver, staff site"),
  "raising money": work("Fundraising event management"),
  "investment advice": work("Investment advisory retainer"),
  "used cars in the margin scheme": { ...goods("87032300", "Used SUV 2019"), profile_execution_id: "00100000" },
  "land with a warehouse": work("Lease of land with warehouse, plot 9"),
  "visas of employees": work("Employee visa transfer fees, 3 workers"),
  "the survey of land": work("Topographic survey of vacant land, plot 9"),
  "machines in a labour camp": work("Air conditioning rental, labour camp, 20 units"),
  "the line of a villa": work("Leased line internet, villa 4"),
  "software of a fund": work("Fund management software, annual licence"),
  "medicines for animals": goods("30049090", "Veterinary antibiotic, poultry"),
  "a person who trains a board": { ...person, ...work("Training of board members, 2 days") },
  "advertising on taxis": work("Taxi advertising, 50 cars"),
};

const lawOf = (change: Change): string[] =>
  findingsIn(invoice({ delivery: undefined, ...change }))
    .map(({ id }) => id)
    .filter((id) => id.startsWith("SB-10"));

test.each(Object.entries(harmful))("told: %s", (_, change) => {
  expect(lawOf(change)).toHaveLength(1);
});

test.each(Object.entries(harmless))("not told: %s", (_, change) => {
  expect(lawOf(change)).toEqual([]);
});
