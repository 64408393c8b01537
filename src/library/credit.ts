import {
  calculate,
  countedDocument,
  creditInvoice,
  type EarlierCredit,
  invoiceNumbersOf,
  isDay,
  nearest,
} from "../document/index.ts";
import type { CreditNoteDocument, InvoiceDocument } from "./document-types.ts";
import { attempt, findingOf, made, refused, wrong } from "./finding.ts";
import { exactText, plainDocument } from "./plain.ts";
import type { Amount, CreditOptions, DocumentDraft, Draft, Finding, Given, Holding, Result } from "./types.ts";
import { isInSums, unusableFields } from "./unusable.ts";

/**
 * Creates the credit note for an invoice: for everything that has not been credited yet, or for some lines. The invoice
 * may come from the service (`fromAnswer`), which includes its number. Findings: `over-credited` if the note would
 * credit more than was invoiced, `bad-usage` if the number, date or reason is missing. Warnings (`left-out`) name parts
 * of the invoice that were not copied.
 */
export function creditFrom(
  invoice: Draft<InvoiceDocument> | Holding<DocumentDraft>,
  options: CreditOptions,
): Result<Draft<CreditNoteDocument>> {
  return attempt(() => creditFromOf(invoice, options));
}

function creditFromOf(invoice: Given, options: CreditOptions): Result<Draft<CreditNoteDocument>> {
  const { document, kind, findings: misshapen, place } = plainDocument(invoice);
  const isNote = isText(document.credit_note_type_code) || isText(document.discrepancy_response);
  if (kind === "credit-note" || isNote)
    return refused([wrong("The document is a credit note.", "Give the invoice that it corrects.")]);
  if (misshapen.length > 0 && Object.keys(document).length === 0) return refused(misshapen);
  const { issue_date, reason, reason_text, lines = [], earlier = [] } = options ?? {};
  const number = options?.invoice_number ?? document.document_number;
  const missing: Finding[] = [
    ...strange(options ?? {}, optionNames, "an option of creditFrom", "options"),
    ...lines.flatMap((each) => strange(each, lineMembers, "a member of a line", "members")),
    ...(options?.lines?.length === 0
      ? [wrong("lines names no line.", "Leave lines out to credit all of the invoice.")]
      : []),
    ...(isText(number) ? [] : [wrong("The number of the invoice is missing.", "Give invoice_number.")]),
    ...(isText(issue_date) && isDay(issue_date) ? [] : [wrong("issue_date is not a date.", 'Write "2026-06-20".')]),
    ...(isText(reason) ? [] : [wrong("The reason is missing.", 'Write a reason code, such as "DL8.61.1.D".')]),
    ...(lines.every(({ line }) => Number.isInteger(line))
      ? []
      : [wrong("A line is not a whole number.", "Count from 1.")]),
    ...(lines.every(({ quantity }) => (quantity === undefined) === (textOf(quantity) === undefined))
      ? []
      : [wrong("A quantity does not say exactly which number is meant.", 'Write a text, such as "12.50".')]),
  ];
  const before = [...misshapen, ...unusableFields(document, "invoice", place, isInSums), ...missing];
  const credits = earlier.map((each) => earlierCredit(each, number));
  before.push(...credits.flatMap(({ findings }) => findings));
  if (before.length > 0 || !isText(number)) return refused(before);
  const wish = {
    invoiceNumber: number,
    issueDate: issue_date,
    reason,
    reasonText: reason_text,
    documentNumber: options.document_number,
    lines: lines.map(({ line, quantity }) => ({ position: line, quantity: textOf(quantity) })),
  };
  const credit = creditInvoice(
    document,
    wish,
    credits.map(({ credit: each }) => each),
  );
  if (!credit.ok) return refused(credit.problems.map(findingOf));
  const { document: note, remarks, excess } = credit.value;
  const said = remarks.map(findingOf);
  return excess ? refused([findingOf(excess), ...said]) : made(note as Draft<CreditNoteDocument>, said);
}

type Line = NonNullable<CreditOptions["lines"]>[number];
const optionNames: Readonly<Record<keyof CreditOptions, true>> = {
  issue_date: true,
  reason: true,
  reason_text: true,
  document_number: true,
  invoice_number: true,
  lines: true,
  earlier: true,
};
const lineMembers: Readonly<Record<keyof Line, true>> = { line: true, quantity: true };

/** Rejects an unknown name: a misspelled `lines` would otherwise credit the whole invoice. */
function strange(given: object, known: object, what: string, all: string): Finding[] {
  const names = Object.keys(known);
  const unknown = Object.keys(given).filter((name) => !names.includes(name));
  return unknown.map((name) => {
    const guess = nearest(name, names);
    return wrong(
      `${name} is not ${what}.`,
      guess === undefined ? `The ${all} are ${names.join(", ")}.` : `Did you mean ${guess}?`,
    );
  });
}

const textOf = (value: Amount | undefined): string | undefined =>
  typeof value === "number" || typeof value === "bigint" ? exactText(value) : value;

function isText(value: unknown): value is string {
  return typeof value === "string" && value.trim() !== "";
}

function earlierCredit(
  given: unknown,
  invoiceNumber: string | undefined,
): { credit: EarlierCredit; findings: readonly Finding[] } {
  const { document, findings: misshapen, place } = plainDocument(given);
  const findings = [...misshapen, ...unusableFields(document, "credit-note", place)];
  const named = findings.length === 0 ? invoiceNumbersOf(document) : [];
  if (named.length > 0 && invoiceNumber !== undefined && !named.includes(invoiceNumber.trim())) {
    const message = `An earlier credit note is for ${named.join(", ")}, not for ${invoiceNumber}.`;
    findings.push(wrong(message, "Leave it out, or give its invoice."));
  }
  const calculation = findings.length === 0 ? calculate(document) : undefined;
  const credit = {
    number: document.document_number ?? "",
    reason: document.discrepancy_response,
    status: undefined,
    shared: named.length > 1,
    ...(calculation ? countedDocument(calculation) : { currency: "", lines: [] }),
  };
  return { credit, findings };
}
