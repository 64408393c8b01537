import type { DocumentKind } from "../document/index.ts";
import type { Result } from "../problem/index.ts";

/** A line of a created document, as far as a credit note needs it. Amounts and quantities are exact texts. */
export interface CreatedLine {
  readonly name: string;
  readonly quantity: string;
  readonly unitCode: string;
  readonly netAmount: string;
}

/** A document that the service answered with 201. */
export interface CreatedDocument {
  /** Origin of the service and business profile, or `sandbox:<data folder id>`: ids of one account mean nothing in another. */
  readonly account: string;
  readonly kind: DocumentKind;
  readonly id: string;
  readonly documentNumber: string;
  /** Absolute path of the file it was written in; `-` for standard input. */
  readonly file: string;
  /** Contract version used at creation; every later command about the document uses it again. */
  readonly version: string;
  /** UTC, ISO 8601. */
  readonly createdAt: string;
  readonly currency: string;
  readonly payableAmount: string;
  readonly lines: readonly CreatedLine[];
  /** SHA-256 of the document as its file said it, in hex: whether the file is still the same. */
  readonly contentHash?: string | undefined;
  /** Of a credit note: what it takes back. */
  readonly credits?: CreditedInvoices | undefined;
}

/** What a credit note says that it corrects. */
export interface CreditedInvoices {
  /** Numbers of the invoices in its billing_reference. */
  readonly invoiceNumbers: readonly string[];
  /** Its discrepancy_response. */
  readonly reason: string;
}

/** The record of created documents. `close` ends it. */
export interface Journal {
  /**
   * Makes the record durable before it returns; one of the same id, sent again, takes the place of the earlier. Problem:
   * `journal-unusable`.
   */
  record(document: CreatedDocument): Result<void>;
  /** By id or by document number within an account; the newest first. */
  find(account: string, idOrNumber: string): readonly CreatedDocument[];
  /** Documents written in this file (absolute path); the newest first. */
  ofFile(account: string, file: string): readonly CreatedDocument[];
  /** Credit notes that name this invoice; the newest first. */
  credited(account: string, invoiceNumber: string): readonly CreatedDocument[];
  close(): void;
}
