import { money } from "../../document/index.ts";
import { isEmpty, shownText } from "../cell.ts";
import { normal } from "../map/map-parts.ts";
import { amountIn, type ColumnFacts, isNumbered, wordOf } from "./facts.ts";
import {
  isBareZero,
  meantBy,
  statusMeant,
  typeMeant,
  vatMeant,
  type ZeroMeaning,
  zeroMeanings,
} from "./guess-words.ts";
import { type MapLines, yamlName } from "./map-lines.ts";
import { type Columns, isOfDocument } from "./roles.ts";

/**
 * Where VAT is shown: as words for a tax code or rate, as a VAT amount, or as one amount with VAT and one without.
 */
type VatSource =
  | { readonly by: "word"; readonly column: ColumnFacts }
  | { readonly by: "amount"; readonly amount: ColumnFacts; readonly less: ColumnFacts | undefined };

/** Rows without VAT whose VAT category the user must choose. */
interface OpenZero {
  readonly heading: string;
  readonly count: number;
  /** How the cells show that there is no VAT: by a rate, or by an amount. */
  readonly what: "0 %" | "no VAT";
}

/**
 * Returns the columns that show VAT. If there are none, it returns undefined: all lines get the standard rate, and the
 * control totals reveal errors.
 */
export function vatSource(columns: Columns): VatSource | undefined {
  const { taxCode, taxRate, vat, net, gross, makingAmount } = columns;
  if (makingAmount !== undefined) return undefined;
  const column = [taxCode, taxRate].find((each) => each !== undefined && each.words.length > 0);
  if (column !== undefined) return { by: "word", column };
  const [amount, less] = vat ? [vat, undefined] : [gross, net];
  if (amount === undefined || (vat === undefined && less === undefined)) return undefined;
  const source = { by: "amount", amount, less } as const;
  const none = withoutVat(source, columns).length;
  if (none === 0 || isOfFirstRow(amount, columns)) return undefined;
  // Two columns that are equal in all rows probably contain the same amount.
  return less !== undefined && none === counting(columns).length ? undefined : source;
}

/** True if only a document's first row has the amount, so that it does not show which other rows bear VAT. */
function isOfFirstRow(amount: ColumnFacts, { number }: Columns): boolean {
  return (
    number !== undefined &&
    isOfDocument(amount.rows, number, amount) &&
    counting({ net: amount, number }).length < amount.rows.filter(({ cells }) => !isEmpty(cells[number.column])).length
  );
}

function counting(columns: Columns): ColumnFacts["rows"] {
  const value = columns.net ?? columns.gross ?? columns.unitPrice;
  if (value === undefined) return [];
  return notLeftOut(value, columns).filter((row) => {
    const found = isNumbered(row, columns.number) ? amountIn(row, value) : undefined;
    return found !== undefined && !money.isZero(found);
  });
}

/** Returns the rows that are not excluded by their state or type. */
function notLeftOut({ rows }: ColumnFacts, { status, type }: Columns): ColumnFacts["rows"] {
  return rows.filter((row) => {
    const said = ({ column }: ColumnFacts): string => shownText(row.cells[column]);
    if (status?.rows === rows && statusMeant(status, said(status)) === "out") return false;
    return !(type?.rows === rows && typeMeant(type, said(type)) === "other");
  });
}

function withoutVat({ amount, less }: Extract<VatSource, { by: "amount" }>, columns: Columns): ColumnFacts["rows"] {
  return counting(columns).filter((row) => {
    const [one, other] = [amountIn(row, amount), less && amountIn(row, less)];
    if (less === undefined) return isEmpty(row.cells[amount.column]) || (one !== undefined && money.isZero(one));
    return one !== undefined && other !== undefined && money.equal(one, other);
  });
}

/** Returns the `vat` lines of a map. `zero`: the meaning of a plain 0 %, or of no VAT. */
export function vatLines(columns: Columns, zero: ZeroMeaning | undefined): MapLines {
  const { metalAmount } = columns;
  if (metalAmount)
    return { lines: [], assumed: [`${metalAmount.heading} bears no VAT: it is ${meaning(zero)}, as you said`] };
  const source = vatSource(columns);
  if (source === undefined) return { lines: [], assumed: [] };
  return source.by === "word" ? byWords(withoutLeft(source.column, columns), zero) : byAmount(source, columns, zero);
}

/** Removes words that occur only in excluded rows. */
function withoutLeft(column: ColumnFacts, columns: Columns): ColumnFacts {
  const seen = new Set(notLeftOut(column, columns).map((row) => normal(wordOf(row.cells[column.column]))));
  return { ...column, words: column.words.filter((word) => seen.has(normal(word))) };
}

function byWords(column: ColumnFacts, zero: ZeroMeaning | undefined): MapLines {
  const words = column.words.map((word) => {
    const guess = column.said.get(normal(word)) ?? vatMeant(column, word, zero);
    return guess === undefined ? `    # ${yamlName(word)}: S 5` : `    ${yamlName(word)}: ${guess}`;
  });
  const lines = [
    "",
    "# Words of the column and the VAT category and rate of each: S 5, Z 0, E, O, AE 5, N 5.",
    "vat:",
    `  column: ${yamlName(column.heading)}`,
    "  words:",
    ...words,
  ];
  const zeros = zero === undefined ? [] : column.words.filter(isBareZero);
  const assumed =
    zeros.length === 0 ? [] : [`${zeros.join(", ")} in ${column.heading} is ${meaning(zero)}, as you said`];
  return { lines, assumed };
}

function byAmount(
  source: Extract<VatSource, { by: "amount" }>,
  columns: Columns,
  zero: ZeroMeaning | undefined,
): MapLines {
  const { amount, less } = source;
  const count = withoutVat(source, columns).length;
  const lines = [
    "",
    less
      ? "# VAT category and rate of rows whose amount with VAT is the one without it, and of all others."
      : "# VAT category and rate of rows without an amount of VAT, and of all others.",
    "vat:",
    `  amount: ${yamlName(amount.heading)}`,
    ...(less ? [`  less: ${yamlName(less.heading)}`] : []),
    `  zero: ${zero === undefined ? "Z 0" : zeroMeanings[zero]}`,
    "  other: S 5",
  ];
  const says = less ? `is ${less.heading} again` : "is 0 or empty";
  const rows = count === 1 ? "1 row: it is" : `${count.toLocaleString("en")} rows: they are`;
  const assumed = [
    `${amount.heading} ${says} in ${rows} ${meaning(zero)}, as you said; all others have the standard rate of 5 %`,
  ];
  return { lines, assumed };
}

const meaning = (zero: ZeroMeaning = "zero-rated"): string => `${zero} (${zeroMeanings[zero]})`;

/**
 * Counts the rows without VAT whose category is unknown, and names the column that shows this; undefined if there is no
 * such column.
 */
function openZero(columns: Columns): OpenZero | undefined {
  const { metalAmount } = columns;
  if (metalAmount) return { heading: metalAmount.heading, count: counting(columns).length, what: "no VAT" };
  const source = vatSource(columns);
  if (source?.by === "amount")
    return { heading: source.amount.heading, count: withoutVat(source, columns).length, what: "no VAT" };
  const words = source && withoutLeft(source.column, columns);
  if (words === undefined || !words.words.some(isBareZero)) return undefined;
  const { column, heading } = words;
  return {
    heading,
    count: notLeftOut(words, columns).filter((row) => isBareZero(wordOf(row.cells[column]))).length,
    what: "0 %",
  };
}

export interface ZeroQuestion extends OpenZero {
  /** The likeliest first. */
  readonly may: readonly ZeroMeaning[];
}

/**
 * Describes the rows that have 0 % or no VAT and no category, with the meanings to choose from: for gold and diamonds,
 * the likeliest one, the reverse charge, comes first.
 */
export function zeroQuestion(columns: Columns): ZeroQuestion | undefined {
  const open = openZero(columns);
  if (open === undefined) return undefined;
  const items = [columns.item, columns.description].flatMap((each) => each ?? []);
  const isMetal = items.some(({ column, rows }) =>
    rows.some(({ cells }) => meantBy("metal", shownText(cells[column]))),
  );
  const may = Object.keys(zeroMeanings) as ZeroMeaning[];
  return { ...open, may: isMetal ? ["reverse-charge", ...may.filter((each) => each !== "reverse-charge")] : may };
}
