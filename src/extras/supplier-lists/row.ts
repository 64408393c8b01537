import { type Problem, problem, type Spot, suggest } from "../../problem/index.ts";
import { type Cell, cellSpot, type Row, type Sheet, shownText, takeDate, takeText } from "../../sheet/index.ts";
import {
  fieldOf,
  fieldWord,
  isSupplierName,
  judgeSupplier,
  memberPath,
  type Supplier,
  setFields,
  withOpenChecks,
  withPlace,
  withUsual,
} from "../../suppliers/index.ts";
import type { Column } from "./columns.ts";

export interface FoundRow {
  /** Undefined if the row has no supplier. */
  readonly supplier: Supplier | undefined;
  /** The supplier without derived values. */
  readonly said?: Supplier | undefined;
  /** Problems with unusable values, reported for their cells. */
  readonly problems: readonly Problem[];
}

interface Reading {
  readonly row: Row;
  readonly columns: readonly Column[];
  readonly sheet: Sheet;
  readonly taken: Map<string, string>;
  /** Unusable values as written, by field. */
  readonly aside: Map<string, string>;
  readonly problems: Problem[];
}

/** Reads a supplier from a row. Sets unusable values aside and reports them for their cells. */
export function supplierOfRow(row: Row, columns: readonly Column[], sheet: Sheet): FoundRow {
  const reading: Reading = { row, columns, sheet, taken: new Map(), aside: new Map(), problems: [] };
  for (const column of columns) takeCell(column, reading);
  const { taken, aside, problems } = reading;
  if (taken.size + aside.size === 0) return { supplier: undefined, problems };
  const name = nameOf(reading);
  if (name === undefined) return { supplier: undefined, problems: [...problems, nobody(reading)] };
  taken.set("supplier", name);
  if (isLicence(reading)) taken.set("scheme_agency_id", "TL");
  // An invalid value can cause other findings, so remove it and check again.
  for (let round = 0; round <= columns.length; round += 1) {
    const judged = judge(reading);
    if (judged !== undefined) return { ...judged, problems };
  }
  return { supplier: undefined, problems: [...problems, nobody(reading)] };
}

/** Returns the supplier; undefined if a value first had to be set aside. */
function judge({ taken, aside, problems, ...at }: Reading): Omit<FoundRow, "problems"> | undefined {
  const draft = setFields(
    {},
    [...taken].map(([field, value]) => `${field}=${value}`),
  );
  if (!draft.ok) return undefined;
  const check = aside.size === 0 ? {} : { to_check: Object.fromEntries(aside) };
  const said = withPlace({ ...draft.value, ...check });
  const { supplier, problems: found } = judgeSupplier(withUsual(said), (path): Spot => ({ path }));
  const wrong = found.filter(({ severity }) => severity === "error");
  for (const each of wrong) {
    const path = each.where?.path ?? "";
    const field = [...taken.keys()].find((name) => memberPath(name) === path) ?? sourceOf(path, taken);
    const value = field === undefined ? undefined : taken.get(field);
    if (field === undefined || value === undefined) continue;
    taken.delete(field);
    aside.set(fieldOf(memberPath(field)), value);
    problems.push({ ...each, where: { ...cellOf(field, at), path }, severity: "warning" });
  }
  if (wrong.length > 0 || supplier === undefined) return undefined;
  return { supplier: withOpenChecks(supplier), said: withOpenChecks(said as unknown as Supplier) };
}

function sourceOf(path: string, taken: ReadonlyMap<string, string>): string | undefined {
  const from = /\.(?:tin|endpoint_id)$/.test(path) ? "trn" : /\.country_code$/.test(path) ? "country" : undefined;
  return from ?? [...taken.keys()].find((field) => field !== "supplier" && path.startsWith(memberPath(field)));
}

/** Matches strings that mean the same as an empty cell. */
const nothing =
  /^(?:n[./]?a\.?|nil|none|null|not (?:available|applicable|registered)|unregistered|vat_not_registered|[-–—.?0]+|لا يوجد)$/i;

function takeCell({ column, heading, field }: Column, { row, sheet, taken, aside, problems }: Reading): void {
  const cell = row.cells[column];
  const shown = shownText(cell).trim();
  if (cell === undefined || shown === "" || nothing.test(shown)) return;
  const where = cellSpot(sheet, row.number, column, heading, cell);
  const found = takenFrom(cell, field, sheet);
  const tell = (code: Parameters<typeof problem>[0], message: string, hint: string): void => {
    problems.push(problem(code, `${heading}: ${message}`, hint, { where, severity: "warning" }));
  };
  const before = taken.get(field);
  if ("complaint" in found) {
    const { code, message, hint } = found.complaint;
    tell(code, message, code === "ambiguous-date" ? "Write the date as 2026-12-31." : hint);
    if (before === undefined) aside.set(fieldOf(memberPath(field)), shown);
  } else if (found.text === "") return;
  else if (before === undefined && !aside.has(field)) taken.set(field, found.text);
  else if (before !== undefined && before !== found.text && identities.has(field)) {
    const hint = `Find out which one is correct, then set it: ${suggest`suppliers missing`}`;
    tell("wrong-value", `two columns of this row say different things: ${before} and ${found.text}.`, hint);
    taken.delete(field);
    aside.set(fieldOf(memberPath(field)), `${before} or ${found.text}`);
  }
}

/** Fields for which a warning is given if two columns have different values. */
const identities = new Set(["trn", "tin", "iban", "endpoint_id"]);
const digits = new Set(["trn", "tin", "iban", "endpoint_id"]);
const days = new Set(["agreement_date", "agreement_expiry"]);

function takenFrom(cell: Cell, field: string, sheet: Sheet) {
  if (days.has(field)) return takeDate(cell, undefined, sheet.from1904);
  const found = takeText(cell, { digitsOnly: digits.has(field) }, sheet.from1904);
  if ("complaint" in found) return found;
  if (field === "telephone") return { text: found.text.replace(/[\s()-]/g, "") };
  return field === "endpoint_id" ? { text: found.text.replace(/^0235:/, "") } : found;
}

/** Returns the code, the everyday name or the legal name; without any of these, the TRN or e-mail address. */
function nameOf({ taken, columns }: Reading): string | undefined {
  const hasNames = columns.some(({ field }) => field === "name" || field === "party_name");
  const all = ["supplier", "name", "party_name", "party_name_in_local_language", "trn", "email"];
  const given = all.flatMap((field) => taken.get(field) ?? []);
  // In a row of totals, only the name column is filled, with a word such as "Total".
  if (hasNames && given.length === 1 && taken.size === 1 && /^(?:grand )?total\b|^المجموع/i.test(given[0] ?? ""))
    return undefined;
  return given
    .map((each) =>
      each
        .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, "")
        .slice(0, 80)
        .trim(),
    )
    .find(isSupplierName);
}

/** Whether the number below a heading such as Trade License No. is a trade licence. */
function isLicence({ taken, columns }: Reading): boolean {
  const heading = columns.find(({ field }) => field === "company_id")?.heading ?? "";
  const isNamed = /lic[es]n[cs]e|رخصة|^tl\b/i.test(heading);
  return isNamed && taken.has("company_id") && !taken.has("scheme_agency_id");
}

function cellOf(field: string, { row, columns, sheet }: Pick<Reading, "row" | "columns" | "sheet">): Spot {
  const from = columns.find((each) => each.field === field);
  const column = from?.column ?? 0;
  return cellSpot(sheet, row.number, column, from?.heading, row.cells[column]);
}

function nobody({ row, columns, sheet, taken }: Reading): Problem {
  const [field = "", value = ""] = [...taken][0] ?? [];
  const what = value === "" ? "" : ` It has the ${fieldWord(field)} “${value}”.`;
  const where = cellOf(columns.find((each) => row.cells[each.column] !== undefined)?.field ?? "", {
    row,
    columns,
    sheet,
  });
  const message = `Row ${row.number} names no supplier and was left out.${what}`;
  return problem("missing-field", message, "If it is a supplier, write its name.", { where, severity: "warning" });
}
