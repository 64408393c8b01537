import { documentSchemas, fieldOf, memberOf, nearest } from "../../document/index.ts";
import { failAll, ok, type Problem, problem, type Result, type Spot } from "../../problem/index.ts";
import {
  builtInMap,
  type Cell,
  cellSpot,
  openSheet,
  type Row,
  type Sheet,
  takeDate,
  takeText,
} from "../../sheet/index.ts";
import {
  foldedName,
  judgeSupplier,
  memberPath,
  type Supplier,
  setFields,
  shortFields,
  supplierFields,
  withUsual,
} from "../../suppliers/index.ts";
import { foreignHeadings, headingField } from "./headings.ts";

/** A column of the list and the field that it feeds. */
interface Column {
  readonly column: number;
  readonly heading: string;
  readonly field: string;
}

/** Every name that a heading may be. */
function knownNames(): string[] {
  const party = memberOf(fieldOf(documentSchemas.invoice), "accounting_supplier_party");
  const field = party && fieldOf(party);
  const members = field?.kind === "object" ? Object.keys(field.members) : [];
  return [...supplierFields, ...Object.keys(shortFields), ...members];
}

/**
 * The suppliers of a spreadsheet: the fields' names in its first row, one supplier a row. All of it is told at once, each at its cell;
 * problems are warnings when there is a value. Problems: `no-heading` and those of reading a sheet and of an entry.
 */
export function suppliersOfSheet(
  bytes: Uint8Array,
  file: string,
): Result<{ suppliers: readonly Supplier[]; problems: readonly Problem[] }> {
  const sheet = openSheet(bytes, file, undefined, builtInMap("invoice"));
  if (!sheet.ok) return sheet;
  const columns = columnsOf(sheet.value);
  if (!columns.ok) return columns;
  const suppliers: Supplier[] = [];
  const problems: Problem[] = [...columns.value.unused];
  const first = new Map<string, number>();
  for (const row of sheet.value.rows.slice(1)) {
    const found = supplierIn(row, columns.value.columns, sheet.value);
    problems.push(...found.problems);
    if (found.supplier === undefined) continue;
    const name = foldedName(found.supplier.supplier);
    const before = first.get(name);
    if (before === undefined) suppliers.push(found.supplier);
    else problems.push(twice(found.supplier, before, placeOf("supplier", row, columns.value.columns, sheet.value)));
    first.set(name, before ?? row.number);
  }
  if (problems.some(({ severity }) => severity === "error")) return failAll(problems);
  return ok({ suppliers, problems });
}

/** The columns that feed a field; those of other programs that feed none are warnings. */
function columnsOf(sheet: Sheet): Result<{ columns: readonly Column[]; unused: readonly Problem[] }> {
  const [head] = sheet.rows;
  const known = knownNames();
  const problems: Problem[] = [];
  const unused: Problem[] = [];
  const columns: Column[] = [];
  for (const [column, cell] of (head?.cells ?? []).entries()) {
    const heading = cell?.text.trim() ?? "";
    if (heading === "") continue;
    const field = headingField(heading);
    if (known.includes(field) || field.includes(".")) columns.push({ column, heading, field });
    else {
      const where = cellSpot(sheet, head?.number ?? 1, column, heading, cell);
      const guess = foreignHeadings.has(field) ? undefined : nearest(field, known);
      (guess === undefined ? unused : problems).push(unknownHeading(heading, guess, where));
    }
  }
  const twofold = columns.find(({ field }, at) => columns.findIndex((each) => each.field === field) < at);
  if (twofold) {
    const message = `Two columns are mapped to ${twofold.field}.`;
    problems.push(
      problem("no-heading", message, "Remove one of them.", {
        where: cellSpot(sheet, head?.number ?? 1, twofold.column, twofold.heading, undefined),
      }),
    );
  }
  if (problems.length === 0 && !columns.some(({ field }) => field === "supplier" || field === "party_name")) {
    const hint =
      "The first row holds the fields' names: supplier, party_name, trn, country_code, city_name, iban, agreement_number …";
    problems.push(
      problem("no-heading", "No column is headed supplier or party_name, the name to call each one by.", hint, {
        where: { file: sheet.file },
      }),
    );
  }
  return problems.length > 0 ? failAll(problems) : ok({ columns, unused });
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

function supplierIn(
  row: Row,
  columns: readonly Column[],
  sheet: Sheet,
): { supplier: Supplier | undefined; problems: readonly Problem[] } {
  const refused: Problem[] = [];
  const settings: string[] = [];
  for (const { column, heading, field } of columns) {
    const cell = row.cells[column];
    if (cell === undefined) continue;
    const taken = takenFrom(cell, field, sheet);
    if ("text" in taken) settings.push(`${field}=${taken.text}`);
    else {
      const { code, message } = taken.complaint;
      const hint = code === "ambiguous-date" ? "Write the date as 2026-12-31." : taken.complaint.hint;
      refused.push(
        problem(code, `${heading}: ${message}`, hint, { where: cellSpot(sheet, row.number, column, heading, cell) }),
      );
    }
  }
  const draft = setFields({}, [...settings, ...derived(settings, columns)]);
  if (!draft.ok) return { supplier: undefined, problems: [...refused, ...draft.problems] };
  const spot = (path: string): Spot => ({ ...placeOf(path, row, columns, sheet), path });
  const { supplier, problems } = judgeSupplier(withUsual(draft.value), spot);
  const wrong = refused.length > 0 || problems.some(({ severity }) => severity === "error");
  return { supplier: wrong ? undefined : supplier, problems: [...refused, ...problems] };
}

/** What the other cells of a row tell: the name to call it by, and the country, by its name or by a TRN of the UAE. */
function derived(settings: readonly string[], columns: readonly Column[]): string[] {
  const of = (field: string): string | undefined =>
    settings
      .find((each) => each.startsWith(`${field}=`))
      ?.slice(field.length + 1)
      .trim() || undefined;
  const [name, country, trn] = [of("party_name"), of("country"), of("trn")];
  const code = country ?? (trn && /^1\d{14}$/.test(trn) ? "AE" : undefined);
  return [
    ...(!columns.some(({ field }) => field === "supplier") && name !== undefined ? [`supplier=${name}`] : []),
    ...(of("country_code") === undefined && code !== undefined ? [`country_code=${code}`] : []),
  ];
}

const digits = new Set(["trn", "tin", "iban", "endpoint_id"]);

function takenFrom(cell: Cell, field: string, sheet: Sheet) {
  const isDate = field === "agreement_date" || field === "agreement_expiry";
  return isDate
    ? takeDate(cell, undefined, sheet.from1904)
    : takeText(cell, { digitsOnly: digits.has(field) }, sheet.from1904);
}

/** The cell that feeds a path of an entry, else the first one of the row. */
function placeOf(path: string, row: Row, columns: readonly Column[], sheet: Sheet): Spot {
  const from = columns.find(({ field }) => memberPath(field) === path);
  const column = from?.column ?? 0;
  return cellSpot(sheet, row.number, column, from?.heading, row.cells[column]);
}

function twice({ supplier }: Supplier, first: number, where: Spot): Problem {
  return problem(
    "duplicate-key",
    `The supplier ${supplier} appears twice, first in row ${first}.`,
    "Keep one of them.",
    { where },
  );
}
