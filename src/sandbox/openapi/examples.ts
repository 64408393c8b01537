import type { SelfBilledDocument } from "../../document/index.ts";

/** A fictional supplier. */
const supplier = {
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
};

const line = {
  name: "Ceramic floor tile",
  description: "Ceramic floor tile 60x60 cm, box of 4",
  quantity: "40",
  unit_code: "XBX",
  price: { base_amount: "250.00" },
  classified_tax_category: { id: "S", percent: "5", tax_scheme: "VAT" },
  commodity_classification: {
    commodity_code: "G",
    item_classification_code: "69072100",
    item_classification_list_id: "HS",
  },
};

const transfer = {
  payment_means_code: "30",
  payee_financial_account: { id: "AE560990000001234567890", name: "Desert Lime Trading LLC" },
};

const invoice: SelfBilledDocument = {
  profile_execution_id: "00000000",
  invoice_type_code: "389",
  document_number: "SB-2026-0001",
  issue_date: "2026-06-15",
  due_date: "2026-07-15",
  document_currency_code: "AED",
  accounting_supplier_party: supplier,
  payment_means: [transfer],
  document_lines: [line],
};

export interface ExampleDocument {
  readonly summary: string;
  readonly document: SelfBilledDocument;
}

/** The sandbox accepts each of these documents, and none of them violates a network rule. */
export const exampleDocuments: Readonly<Record<"invoice" | "credit-note", Readonly<Record<string, ExampleDocument>>>> =
  {
    invoice: {
      standard: { summary: "Goods at the standard rate: 10,000.00 and 500.00 VAT", document: invoice },
      "foreign-currency": {
        summary: "In US dollars, with the published exchange rate",
        document: {
          ...invoice,
          document_number: "SB-2026-0002",
          document_currency_code: "USD",
          tax_currency_code: "AED",
          tax_exchange_rate: {
            source_currency_code: "USD",
            target_currency_code: "AED",
            calculation_rate: "3.6725",
          },
        },
      },
      "with-freight": {
        summary: "Freight on the whole document and a discount on the line",
        document: {
          ...invoice,
          document_number: "SB-2026-0003",
          charges: [{ reason_code: "FC", amount: "50.00", tax_category: { id: "S", percent: "5", tax_scheme: "VAT" } }],
          document_lines: [{ ...line, allowances: [{ reason_code: "95", reason: "Discount", amount: "100.00" }] }],
        },
      },
    },
    "credit-note": {
      return: {
        summary: "Four boxes of an invoice came back",
        document: {
          profile_execution_id: "00000000",
          credit_note_type_code: "261",
          document_number: "SBC-2026-0001",
          issue_date: "2026-06-20",
          discrepancy_response: "DL8.61.1.D",
          document_currency_code: "AED",
          billing_reference: [{ id: "SB-2026-0001", issue_date: "2026-06-15" }],
          accounting_supplier_party: supplier,
          document_lines: [{ ...line, quantity: "4" }],
        },
      },
    },
  };
