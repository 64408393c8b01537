import type { DocumentLine, Party, SelfBilledDocument } from "../../document/index.ts";
import { statusName } from "../../states/index.ts";
import { type SupplierOutcome, testSuppliers } from "../test-suppliers.ts";

interface Case {
  /** A plain-language description of the outcome. */
  readonly happens: string;
  readonly buyer: Party;
  readonly content: SelfBilledDocument;
}

/** A seeded sales credit note; its seller is the sandbox's business profile. */
export interface SalesSeed extends Case {
  readonly id: string;
  readonly number: string;
}

/** Begins with `5a1e5` (sales) and ends with the seed's number. */
const idOf = (ordinal: number): string => `5a1e5000-0000-4000-8000-${String(ordinal).padStart(12, "0")}`;
const numberOf = (ordinal: number): string => `SALES-CN-${String(ordinal).padStart(4, "0")}`;

function tinOf(outcome: Exclude<SupplierOutcome, "approved" | "unreached-c5-rejects">): string {
  const tested = testSuppliers.find((each) => each.outcome === outcome);
  if (!tested) throw new Error(`selfbill has an internal error: no test supplier for ${outcome}`);
  return tested.tin;
}

/** Returns a fictional buyer. Its TIN determines the outcome, as that of a test supplier does. */
function buyer(tin: string, name: string, trn = `${tin}00003`): Party {
  const domain = `${name.toLowerCase().replaceAll(" ", "")}.example`;
  return {
    name,
    party_name: `${name} LLC`,
    email: `accounts@${domain}`,
    telephone: "+97165550188",
    tin,
    endpoint_id: tin,
    endpoint_scheme_id: "0235",
    scheme_agency_id: "TL",
    company_id: `CN-${tin.slice(-6)}`,
    authority_name: "Sharjah Economic Development Department",
    party_tax_scheme: { company_id: trn, tax_scheme: "VAT" },
    postal_address: {
      street_name: "Al Wahda Street 21",
      city_name: "Sharjah",
      country_subentity: "SHJ",
      country: "United Arab Emirates",
      country_code: "AE",
    },
  };
}

const standard = { id: "S", percent: "5", tax_scheme: "VAT" };

function goods(name: string, quantity: string, price: string): DocumentLine {
  return {
    name,
    description: `${name}, returned by the buyer`,
    quantity,
    unit_code: "XBX",
    price: { base_amount: price, base_quantity: "1" },
    classified_tax_category: standard,
    commodity_classification: {
      commodity_code: "G",
      item_classification_code: "69072100",
      item_classification_list_id: "HS",
    },
  };
}

function service(name: string, price: string): DocumentLine {
  return {
    name,
    description: `${name}, price corrected`,
    quantity: "1",
    unit_code: "H87",
    price: { base_amount: price, base_quantity: "1" },
    classified_tax_category: standard,
  };
}

/** Returns a credit note in AED for one earlier invoice. */
function credit(reason: string, lines: DocumentLine[], change: Partial<SelfBilledDocument> = {}): SelfBilledDocument {
  return {
    profile_execution_id: "00000000",
    issue_date: "2026-01-20",
    issue_time: "10:30:00",
    document_currency_code: "AED",
    discrepancy_response: reason,
    billing_reference: [{ id: "SALES-INV-0042", issue_date: "2026-01-05" }],
    document_lines: lines,
    ...change,
  };
}

const cases: readonly Case[] = [
  {
    happens: "approved",
    buyer: buyer("1004561237", "Coral Gate Interiors"),
    content: credit("DL8.61.1.D", [goods("Ceramic floor tile", "4", "250")]),
  },
  {
    happens: "the buyer's provider (C3) rejects the document",
    buyer: buyer(tinOf("c3-rejects"), "Silver Falcon Stores"),
    content: credit("DL8.61.1.C", [service("Warehouse rent", "1200.50")], { reason: "Rent agreed lower" }),
  },
  {
    happens: "the tax authority (C5) rejects the report",
    buyer: buyer(tinOf("c5-rejects"), "Amber Coast Foods"),
    content: credit("DL8.61.1.E", [service("Freight forwarding", "815.75")], {
      document_currency_code: "USD",
      tax_currency_code: "AED",
      tax_exchange_rate: { source_currency_code: "USD", target_currency_code: "AED", calculation_rate: "3.6725" },
    }),
  },
  {
    happens: "stays PENDING",
    buyer: buyer(tinOf("stays-pending"), "Blue Heron Supplies"),
    // A volume discount covers a period, so it does not refer to an invoice (IBR-055-AE).
    content: credit("VD", [service("Volume discount of 2025", "5000")], {
      billing_reference: undefined,
      invoice_period: { start_date: "2025-01-01", end_date: "2025-12-31" },
    }),
  },
  {
    happens: "transmission error at C3, later delivered",
    buyer: buyer(tinOf("c3-error-then-approved"), "Red Sand Builders"),
    content: credit("DL8.61.1.A", [
      goods("Ceramic floor tile", "10", "250"),
      { ...goods("Export crate", "2", "75"), classified_tax_category: { ...standard, id: "Z", percent: "0" } },
    ]),
  },
  {
    happens: "transmission error at C5, later accepted",
    buyer: buyer(tinOf("c5-error-then-approved"), "Green Dhow Marine"),
    content: credit("DL8.61.1.B", [service("Hull survey", "2400")], {
      attachments: [{ file_name: "survey.csv", file_type: "text/csv", file_content: "aG91cnMscmF0ZQoxMiwyMDAK" }],
    }),
  },
  {
    happens: `${statusName.failed}: the buyer's TRN ends in 01, which the network refuses (IBR-132-AE)`,
    buyer: buyer("1005672348", "Pearl Bay Catering", "100567234800001"),
    content: credit("DL8.61.1.D", [goods("Serving tray", "3", "40")]),
  },
];

/** The seeds, each with a different outcome, in id order. */
export const salesSeeds: readonly SalesSeed[] = cases.map((each, at) => ({
  ...each,
  id: idOf(at + 1),
  number: numberOf(at + 1),
}));
