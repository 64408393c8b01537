import { documentShapes, memberOf, nearest } from "../../document/index.ts";
import { fail, ok, type Problem, problem, type Result, suggest, typed } from "../../problem/index.ts";
import { cellSpot, type Row, type Sheet } from "../../sheet/index.ts";
import { foldedName, recordNames, shortFields, supplierFields } from "../../suppliers/index.ts";
import { headingField, isForeign } from "./headings.ts";

export interface Column {
  readonly column: number;
  readonly heading: string;
  readonly field: string;
  /**
   * How well the heading matches; 0 is best. Of two columns for one field, the one with the lower rank wins, and the
   * other fills empty cells.
   */
  readonly rank: number;
}

export interface Head {
  readonly row: Row;
  readonly columns: readonly Column[];
  readonly guesses: readonly Guess[];
  readonly remarks: readonly Problem[];
}

export interface Guess {
  readonly heading: string;
  readonly field: string;
}

/** Fields that the user assigned to headings, by the heading's `foldedName`. */
export type MeantHeadings = ReadonlyMap<string, string>;

/** Nested parts of an entry, which have no column. */
const groups: readonly string[] = [...recordNames, "tax_answers", "to_check"];

export function knownNames(): string[] {
  const field = memberOf(documentShapes.invoice, "accounting_supplier_party");
  const members = field?.kind === "object" ? Object.keys(field.members) : [];
  const own = supplierFields.filter((name) => !groups.includes(name));
  return [...own, ...Object.keys(shortFields), ...members];
}

/** Number of rows in which headings are searched for: exports from other programs may begin with a title and a date. */
const rowsAbove = 10;

/**
 * Finds the row of headings and the field of each column. Problem: `no-heading` if no column has the suppliers' names.
 */
export function supplierHeadings(sheet: Sheet, meant: MeantHeadings): Result<Head> {
  const known = knownNames();
  const row = headingRow(sheet, meant, known);
  const remarks: Problem[] = [];
  const guesses: Guess[] = [];
  const found: Column[] = [];
  for (const [column, cell] of row.cells.entries()) {
    const heading = cell?.text.trim() ?? "";
    if (heading === "") continue;
    const { field, rank } = fieldOf(heading, meant, known);
    if (isField(field, known)) {
      found.push({ column, heading, field, rank });
      continue;
    }
    const where = cellSpot(sheet, row.number, column, heading, cell);
    const guess = field === "" || isForeign(heading) ? undefined : nearest(field, known);
    if (guess !== undefined) guesses.push({ heading, field: guess });
    if (field !== "what_is_missing") remarks.push(unusedColumn(heading, guess, { where, severity: "warning" }));
  }
  const columns = namesApart(found).toSorted((a, b) => a.rank - b.rank || a.column - b.column);
  if (!columns.some(({ field }) => isName(field))) return fail(nameless(sheet, row));
  return ok({ row, columns, guesses, remarks: [...remarks, ...twofold(columns, row, sheet)] });
}

/** Counts the recognised headings of a sheet; 0 if no heading is for the name. */
export function headingCount(sheet: Sheet): number {
  const head = supplierHeadings(sheet, new Map());
  return head.ok ? head.value.columns.length : 0;
}

/** Returns the first row with a name and another field, or else the first row with the most fields. */
function headingRow(sheet: Sheet, meant: MeantHeadings, known: readonly string[]): Row {
  const first: Row = sheet.rows[0] ?? { number: 1, cells: [], hidden: false };
  const scored = sheet.rows.slice(0, rowsAbove).map((row) => {
    const fields = row.cells.flatMap((cell) => (cell ? [fieldOf(cell.text.trim(), meant, known).field] : []));
    const own = fields.filter((each) => isField(each, known));
    return { row, count: own.length, isHead: own.length > 1 && own.some(isName) };
  });
  const most = scored.reduce((best, each) => (each.count > best.count ? each : best), { row: first, count: 1 });
  return (scored.find(({ isHead }) => isHead) ?? most).row;
}

function fieldOf(heading: string, meant: MeantHeadings, known: readonly string[]): { field: string; rank: number } {
  const told = meant.get(foldedName(heading));
  return told === undefined ? headingField(heading, known) : { field: told, rank: -1 };
}

const isField = (field: string, known: readonly string[]): boolean => known.includes(field) || field.includes(".");
const isName = (field: string): boolean => field === "supplier" || field === "party_name" || field === "name";

/**
 * Matches a heading that only says "supplier": it means the name if there is no other name column, and otherwise a
 * code.
 */
const bare = /^(?:vendor|creditor|party|ledger|particulars|المورد)$/iu;

/** If two columns have the legal name, takes the better match for it and the other one for the everyday name. */
function namesApart(columns: readonly Column[]): readonly Column[] {
  const [legal, other] = columns
    .filter(({ field }) => field === "party_name")
    .toSorted((a, b) => Number(bare.test(a.heading)) - Number(bare.test(b.heading)) || a.rank - b.rank);
  const has = (field: string): boolean => columns.some((each) => each.field === field);
  if (other === undefined && legal !== undefined && bare.test(legal.heading) && has("name"))
    return columns.map((each) => (each === legal ? { ...each, field: "supplier" } : each));
  if (other === undefined || legal?.rank === other.rank) return columns;
  const field = bare.test(other.heading) ? "supplier" : "name";
  return has(field) ? columns : columns.map((each) => (each === other ? { ...each, field } : each));
}

/** Warns about two columns that match equally well; the left one takes precedence. */
function twofold(columns: readonly Column[], row: Row, sheet: Sheet): Problem[] {
  return columns.flatMap((each, at) => {
    const before = columns.slice(0, at).find(({ field, rank }) => field === each.field && rank === each.rank);
    if (before === undefined) return [];
    const where = cellSpot(sheet, row.number, each.column, each.heading, row.cells[each.column]);
    const message = `The columns ${before.heading} and ${each.heading} both mean ${each.field}: the first one is used, and where it is empty the second.`;
    const hint = "If the second one counts, remove the first column or rename its heading.";
    return [problem("unused-column", message, hint, { where, severity: "warning" })];
  });
}

function nameless(sheet: Sheet, row: Row): Problem {
  const headings = row.cells.flatMap((cell) => (cell && cell.text.trim() !== "" ? [cell.text.trim()] : []));
  const has = headings.slice(0, 12).join(", ");
  const message = `No column is headed with the supplier's name. Row ${row.number} has: ${has || "nothing"}.`;
  const hint = `Name the column: --heading HEADING=party_name. All headings that are known: ${suggest`suppliers headings`}`;
  return problem("no-heading", message, hint, { where: { file: sheet.file } });
}

function unusedColumn(heading: string, guess: string | undefined, more: Parameters<typeof problem>[3]): Problem {
  const message = `The column ${heading} is not mapped to any field.`;
  const hint =
    guess === undefined
      ? `If it is needed, say which field it is: --heading HEADING=FIELD. The fields: ${suggest`suppliers headings`}`
      : `Did you mean ${guess}? Then: --heading ${typed(`${heading}=${guess}`)}`;
  return problem("unused-column", message, hint, more);
}
