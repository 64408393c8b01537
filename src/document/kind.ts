/** The two kinds of self-billed document, and what differs between them by name. */
export type DocumentKind = "invoice" | "credit-note";

export const documentKinds = {
  invoice: {
    typeCodeField: "invoice_type_code",
    typeCode: "389",
    root: "Invoice",
    line: "cac:InvoiceLine",
    says: "self-billed invoice",
  },
  "credit-note": {
    typeCodeField: "credit_note_type_code",
    typeCode: "261",
    root: "CreditNote",
    line: "cac:CreditNoteLine",
    says: "self-billed credit note",
  },
} as const;
