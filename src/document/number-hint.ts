import { decimalPattern } from "./money.ts";

const example = "Write digits and at most one point, such as 1250.00.";

/** No number that anybody means is longer, and some patterns take quadratic time. */
const longest = 200;

/**
 * What to write instead of a value that is not a number here: separators of thousands, a decimal comma, Arabic digits, currency names,
 * leading zeros. Suggests only what the value can mean; if a comma may mean either, both.
 */
export function numberHint(value: string): string {
  if (value.length > longest) return example;
  if (/^[+-]?(?:\d+\.?\d*|\.\d+)[eE][+-]?\d+$/.test(value)) return "Write the number out, without an exponent.";
  const text = bare(value);
  const readings = /\d/.test(text) ? readingsOf(text).map(tidied) : [];
  const [first, second] = readings;
  if (first === undefined || !readings.every((reading) => decimalPattern.test(reading)) || first === value)
    return example;
  return second === undefined ? `Write ${first}.` : `Write ${first}, or ${second} if the comma is a decimal comma.`;
}

/**
 * The value in ASCII digits (the others end in their own value in hexadecimal), without blanks, currency and percent
 * sign.
 */
function bare(value: string): string {
  return value
    .replace(/[\u0660-\u0669\u06f0-\u06f9\uff10-\uff19]/g, (digit) => String((digit.codePointAt(0) ?? 0) & 0xf))
    .replaceAll("\u066b", ".")
    .replaceAll("\u066c", "")
    .replaceAll("\u2212", "-")
    .replace(/[\s_'’\p{Cf}]/gu, "")
    .replace(/^(?:[A-Za-z]{2,4}\.?|[$€£])|(?:[A-Za-z]{3}|[$€£%])$/g, "");
}

/** What the characters between the digits can mean. */
function readingsOf(text: string): string[] {
  const points = text.split(".").length - 1;
  const commas = text.split(",").length - 1;
  if (points > 0 && commas > 0) return bothSigns(text, points, commas);
  if (commas === 0) return [points > 1 && /^[+-]?\d{1,3}(?:\.\d{3})+$/.test(text) ? text.replaceAll(".", "") : text];
  const thousands = text.replaceAll(",", "");
  const grouped = /^[+-]?\d{1,3}(?:,\d{3})+$/.test(text) || /^[+-]?\d{1,2}(?:,\d{2})+,\d{3}$/.test(text);
  if (commas > 1) return grouped ? [thousands] : [];
  return grouped && !/^[+-]?0/.test(text) ? [thousands, text.replace(",", ".")] : [text.replace(",", ".")];
}

/** The last character separates the decimals; the other one separates thousands. */
function bothSigns(text: string, points: number, commas: number): string[] {
  const decimalPoint = text.lastIndexOf(".") > text.lastIndexOf(",");
  if (decimalPoint) return points === 1 ? [text.replaceAll(",", "")] : [];
  return commas === 1 ? [text.replaceAll(".", "").replace(",", ".")] : [];
}

function tidied(text: string): string {
  return text
    .replace(/^\+/, "")
    .replace(/^(-?)0+(?=\d)/, "$1")
    .replace(/^(-?)\./, "$10.")
    .replace(/\.$/, "");
}
