import type { SelfBilledDocument } from "../../src/document/index.ts";
import { inDollars, invoice, line, muscat } from "./documents.ts";

const exempt = {
  id: "E",
  tax_exemption_reason_code: "DL8.46.2",
  tax_exemption_reason: "Residential lease",
  tax_scheme: "VAT",
};
const dubai = {
  street_name: "Marina Walk 3",
  city_name: "Dubai",
  country_subentity: "DXB",
  country: "United Arab Emirates",
  country_code: "AE",
};

/**
 * Invoices for every scenario and for everything that affects the amounts; each passes every rule and has a
 * descriptive name.
 */
export const scenarioInvoices: Readonly<Record<string, SelfBilledDocument>> = {
  standard: invoice(),
  "in US dollars": invoice(inDollars),
  "free trade zone": invoice({ profile_execution_id: "10000000", buyer_customer_party: { id: "1004445555" } }),
  "deemed supply": (() => {
    const { payment_means: _, due_date: __, ...rest } = invoice({ profile_execution_id: "01000000" });
    return rest;
  })(),
  "profit margin scheme": invoice({
    profile_execution_id: "00100000",
    document_lines: [line({ classified_tax_category: { id: "N", percent: "5", tax_scheme: "VAT" } })],
  }),
  "summary invoice": invoice({
    profile_execution_id: "00010000",
    invoice_period: { start_date: "2026-05-01", end_date: "2026-05-31", description: "MTH" },
  }),
  "continuous supply": invoice({ profile_execution_id: "00001000" }),
  "disclosed agent billing": invoice({
    profile_execution_id: "00000100",
    seller_supplier_party: { id: "100555666500003" },
  }),
  "e-commerce": invoice({
    profile_execution_id: "00000010",
    delivery: { actual_delivery_date: "2026-06-14", delivery_location: { address: dubai } },
  }),
  export: invoice({
    profile_execution_id: "00000001",
    delivery: { actual_delivery_date: "2026-06-14", delivery_location: { address: muscat }, terms: "FOB" },
    document_lines: [line({ classified_tax_category: { id: "Z", percent: "0", tax_scheme: "VAT" } })],
  }),
  "goods, services and both": invoice({
    document_lines: [
      line(),
      line({
        commodity_classification: { commodity_code: "S" },
        additional_item_identification: [{ id: "998313", scheme_id: "SAC" }],
      }),
      line({
        commodity_classification: {
          commodity_code: "B",
          item_classification_code: "69072100",
          item_classification_list_id: "HS",
        },
        additional_item_identification: [{ id: "998313", scheme_id: "SAC" }],
      }),
    ],
  }),
  "reverse charge": invoice({
    document_lines: [
      line({
        classified_tax_category: { id: "AE", percent: "5", tax_scheme: "VAT" },
        standard_item_identification: { id: "6291041500213", scheme_id: "0160" },
        commodity_classification: {
          commodity_code: "G",
          item_classification_code: "85171300",
          item_classification_list_id: "HS",
          nature_code: "DL8.48.8.2",
        },
      }),
    ],
  }),
  "exempt and out of scope lines": invoice({
    document_lines: [
      line(),
      line({ classified_tax_category: exempt }),
      line({ classified_tax_category: { id: "O", tax_scheme: "VAT" } }),
    ],
  }),
  "charges and allowances of every category": invoice({
    document_lines: [
      line(),
      line({ classified_tax_category: exempt }),
      line({ classified_tax_category: { id: "Z", percent: "0", tax_scheme: "VAT" } }),
      line({ classified_tax_category: { id: "O", tax_scheme: "VAT" } }),
    ],
    charges: [
      { reason_code: "FC", reason: "Freight", amount: "50.00", tax_category: { id: "S", percent: "5" } },
      { reason_code: "FC", amount: "7.35", tax_category: exempt },
      { reason_code: "FC", amount: "9.99", tax_category: { id: "O" } },
    ],
    allowances: [
      {
        reason_code: "95",
        multiplier_factor_numeric: "2",
        base_amount: "1000",
        tax_category: { id: "S", percent: "5" },
      },
      { reason_code: "95", amount: "1.01", tax_category: { id: "Z", percent: "0" } },
    ],
    prepaid_amount: "100.25",
    payable_rounding_amount: "-0.05",
  }),
  "with attachments": invoice({
    attachments: [{ file_name: "delivery note.pdf", file_type: "application/pdf", file_content: "JVBERi0xLjQK" }],
  }),
  "everything the request can carry": invoice({
    ...inDollars,
    note: "Self-billed under agreement 7",
    buyer_reference: "CC-12",
    accounting_cost: "6000",
    order_reference: { id: "PO-1", issue_date: "2026-06-01", sales_order_id: "SO-9" },
    billing_reference: [{ id: "SB-2026-0000", issue_date: "2026-06-01" }],
    despatch_document_reference: { id: "DN-1", issue_date: "2026-06-02" },
    receipt_document_reference: { id: "GR-1" },
    statement_document_reference: { id: "CUS-77" },
    originator_document_reference: { id: "TENDER-1" },
    contract_document_reference: { id: "C-1", document_description: "250000 AED" },
    project_reference: { id: "P-1", name: "Harbour" },
    invoice_period: { start_date: "2026-06-01", end_date: "2026-06-15" },
    payee_party: {
      party_identification: { id: "P-55" },
      party_name: "Lime Factoring",
      financial_account: { id: "AE070331234567890123456" },
    },
    tax_representative_party: {
      party_identification: { id: "100888777600003" },
      party_name: "Gulf Tax Agents",
      postal_address: dubai,
    },
    delivery: {
      actual_delivery_date: "2026-06-14",
      delivery_location: { id: "GATE-4", address: dubai },
      party_name: "Palm Ledger warehouse",
      party_id: "1009876549",
      terms: "DAP",
    },
    payment_means: [
      {
        id: "pm-1",
        payment_means_code: "30",
        payment_id: ["RF18 5390 0754 7034"],
        payee_financial_account: {
          id: "AE560990000001234567890",
          name: "Desert Lime Trading LLC",
          financial_institution_branch_id: "BR-1",
          address: dubai,
        },
      },
      {
        payment_means_code: "54",
        card_account: { primary_account_number_id: "XXXX1234", network_id: "VISA", holder_name: "P" },
      },
      {
        payment_means_code: "49",
        payment_mandate: { id: "M-1", payer_financial_account_id: "AE070331234567890123456" },
      },
    ],
    payment_terms: {
      note: "Within 30 days",
      due_date: "2026-07-15",
      installment_due_date: "2026-07-01",
      amount: "100",
      payment_means_id: "pm-1",
    },
    document_lines: [
      line({
        note: "urgent",
        accounting_cost: "6001",
        lot_number_id: "LOT-5",
        line_object_identifier: "METER-1",
        document_reference: { id: "DR-1", issue_date: "2026-06-01", document_description: "sheet" },
        invoice_period: { start_date: "2026-06-02", end_date: "2026-06-10" },
        order_line_reference: { line_id: "3", order_reference_id: "PO-1" },
        buyer_item_identification: { id: "B-1" },
        seller_item_identification: { id: "S-1" },
        standard_item_identification: { id: "6291041500213", scheme_id: "0160" },
        origin_country: { identification_code: "IT" },
        additional_item_property: [{ name: "Colour", value: "Sand" }],
        quantity: "3",
        price: { base_amount: "99.995", base_quantity: "100", allowance: { amount: "0.005", base_amount: "99.995" } },
        charges: [{ reason_code: "AAA", amount: "1.5" }],
        allowances: [{ reason: "Damaged", amount: "0.25" }],
      }),
    ],
  }),
  "a thousand lines": invoice({
    document_lines: Array.from({ length: 1000 }, (_, index) =>
      line({
        quantity: String(1 + (index % 7)),
        price: { base_amount: `${10 + (index % 90)}.${String(index % 100).padStart(2, "0")}` },
      }),
    ),
  }),
};
