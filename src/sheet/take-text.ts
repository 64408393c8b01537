import { latinDigits, latinDigitsInCode, withoutMarks } from "../document/index.ts";
import type { Cell } from "./cell.ts";
import { refused, shortened, type Taken } from "./complaint.ts";
import { dateOfSerial, timeOfSerial } from "./serial.ts";

/** Matches a character to trim: any whitespace, an invisible character or a direction mark. */
const edge = /[\s\u00a0\u200b\u200e\u200f\u202f\u2060\ufeff]/;

/** Trims whitespace; unusual spaces inside the text become ordinary ones. */
export function trimmed(text: string): string {
  // Not a regex, which would restart at each space inside the text.
  let [from, to] = [0, text.length];
  while (from < to && edge.test(text.charAt(from))) from += 1;
  while (to > from && edge.test(text.charAt(to - 1))) to -= 1;
  return text.slice(from, to).replace(/[\u00a0\u2000-\u200a\u202f\u205f\u3000]/g, " ");
}

/** The apostrophe that keeps a spreadsheet from turning text into a number. */
const quoteMark = /^'(?=\d)/;

/** Matches a long number that a spreadsheet shortened, such as 1.00123E+14. */
const shortForm = /^[+-]?\d(?:[.,]\d+)?E[+-]?\d{1,3}$/i;

const eaten =
  "The spreadsheet stored it as a number and lost its last digits. Format the column as Text and type all digits again.";

const eatenZero = "Format the column as Text and type the code again, with its leading zero.";

/** `digitsOnly`: an identifier made of digits, without spaces; `width`: the number of digits in a code. */
export interface TextForm {
  readonly digitsOnly: boolean;
  /** Whether the code has an even number of digits. */
  readonly even?: boolean;
  readonly width?: number;
}

/** Reads the cell of a text, code or identifier field. */
export function takeText(cell: Cell, form: TextForm, from1904: boolean): Taken {
  if (cell.is === "number") return numberAsText(cell, form, from1904);
  const { digitsOnly } = form;
  const text = trimmed(withoutMarks(trimmed(cell.text)).replace(quoteMark, ""));
  const digits = latinDigits(text);
  if (shortForm.test(digits)) return refused("digits-lost", `${shortened(text)} is a number in short form.`, eaten);
  if (/^#{3,}$/.test(text))
    return refused("wrong-cell", "Only ### was saved.", "Make the column wider, then save the file again.");
  if (digitsOnly) return { text: digits.replace(/[\s-]/g, "") };
  return { text: latinDigitsInCode(text) };
}

function numberAsText(cell: Extract<Cell, { is: "number" }>, { width, even }: TextForm, from1904: boolean): Taken {
  if (cell.tooLong)
    return refused("digits-lost", `${cell.text} has more than 15 digits and is stored as a number.`, eaten);
  if (cell.look === "date" || cell.look === "date-time") {
    const date = dateOfSerial(cell.text, from1904);
    if (date !== undefined) return { text: date };
  }
  if (cell.look === "time") return { text: timeOfSerial(cell.text) };
  if (cell.look === "percent")
    return refused("wrong-cell", "The cell shows a percentage.", "Format the cell as Text and type the text.");
  const least = cell.padded ?? width;
  if (even && least === undefined && cell.text.length % 2 === 1)
    return refused("digits-lost", `${cell.text} has ${cell.text.length} digits: the leading zero is lost.`, eatenZero);
  return { text: least === undefined || !/^\d+$/.test(cell.text) ? cell.text : cell.text.padStart(least, "0") };
}
