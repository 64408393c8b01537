import { nearest } from "../../document/index.ts";
import { fail, ok, type Problem, problem, type Result } from "../../problem/index.ts";
import { type Row, type Sheet, shownText } from "../cell.ts";
import type { SheetEntry } from "../xlsx/read-xlsx.ts";
import { meaningOf, type Role } from "./headings.ts";
import { meaningIn, programWith } from "./programs.ts";

/** The number of rows searched for headings. */
const headRows = 30;

/** Chooses the sheet with the lines, and also the sheet with the documents if that is a separate one. */
export function chooseSheets(
  entries: readonly SheetEntry[],
  file: string,
  name: string | undefined,
): Result<ChosenSheets> {
  const visible = entries.filter(({ hidden }) => !hidden);
  const scored = visible
    .map((entry) => ({ entry, roles: rolesIn(entry.peek()) }))
    .sort((a, b) => b.roles.size - a.roles.size);
  const named =
    name === undefined ? undefined : scored.find(({ entry }) => entry.name.toLowerCase() === name.toLowerCase());
  if (name !== undefined && named === undefined) {
    const names = visible.map((each) => each.name);
    const guess = nearest(name, names);
    const hint = guess === undefined ? `The workbook has: ${names.join(", ")}.` : `Did you mean ${guess}?`;
    return fail(problem("no-heading", `The sheet ${name} does not exist.`, hint, { where: { file } }));
  }
  const hasLines = (roles: ReadonlySet<Role>): boolean =>
    (["item", "description", "quantity", "unitPrice"] as const).some((role) => roles.has(role));
  const lines = named ?? scored.find(({ roles }) => hasLines(roles) && roles.has("number")) ?? scored[0];
  if (lines === undefined || lines.roles.size < 2)
    return fail(
      nothingKnown(
        file,
        visible.map((each) => each.name),
      ),
    );
  const isHeader = (roles: ReadonlySet<Role>): boolean =>
    roles.has("number") && roles.has("date") && saysSupplier(roles) && !roles.has("quantity");
  const isWhole = lines.roles.has("date") && saysSupplier(lines.roles);
  const documents = isWhole ? undefined : scored.find((each) => each !== lines && isHeader(each.roles));
  const chosen = documents === undefined ? [lines.entry] : [lines.entry, documents.entry];
  const alike = scored.filter(({ entry, roles }) => chosen.includes(entry) || isTable(roles));
  const isOpen = named === undefined && alike.length > chosen.length;
  return ok({ chosen, open: isOpen ? alike.map(({ entry }) => entry.name) : [] });
}

interface ChosenSheets {
  readonly chosen: readonly SheetEntry[];
  /**
   * Names of all candidates, if there are more than the chosen ones and the user did not name a sheet; otherwise empty.
   */
  readonly open: readonly string[];
}

/** True for a list of documents or of their lines. */
const isTable = (roles: ReadonlySet<Role>): boolean =>
  roles.has("number") &&
  roles.size >= 4 &&
  (["net", "gross", "amount", "unitPrice"] as const).some((each) => roles.has(each));

export const saysSupplier = (roles: ReadonlySet<Role>): boolean =>
  roles.has("trn") || roles.has("supplierCode") || roles.has("supplierName");

function rolesIn(sheet: Sheet | undefined): Set<Role> {
  const head = sheet && headIn(sheet);
  const headings = head?.cells.map(shownText) ?? [];
  const program = programWith(headings);
  return new Set(headings.flatMap((heading) => meaningIn(program, heading)?.role ?? []));
}

export function headIn({ rows }: Sheet): Row | undefined {
  const scored = rows.slice(0, headRows).map((row) => ({
    row,
    count: new Set(row.cells.flatMap((cell) => (cell?.is === "text" ? (meaningOf(cell.text)?.role ?? []) : []))).size,
  }));
  const best = scored.reduce((a, b) => (b.count > a.count ? b : a), { row: undefined as Row | undefined, count: 1 });
  return best.row;
}

export function nothingKnown(file: string, sheets: readonly string[]): Problem {
  const which = sheets.length > 1 ? ` Name the sheet: --sheet NAME (${sheets.join(", ")}).` : "";
  const hint = `Write a map yourself; selfbill templates copy sheet gives one to start from.${which}`;
  return problem(
    "no-heading",
    "No row has headings that are known, such as Invoice no., Date, Quantity, Amount.",
    hint,
    { where: { file } },
  );
}
