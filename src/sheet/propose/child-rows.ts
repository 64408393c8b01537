import { type Sheet, shownText } from "../cell.ts";
import { withoutClosing } from "../rules/below-table.ts";
import { isTaxesHeading, withParents } from "../rules/child-rows.ts";
import { headIn } from "./choose-sheets.ts";
import { isChildHeading } from "./heading-parts.ts";
import type { Role } from "./headings.ts";
import type { FoundSheet } from "./join-key.ts";
import { meaningIn, programWith } from "./programs.ts";

/** Roles of a document's columns whose values count in all its rows. */
const ofDocument: ReadonlySet<Role | undefined> = new Set<Role>([
  "number",
  "date",
  "due",
  "trn",
  "supplierCode",
  "supplierName",
  "currency",
  "status",
  "type",
]);

/** The fewest headings of lines by which an export is known to have the document's columns in its first row only. */
const fewest = 2;

/** Finds the table of a sheet. Rows of an export that names its lines' columns have the values of their document. */
export function foundIn(sheet: Sheet): FoundSheet | undefined {
  const head = headIn(sheet);
  if (head === undefined) return undefined;
  const rows = withoutClosing(sheet.rows.filter((row) => row.number > head.number));
  const named = head.cells.flatMap((cell, column) => {
    const heading = shownText(cell).trim();
    return heading === "" ? [] : [{ column, heading }];
  });
  const children = named.filter(({ heading }) => isChildHeading(heading));
  if (children.length < fewest) return { sheet, head, rows };
  const program = programWith(named.map(({ heading }) => heading));
  const parents = named.filter((each) => !children.includes(each) && !isTaxesHeading(each.heading));
  const roleOf = (heading: string): Role | undefined => meaningIn(program, heading)?.role;
  const filled = [
    ...parents.filter(({ heading }) => ofDocument.has(roleOf(heading))),
    ...named.filter(({ heading }) => isTaxesHeading(heading) && roleOf(heading) === "taxRate"),
  ];
  const columns = (list: typeof named): number[] => list.map(({ column }) => column);
  const all = { parents: columns(parents), children: columns(children), filled: columns(filled) };
  return { sheet, head, rows: withParents(rows, all), isParentFirst: filled.length > 1 };
}

export function fillDownLines({ isParentFirst }: FoundSheet): string[] {
  if (isParentFirst !== true) return [];
  return ["# Rows without number, date and supplier are further lines of the document above them.", "fill_down: yes"];
}
