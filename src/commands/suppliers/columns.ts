import { documentShapes, memberOf, nearest } from "../../document/index.ts";
import { failAll, ok, type Problem, problem, type Result, type Spot } from "../../problem/index.ts";
import { cellSpot, type Row, type Sheet } from "../../sheet/index.ts";
import { shortFields, supplierFields } from "../../suppliers/index.ts";
import { foreignHeadings, headingField } from "./headings.ts";

/** A column of the list and the field that it feeds. */
export interface Column {
  readonly column: number;
  readonly heading: string;
  readonly field: string;
  /** How well the heading says the field: of two columns for one field the lower rank is taken, the other fills what is empty. */
  readonly rank: number;
}

/** How a list is headed. */
export interface Head {
  readonly row: Row;
  readonly columns: readonly Column[];
  /** Columns that are not mapped to any field: warnings. */
  readonly unused: readonly Problem[];
}

/** Every name that a heading may be. */
function knownNames(): string[] {
  const field = memberOf(documentShapes.invoice, "accounting_supplier_party");
  const members = field?.kind === "object" ? Object.keys(field.members) : [];
  return [...supplierFields, ...Object.keys(shortFields), ...members];
}

/** A title and a date may stand above the headings in exports of other programs. */
const rowsAbove = 10;

/** The row of headings with the columns that feed a field. Problem: `no-heading`. */
export function supplierHeadings(sheet: Sheet): Result<Head> {
  const known = knownNames();
  const first: Row = sheet.rows[0] ?? { number: 1, cells: [], hidden: false };
  const isHead = (row: Row): boolean => {
    const fields = row.cells.flatMap((cell) => (cell ? [headingField(cell.text, known).field] : []));
    return fields.filter((each) => known.includes(each)).length > 1 && fields.some(isName);
  };
  const row = sheet.rows.slice(0, rowsAbove).find(isHead) ?? first;
  const problems: Problem[] = [];
  const unused: Problem[] = [];
  const columns: Column[] = [];
  for (const [column, cell] of row.cells.entries()) {
    const heading = cell?.text.trim() ?? "";
    if (heading === "") continue;
    const { field, rank } = headingField(heading, known);
    if (known.includes(field) || field.includes(".")) {
      columns.push({ column, heading, field, rank });
      continue;
    }
    const where = cellSpot(sheet, row.number, column, heading, cell);
    const guess = foreignHeadings.has(field) ? undefined : nearest(field, known);
    (guess === undefined ? unused : problems).push(unknownHeading(heading, guess, where));
  }
  problems.push(...twofold(columns, row, sheet));
  if (problems.length === 0 && !columns.some(({ field }) => isName(field))) problems.push(nameless(sheet));
  if (problems.length > 0) return failAll(problems);
  return ok({ row, columns: columns.toSorted((a, b) => a.rank - b.rank || a.column - b.column), unused });
}

const isName = (field: string): boolean => field === "supplier" || field === "party_name";

/** Two columns that say the same field equally well: which of them counts only a person can tell. */
function twofold(columns: readonly Column[], row: Row, sheet: Sheet): Problem[] {
  const again = columns.find(({ field, rank }, at) =>
    columns.slice(0, at).some((each) => each.field === field && each.rank === rank),
  );
  if (again === undefined) return [];
  const where = cellSpot(sheet, row.number, again.column, again.heading, undefined);
  return [problem("no-heading", `Two columns are mapped to ${again.field}.`, "Remove one of them.", { where })];
}

function nameless(sheet: Sheet): Problem {
  const hint =
    "The first row holds the fields' names: supplier, party_name, trn, country_code, city_name, iban, agreement_number …";
  return problem("no-heading", "No column is headed supplier or party_name, the name to call each one by.", hint, {
    where: { file: sheet.file },
  });
}

function unknownHeading(heading: string, guess: string | undefined, where: Spot): Problem {
  if (guess !== undefined)
    return problem("no-heading", `${heading} is not a field of a supplier.`, `Did you mean ${guess}?`, { where });
  const message = `The column ${heading} is not mapped to any field.`;
  return problem("unused-column", message, "Head it with the name of a field if it is needed.", {
    where,
    severity: "warning",
  });
}
