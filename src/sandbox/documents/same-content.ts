import { amount, documentShapes, type Field, formatAmount, isDecimalText, isRecord } from "../../document/index.ts";
import { JsonNumber } from "../../json/index.ts";

/** What an absent member means, where the contract says so. */
const meantIfAbsent: Readonly<Record<string, string>> = {
  base_quantity: "1",
  prepaid_amount: "0",
  payable_rounding_amount: "0",
};

/**
 * Returns a document, or the body of a create request, in a form that is equal for equal content. Leaves out what may
 * differ when a document is sent again: number, time of day and attachments. Each number has one spelling, because
 * programs write 40 as 40.0, and a number that an absent member means is left out.
 */
export function sentContent(document: object): object {
  const { document_number: _, issue_time: __, attachments: ___, ...rest } = document as Record<string, unknown>;
  return group(rest, documentShapes.invoice.members);
}

function plain(value: unknown, field: Field | undefined): unknown {
  if (field?.kind === "leaf") return field.judge.isAmount ? number(value) : value;
  if (field === undefined || typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((each) => plain(each, field.kind === "object" ? field : field.item));
  return field.kind !== "list" && isRecord(value) ? group(value, field.members) : value;
}

function group(value: Readonly<Record<string, unknown>>, members: Readonly<Record<string, Field>>): object {
  const written = Object.entries(value).map(([name, each]) => [name, plain(each, members[name])] as const);
  return Object.fromEntries(written.filter(([name, each]) => each !== meantIfAbsent[name] || each === undefined));
}

function number(value: unknown): unknown {
  const text = value instanceof JsonNumber ? value.text : typeof value === "string" ? value.trim() : undefined;
  return text !== undefined && isDecimalText(text) ? formatAmount(amount(text)) : value;
}
