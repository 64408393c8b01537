import { isDecimalText } from "./money.ts";

/** Signs that begin a formula in a spreadsheet, also in the wide form of the far east, after blanks, controls and quotes. */
const formula = /^[\s"\p{Cc}]*[=+\-@|%\uff1d\uff0b\uff0d\uff20]|^\p{Cc}/u;

/**
 * A text as one field of a CSV file (RFC 4180: quotes where needed; controls become blanks). A text that a spreadsheet would take for a
 * formula gets an apostrophe in front; numbers, also negative ones, stay numbers. The only place that decides it.
 */
export function csvField(value: string): string {
  const marked = formula.test(value) && !isDecimalText(value) ? `'${value}` : value;
  const text = marked.replace(/(?![\t\r\n])\p{Cc}/gu, " ");
  return /[",;\r\n\t]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
