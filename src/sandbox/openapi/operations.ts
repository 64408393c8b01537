import * as z from "zod";
import {
  codeListSchema,
  documentAnswerSchema,
  type endpoints,
  logEntry,
  overallStatuses,
  pageSchema,
  peppolSnapshot,
  profileAnswerSchema,
  schemaOf,
  tokenSchema,
} from "../../contract/index.ts";
import { codes } from "../../document/index.ts";
import { foreignDocumentId } from "../gaps.ts";
import type { Schema } from "./components.ts";

export const tags = {
  "Purchase invoices": "Self-billed invoices (type 389): create, read, list, send again, follow.",
  "Purchase credit notes": "Self-billed credit notes (type 261): create, read, list, send again, follow.",
  "Sales credit notes": "Status of credit notes that the organization issued as a seller; seeded in the sandbox.",
  Account: "Token, business profile and code lists.",
} as const;

/** A query parameter or header of one call. */
export interface Parameter {
  readonly name: string;
  readonly description: string;
  readonly schema: Schema;
  readonly required?: true;
}

/** Refusals that have a sentence of their own beside those that every call shares. */
export type RefusalStatus = 400 | 403 | 404 | 413 | 415;

/** What the description of a call needs beside its path. */
export interface Operation {
  readonly tag: keyof typeof tags;
  readonly summary: string;
  readonly description: string;
  /** Body of the answer, and the name of its shape. */
  readonly answers: { readonly name: string; readonly schema: z.ZodType; readonly list?: true } | "xml" | "attachment";
  /** The document whose example the answer shows. */
  readonly example?: "invoice" | "credit-note";
  readonly body?: "invoice" | "credit-note";
  readonly refusals: readonly RefusalStatus[];
  /** Where a 404 has another shape than all other refusals. */
  readonly notFound?: { readonly name: string; readonly schema: z.ZodType };
  readonly query?: readonly Parameter[];
  readonly headers?: readonly Parameter[];
  /** What a segment of the path is, where it is not the id of a document. */
  readonly segments?: Readonly<Record<string, { description: string; schema: Schema }>>;
}

const text = (name: string, description: string): Parameter => ({ name, description, schema: { type: "string" } });
const day = (name: string, description: string): Parameter => ({
  name,
  description,
  schema: { type: "string", format: "date" },
});
const paging: readonly Parameter[] = [
  { name: "page", description: "Page, from 0", schema: { type: "integer", minimum: 0, default: 0 } },
  {
    name: "size",
    description: "Documents a page",
    schema: { type: "integer", minimum: 1, maximum: 1000, default: 10 },
  },
];
const filters: readonly Parameter[] = [
  text("document_number", "Number of the document, exactly"),
  text("billed_by_name", "Part of the supplier's name, case ignored"),
  text("billed_by_vat", "TRN of the supplier"),
  text("billed_to_name", "Part of the customer's name, case ignored"),
  text("billed_to_vat", "TRN of the customer"),
  { name: "status", description: "Overall status", schema: { type: "string", enum: [...overallStatuses] } },
  day("document_date", "Date of issue"),
  ...paging,
];
const onDay: readonly Parameter[] = [
  { ...day("created_on", "Day of creation in the UAE (UTC+4)"), required: true },
  ...paging,
];

const profileSegment = {
  description: "Id of the business profile: the buyer of the document. It is opaque; do not parse it.",
  schema: { type: "string" },
};

const attachmentSegment = {
  attachment_id: { description: "Id of the attachment", schema: { type: "string", format: "uuid" } },
};
const createSays =
  "Checks the document, stores it and sends it over Peppol. There is no idempotency key: after an answer that was lost, look the document up by its number before you send it again. All invalid fields are reported at once.";

const resubmitSays =
  "The body replaces the document as a whole. Possible only while its overall status is VALIDATION_FAILED; otherwise 400 with the key `document_status`.";
const creditNoteFilters = [text("invoice_number", "Number of an invoice that the credit note corrects"), ...filters];

/** The words of one kind of purchase document. */
function wordsOf(kind: "invoice" | "credit-note") {
  const schema = documentAnswerSchema(kind);
  return kind === "invoice"
    ? { noun: "invoice", a: "an invoice", tag: "Purchase invoices" as const, answers: { name: "Invoice", schema } }
    : {
        noun: "credit note",
        a: "a credit note",
        tag: "Purchase credit notes" as const,
        answers: { name: "Credit note", schema },
      };
}

/** The calls of one kind of purchase document, which differ in words only. */
function purchase(kind: "invoice" | "credit-note") {
  const { noun, a, tag, answers } = wordsOf(kind);
  const one = { tag, refusals: [400, 403, 404] as const };
  return {
    ...manyPurchases(kind),
    create: {
      tag,
      summary: `Create a self-billed ${noun}`,
      description: createSays,
      answers,
      example: kind,
      body: kind,
      refusals: [400, 403, 413, 415],
      segments: { id: profileSegment, business_profile_id: profileSegment },
    },
    get: {
      ...one,
      summary: `Read ${a}`,
      description: `${says(noun)} as it is now. The id ${foreignDocumentId} always belongs to another organization.`,
      answers,
      example: kind,
    },
    resubmit: {
      tag,
      summary: `Replace ${a} that failed the Peppol validation`,
      description: resubmitSays,
      answers,
      example: kind,
      body: kind,
      refusals: [400, 403, 404, 413, 415],
      segments: { business_profile_id: profileSegment },
    },
    attachment: {
      ...one,
      summary: `Download an attachment of ${a}`,
      description: "The bytes as they were sent.",
      answers: "attachment",
      segments: attachmentSegment,
    },
    xml: {
      ...one,
      summary: `Download the UBL of an approved ${noun}`,
      description: "Until the document is APPROVED: 400 with the key `document_status`.",
      answers: "xml",
    },
    status: { ...one, summary: `Peppol status of ${a}`, description: snapshotSays, answers: snapshot },
    logs: { ...one, summary: `Peppol event log of ${a}`, description: "Oldest event first.", answers: log },
  } as const satisfies Record<string, Operation>;
}

/** The calls that list them. */
function manyPurchases(kind: "invoice" | "credit-note") {
  const { noun, tag, answers } = wordsOf(kind);
  const invoice = kind === "invoice";
  return {
    list: {
      tag,
      summary: `List ${noun}s`,
      description: "Newest first.",
      answers: {
        name: invoice ? "InvoicePage" : "CreditNotePage",
        schema: pageSchema(answers.schema),
        list: true,
      },
      refusals: [400, 403],
      query: invoice ? filters : creditNoteFilters,
    },
    ids: {
      tag,
      summary: `List ids of ${noun}s created on a day`,
      description: "Newest first.",
      answers: { name: "IdPage", schema: pageSchema(z.string()), list: true },
      refusals: [400, 403],
      query: onDay,
    },
  } as const satisfies Record<string, Operation>;
}

const says = (noun: string): string => `The ${noun}`;
const snapshot = { name: "StatusSnapshot", schema: schemaOf(peppolSnapshot) };
const log = { name: "StatusLog", schema: z.array(schemaOf(logEntry)), list: true } as const;
const snapshotSays =
  "Both legs: toC3 is billing (the supplier's provider), toC5 is tax reporting (the tax authority). A leg of null says that nothing is known, neither success nor failure.";
const sales = { tag: "Sales credit notes", refusals: [400, 403, 404] } as const;

const businessProfile: Operation = {
  tag: "Account",
  summary: "Read the business profile",
  description: "The buyer of every document; the service copies it into each.",
  answers: { name: "BusinessProfile", schema: profileAnswerSchema },
  refusals: [400, 403, 404],
  notFound: { name: "ProfileNotFound", schema: z.looseObject({ error: z.string() }) },
  segments: { business_profile_id: profileSegment },
};

const codeList: Operation = {
  tag: "Account",
  summary: "Read a code list",
  description: "Needs no token.",
  answers: { name: "CodeList", schema: codeListSchema, list: true },
  refusals: [400, 403, 404],
  segments: {
    list: {
      description: "Name of the list",
      schema: { type: "string", enum: ["credit-note-reason-codes", "transaction-type-codes"] },
    },
  },
};

const token: Operation = {
  tag: "Account",
  summary: "Get a token",
  description: "Exchanges the client's signature for a bearer token that is valid for a day. Five requests a minute.",
  answers: { name: "Token", schema: tokenSchema },
  refusals: [400, 403],
  query: [{ ...text("client_id", "Id of the client"), required: true }],
  headers: [
    {
      ...text("x-service-signature", "Base64 of HMAC-SHA256 over the client id, with the client secret as key"),
      required: true,
    },
  ],
};

/** Every call of the contract in words; a call without its entry here does not compile. */
export function describeOperations(): Readonly<Record<keyof typeof endpoints, Operation>> {
  const invoice = purchase("invoice");
  const creditNote = purchase("credit-note");
  return {
    createPurchaseInvoice: invoice.create,
    createPurchaseCreditNote: creditNote.create,
    purchaseCreditNoteStatus: creditNote.status,
    salesCreditNoteStatus: {
      ...sales,
      summary: "Peppol status of a sales credit note",
      description: snapshotSays,
      answers: snapshot,
    },
    purchaseCreditNoteLogs: creditNote.logs,
    salesCreditNoteLogs: {
      ...sales,
      summary: "Peppol event log of a sales credit note",
      description: "Oldest event first.",
      answers: log,
    },
    getPurchaseInvoice: invoice.get,
    getPurchaseCreditNote: creditNote.get,
    listPurchaseInvoices: invoice.list,
    listPurchaseCreditNotes: creditNote.list,
    purchaseInvoiceUuids: invoice.ids,
    purchaseCreditNoteUuids: creditNote.ids,
    resubmitPurchaseInvoice: invoice.resubmit,
    resubmitPurchaseCreditNote: creditNote.resubmit,
    purchaseInvoiceAttachment: invoice.attachment,
    purchaseCreditNoteAttachment: creditNote.attachment,
    purchaseInvoiceXml: invoice.xml,
    purchaseCreditNoteXml: creditNote.xml,
    purchaseInvoiceStatus: invoice.status,
    purchaseInvoiceLogs: invoice.logs,
    getBusinessProfile: businessProfile,
    getCodeList: codeList,
    getToken: token,
  };
}

/** Media types that an attachment may have. */
export const attachmentTypes: readonly string[] = Object.keys(codes.attachmentTypes);
