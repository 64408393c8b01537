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
    return creditNoteCodes.has(textOf(document.invoice_type_code)) ? "credit-note" : "invoice";
  }
  return isGiven(document.discrepancy_response) ? "credit-note" : undefined;
}

/** Names of files that people give to credit notes. */
const creditName = /(?:^|[^a-z])(?:credit|creditnote|cn|sbcn?)(?![a-z])|credit[-_ ]?note/i;

/** The kind of a document as far as it tells; else what its fields or the name of its file suggest. Else an invoice. Never fails. */
export function guessKind(document: Readonly<Record<string, unknown>>, file = ""): DocumentKind {
  return kindHintOf(document) ?? suggestedKind(document, file) ?? "invoice";
}

/**
 * What a document that does not say its kind looks like: only a credit note has a reason, and one that names an earlier invoice and no payment is
 * meant as one; only an invoice is paid. Undefined where nothing suggests either.
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

/** A single value as it is written; for a group, a list or nothing what is said in place of it. */
function textOf(value: unknown, otherwise = ""): string {
  if (value instanceof PlainScalar || value instanceof JsonNumber) return value.text;
  return typeof value === "string" ? value.trim() : otherwise;
}
