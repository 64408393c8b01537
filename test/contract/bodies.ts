/** Request bodies as in the service's own documentation: JSON values, built without selfbill's client. */
import { invoice } from "../support/documents.ts";

// biome-ignore lint/suspicious/noExplicitAny: a test changes any field to anything
export type Body = Record<string, any>;

const supplier = invoice().accounting_supplier_party;

export function lineBody(change: Body = {}): Body {
  return {
    name: "Ceramic floor tile",
    description: "Ceramic floor tile 60x60 cm, box of 4",
    quantity: 40,
    unit_code: "XBX",
    price: { base_amount: 250, base_quantity: 1 },
    classified_tax_category: { id: "S", percent: 5, tax_scheme: "VAT" },
    commodity_classification: {
      commodity_code: "G",
      item_classification_code: "69072100",
      item_classification_list_id: "HS",
    },
    ...change,
  };
}

/** The smallest invoice that the service and the network accept: 10,000 + 500 VAT. */
export function invoiceBody(change: Body = {}): Body {
  return {
    profile_execution_id: "00000000",
    document_number: "SB-2026-0001",
    issue_date: "2026-06-15",
    issue_time: "10:30:00",
    invoice_type_code: "389",
    due_date: "2026-07-15",
    document_currency_code: "AED",
    accounting_supplier_party: structuredClone(supplier),
    payment_means: [
      {
        payment_means_code: "30",
        payee_financial_account: { id: "AE560990000001234567890", name: "Desert Lime Trading LLC" },
      },
    ],
    document_lines: [lineBody()],
    ...change,
  };
}

/** A minimal credit note, for four returned boxes of the invoice. */
export function creditNoteBody(change: Body = {}): Body {
  return {
    profile_execution_id: "00000000",
    document_number: "SBC-2026-0001",
    issue_date: "2026-06-20",
    issue_time: "09:00:00",
    credit_note_type_code: "261",
    discrepancy_response: "DL8.61.1.D",
    document_currency_code: "AED",
    billing_reference: [{ id: "SB-2026-0001", issue_date: "2026-06-15" }],
    accounting_supplier_party: structuredClone(supplier),
    document_lines: [lineBody({ quantity: 4 })],
    ...change,
  };
}

/** Gives the supplier this TIN; the TRN and the network address are derived from it. */
export function withTin(body: Body, tin: string): Body {
  const party = {
    ...body.accounting_supplier_party,
    tin,
    endpoint_id: tin,
    party_tax_scheme: { company_id: `${tin}00003`, tax_scheme: "VAT" },
  };
  return { ...body, accounting_supplier_party: party };
}

/** Returns a copy of the body without the member at the end of the path. */
export function without(body: Body, ...path: (string | number)[]): Body {
  const copy = structuredClone(body);
  const last = path.pop() as string | number;
  let at: Body = copy;
  for (const step of path) at = at[step];
  delete at[last];
  return copy;
}
