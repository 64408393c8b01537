import { amount, formatAmount, isDecimalText } from "../document/index.ts";
import type { UblElement } from "./element.ts";

/** The small readings that a document is made of. What is blank in the XML is absent in the document. */

/** The members that have a value; undefined when none has, so that no empty group stands in a document. */
export function unlessEmpty<T extends object>(members: T): T | undefined {
  const kept = Object.entries(members).filter(([, value]) => value !== undefined);
  return kept.length === 0 ? undefined : (Object.fromEntries(kept) as T);
}

/** A list with something in it, or undefined. */
export function listOrNothing<T>(items: readonly (T | undefined)[]): T[] | undefined {
  const kept = items.filter((item) => item !== undefined);
  return kept.length === 0 ? undefined : kept;
}

/** The text of the first element at a path, without blanks around it. */
export function textBelow(from: UblElement | undefined, ...names: string[]): string | undefined {
  const text = from?.find(...names)?.text.trim();
  return text === "" ? undefined : text;
}

/** An attribute of the first element at a path. */
export function attributeAt(from: UblElement | undefined, attribute: string, ...names: string[]): string | undefined {
  const value = from?.find(...names)?.attributes?.[attribute]?.trim();
  return value === "" ? undefined : value;
}

/** A number as a document writes it: `+05.10` becomes 5.1; what is not a number stays as it is, for the check of fields to tell. */
export function numberAt(from: UblElement | undefined, ...names: string[]): string | undefined {
  const text = textBelow(from, ...names);
  if (text === undefined || isDecimalText(text)) return text;
  return text.length < 28 && /^[+-]?(?:\d+\.?\d*|\.\d+)$/.test(text) ? formatAmount(amount(text)) : text;
}
