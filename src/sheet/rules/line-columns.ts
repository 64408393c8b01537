import type { Area } from "../cell.ts";
import type { MappedColumn, Table } from "../table.ts";

/** Returns the columns of which a filled cell makes its row a line. */
export function lineColumnsOf({ columns, parts, sheet }: Table): number[] {
  const ofLine = columns.filter(({ map }) => map.fields.some((field) => field.ofLine));
  const own = sheet.joined?.from ?? Number.POSITIVE_INFINITY;
  return [...ofLine, ...(parts.price ? [parts.price] : [])].flatMap(({ column }) => (column < own ? [column] : []));
}

/**
 * True unless the merged cells are harmless: in one row with only one mapped column, or in one column with a value for
 * the whole document.
 */
export function misleads(area: Area, { column, map }: MappedColumn, { columns, group }: Table): boolean {
  const touched = columns.filter((each) => each.column >= area.left && each.column <= area.right);
  if (touched.length === 1 && area.top === area.bottom) return false;
  const oneColumn = area.left === area.right && area.left === column;
  return !(oneColumn && (column === group?.column || map.fields.every((field) => !field.ofLine)));
}
