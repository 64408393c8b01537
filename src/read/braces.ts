import { numberHint, unknownFields } from "../document/index.ts";
import { type Problem, problem } from "../problem/index.ts";
import { PlainScalar, type RawDocument, type RawValue } from "./raw.ts";
import type { SourceDocument } from "./source.ts";
import type { SourceText } from "./source-text.ts";
import type { Words } from "./yaml-slips.ts";

/**
 * Inside the braces of YAML a comma begins a new field: `{ base_amount: 12,500.00 }` is a price of 12 and a field named
 * 500.00. What follows such a comma is never taken for a field unless it is known (Decision 200).
 */
export const commaInBraces = "Inside braces a comma begins a new field.";

const isRestOfNumber = (text: string): boolean => /^\d[\d.,\s]*$/.test(text);

/** Whether a value is a number without quotes, in any spelling. */
export function isPlainNumber(value: RawValue): value is PlainScalar {
  return value instanceof PlainScalar && /^[-+]?[\d.][\d.'_]*$/.test(value.text);
}

/** Whether a colon follows the name that ends at an offset; a quote or white space may be between them. */
export function colonAfter(text: string, end: number): boolean {
  return /^["']?\s*:/.test(text.slice(end, end + longestGap));
}

/** Number of characters searched for the colon of a name; more white space is not typed by hand. */
const longestGap = 200;

/** Explains an entry in braces that has no colon. `before`: the field before it, if its value is a number. */
export function lostInBraces(
  entry: string,
  before: { readonly name: string; readonly text: string } | undefined,
): Pick<Words, "message" | "hint"> {
  const said = entry.length > 60 ? `${entry.slice(0, 57)}…` : entry;
  if (before !== undefined && isRestOfNumber(entry)) {
    const whole = `${before.text},${entry}`;
    return {
      message: `${commaInBraces} So ${before.name} would be ${before.text}, and ${said} a field of its own.`,
      hint: numberHint(whole),
    };
  }
  if (/^[A-Za-z_]\w*:/.test(entry))
    return { message: "A space is missing after the colon.", hint: "Write name: value." };
  return {
    message: `${commaInBraces} "${said}" has no colon and no value, so it would be lost.`,
    hint: 'Put a text with a comma in double quotes ("Tiles, large"), or write each field on its own line, without braces.',
  };
}

/** Returns an error for each unknown field that follows a number inside braces: it is probably the rest of that number. */
export function lostFields(read: SourceDocument, { afterNumber }: RawDocument, source: SourceText): Problem[] {
  if (afterNumber === undefined || afterNumber.size === 0) return [];
  return unknownFields(read.document, read.kind).first.flatMap(({ path, name }) => {
    const where = read.spot(path, "name");
    if (!afterNumber.has(source.offset(where.line ?? 0, where.column ?? 0))) return [];
    const message = `${commaInBraces} ${name} follows a number and is not a field of the document.`;
    const hint = "Write a number without commas (12500.00), and each field on its own line, without braces.";
    return problem("unknown-field", message, hint, { where, severity: "error" });
  });
}
