import { type Amount, amount, isDecimalText, money } from "../document/index.ts";
import type { Cell } from "./cell.ts";
import { refused, shortened, type Taken } from "./complaint.ts";
import { type FieldPath, formOf } from "./field-path.ts";
import type { ColumnMap } from "./map/column-map.ts";
import { normal, taken as pieceOf, type SupplierKey } from "./map/map-parts.ts";
import { lineOfWord } from "./map/said-columns.ts";
import { multiplied } from "./map/times.ts";
import { timesHundred } from "./number-text.ts";
import type { SheetMap } from "./sheet-map.ts";
import { takeDate, takeTime } from "./take-date.ts";
import { type DecimalReading, takeNumber } from "./take-number.ts";
import { takeText, trimmed } from "./take-text.ts";

/** How to read the cells of a sheet. */
export interface Taking {
  readonly dateOrder: SheetMap["dateOrder"];
  readonly decimals: DecimalReading;
  readonly from1904: boolean;
  /** What the numbers of a column are multiplied by, keyed by heading. */
  readonly times: SheetMap["times"];
  /** Looks up a supplier in the supplier book. */
  readonly findSupplier?: FindSupplier | undefined;
}

/**
 * Returns the name of the matching entry in the supplier book, or a complaint if none or several match. `any`: by the
 * TRN or a name, whatever its punctuation and legal form.
 */
export type FindSupplier = (by: SupplierKey | "any", text: string) => Taken;

/** Error values that a CSV file contains as text. */
const errorText = /^#(?:REF|N\/A|NA|VALUE|NAME|DIV\/0|NULL|NUM|SPILL|CALC|BUSY)[!?]?$/i;
/** Control characters and unpaired surrogates are not allowed in an invoice. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern looks for them
const unwritable = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff\p{Surrogate}]/u;

/** Lengths of codes with leading zeros, which spreadsheets drop. */
const widths: Readonly<Record<string, number>> = { profile_execution_id: 8 };

/**
 * Reads the value of a field from a cell, joined with the cells of `others` if the map requires it. Undefined if the
 * result is empty.
 */
export function takeCell(
  cell: Cell | undefined,
  field: FieldPath,
  column: ColumnMap,
  how: Taking,
  others: ReadonlyArray<Cell | undefined> = [],
): Taken | undefined {
  if (column.bears !== undefined) return borne([cell, ...others], column.bears, how);
  if (column.join === undefined && column.take === undefined) return takeAgain(cell, field, column, how);
  const texts: string[] = [];
  for (const each of [cell, ...others]) {
    const one = takeOne(each, asText(field), { ...column, words: new Map() }, how);
    if (one !== undefined && "complaint" in one) return one;
    if (one !== undefined) texts.push(one.text);
  }
  const whole = texts.join(column.join?.between);
  const text = column.take === undefined ? whole : pieceOf(whole, column.take);
  return takeOne({ is: "text", text }, field, column, how);
}

/**
 * Determines whether a row has VAT, from its VAT amount, or from an amount with VAT and one without; an empty cell
 * counts as zero.
 */
function borne(
  cells: ReadonlyArray<Cell | undefined>,
  { zero, other }: NonNullable<ColumnMap["bears"]>,
  how: Taking,
): Taken | undefined {
  const amounts: Amount[] = [];
  for (const cell of cells) {
    const taken =
      cell && !isBlankText(cell) ? takeNumber(cell, { style: how.decimals, percent: false }) : { text: "0" };
    if ("complaint" in taken) return taken;
    if (!isDecimalText(taken.text))
      return refused("wrong-cell", `${shortened(taken.text)} is not a number.`, "Write the amount, such as 1250.00.");
    amounts.push(amount(taken.text));
  }
  const [first = money.zero, second = money.zero] = amounts;
  const text = money.equal(first, second) ? zero : other;
  return text === "" ? undefined : { text };
}

interface Known {
  readonly text: string;
  readonly column: ColumnMap;
  readonly how: Taking;
  readonly taken: Taken | undefined;
}

/** The last text and its result for each field, because most columns repeat the same text in row after row. */
const known = new WeakMap<FieldPath, Known>();

function takeAgain(cell: Cell | undefined, field: FieldPath, column: ColumnMap, how: Taking): Taken | undefined {
  if (cell?.is !== "text") return takeOne(cell, field, column, how);
  const { text } = cell;
  const last = known.get(field);
  if (last?.text === text && last.column === column && last.how === how) return last.taken;
  const taken = takeOne(cell, field, column, how);
  known.set(field, { text, column, how, taken });
  return taken;
}

/**
 * Returns the field as a text field, because `join` and `take` need the text of a cell; a field of digits is unchanged.
 */
function asText(field: FieldPath): FieldPath {
  return formOf(field) === "digits" ? field : { ...field, steps: ["text"], meta: { wire: "text" } };
}

const isBlankText = (cell: Cell): boolean => cell.is === "text" && trimmed(cell.text) === "";

function takeOne(cell: Cell | undefined, field: FieldPath, column: ColumnMap, how: Taking): Taken | undefined {
  if (cell === undefined || isBlankText(cell)) return undefined;
  if (cell.is === "error" || (cell.is === "text" && errorText.test(cell.text.trim())))
    return refused(
      "wrong-cell",
      `The formula of this cell failed: ${cell.text.trim()}.`,
      "Correct the formula, or type the value.",
    );
  if (cell.is === "uncalculated")
    return refused(
      "wrong-cell",
      "The file has a formula without its value.",
      "Open it in your spreadsheet program and save it, so that it is calculated.",
    );
  if (cell.is === "text" && unwritable.test(cell.text))
    return refused(
      "wrong-cell",
      "The cell contains a control character that an invoice cannot have.",
      "Type the text again.",
    );
  const meant = wordOf(cell, column);
  if (meant !== undefined) return meant === "" ? undefined : { text: meant };
  if (column.closed !== undefined) return column.closed === "said" ? unknownWord(cell.text, column) : undefined;
  if (column.finds !== undefined) return found(cell, column.finds, how);
  const read = inForm(cell, field, how);
  const times = how.times.size === 0 ? undefined : how.times.get(normal(column.heading));
  const taken = "text" in read && times ? { text: multiplied(read.text, times) } : read;
  return "text" in taken && (taken.text === "" || isNoAllowance(field, taken.text)) ? undefined : taken;
}

/** True for an allowance or charge of 0, which is left out: many programs export 0 in each row without a discount. */
function isNoAllowance({ steps }: FieldPath, text: string): boolean {
  const isAmount = steps.at(-1) === "amount" && steps.some((step) => step === "allowances" || step === "charges");
  return isAmount && isDecimalText(text) && money.isZero(amount(text));
}

/** Looks up the meaning of a cell; a percentage is first looked up as displayed, such as `5%`. */
function wordOf(cell: Cell, { words }: ColumnMap): string | undefined {
  if (cell.is !== "text" && cell.is !== "number") return undefined;
  const shown = cell.is === "number" && cell.look === "percent" ? `${timesHundred(cell.text)}%` : cell.text;
  return words.get(normal(shown)) ?? words.get(normal(cell.text));
}

function unknownWord(text: string, { heading, hasOwnWords }: ColumnMap): Taken {
  const own = `Write it into the map with its category, S 5, Z 0, E, O or AE 5, as ${lineOfWord(heading, text.trim(), "S 5")}`;
  return refused(
    "wrong-cell",
    `${shortened(text)} is not one of the words of the map.`,
    hasOwnWords ? own : "Write it into the map, below vat: words, with its category: S 5, Z 0, E, O or AE 5.",
  );
}

function found(cell: Cell, by: SupplierKey, { findSupplier, from1904 }: Taking): Taken {
  const text = takeText(cell, { digitsOnly: by === "trn" }, from1904);
  if ("complaint" in text) return text;
  return findSupplier?.(by, text.text) ?? text;
}

function inForm(cell: Cell, field: FieldPath, { dateOrder, decimals, from1904 }: Taking): Taken {
  if (cell.is === "yes-no")
    return refused("wrong-cell", `The cell has the yes/no value ${shortened(cell.text)}.`, "Type the text.");
  const form = formOf(field);
  switch (form) {
    case "date":
      return takeDate(cell, dateOrder, from1904);
    case "time":
      return takeTime(cell);
    case "decimal":
    case "percent":
      return takeNumber(cell, { style: decimals, percent: form === "percent" });
    default: {
      const name = String(field.steps.at(-1));
      const width = widths[name];
      const even = name === "item_classification_code"; // HS codes: 4, 6, 8, 10 or 12 digits
      return takeText(
        cell,
        { digitsOnly: form === "digits", even, ...(width === undefined ? {} : { width }) },
        from1904,
      );
    }
  }
}
