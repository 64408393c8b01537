import { shownText } from "../cell.ts";
import { normal } from "../map/map-parts.ts";
import { type ColumnFacts, holdsDates } from "./facts.ts";
import { isBareZero, statusMeant, typeMeant, unitGuess, vatMeant } from "./guess-words.ts";
import type { Role } from "./headings.ts";
import { roleWords } from "./role-words.ts";
import { amountRoles, type Columns, type Recognised } from "./roles.ts";

export type OpenQuestion =
  /** Dates that can be read in two ways, with an example. */
  | { readonly is: "order"; readonly heading: string; readonly example: string }
  | { readonly is: "word"; readonly of: WordSubject; readonly heading: string; readonly word: string }
  /** A required value without a recognised column; `headings`: the unused columns that may contain it. */
  | { readonly is: "column"; readonly of: NeededRole; readonly headings: readonly string[] };

export type WordSubject = "vat" | "unit" | "type" | "status";
export type NeededRole = "number" | "date" | "supplierName" | "amount";

export interface UsedColumn {
  readonly heading: string;
  readonly role: Role;
  readonly says: string;
}

/**
 * Returns questions about missing columns, then about the date order, then about words. `order`: the order of day and
 * month in dates written as text; `left`: the headings of unused columns.
 */
export function openQuestions(
  { columns, facts }: Recognised,
  order: string | undefined,
  left: readonly string[],
): OpenQuestion[] {
  return [...columnQuestions(columns, left, facts), ...orderQuestion(columns, order), ...wordQuestions(columns)];
}

function columnQuestions(columns: Columns, headings: readonly string[], facts: readonly ColumnFacts[]): OpenQuestion[] {
  const has = (...roles: readonly Role[]): boolean => roles.some((role) => columns[role] !== undefined);
  const needed: readonly (readonly [NeededRole, boolean])[] = [
    ["number", has("number")],
    ["date", has("date")],
    ["supplierName", has("trn", "supplierCode", "supplierName")],
    ["amount", has(...amountRoles)],
  ];
  return headings.length === 0
    ? []
    : needed.flatMap(([of, isThere]): OpenQuestion[] =>
        isThere ? [] : [{ is: "column", of, headings: likeliestFirst(of, headings, facts) }],
      );
}

/** Puts the headings whose cells look like what is asked for in front; the cursor stands on the first one. */
function likeliestFirst(of: NeededRole, headings: readonly string[], facts: readonly ColumnFacts[]): string[] {
  const looks = (heading: string): boolean =>
    facts.some((each) => each.heading === heading && !each.isUncalculated && looksLike[of](each));
  return [...headings.filter(looks), ...headings.filter((heading) => !looks(heading))];
}

const looksLike: Readonly<Record<NeededRole, (facts: ColumnFacts) => boolean>> = {
  number: ({ isDate, words, rows, column }) =>
    !isDate && words.length !== 1 && rows.some(({ cells }) => /\d/.test(shownText(cells[column]))),
  date: holdsDates,
  supplierName: ({ isDate, isNumeric }) => !isDate && !isNumeric,
  amount: ({ isDate, isNumeric }) => isNumeric && !isDate,
};

/** A column that a person said the meaning of, and that cannot have it. */
export interface UnusableAnswer {
  readonly heading: string;
  readonly because: string;
}

export function unusableAnswers(facts: readonly ColumnFacts[]): UnusableAnswer[] {
  return facts
    .filter(({ isSaid, role, fits }) => isSaid && role !== undefined && !fits)
    .map(({ heading, role = "amount", isUncalculated, isBlank }) => ({
      heading,
      because: isUncalculated
        ? "its cells are formulas whose results are not in the file. Open it in Excel, save it, and begin again"
        : isBlank
          ? "all its cells are empty"
          : `its cells cannot be that (${roleWords[role].toLowerCase()})`,
    }));
}

function orderQuestion({ date, due, supplyDate, correctedDate }: Columns, order: string | undefined): OpenQuestion[] {
  if (order !== "unclear") return [];
  for (const column of [date, due, supplyDate, correctedDate])
    for (const row of column?.rows ?? []) {
      const example = shownText(row.cells[column?.column ?? 0]).trim();
      if (column && /^\d{1,2}[-/.]\d{1,2}[-/.]\d{2,4}\b/.test(example))
        return [{ is: "order", heading: column.heading, example }];
    }
  return [];
}

function wordQuestions(columns: Columns): OpenQuestion[] {
  const { taxCode, taxRate, unit, quantity, type, status } = columns;
  const tax = [taxCode, taxRate].find((each) => each !== undefined && each.words.length > 0);
  const measured = quantity?.isMeasured ? { ...quantity, words: quantity.units } : undefined;
  return [
    ...unknown("vat", tax, (word, column) => isBareZero(word) || vatMeant(column, word, undefined)),
    ...unknown("unit", measured ?? unit, unitGuess),
    ...unknown("type", type, (word, column) => typeMeant(column, word)),
    ...unknown("status", status, (word, column) => statusMeant(column, word)),
  ];
}

function unknown(
  of: WordSubject,
  column: ColumnFacts | undefined,
  meaning: (word: string, column: ColumnFacts) => unknown,
): OpenQuestion[] {
  if (column === undefined) return [];
  return column.words
    .filter((word) => !column.said.has(normal(word)) && !meaning(word, column))
    .map((word) => ({ is: "word", of, heading: column.heading, word }));
}

/** Returns the columns in use, in the order of the sheet. `left`: the headings of unused columns. */
export function columnsInUse({ columns, pricesWithVat }: Recognised, left: readonly string[]): UsedColumn[] {
  const all = Object.entries(columns) as [Role, ColumnFacts][];
  const price = columns.unitPrice ?? columns.net ?? columns.gross;
  return all
    .filter(([, { heading }]) => !left.includes(heading))
    .sort(([, a], [, b]) => a.column - b.column)
    .map(([role, column]) => ({
      heading: column.heading,
      role,
      says: sentence(role, column, columns, price, pricesWithVat),
    }));
}

function sentence(
  role: Role,
  column: ColumnFacts,
  { item }: Columns,
  price: ColumnFacts | undefined,
  pricesWithVat: boolean,
): string {
  const says = roleWords[role];
  if (role === "unitPrice") return `${says} ${pricesWithVat ? "with" : "without"} VAT`;
  if (role === "description" && item === undefined) return "Item and description";
  if (role === "quantity" && column.isMeasured) return "Quantity and unit";
  if (["net", "vat", "gross"].includes(role))
    return column === price ? `${says}, gives the price` : `${says}, compared`;
  return role === "trn" || role === "supplierCode" || role === "supplierName" ? `${says} in your supplier book` : says;
}
