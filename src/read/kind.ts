import { type DocumentKind, isPresent } from "../document/index.ts";
import { JsonNumber } from "../json/index.ts";
import { PlainScalar } from "./raw.ts";

/** Type codes of credit notes: self-billed, and the ordinary one that is meant by it. */
const creditNoteCodes = new Set(["261", "381"]);

/**
 * What a document says it is, by its type code or by the reason that only a credit note gives; undefined when it says
 * nothing. Takes a read document or the values of a file.
 */
export function kindHintOf(document: Readonly<Record<string, unknown>>): DocumentKind | undefined {
  if (isGiven(document.credit_note_type_code)) return "credit-note";
  if (isGiven(document.invoice_type_code)) {
    return creditNoteCodes.has(String(textOf(document.invoice_type_code))) ? "credit-note" : "invoice";
  }
  return isGiven(document.discrepancy_response) ? "credit-note" : undefined;
}

/** The kind of a document as far as it tells, else an invoice. Never fails. */
export function guessKind(document: Readonly<Record<string, unknown>>): DocumentKind {
  return kindHintOf(document) ?? "invoice";
}

function isGiven(value: unknown): boolean {
  const text = textOf(value);
  return isPresent(text) && text !== "null" && text !== "~";
}

function textOf(value: unknown): unknown {
  return value instanceof PlainScalar || value instanceof JsonNumber ? value.text : value;
}
