import {
  base64InLines,
  codeListShape,
  encodedNames,
  errorKeys,
  generatedNumber,
  largestPage,
  mlsInside,
  type ShownBy,
  uncheckedType,
  unknownIgnored,
  unknownStatus,
  unsentLeg,
  unsetPaymentMeans,
  wordsOfLegs,
} from "./record/shown-by.ts";

export interface Gap {
  readonly id: string;
  readonly missing: string;
  readonly chosen: string;
  /** How a recorded call shows the behaviour; `never` says why no recording can show it. */
  readonly shownBy: ShownBy | { readonly never: string };
}

/** The id of a document of another organization, used to provoke a 403 (G-05). */
export const foreignDocumentId = "00000000-0000-4000-8000-000000000403";

/**
 * Points that the service's description leaves open, with the sandbox's choice for each. The number of a gap is never
 * reused.
 */
export const gaps: readonly Gap[] = [
  {
    id: "G-01",
    shownBy: errorKeys,
    missing: "the keys of nested fields in an error map",
    chosen: "the JSON path with dots and [0]",
  },
  {
    id: "G-02",
    shownBy: generatedNumber,
    missing: "the form of a generated document number",
    chosen: "SBX-INV-000001, SBX-CN-000001",
  },
  {
    id: "G-03",
    shownBy: { never: "it keeps no numbers of documents" },
    missing: "whether an invoice and a credit note may share a number",
    chosen: "no: a number is unique in the organization",
  },
  {
    id: "G-04",
    shownBy: largestPage,
    missing: "order and largest page of a list",
    chosen: "newest first; size up to 1000",
  },
  {
    id: "G-05",
    shownBy: { never: "it keeps no ids" },
    missing: "which ids belong to another organization",
    chosen: `${foreignDocumentId} answers 403`,
  },
  {
    id: "G-06",
    shownBy: { never: "it keeps no values of filters" },
    missing: "how list filters compare",
    chosen: "numbers exactly, names by any part, case ignored",
  },
  {
    id: "G-07",
    shownBy: unsetPaymentMeans,
    missing: "what an unset payment_means comes back as",
    chosen: "an empty list",
  },
  {
    id: "G-08",
    shownBy: uncheckedType,
    missing: "whether the Content-Type of a request is checked",
    chosen: "only with --strict: 415",
  },
  {
    id: "G-09",
    shownBy: { never: "it keeps no values, and a refusal may have another reason" },
    missing: "how fields of another type than described are treated",
    chosen: "a text that is a number passes as one; a number where text belongs is refused",
  },
  { id: "G-10", shownBy: codeListShape, missing: "the shape of a code list", chosen: "an array of code and name" },
  {
    id: "G-11",
    shownBy: { never: "it keeps no days" },
    missing: "in which time zone created_on is meant",
    chosen: "UAE time (UTC+4)",
  },
  {
    id: "G-12",
    shownBy: encodedNames,
    missing: "how a file name that is not plain ASCII is written in a header",
    chosen: "percent-encoded UTF-8 in filename* and X-Suggested-Filename",
  },
  {
    id: "G-13",
    shownBy: { never: "a call does not say how a document came to be" },
    missing: "how sales credit notes come to be",
    chosen: "seven are seeded, one per outcome, with fixed ids from 5a1e5000-0000-4000-8000-000000000001",
  },
  {
    id: "G-14",
    shownBy: wordsOfLegs,
    missing: "the words of a leg's status",
    chosen: "PENDING SUBMITTED ACCEPTED REJECTED MLS_C3|C5_TRANSMISSION_ERROR",
  },
  {
    id: "G-15",
    shownBy: mlsInside,
    missing: "the inside of mlsResponse",
    chosen: "responseCode AP, AB or RE, receivedAt in milliseconds, with RE statusReasonCode and description",
  },
  {
    id: "G-16",
    shownBy: unsentLeg,
    missing: "the fields of a leg that was not sent yet",
    chosen: "transmissionUuid null, no transmissionResponse",
  },
  {
    id: "G-17",
    shownBy: { never: "a call does not say what the subscription has" },
    missing: "whether invoices' status belongs to Phase 2 as credit notes' does",
    chosen: "it does: 403 without Phase 2",
  },
  {
    id: "G-18",
    shownBy: base64InLines,
    missing: "whether Base64 may hold line breaks, as in e-mail",
    chosen: "no: 400; selfbill writes none",
  },
  { id: "G-19", shownBy: unknownStatus, missing: "what a status filter that names no status gives", chosen: "400" },
  {
    id: "G-20",
    shownBy: { never: "it keeps no names of files" },
    missing: "which names an attachment may have",
    chosen: "no folder, line break or control character: 400; in headers percent-encoded",
  },
  {
    id: "G-21",
    shownBy: { never: "it keeps no currencies" },
    missing: "whether an exchange rate may be of another currency than the document's",
    chosen: "no: 400 on tax_exchange_rate.source_currency_code",
  },
  {
    id: "G-22",
    shownBy: unknownIgnored,
    missing: "what happens to a field or a parameter that the description does not know",
    chosen: "it is ignored, and named in X-Ignored-Fields; with --strict: 400",
  },
  {
    id: "G-23",
    shownBy: { never: "it keeps no addresses" },
    missing: "whether a document to a placeholder address is delivered (9900000097, 9900000098, 9900000099)",
    chosen: "no delivery: toC3 and participant_status are null, and the tax report alone decides",
  },
  {
    id: "G-24",
    shownBy: { never: "it keeps no numbers of documents" },
    missing:
      "whether the invoice of a credit note must exist, what is left of it, and whether rate, VAT category and prices must be the invoice's",
    chosen: "it is not looked at; with --check-references: 400",
  },
  {
    id: "G-25",
    shownBy: { never: "it keeps no content of documents" },
    missing: "whether the same document is accepted under a second number",
    chosen: "it is; with --check-duplicates: 400",
  },
];
