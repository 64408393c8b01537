import type { DocumentKind } from "../document/index.ts";
import type { Result } from "../problem/index.ts";
import { builtInMap } from "./built-in-map.ts";
import { type Sheet, shownText } from "./cell.ts";
import type { FieldPath } from "./field-path.ts";
import { normal } from "./map/map-parts.ts";
import { openSheet, severalFit } from "./open-sheet.ts";
import type { SheetMap } from "./sheet-map.ts";
import { type Table, tableOf } from "./table.ts";

/** A sheet with the template's headings has at least one field of each of these groups. */
const needed = [
  ["issue_date"],
  ["document_lines.name", "document_lines.description"],
  ["document_lines.quantity"],
  ["document_lines.price.base_amount"],
  ["document_lines.classified_tax_category.id"],
];

const pathOf = ({ ofLine, steps }: FieldPath): string => [...(ofLine ? ["document_lines"] : []), ...steps].join(".");

/** True if the sheet's headings are not the template's, so it needs a map. */
export function hasOwnHeadings(sheet: Result<Sheet>, kind: DocumentKind): boolean {
  if (!sheet.ok)
    return sheet.problems.every(({ code, message }) => code === "no-heading" && !message.startsWith(severalFit));
  const table = tableOf(sheet.value, builtInMap(kind));
  if (!table.ok) return table.problems.every(({ code }) => code === "no-heading");
  const fed = new Set(table.value.columns.flatMap(({ map }) => map.fields.map(pathOf)));
  const isUnknown = table.value.problems.some(({ code }) => code === "unused-column");
  return isUnknown && needed.some((paths) => !paths.some((path) => fed.has(path)));
}

/** True if no heading is missing and none is new. */
export function hasSameHeadings(bytes: Uint8Array, file: string, map: SheetMap): boolean {
  const sheet = openSheet(bytes, file, map.sheet, map);
  const table = sheet.ok ? tableOf(sheet.value, map) : sheet;
  if (!table.ok) return false;
  const used = columnsIn(table.value);
  const ignored = new Set(map.ignored.map(normal));
  return table.value.head.cells.every((cell, column) => {
    const heading = normal(shownText(cell));
    return heading === "" || used.has(column) || ignored.has(heading);
  });
}

function columnsIn({ columns, group, parts }: Table): ReadonlySet<number> {
  const { onlyWhen, kind, price, inclusion, control, moreLines } = parts;
  const found = [group, kind, price, inclusion, ...onlyWhen, ...Object.values(control), ...moreLines];
  return new Set([
    ...columns.flatMap(({ column, others }) => [column, ...others]),
    ...found.flatMap((each) => (each === undefined ? [] : [each.column])),
  ]);
}
