import { latinDigits } from "../document/index.ts";
import type { Cell } from "./cell.ts";
import { refused, shortened, type Taken } from "./complaint.ts";
import { timesHundred } from "./number-text.ts";
import { withoutCurrency } from "./numbers/currency-text.ts";
import { type DecimalStyle, signOf } from "./numbers/number-sign.ts";
import { trimmed } from "./take-text.ts";

/** `open`: nothing decides it, so that a number such as 1,250 is refused. */
export type DecimalReading = DecimalStyle | "open";

/** How to read a number. */
export interface NumberForm {
  readonly style: DecimalReading;
  /** Whether a percentage is accepted: 5% is read as 5. */
  readonly percent: boolean;
}

/** Returns plain text, such as `1250.00`. */
export function takeNumber(cell: Cell, form: NumberForm): Taken {
  return cell.is === "number" ? stored(cell, form) : written(trimmed(cell.text), form);
}

function stored(cell: Extract<Cell, { is: "number" }>, { percent }: NumberForm): Taken {
  if (cell.tooLong)
    return refused(
      "digits-lost",
      `${cell.text} has more than 15 digits, which a spreadsheet does not keep.`,
      "Format the cell as Text and type all digits again.",
    );
  if (cell.look === "percent")
    return percent
      ? { text: timesHundred(cell.text) }
      : refused("wrong-cell", "The cell has a percentage instead of an amount.", "Write the amount.");
  if (cell.look !== "number")
    return refused(
      "wrong-cell",
      "The cell has a date or time instead of a number.",
      "Format the cell as Number and type the number again.",
    );
  return { text: cell.text };
}

const groups = { point: ",", comma: "." } as const;
const decimals = { point: ".", comma: "," } as const;

/** The apostrophe that keeps a negative amount with commas in a CSV file from becoming a formula. */
const quoteMark = /^'(?=[-+\d])/;

/** Some programs write the sign behind the number: 12.50- is below zero. */
const minusBehind = /^(\d.*?)\s*-$/;

function written(given: string, { style: reading, percent }: NumberForm): Taken {
  const style = reading === "open" ? "point" : reading;
  const { text } = withoutCurrency(given);
  const plain = plainSigns(text).replace(quoteMark, "");
  if (reading === "open" && signOf(plain) === "either") return inTwoWays(given, plain);
  if (/^[+-]?\d(?:[.,]\d+)?E[+-]?\d{1,3}$/i.test(plain)) {
    const hint = "Format the column as Number with two decimals, save the file again, and look at the digits.";
    return refused("digits-lost", `${shortened(text)} is a number in short form: digits are lost.`, hint);
  }
  const isPercent = /%$/.test(plain);
  if (isPercent && !percent)
    return refused("wrong-cell", `${shortened(text)} is a percentage.`, "Write the amount, such as 1250.00.");
  const body = isPercent ? plain.slice(0, -1).trimEnd() : plain;
  const negative = /^\((.+)\)$/.exec(body)?.[1] ?? minusBehind.exec(body)?.[1];
  const digits = digitsOf(negative ?? body.replace(/^\+/, ""), style);
  if (digits === undefined) return notANumber(text, plain, style);
  return { text: negative === undefined ? digits : `-${digits}` };
}

function inTwoWays(text: string, plain: string): Taken {
  const [whole = "", fraction = ""] = plain.replace(/[^\d.,]/g, "").split(/[.,]/);
  const message = `${shortened(text)} can be ${whole}${fraction} or ${whole}.${fraction}.`;
  const hint = `Write ${whole}${fraction}.00 or ${whole}.${fraction}0, whichever is meant. Or say how all numbers of the sheet are written, in the map: decimals: point (1,250.00) or decimals: comma (1.250,00).`;
  return refused("ambiguous-number", message, hint);
}

/** Converts Arabic digits and percent signs, and all kinds of minus signs, to ASCII; removes direction marks. */
function plainSigns(text: string): string {
  return latinDigits(text)
    .replace(/[\u2212\u2010-\u2013\ufe63\uff0d]/g, "-")
    .replace(/\u066a/g, "%")
    .replace(/[\u200e\u200f\u061c]/g, "");
}

/**
 * Returns the plain digits of a number that may have thousands groups and decimals; Arabic separators mean the same
 * in either style.
 */
function digitsOf(text: string, style: DecimalStyle): string | undefined {
  const arabic = /[\u066b\u066c]/.test(text);
  if (arabic && /[.,]/.test(text)) return undefined;
  const group = arabic ? "\u066c" : groups[style];
  const point = arabic ? "\u066b" : decimals[style];
  const [whole = "", fraction, ...rest] = text.split(point);
  if (rest.length > 0 || (fraction !== undefined && !/^\d+$/.test(fraction))) return undefined;
  const plainWhole = ungrouped(whole, group);
  return plainWhole === undefined ? undefined : fraction === undefined ? plainWhole : `${plainWhole}.${fraction}`;
}

/** Removes thousands separators, which must be of one kind with complete groups. */
function ungrouped(whole: string, group: string): string | undefined {
  if (/^-?\d+$/.test(whole)) return whole;
  for (const sign of [group, " ", "'"]) {
    const parts = whole.split(sign);
    if (
      parts.length > 1 &&
      /^-?[1-9]\d{0,2}$/.test(parts[0] ?? "") &&
      parts.slice(1).every((part) => /^\d{3}$/.test(part))
    )
      return parts.join("");
  }
  return undefined;
}

function notANumber(text: string, plain: string, style: DecimalStyle): Taken {
  const other = style === "point" ? "comma" : "point";
  if (
    /[.,]/.test(plain) &&
    digitsOf(plain.replace(/^\((.+)\)$/, "$1").replace(minusBehind, "$1"), other) !== undefined
  ) {
    const example = style === "point" ? "1250.00 or 1,250.00" : "1250,00 or 1.250,00";
    const hint = `Write ${example}; if the whole sheet is written like this, write decimals: ${other} in the map.`;
    return refused("wrong-cell", `${shortened(text)} is written with a decimal ${other}.`, hint);
  }
  const hint = "Write the digits only, such as 1250.00, without currency or words.";
  return refused("wrong-cell", `${shortened(text)} is not a number.`, hint);
}
