import { failAll, ok, type Problem, problem, type Result } from "../problem/index.ts";
import { type Cell, type Row, type Sheet, sheetSays, shownText } from "./cell.ts";
import { type HeaderRule, normal } from "./map/map-parts.ts";
import type { SheetMap } from "./sheet-map.ts";
import { cellSpot, headingRowOf } from "./table.ts";
import { takeText } from "./take-text.ts";

/**
 * Appends the columns of the documents' sheet to the lines, joined by their key. If both sheets have the same
 * heading, `Bills!Amount` means the one in the second sheet. A document without lines becomes a row of its own, so
 * that it is reported. Problems: `no-heading`, `row-not-joined` (a duplicate key).
 */
export function joinedSheets(lines: Sheet, documents: Sheet, rule: HeaderRule, map: SheetMap): Result<Sheet> {
  const [head, otherHead] = [headingRowOf(lines, map)?.row, headingRowOf(documents, map, rule.key)?.row];
  if (head === undefined) return ok(lines); // a sheet without headings is reported later
  const keyColumn = otherHead?.cells.findIndex((cell) => normal(shownText(cell)) === normal(rule.key)) ?? -1;
  if (otherHead === undefined || keyColumn < 0) return failAll([noColumn(rule.key, rule)]);
  const own = keyOf(map, head);
  if (own < 0) return failAll([noColumn(map.groupBy[0] ?? "with the document number", rule)]);
  const below = documents.rows.filter((row) => row.number > otherHead.number && keyText(row.cells[keyColumn]) !== "");
  const byKey = new Map<string, Row>();
  const problems: Problem[] = [];
  for (const row of below) {
    const key = keyText(row.cells[keyColumn]);
    const before = byKey.get(key);
    if (before === undefined) byKey.set(key, row);
    else problems.push(twice(key, before, row, keyColumn, documents));
  }
  if (problems.length > 0) return failAll(problems as [Problem, ...Problem[]]);
  return ok(composed({ sheet: lines, head, key: own }, { sheet: documents, head: otherHead, key: keyColumn }, byKey));
}

interface Side {
  readonly sheet: Sheet;
  readonly head: Row;
  readonly key: number;
}

function composed(lines: Side, documents: Side, byKey: ReadonlyMap<string, Row>): Sheet {
  const from = lines.sheet.rows.reduce((most, row) => Math.max(most, row.cells.length), 0);
  const rowOf = new Map([[lines.head.number, documents.head.number]]);
  const used = new Set<string>();
  const wide = (row: Row, behind: Row["cells"]): Row => {
    const own = Array.from({ length: from }, (_, column) => row.cells[column]);
    return { ...row, cells: [...own, ...behind] };
  };
  const ownHeadings = new Set(lines.head.cells.map((cell) => normal(shownText(cell))));
  const headings = documents.head.cells.map((cell): Cell | undefined => {
    const text = shownText(cell).trim();
    const isShared = ownHeadings.has(normal(text));
    return text === "" ? undefined : { is: "text", text: isShared ? `${documents.sheet.name}!${text}` : text };
  });
  const rows = lines.sheet.rows.map((row) => {
    if (row === lines.head) return wide(row, headings);
    const key = keyText(row.cells[lines.key]);
    const other = row.number > lines.head.number ? byKey.get(key) : undefined;
    if (other === undefined) return row;
    used.add(key);
    rowOf.set(row.number, other.number);
    return wide(row, other.cells);
  });
  const alone = new Set<number>();
  let last = rows.at(-1)?.number ?? 0;
  for (const [key, other] of byKey) {
    if (used.has(key)) continue;
    last += 1;
    rowOf.set(last, other.number);
    alone.add(last);
    const row = wide({ number: last, cells: [], hidden: other.hidden }, other.cells);
    rows.push({ ...row, cells: row.cells.map((cell, at) => (at === lines.key ? other.cells[documents.key] : cell)) });
  }
  return {
    ...lines.sheet,
    rows,
    joined: { sheet: documents.sheet, from, rowOf, alone, key: documents.key, own: lines.sheet },
  };
}

/** Returns the column that joins lines to their document: the grouping column. */
function keyOf(map: SheetMap, head: Row): number {
  const number = map.columns.find(({ fields }) => fields.some(({ steps }) => steps.join(".") === "document_number"));
  const names = [...map.groupBy, ...(number === undefined ? [] : [number.heading])].map(normal);
  return head.cells.findIndex((cell) => cell !== undefined && names.includes(normal(shownText(cell))));
}

function keyText(cell: Cell | undefined): string {
  if (cell === undefined || (cell.is !== "text" && cell.is !== "number")) return "";
  const taken = takeText(cell, { digitsOnly: false }, false);
  return "text" in taken ? taken.text : "";
}

function noColumn(heading: string, { sheet, where }: HeaderRule): Problem {
  const message = `No column ${heading} joins the lines to ${/\.[ct]sv$/i.test(sheet) ? sheet : `the sheet ${sheet}`}.`;
  return problem("no-heading", message, "Write the heading of that column in both, and key: in the map.", { where });
}

function twice(key: string, before: Row, row: Row, column: number, sheet: Sheet): Problem {
  const where = cellSpot(sheet, row.number, column, "Key", row.cells[column]);
  const message = `${key} appears twice in ${sheetSays(sheet)}, first in row ${before.number}.`;
  return problem("row-not-joined", message, "Keep one row for each document.", { where });
}
