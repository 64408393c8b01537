import { latinDigits } from "./fields/latin-digits.ts";
import { decimalPattern } from "./money.ts";

const example = "Write digits and at most one point, such as 1250.00.";

/** Maximum length checked, in characters: no real number is longer, and some patterns take quadratic time. */
const longest = 200;

/**
 * Handles thousands separators, a decimal comma, Arabic digits, currency names and leading zeros. Suggests only
 * possible meanings, and both of them if a comma is ambiguous.
 */
export function numberHint(value: string): string {
  if (value.length > longest) return example;
  if (withExponent.test(value)) return "Write the number out, without an exponent.";
  const [first, second] = numberReadings(value);
  if (first === undefined) return example;
  return second === undefined ? `Write ${first}.` : `Write ${first}, or ${second} if the comma is a decimal comma.`;
}

const withExponent = /^[+-]?(?:\d+\.?\d*|\.\d+)[eE][+-]?\d+$/;

/** Returns the possible numbers in digits and a point; empty if the value is not a number, or is one already. */
export function numberReadings(value: string): readonly string[] {
  if (value.length > longest || withExponent.test(value)) return [];
  const text = bare(value);
  const readings = /\d/.test(text) ? readingsOf(text).map(tidied) : [];
  return readings.every((reading) => decimalPattern.test(reading)) && readings[0] !== value ? readings : [];
}

/** Returns the number in ASCII digits, without whitespace, currency or percent sign. */
function bare(value: string): string {
  return latinDigits(value)
    .replaceAll("\u066b", ".")
    .replaceAll("\u066c", "")
    .replaceAll("\u2212", "-")
    .replace(/[\s_'’\p{Cf}]/gu, "")
    .replace(/^(?:[A-Za-z]{2,4}\.?|[$€£])|(?:[A-Za-z]{3}|[$€£%])$/g, "");
}

/** Returns the possible meanings of the characters between the digits. */
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

/** If both a point and a comma occur, the last one separates the decimals, and the other separates the thousands. */
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
