import { codeMeant, codes } from "../../document/index.ts";
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
import { foldedName, judgeSupplier, memberPath, type Supplier, setFields, withUsual } from "../../suppliers/index.ts";
import { type Column, supplierHeadings } from "./columns.ts";

/** A supplier of a file and where it stands there. */
export interface FoundSupplier {
  readonly supplier: Supplier;
  readonly where: Spot;
}

/**
 * The suppliers of a spreadsheet: the fields' names in one of its first rows, one supplier a row. All of it is told at once, each at its
 * cell; problems are warnings when there is a value, and what an entry lacks is left to the caller. Problems: `no-heading` and those of
 * reading a sheet and of an entry.
 */
export function suppliersOfSheet(
  bytes: Uint8Array,
  file: string,
): Result<{ suppliers: readonly FoundSupplier[]; problems: readonly Problem[] }> {
  const sheet = openSheet(bytes, file, undefined, builtInMap("invoice"));
  if (!sheet.ok) return sheet;
  const head = supplierHeadings(sheet.value);
  if (!head.ok) return head;
  const { columns } = head.value;
  const suppliers: FoundSupplier[] = [];
  const problems: Problem[] = [...head.value.unused];
  const first = new Map<string, number>();
  for (const row of sheet.value.rows.filter(({ number }) => number > head.value.row.number)) {
    const found = supplierIn(row, columns, sheet.value);
    problems.push(...found.problems);
    if (found.supplier === undefined) continue;
    const where = placeOf("supplier", row, columns, sheet.value);
    const name = foldedName(found.supplier.supplier);
    const before = first.get(name);
    if (before === undefined) suppliers.push({ supplier: found.supplier, where });
    else problems.push(twice(found.supplier, before, where));
    first.set(name, before ?? row.number);
  }
  if (problems.some(({ severity }) => severity === "error")) return failAll(problems);
  return ok({ suppliers, problems });
}

const isAbsent = ({ code }: Problem): boolean => code === "missing-field" || code === "scenario-field-missing";

function supplierIn(
  row: Row,
  columns: readonly Column[],
  sheet: Sheet,
): { supplier: Supplier | undefined; problems: readonly Problem[] } {
  const refused: Problem[] = [];
  const taken = new Map<string, string>();
  for (const { column, heading, field } of columns) {
    const cell = row.cells[column];
    if (cell === undefined) continue;
    const found = takenFrom(cell, field, sheet);
    const where = cellSpot(sheet, row.number, column, heading, cell);
    if ("complaint" in found) {
      const { code, message } = found.complaint;
      const hint = code === "ambiguous-date" ? "Write the date as 2026-12-31." : found.complaint.hint;
      refused.push(problem(code, `${heading}: ${message}`, hint, { where }));
    } else if (found.text !== "") {
      const before = taken.get(field);
      if (before === undefined) taken.set(field, found.text);
      else if (before !== found.text && identities.has(field))
        refused.push(twoValues(field, before, found.text, where));
    }
  }
  const settings = [...taken, ...derived(taken, columns)].map(([field, value]) => `${field}=${value}`);
  if (settings.length === 0) return { supplier: undefined, problems: refused };
  const draft = setFields({}, settings);
  if (!draft.ok) return { supplier: undefined, problems: [...refused, ...draft.problems] };
  const spot = (path: string): Spot => ({ ...placeOf(path, row, columns, sheet), path });
  const { supplier, problems } = judgeSupplier(withUsual(draft.value), spot);
  const wrong = refused.length > 0 || problems.some(({ severity }) => severity === "error");
  return {
    supplier: wrong ? undefined : supplier,
    problems: [...refused, ...problems.filter((each) => !isAbsent(each))],
  };
}

/** Fields of which two columns may not say different things. */
const identities = new Set(["supplier", "trn", "tin", "iban", "endpoint_id"]);

function twoValues(field: string, one: string, other: string, where: Spot): Problem {
  const message = `Two columns of this row say different things for ${field}: ${one} and ${other}.`;
  return problem("wrong-value", message, "Find out which one is correct, and remove the other one.", { where });
}

/**
 * What the other cells of a row tell: the name to call it by, the country by its name or by a TRN of the UAE, the emirate by the city, and
 * that the number under a heading such as Trade License No. is that of a trade licence.
 */
function derived(taken: ReadonlyMap<string, string>, columns: readonly Column[]): [field: string, value: string][] {
  const of = (field: string): string | undefined => taken.get(field);
  const [name, trn, city] = [of("party_name"), of("trn"), of("city_name")];
  const country = of("country_code") ?? of("country") ?? (trn && /^1\d{14}$/.test(trn) ? "AE" : undefined);
  const isUae = country !== undefined && (codeMeant(codes.countryCodes, country) ?? country.toUpperCase()) === "AE";
  const emirate = isUae && city !== undefined ? codeMeant(codes.emirates, city) : undefined;
  const licence = columns.find(({ field }) => field === "company_id");
  const isLicence = of("company_id") !== undefined && isUae && /lic[es]n[cs]e|رخصة|^tl\b/i.test(licence?.heading ?? "");
  const all: [field: string, value: string | undefined][] = [
    ["supplier", columns.some(({ field }) => field === "supplier") ? undefined : name?.slice(0, 80).trim()],
    ["country_code", country],
    ["country_subentity", emirate],
    ["scheme_agency_id", isLicence ? "TL" : undefined],
  ];
  return all.flatMap(([field, value]) => (value === undefined || of(field) !== undefined ? [] : [[field, value]]));
}

const digits = new Set(["trn", "tin", "iban", "endpoint_id"]);
const days = new Set(["agreement_date", "agreement_expiry"]);

function takenFrom(cell: Cell, field: string, sheet: Sheet) {
  return days.has(field)
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
