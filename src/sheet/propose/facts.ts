import { type Amount, amount, codes, hasCode, isDecimalText, money } from "../../document/index.ts";
import { type Cell, isEmpty, type Row, shownText } from "../cell.ts";
import { normal, taken } from "../map/map-parts.ts";
import { timesHundred } from "../number-text.ts";
import { currencyOf, someCurrency } from "../numbers/currency-text.ts";
import { decimalSign } from "../numbers/decimal-sign.ts";
import type { DecimalStyle } from "../numbers/number-sign.ts";
import { totalWord } from "../rules/below-table.ts";
import { takeNumber } from "../take-number.ts";
import { unitGuess } from "./guess-words.ts";
import { type HeadingParts, headingParts } from "./heading-parts.ts";
import type { HeadingMeaning, Role } from "./headings.ts";
import { type ExportProgram, meaningIn } from "./programs.ts";

/** Maximum number of rows examined per column. */
const mostRows = 2000;
/** The maximum number of distinct words in a column that still counts as a list of words. */
const mostWords = 40;

export interface Said {
  /** The role of each column; undefined if the column is irrelevant. */
  readonly means: ReadonlyMap<string, Role | undefined>;
  /** The meaning of each word (as normalized by `normal`), keyed by column. */
  readonly words: ReadonlyMap<string, ReadonlyMap<string, string>>;
}

export const nothingSaid: Said = { means: new Map(), words: new Map() };

export interface ColumnFacts {
  readonly column: number;
  readonly heading: string;
  readonly role: Role | undefined;
  readonly rank: number;
  readonly withVat: boolean | undefined;
  readonly isNumeric: boolean;
  /** Whether the cells contain numbers with a unit, such as `500.00 kg`; `units` lists the units. */
  readonly isMeasured: boolean;
  readonly units: readonly string[];
  readonly isDate: boolean;
  readonly isBlank: boolean;
  /** Whether the cells are percentages. */
  readonly isPercent: boolean;
  /** Whether a person said what the column is. */
  readonly isSaid: boolean;
  /** Whether its units are those of the price, as below `Per` and `Rate UOM`. */
  readonly isOfPrice: boolean;
  /** Whether the column speaks of money but changes no document, such as the balance. */
  readonly isIdle: boolean;
  /** What the heading says beside its subject, and what the formats and texts of the cells say. */
  readonly says: HeadingParts;
  /** The decimal sign of numbers written as text. */
  readonly sign: DecimalStyle;
  /** Distinct words in order of first occurrence; empty if there are too many. */
  readonly words: readonly string[];
  /** The meanings that the user gave to words in the column. */
  readonly said: ReadonlyMap<string, string>;
  /** Whether the cells fit the role. */
  readonly fits: boolean;
  /** Whether cells are formulas whose values are not in the file. */
  readonly isUncalculated: boolean;
  readonly rows: readonly Row[];
}

/** Identifies columns by their headings, and by their cells if the headings are not enough. */
export function factsOf(
  head: Row,
  rows: readonly Row[],
  program?: ExportProgram,
  said: Said = nothingSaid,
): ColumnFacts[] {
  const sign = signIn(head, rows, program);
  const all = head.cells.flatMap((cell, column): ColumnFacts[] => {
    const heading = shownText(cell).trim();
    if (heading === "") return [];
    const found = factsOfColumn(heading, column, rows, meaningIn(program, heading), sign);
    const words = new Map([...(said.words.get(heading) ?? [])].map(([word, means]) => [normal(word), means]));
    if (!said.means.has(heading)) return [{ ...found, said: words }];
    const role = said.means.get(heading);
    return [{ ...found, said: words, role, rank: rankOfSaid, isSaid: true, fits: fitsSaid(role, found) }];
  });
  return withPrice(all, rows);
}

/** A column "Rate" with nothing but 5 or 0 is the price, not the VAT rate, where it is the only one that could be. */
function withPrice(all: readonly ColumnFacts[], rows: readonly Row[]): ColumnFacts[] {
  const quantity = all.find(({ role, fits: isFit }) => role === "quantity" && isFit);
  const value = all.find(({ role, fits: isFit }) => (role === "net" || role === "amount") && isFit);
  if (quantity === undefined || all.some(({ role }) => role === "unitPrice")) return [...all];
  return all.map((each): ColumnFacts => {
    if (each.role !== "taxRate" || each.isSaid || normal(each.heading) !== "rate") return each;
    const comesOut = rows.every((row) => {
      const [many, one, total] = [quantity, each, value].map((column) => column && amountIn(row, column));
      return !many || !one || !total || money.equal(money.round2(money.times(many, one)), total);
    });
    const isOnly = all.some(({ role }) => role === "charge" || role === "discount" || role === "discountPercent");
    return value === undefined || comesOut || isOnly ? { ...each, role: "unitPrice" } : each;
  });
}

/** Returns the decimal sign that cells of numeric columns prove, a point if none does. */
function signIn(head: Row, rows: readonly Row[], program: ExportProgram | undefined): DecimalStyle {
  const columns = head.cells.flatMap((cell, column) => {
    const role = meaningIn(program, shownText(cell).trim())?.role;
    return role !== undefined && numericRoles.has(role) ? [column] : [];
  });
  return decimalSign(rows, columns, []) === "comma" ? "comma" : "point";
}

/** Any other column of units is that of the quantity. */
const lastRank = 400;
const unitOfPrice = /price|rate|cost|preis|prix|سعر/iu;

/** What the user states takes precedence over every known heading. */
const rankOfSaid = -1000;

function factsOfColumn(
  heading: string,
  column: number,
  rows: readonly Row[],
  meaning: HeadingMeaning | undefined,
  sign: DecimalStyle,
): ColumnFacts {
  const cells = rows
    .slice(0, mostRows)
    .filter((row) => !row.cells.some((cell) => cell?.is === "text" && totalWord.test(cell.text)))
    .map((row) => row.cells[column])
    .filter((cell) => !isEmpty(cell));
  const share = (test: (cell: Cell | undefined) => boolean): boolean =>
    cells.length > 0 && cells.filter(test).length * 10 >= cells.length * 9;
  const isDate = share(isDateCell);
  const isNumeric = share((cell) => cellNumber(cell, sign) !== undefined || isPercent(cell));
  const words = wordsOf(cells.map(wordOf));
  const units = isNumeric ? [] : wordsOf(cells.map(unitIn)).filter((unit) => unit !== "");
  const isMeasured =
    meaning?.role === "quantity" &&
    units.length > 0 &&
    share((cell) => cellNumber(numberPart(cell), sign) !== undefined);
  const percents = isNumeric && share(isPercent);
  const role = byCells(heading, amountRole(meaning), { isNumeric, isDate, words, isPercent: percents }, share);
  const isOfPrice = role === "unit" && (meaning?.role === "priceBase" || unitOfPrice.test(heading));
  const [rank, isBlank] = [isOfPrice ? lastRank : (meaning?.rank ?? 99), cells.length === 0];
  const says = saidBy(heading, cells);
  const isUncalculated = cells.some((cell) => cell?.is === "uncalculated");
  const isIdle = meaning?.isIdle === true;
  const more = { isSaid: false, isOfPrice, isUncalculated, isPercent: percents, isIdle, says, sign };
  const looks = {
    ...more,
    isNumeric,
    isMeasured,
    units: isMeasured ? units : [],
    isDate,
    isBlank,
    words,
    said: new Map(),
  };
  return { column, heading, role, rank, withVat: meaning?.withVat, ...looks, fits: fits(role, looks), rows };
}

/** Returns what the heading says, completed by the currency and the unit that all cells show. */
function saidBy(heading: string, cells: ReadonlyArray<Cell | undefined>): HeadingParts {
  const parts = headingParts(heading);
  const currencies = new Set(cells.map(currencyOf));
  const formats = new Set(cells.map((cell) => (cell?.is === "number" ? cell.says : undefined)));
  const [currency, format] = [[...currencies][0], [...formats][0]];
  const unit = formats.size === 1 && format !== undefined && currency === undefined ? unitGuess(format) : undefined;
  const mixed = currencies.size > 1 ? someCurrency : currency;
  return {
    ...parts,
    ...(mixed === undefined ? {} : { currency: parts.currency ?? mixed }),
    ...(unit === undefined ? {} : { unit }),
  };
}

/** Roles whose cells are numbers. */
export const numericRoles: ReadonlySet<Role> = new Set<Role>([
  "quantity",
  "unitPrice",
  "discount",
  "amount",
  "net",
  "vat",
  "gross",
  "rate",
  "weight",
  "metalAmount",
  "makingAmount",
  "priceBase",
  "discountPercent",
  "documentDiscount",
  "charge",
  "retention",
  "prepaid",
  "rounding",
]);
/** Roles that identify a supplier; an empty column cannot have one of them. */
const supplierKeys = new Set<Role>(["trn", "supplierCode", "supplierName"]);

const fits = (
  role: Role | undefined,
  { isNumeric, isMeasured, isBlank }: Pick<ColumnFacts, "isNumeric" | "isMeasured" | "isBlank">,
): boolean =>
  role !== undefined &&
  (!numericRoles.has(role) || isNumeric || (isMeasured && role === "quantity")) &&
  !(isBlank && supplierKeys.has(role));

/** Whether the cells can be what a person said; a wrong one would be dropped later without a word. */
const fitsSaid = (role: Role | undefined, found: ColumnFacts): boolean =>
  role === undefined || (fits(role, found) && !found.isUncalculated && (role !== "date" || holdsDates(found)));

/** True if the cells are dates, or numbers that a spreadsheet may mean as days. */
export const holdsDates = ({ isDate, rows, column }: ColumnFacts): boolean => {
  const cells = rows.map((row) => row.cells[column]).filter((cell) => !isEmpty(cell));
  return isDate || (cells.length > 0 && cells.every((cell) => isSerial(cell) || isDateCell(cell)));
};

/** Returns the distinct words in order of first occurrence; empty if there are too many. */
function wordsOf(texts: readonly string[]): string[] {
  const seen = new Map<string, string>();
  for (const text of texts) seen.set(normal(text), seen.get(normal(text)) ?? text);
  return seen.size > mostWords ? [] : [...seen.values()];
}

export const unitIn = (cell: Cell | undefined): string => taken(shownText(cell), { part: "unit" });

const numberPart = (cell: Cell | undefined): Cell | undefined =>
  cell?.is === "text" ? { is: "text", text: taken(cell.text, { part: "number" }) } : cell;

/**
 * Whether the row has a document number, which a row of totals does not have; always true if no column has document
 * numbers.
 */
export function isNumbered({ cells }: Row, number: ColumnFacts | undefined): boolean {
  const cell = number && cells[number.column];
  return number === undefined || (!isEmpty(cell) && !totalWord.test(shownText(cell)));
}

/** Returns the amount in a cell of the column, multiplied as the heading says. */
export function amountIn(row: Row, { column, role, isMeasured, sign, says }: ColumnFacts): Amount | undefined {
  const cell = row.cells[column];
  const value = cellNumber(isMeasured ? numberPart(cell) : cell, sign, role === "discountPercent");
  return value && says.factor ? money.times(value, amount(says.factor)) : value;
}

/** Returns `gross` for an amount whose heading says that VAT is included, `net` if it says that VAT is excluded. */
function amountRole(meaning: HeadingMeaning | undefined): Role | undefined {
  const { role, withVat } = meaning ?? {};
  const isAmount = role === "amount" || role === "net" || role === "gross";
  return !isAmount || withVat === undefined ? role : withVat ? "gross" : "net";
}

/** Refines the roles of ambiguous and unknown headings based on their cells. */
function byCells(
  heading: string,
  role: Role | undefined,
  { isNumeric, isDate, words, isPercent }: Pick<ColumnFacts, "isNumeric" | "isDate" | "words" | "isPercent">,
  share: (test: (cell: Cell | undefined) => boolean) => boolean,
): Role | undefined {
  const rates =
    words.length > 0 && words.every((word) => /^0?(?:[.,]050*|[.,]0+)?$|^[05](?:[.,]0+)?\s*%?$/.test(word.trim()));
  if (role === undefined) {
    if (share((cell) => /^1\d{14}$/.test(digits(cell)))) return "trn";
    return share((cell) => /^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(shownText(cell).replace(/\s/g, "")))
      ? "iban"
      : undefined;
  }
  if (role === "currency" && isNumeric) return "amount";
  if (role === "amount" && !isNumeric && words.length > 0 && words.every(isCurrencyCode)) return "currency";
  const isRate =
    rates && words.some((word) => /5/.test(word)) && !/\b(?:amount|amt|montant)\b|betrag|مبلغ|قيمة/i.test(heading);
  if (isRate && (role === "vat" || role === "taxCode" || normal(heading) === "rate")) return "taxRate";
  if ((role === "vat" || isTaxWord(role, heading)) && words.length > 0 && !isNumeric) return "taxCode";
  if (role === "discount" && isPercent) return "discountPercent";
  if (role === "priceBase" && !isNumeric && words.length > 0) return "unit";
  const isDay = role === "date" || role === "due";
  if (isDay && words.length > 0 && !isDate && isNumeric && !share((cell) => isSerial(cell))) return undefined;
  if (role === "supplierName" && share((cell) => /^\d+$/.test(digits(cell)))) return "supplierCode";
  return role;
}

const isCurrencyCode = (word: string): boolean => hasCode(codes.currencyCodes, word.trim().toUpperCase());

/** A column `Taxable` with words says which rows bear VAT; with numbers it is the net amount. */
const isTaxWord = (role: Role | undefined, heading: string): boolean =>
  role === "net" && /taxable|vatable|خاضع/i.test(heading);

const digits = (cell: Cell | undefined): string => shownText(cell).replace(/[\s-]/g, "");

const isPercent = (cell: Cell | undefined): boolean => /%\s*$/.test(shownText(cell)) || isPercentCell(cell);

const isPercentCell = (cell: Cell | undefined): boolean => cell?.is === "number" && cell.look === "percent";

/** Returns the cell's text in the form used by the word lists: a percentage as `5%`. */
export function wordOf(cell: Cell | undefined): string {
  return cell?.is === "number" && cell.look === "percent" ? `${timesHundred(cell.text)}%` : shownText(cell).trim();
}

function isDateCell(cell: Cell | undefined): boolean {
  if (cell?.is === "number") return cell.look === "date" || cell.look === "date-time";
  return /^\s*(?:\d{4}[-/.]\d{1,2}[-/.]\d{1,2}|\d{1,2}[-/. ](?:\d{1,2}|[A-Za-z]{3,9})[-/. ]\d{2,4})\b/.test(
    shownText(cell),
  );
}

/** True for a plain number that is probably a date in a cell without a date format: a day number from 1982 to 2119. */
const isSerial = (cell: Cell | undefined): boolean => cell?.is === "number" && /^[3-7]\d{4}$/.test(cell.text);

/** Returns the number in a cell, with a decimal point or comma; undefined for any other content. */
function cellNumber(cell: Cell | undefined, sign: DecimalStyle, percent = false): Amount | undefined {
  if (cell === undefined || isEmpty(cell) || (cell.is !== "number" && cell.is !== "text")) return undefined;
  for (const style of sign === "point" ? (["point", "comma"] as const) : (["comma", "point"] as const)) {
    const read = takeNumber(cell, { style, percent });
    if ("text" in read && isDecimalText(read.text)) return amount(read.text);
  }
  return undefined;
}

/**
 * Returns the order of day and month, which the first date after the 12th of a month shows; `unclear` if there is no
 * such date; undefined if the columns have no dates written in figures, or only ones with dots, where the day is first.
 */
export function dateOrderOf(rows: readonly Row[], columns: readonly number[]): "dmy" | "mdy" | "unclear" | undefined {
  const seen = { slashed: false, dotted: false };
  for (const row of rows)
    for (const column of columns) {
      const [, first = "", sign, second = "", year = ""] =
        /^\s*(\d{1,2})([-/.])(\d{1,2})[-/.](\d{2,4})\b/.exec(shownText(row.cells[column])) ?? [];
      if (first === "") continue;
      if (Number.parseInt(first, 10) > 12) return "dmy";
      if (Number.parseInt(second, 10) > 12) return sign !== "." && seen.dotted ? "unclear" : "mdy";
      seen[sign === "." && year.length === 4 ? "dotted" : "slashed"] = true;
    }
  return seen.slashed ? "unclear" : undefined;
}
