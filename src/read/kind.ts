import { type DocumentKind, isPresent } from "../document/index.ts";
import { JsonNumber } from "../json/index.ts";
import { PlainScalar } from "./raw.ts";

/** The self-billing code for a credit note, and the ordinary one that people use instead. */
const creditNoteCodes = new Set(["261", "381"]);

/**
 * Returns the kind that a document states, by its type code or by its reason, which only a credit note has; undefined
 * if both are missing. Accepts a document or the values of a file.
 */
export function kindHintOf(document: Readonly<Record<string, unknown>>): DocumentKind | undefined {
  if (isGiven(document.credit_note_type_code)) return "credit-note";
  if (isGiven(document.invoice_type_code)) {
    return creditNoteCodes.has(textOf(document.invoice_type_code)) ? "credit-note" : "invoice";
  }
  return isGiven(document.discrepancy_response) ? "credit-note" : undefined;
}

/** File names that people use for credit notes. */
const creditName = /(?:^|[^a-z])(?:credit|creditnote|cn|sbcn?)(?![a-z])|credit[-_ ]?note/i;

/**
 * Returns the stated kind or, failing that, the kind that the fields or the file name suggest; otherwise, an invoice.
 */
export function guessKind(document: Readonly<Record<string, unknown>>, file = ""): DocumentKind {
  return kindHintOf(document) ?? suggestedKind(document, file) ?? "invoice";
}

/**
 * Guesses the kind of a document that does not state it: only a credit note has a reason, only an invoice has payment
 * details, and a document that refers to an earlier invoice and has no payment details is probably a credit note.
 * Undefined if nothing suggests either kind.
 */
export function suggestedKind(document: Readonly<Record<string, unknown>>, file = ""): DocumentKind | undefined {
  if (/^(?:self-?billed )?credit[-_ ]?note$|^(?:261|381)$/i.test(textOf(document.kind))) return "credit-note";
  if (document.reason !== undefined) return "credit-note";
  if (document.payment_means !== undefined || document.due_date !== undefined) return "invoice";
  const isFree = /^"?\d1/.test(textOf(document.profile_execution_id)); // a deemed supply is not paid for
  const isNamed = creditName.test(file.replace(/^.*[\\/]/, ""));
  return !isFree && (document.billing_reference !== undefined || isNamed) ? "credit-note" : undefined;
}

function isGiven(value: unknown): boolean {
  return isPresent(value) && !["", "null", "~"].includes(textOf(value, "a group or list"));
}

/** Returns a single value as written; `otherwise` for groups, lists and missing values. */
function textOf(value: unknown, otherwise = ""): string {
  if (value instanceof PlainScalar || value instanceof JsonNumber) return value.text;
  return typeof value === "string" ? value.trim() : otherwise;
}
