import type { Answer, InvoiceToCredit, QuestionContext } from "../question.ts";

/** Returns the invoice that the user chose to credit; undefined if the credit note is typed by hand. */
export function creditedInvoice(context: QuestionContext): InvoiceToCredit | undefined {
  for (const id of ["credit.invoice", "credit.named"]) {
    const found = creditedIn(context.answer(id));
    if (found) return found;
  }
  return undefined;
}

export function creditedIn(answer: Answer | undefined): InvoiceToCredit | undefined {
  return typeof answer === "object" && "found" in answer && "credits" in answer.found ? answer.found : undefined;
}

/**
 * True for a credit note made from its invoice: only questions about the credit note itself are asked, and the invoice
 * supplies the other answers.
 */
export function isFromInvoice(context: QuestionContext): boolean {
  return context.kind === "credit-note" && creditedInvoice(context) !== undefined;
}
