import type { SelfBilledDocument } from "./shapes.ts";

/**
 * Returns what distinguishes a supply from others of the same amount: order numbers, delivery note numbers and the
 * like, together with periods and general references. Empty if the document has neither such a number nor the buyer's
 * own reference, which may be an order number (Decision 66): a contract alone is on every document.
 */
export function supplyReferences(document: SelfBilledDocument): string[] {
  const { order_reference, billing_reference, document_lines = [] } = document;
  const numbers = [
    ["order", order_reference?.id],
    ["sales order", order_reference?.sales_order_id],
    ["delivery note", document.despatch_document_reference?.id],
    ["goods received note", document.receipt_document_reference?.id],
    ["customs declaration", document.statement_document_reference?.id],
    ...(billing_reference ?? []).map((each) => ["invoice", each.id]),
    ...document_lines.flatMap((line) => [
      ["order of a line", line.order_line_reference?.order_reference_id],
      ["document of a line", line.document_reference?.id],
    ]),
  ];
  const named = textsOf(numbers);
  if (named.length === 0 && !document.buyer_reference?.trim()) return [];
  const beside = [
    ["your reference", document.buyer_reference],
    ["contract", document.contract_document_reference?.id],
    ["project", document.project_reference?.id],
    ["period", periodOf(document.invoice_period)],
    ...document_lines.map((line) => ["period of a line", periodOf(line.invoice_period)]),
  ];
  return [...named, ...textsOf(beside)];
}

/**
 * The numbers of the invoices that the document names, without duplicates. Skips values in an answer that are not
 * strings.
 */
export function invoiceNumbersOf({ billing_reference = [] }: Pick<SelfBilledDocument, "billing_reference">): string[] {
  return [...new Set(billing_reference.flatMap(({ id }) => (typeof id === "string" && id.trim()) || []))];
}

const general = /^(?:your reference|contract|project|period|period of a line) /;

/** Whether there is no order, delivery or invoice number, only values that many documents may share. */
export function isGeneral(references: readonly string[]): boolean {
  return references.every((each) => general.test(each));
}

function textsOf(pairs: ReadonlyArray<ReadonlyArray<string | undefined>>): string[] {
  const texts = pairs.flatMap(([what, value]) => (value?.trim() ? [`${what} ${value.trim()}`] : []));
  return [...new Set(texts)].sort();
}

function periodOf(period: SelfBilledDocument["invoice_period"]): string | undefined {
  const { start_date: from, end_date: to } = period ?? {};
  return from === undefined && to === undefined ? undefined : `${from ?? ""}/${to ?? ""}`;
}
