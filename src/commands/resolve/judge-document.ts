import { compareDocuments, type Difference, textNamed } from "../../contract/index.ts";
import type { Intent } from "../../journal/index.ts";
import { JsonNumber, type JsonObject } from "../../json/index.ts";

export type Likeness =
  | { readonly is: "same" }
  | { readonly is: "other"; readonly differences: readonly Difference[] }
  /** The service provides too little information to decide. */
  | { readonly is: "unclear"; readonly why: string };

/**
 * Compares the service's document with the body as sent, or with the recorded facts if the body was not kept. Values
 * calculated by the service never prove a difference, and the same number alone never proves a match. `isTaken`: the
 * service refused the number as taken, so that a document which has it may be another, and what it has beside what was
 * sent counts. Sources: Decisions 37, 310.
 */
export function judgeDocument(
  told: JsonObject,
  intent: Intent,
  body: JsonObject | undefined,
  isTaken = false,
): Likeness {
  const { differences, unclear, proven } = compareDocuments(body ?? noted(intent), told, intent.kind);
  const number = textNamed(told, "documentNumber")?.trim();
  if (intent.documentNumber !== undefined && number === intent.documentNumber) {
    if (differences.length > 0)
      return { is: "unclear", why: `it has the number ${number}, but differs: ${inWords(differences)}` };
    if ((proven && !isTaken) || unclear.length === 0) return { is: "same" };
    return { is: "unclear", why: `it has the number ${number}, but ${named(unclear)} cannot be compared` };
  }
  if (differences.length > 0) return { is: "other", differences };
  if (unclear.length > 0) return { is: "unclear", why: `it looks like it, but ${named(unclear)} cannot be compared` };
  if (intent.documentNumber !== undefined) return { is: "unclear", why: "it looks like it, but shows no number" };
  if (body === undefined) return { is: "unclear", why: "it looks like it, but the body as sent was not kept" };
  if (!proven) return { is: "unclear", why: "the service shows too little of it to compare" };
  return { is: "same" };
}

/** Like `judgeDocument`, for a document that was found by its id: only the content decides. */
export function judgeContent(told: JsonObject, intent: Intent, body: JsonObject | undefined): Likeness {
  const { differences, unclear, proven } = compareDocuments(body ?? noted(intent), told, intent.kind);
  if (differences.length > 0) return { is: "other", differences };
  if (body === undefined) return { is: "unclear", why: "the body as sent was not kept" };
  if (proven || unclear.length === 0) return { is: "same" };
  return { is: "unclear", why: `${named(unclear)} cannot be compared` };
}

export function inWords(differences: readonly Difference[]): string {
  const shown = differences
    .slice(0, 3)
    .map(({ path, sent, told }) => `${path} was sent as ${cut(sent)}, at the service it is ${cut(told)}`);
  const more = differences.length - shown.length;
  return shown.join("; ") + (more > 0 ? `; and ${more} more` : "");
}

function named(paths: readonly string[]): string {
  const more = paths.length - 3;
  return paths.slice(0, 3).join(", ") + (more > 0 ? ` and ${more} more` : "");
}

function cut(text: string): string {
  return JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}…` : text);
}

function noted({ documentNumber, issueDate, currency, supplier, lines }: Intent): JsonObject {
  return {
    ...(documentNumber === undefined ? {} : { document_number: documentNumber }),
    issue_date: issueDate,
    document_currency_code: currency,
    accounting_supplier_party: supplier.trn === "" ? {} : { party_tax_scheme: { company_id: supplier.trn } },
    document_lines: lines.map(({ name, quantity }) => ({ name, quantity: new JsonNumber(quantity) })),
  };
}
