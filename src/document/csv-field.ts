import { isDecimalText } from "./money.ts";

/** Checks the first character (or its full-width form) after any whitespace, control characters and quotes. */
function isFormula(text: string): boolean {
  return /^[\s"\p{Cc}]*[=+\-@|%\uff1d\uff0b\uff0d\uff20]|^\p{Cc}/u.test(text);
}

/**
 * Matches a separator (semicolon, tab or line break) inside a string, with any whitespace and quotes after it. A
 * spreadsheet may split fields there, so a formula may follow; a sign before a digit starts a number instead. Nothing
 * beyond the next separator is matched, so the time is linear in the length of the string.
 */
const behind = String.raw`([;\t\r\n](?:(?![;\t\r\n])[\s"\p{Cc}])*)`;
const sign = String.raw`(?=[=@\uff1d\uff20]|[+\-\uff0b\uff0d](?!\d))`;
let inside: { readonly formula: RegExp; readonly mark: RegExp } | undefined;

/** Compiled on first use, because most commands need no CSV. */
function insideOfText() {
  inside ??= { formula: new RegExp(behind + sign, "gu"), mark: new RegExp(`${behind}'${sign}`, "gu") };
  return inside;
}

/**
 * A field of a CSV file (RFC 4180: quoted if needed; control characters become spaces). Where a spreadsheet would
 * read a formula, an apostrophe is put before it; numbers, including negative ones, stay numbers. No other function
 * adds these apostrophes.
 */
export function csvField(value: string): string {
  const whole = isFormula(value) && !isDecimalText(value) ? `'${value}` : value;
  const text = whole.replace(insideOfText().formula, "$1'").replace(/(?![\t\r\n])\p{Cc}/gu, " ");
  return /[",;\r\n\t]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/**
 * Removes the apostrophes that `csvField` added, so that a file written by selfbill has the same content when it is
 * read again.
 */
export function withoutMarks(text: string): string {
  const unmarked = text.replace(insideOfText().mark, "$1");
  return unmarked.startsWith("'") && isFormula(unmarked.slice(1)) ? unmarked.slice(1) : unmarked;
}
