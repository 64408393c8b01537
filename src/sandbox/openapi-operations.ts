import * as z from "zod";
import {
  codeListSchema,
  documentAnswerSchema,
  type endpoints,
  pageSchema,
  profileAnswerSchema,
  statusLogEntrySchema,
  statusSnapshotSchema,
  tokenSchema,
} from "../contract/index.ts";

/** A query parameter or header of one call: its name, what it means, whether it must be there. */
type Parameter = readonly [name: string, description: string, required?: "required"];

/** What the description of a call needs beside its path. */
export interface Operation {
  readonly summary: string;
  /** Body of the answer by media type; `binary` is bytes. */
  readonly answers: z.ZodType | "application/xml" | "binary";
  /** Refusals beyond those that every call shares (400 version, 401, 404, 405, 429, 500). */
  readonly refusals?: readonly number[];
  /** Where a 404 has another shape than all other refusals. */
  readonly notFound?: z.ZodType;
  readonly body?: "invoice" | "credit-note";
  readonly query?: readonly Parameter[];
  readonly headers?: readonly Parameter[];
}

const paging: readonly Parameter[] = [
  ["page", "From 0; default 0"],
  ["size", "Default 10"],
];
const filters: readonly Parameter[] = [
  ["document_number", "Number of the document"],
  ["billed_by_name", "Part of the supplier's name"],
  ["billed_by_vat", "TRN of the supplier"],
  ["billed_to_name", "Part of the customer's name"],
  ["billed_to_vat", "TRN of the customer"],
  ["status", "An overall_status"],
  ["document_date", "Date of issue, YYYY-MM-DD"],
  ...paging,
];
const onDay: readonly Parameter[] = [["created_on", "Day of creation, YYYY-MM-DD", "required"], ...paging];

/** Every call of the contract in words; a call without its line here does not compile. */
export function describeOperations(): Readonly<Record<keyof typeof endpoints, Operation>> {
  const invoice = documentAnswerSchema("invoice");
  const creditNote = documentAnswerSchema("credit-note");
  const ids = pageSchema(z.string());
  const log = z.array(statusLogEntrySchema);
  return {
    createPurchaseInvoice: {
      summary: "Create a self-billed invoice",
      answers: invoice,
      body: "invoice",
      refusals: [413],
    },
    createPurchaseCreditNote: {
      summary: "Create a self-billed credit note",
      answers: creditNote,
      body: "credit-note",
      refusals: [413],
    },
    purchaseCreditNoteStatus: {
      summary: "Where a purchase credit note stands, with both legs",
      answers: statusSnapshotSchema,
      refusals: [403],
    },
    salesCreditNoteStatus: {
      summary: "Where a sales credit note stands, with both legs",
      answers: statusSnapshotSchema,
      refusals: [403],
    },
    purchaseCreditNoteLogs: { summary: "What happened to a purchase credit note", answers: log, refusals: [403] },
    salesCreditNoteLogs: { summary: "What happened to a sales credit note", answers: log, refusals: [403] },
    getPurchaseInvoice: { summary: "A purchase invoice as it stands now", answers: invoice, refusals: [403] },
    getPurchaseCreditNote: { summary: "A purchase credit note as it stands now", answers: creditNote, refusals: [403] },
    listPurchaseInvoices: { summary: "Purchase invoices, newest first", answers: pageSchema(invoice), query: filters },
    listPurchaseCreditNotes: {
      summary: "Purchase credit notes, newest first",
      answers: pageSchema(creditNote),
      query: [["invoice_number", "Number of the invoice it names"], ...filters],
    },
    purchaseInvoiceUuids: { summary: "Ids of the invoices of a day", answers: ids, query: onDay },
    purchaseCreditNoteUuids: { summary: "Ids of the credit notes of a day", answers: ids, query: onDay },
    resubmitPurchaseInvoice: {
      summary: "Replace an invoice whose validation failed",
      answers: invoice,
      body: "invoice",
      refusals: [403, 413],
    },
    resubmitPurchaseCreditNote: {
      summary: "Replace a credit note whose validation failed",
      answers: creditNote,
      body: "credit-note",
      refusals: [403, 413],
    },
    purchaseInvoiceAttachment: { summary: "Bytes of an invoice's attachment", answers: "binary", refusals: [403] },
    purchaseCreditNoteAttachment: {
      summary: "Bytes of a credit note's attachment",
      answers: "binary",
      refusals: [403],
    },
    purchaseInvoiceXml: { summary: "UBL of an approved invoice", answers: "application/xml", refusals: [403] },
    purchaseCreditNoteXml: { summary: "UBL of an approved credit note", answers: "application/xml", refusals: [403] },
    purchaseInvoiceStatus: {
      summary: "Where a purchase invoice stands, with both legs",
      answers: statusSnapshotSchema,
      refusals: [403],
    },
    purchaseInvoiceLogs: { summary: "What happened to a purchase invoice", answers: log, refusals: [403] },
    getBusinessProfile: {
      summary: "The buyer of every document",
      answers: profileAnswerSchema,
      notFound: z.looseObject({ error: z.string() }),
    },
    getCodeList: { summary: "A code list", answers: codeListSchema },
    getToken: {
      summary: "Exchange a client's signature for a token",
      answers: tokenSchema,
      query: [["client_id", "Id of the client", "required"]],
      headers: [["x-service-signature", "Base64 of HMAC-SHA256(client secret, client id)", "required"]],
    },
  };
}
