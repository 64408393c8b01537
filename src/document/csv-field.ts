import { isDecimalText } from "./money.ts";

/** Does a spreadsheet take it for a formula: by its sign, also in the wide form of the far east, after blanks, controls and quotes? */
function isFormula(text: string): boolean {
  return /^[\s"\p{Cc}]*[=+\-@|%\uff1d\uff0b\uff0d\uff20]|^\p{Cc}/u.test(text);
}

/**
 * The same inside of a text, behind what separates fields where a semicolon or a tab does: there, quotes in the middle of a row are not quotes.
 * A sign before a digit is a number. Blanks are looked through up to the next separator only, so that the time grows with the text.
 */
const behind = String.raw`([;\t\r\n](?:(?![;\t\r\n])[\s"\p{Cc}])*)`;
const sign = String.raw`(?=[=@\uff1d\uff20]|[+\-\uff0b\uff0d](?!\d))`;
let inside: { readonly formula: RegExp; readonly mark: RegExp } | undefined;

/** Made when the first field is written or read: most commands come to none. */
function insideOfText() {
  inside ??= { formula: new RegExp(behind + sign, "gu"), mark: new RegExp(`${behind}'${sign}`, "gu") };
  return inside;
}

/**
 * A text as one field of a CSV file (RFC 4180: quotes where needed; controls become blanks). What a spreadsheet would take for a formula gets an
 * apostrophe in front; numbers, also negative ones, stay numbers. The only place that decides it.
 */
export function csvField(value: string): string {
  const whole = isFormula(value) && !isDecimalText(value) ? `'${value}` : value;
  const text = whole.replace(insideOfText().formula, "$1'").replace(/(?![\t\r\n])\p{Cc}/gu, " ");
  return /[",;\r\n\t]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** A text that was read from a field, without the apostrophes that `csvField` put into it: a file of ours that is read again has the same content. */
export function withoutMarks(text: string): string {
  const unmarked = text.replace(insideOfText().mark, "$1");
  return unmarked.startsWith("'") && isFormula(unmarked.slice(1)) ? unmarked.slice(1) : unmarked;
}
