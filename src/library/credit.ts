import { calculate, creditedLine, creditInvoice, type EarlierCredit, isDay } from "../document/index.ts";
import { unusableFields } from "./chosen.ts";
import type { CreditNoteDocument, InvoiceDocument } from "./document-types.ts";
import { attempt, findingOf, made, refused, wrong } from "./finding.ts";
import { plainDocument } from "./plain.ts";
import type { CreditOptions, Finding, Result } from "./types.ts";

/**
 * The credit note of an invoice: of all that is left of it, or of some lines. Refused where it would take back more than was invoiced.
 * Findings tell what of the invoice was not carried over.
 */
export function creditFrom(invoice: InvoiceDocument, options: CreditOptions): Result<CreditNoteDocument> {
  return attempt(() => creditFromOf(invoice, options));
}

function creditFromOf(invoice: InvoiceDocument, options: CreditOptions): Result<CreditNoteDocument> {
  const { document, findings: misshapen } = plainDocument(invoice);
  const { issue_date, reason, reason_text, lines = [], earlier = [] } = options ?? {};
  const number = options?.invoice_number ?? document.document_number;
  const missing: Finding[] = [
    ...(isText(number) ? [] : [wrong("The number of the invoice is missing.", "Give invoice_number.")]),
    ...(isText(issue_date) && isDay(issue_date) ? [] : [wrong("issue_date is not a date.", 'Write "2026-06-20".')]),
    ...(isText(reason) ? [] : [wrong("The reason is missing.", 'Write a reason code, such as "DL8.61.1.D".')]),
    ...(lines.every(({ line }) => Number.isInteger(line))
      ? []
      : [wrong("A line is not a whole number.", "Count from 1.")]),
  ];
  const before = [...misshapen, ...unusableFields(document, "invoice"), ...missing];
  const credits = earlier.map(earlierCredit);
  before.push(...credits.flatMap(({ findings }) => findings));
  if (before.length > 0 || !isText(number)) return refused(before);
  const wish = {
    invoiceNumber: number,
    issueDate: issue_date,
    reason,
    reasonText: reason_text,
    documentNumber: options.document_number,
    lines: lines.map(({ line, quantity }) => ({ position: line, quantity })),
  };
  const credit = creditInvoice(
    document,
    wish,
    credits.map(({ credit: each }) => each),
  );
  if (!credit.ok) return refused(credit.problems.map(findingOf));
  const { document: note, remarks, excess } = credit.value;
  const said = remarks.map(findingOf);
  return excess ? refused([findingOf(excess), ...said]) : made(note as CreditNoteDocument, said);
}

function isText(value: unknown): value is string {
  return typeof value === "string" && value.trim() !== "";
}

function earlierCredit(given: unknown): { credit: EarlierCredit; findings: readonly Finding[] } {
  const { document, findings: misshapen } = plainDocument(given);
  const findings = [...misshapen, ...unusableFields(document, "credit-note")];
  const credit = {
    number: document.document_number ?? "",
    reason: document.discrepancy_response,
    status: undefined,
    shared: findings.length === 0 && (document.billing_reference?.length ?? 0) > 1,
    lines: findings.length === 0 ? calculate(document).lines.map(creditedLine) : [],
  };
  return { credit, findings };
}
