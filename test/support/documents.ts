import type { BusinessProfile, DocumentLine, SelfBilledDocument } from "../../src/document/index.ts";

/** The buyer of all test documents: a fictional UAE company. */
export const palmLedger: BusinessProfile = {
  id: "SBX-PALMLEDGER",
  profile_id: "SBX-PALMLEDGER",
  name: "Palm Ledger Holdings",
  party_name: "Palm Ledger Holdings LLC",
  email: "ap@palmledger.example",
  telephone: "+97125550123",
  tin: "1009876549",
  endpoint_id: "1009876549",
  endpoint_scheme_id: "0235",
  scheme_agency_id: "TL",
  company_id: "CN-5566778",
  authority_name: "Abu Dhabi Department of Economic Development",
  party_tax_scheme: { company_id: "100987654900003", tax_scheme: "VAT" },
  postal_address: {
    street_name: "Corniche Road 5",
    city_name: "Abu Dhabi",
    country_subentity: "AUH",
    country: "United Arab Emirates",
    country_code: "AE",
  },
};

/** Goods at the standard rate: 40 boxes at 250. */
export function line(change: Partial<DocumentLine> = {}): DocumentLine {
  return {
    name: "Ceramic floor tile",
    description: "Ceramic floor tile 60x60 cm, box of 4",
    quantity: "40",
    unit_code: "XBX",
    price: { base_amount: "250", base_quantity: "1" },
    classified_tax_category: { id: "S", percent: "5", tax_scheme: "VAT" },
    commodity_classification: {
      commodity_code: "G",
      item_classification_code: "69072100",
      item_classification_list_id: "HS",
    },
    ...change,
  };
}

function common(): SelfBilledDocument {
  return {
    profile_execution_id: "00000000",
    issue_date: "2026-06-15",
    issue_time: "10:30:00",
    document_currency_code: "AED",
    accounting_supplier_party: {
      name: "Desert Lime Trading",
      party_name: "Desert Lime Trading LLC",
      email: "billing@desertlime.example",
      telephone: "+97142000111",
      tin: "1002345674",
      endpoint_id: "1002345674",
      endpoint_scheme_id: "0235",
      scheme_agency_id: "TL",
      company_id: "CN-1029384",
      authority_name: "Dubai Department of Economy and Tourism",
      party_tax_scheme: { company_id: "100234567400003", tax_scheme: "VAT" },
      postal_address: {
        street_name: "Al Quoz Street 14",
        city_name: "Dubai",
        country_subentity: "DXB",
        country: "United Arab Emirates",
        country_code: "AE",
      },
    },
    document_lines: [line()],
  };
}

/**
 * A standard self-billed invoice that passes every rule: 10,000.00 plus 500.00 VAT. Each test changes one fact in it.
 */
export function invoice(change: Partial<SelfBilledDocument> = {}): SelfBilledDocument {
  return {
    ...common(),
    document_number: "SB-2026-0001",
    due_date: "2026-07-15",
    invoice_type_code: "389",
    payment_means: [
      {
        payment_means_code: "30",
        payee_financial_account: { id: "AE560990000001234567890", name: "Desert Lime Trading LLC" },
      },
    ],
    ...change,
  };
}

/** A credit note that passes every rule, for four returned boxes of the invoice. */
export function creditNote(change: Partial<SelfBilledDocument> = {}): SelfBilledDocument {
  return {
    ...common(),
    document_number: "SBC-2026-0001",
    issue_date: "2026-06-20",
    credit_note_type_code: "261",
    discrepancy_response: "DL8.61.1.D",
    billing_reference: [{ id: "SB-2026-0001", issue_date: "2026-06-15" }],
    document_lines: [line({ quantity: "4" })],
    ...change,
  };
}

/** The members needed for a document in US dollars. */
export const inDollars: Partial<SelfBilledDocument> = {
  document_currency_code: "USD",
  tax_currency_code: "AED",
  tax_exchange_rate: { source_currency_code: "USD", target_currency_code: "AED", calculation_rate: "3.6725" },
};

/** An address outside the UAE, as required for an export. */
export const muscat = {
  street_name: "Harbour Road 1",
  city_name: "Muscat",
  country_subentity: "MA",
  country: "Oman",
  country_code: "OM",
};
