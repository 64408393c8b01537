import {
  type DocumentKind,
  documentSchema,
  type SelfBilledDocument,
  withCodes,
  withStandIns,
} from "../document/index.ts";
import { type Problem, problem, type Spot } from "../problem/index.ts";
import { type Area, type Cell, type Row, rowOf } from "./cell.ts";
import { addCompanions } from "./companions.ts";
import { formOf, inOrder, pathIn, put } from "./field-path.ts";
import { SheetPlaces } from "./places.ts";
import type { FixedText, SheetMap } from "./sheet-map.ts";
import { cellSpot, type MappedColumn, type Table } from "./table.ts";
import { type Taking, takeCell } from "./take-cell.ts";
import { takeText } from "./take-text.ts";

/** One document out of the rows of a sheet. */
export interface SheetDocument {
  /** Its number, or what the sheet groups it by, or `row 5`. */
  readonly label: string;
  /** Numbers of its rows, in their order. */
  readonly rows: readonly number[];
  readonly document: SelfBilledDocument;
  /** Cells that cannot be taken as they are, each with its place. */
  readonly problems: readonly Problem[];
  /**
   * The same problems of this document with the cell, and in the words of the heading, that they come from. A problem that
   * has a cell already stays as it is; one of a field that a cell of `problems` spoils is left out.
   */
  placed(problems: readonly Problem[]): Problem[];
  /** The same document with right values in place of those at these paths. */
  mended(paths: readonly string[]): SelfBilledDocument;
}

/** Everything that a sheet came to. */
export interface SheetDocuments {
  readonly documents: readonly SheetDocument[];
  /** Problems of rows that belong to no document, and warnings about the sheet. */
  readonly problems: readonly Problem[];
}

/** Makes documents out of the rows of a table. Never fails: what is wrong stands in the problems, all of it at once. */
export function documentsOf(table: Table, map: SheetMap, kind: DocumentKind): SheetDocuments {
  const how: Taking = { dateOrder: map.dateOrder, decimals: map.decimals, from1904: table.sheet.from1904 };
  const drafts = new Map<string, Draft>();
  const problems: Problem[] = [...table.problems, ...turnedDates(table)];
  for (const row of table.rows.map((each) => filledDown(each, table))) {
    if (row.cells.every(isEmpty) || table.columns.every(({ column }) => isEmpty(row.cells[column]))) continue;
    const moved = movedRow(row, table);
    if (moved) {
      problems.push(moved);
      continue;
    }
    const key = keyOf(row, table, how);
    const stray = "problem" in key;
    const label = stray ? `row ${row.number}` : key.label;
    const draft = (stray ? undefined : drafts.get(label)) ?? new Draft(label, row.number, table, how);
    draft.add(row);
    if (stray) {
      const others = draft.problems.filter(({ where }) => where?.cell !== key.problem.where?.cell);
      problems.push(key.problem, ...others);
    }
    if (!stray) drafts.set(label, draft);
  }
  return { documents: [...drafts.values()].map((draft) => draft.done(map, kind)), problems };
}

/**
 * Real dates beside dates as text: a spreadsheet that was set to another order of day and month turns 03/04 into the wrong date without
 * a word, and leaves 15/04 as text.
 */
function turnedDates({ sheet, head, columns, rows }: Table): Problem[] {
  const dates = columns.filter(({ map }) => map.fields.some((field) => formOf(field) === "date"));
  return dates.flatMap(({ column, heading }) => {
    const cells = rows.map((row) => row.cells[column]);
    const real = cells.some((cell) => cell?.is === "number" && cell.look !== "number");
    const asText = cells.some(
      (cell) => cell?.is === "text" && /^\s*\d{1,2}[-/.]\d{1,2}[-/.]\d{2,4}\s*$/.test(cell.text),
    );
    if (!real || !asText) return [];
    const message = `${heading} has real dates and dates as text: the spreadsheet may have swapped day and month in some of them.`;
    const hint = "Compare some of them with the original, first those before the 13th of a month.";
    const where = cellSpot(sheet, head.number, column, "Heading", head.cells[column]);
    return [problem("ambiguous-date", message, hint, { where, severity: "warning" })];
  });
}

const isEmpty = (cell: Cell | undefined): boolean =>
  cell === undefined || (cell.is === "text" && !/\S/.test(cell.text));

/** In a CSV file a comma that stands in a value without quotes moves all values behind it under the wrong headings. */
function movedRow({ number, cells }: Row, { sheet, head, group }: Table): Problem | undefined {
  if (sheet.name !== undefined || cells.length <= head.cells.length) return undefined;
  const where = cellSpot(sheet, number, group?.column ?? 0, group?.heading, cells[group?.column ?? 0]);
  const message = `The row has ${cells.length} values under ${head.cells.length} headings: some values have moved to another column.`;
  const hint =
    "A value with a comma, such as 1,250.00, must be in quotes. Save the file again from your spreadsheet program.";
  return problem("not-a-sheet", message, hint, { where });
}

/** What the rows of one document have in common. */
function keyOf(row: Row, { group, sheet }: Table, how: Taking): { label: string } | { problem: Problem } {
  if (group === undefined) return { label: `row ${row.number}` };
  const cell = row.cells[group.column];
  const where = cellSpot(sheet, row.number, group.column, group.heading, cell);
  if (cell === undefined || isEmpty(cell)) {
    const message = `${group.heading} is empty, so it is not known which document the row belongs to.`;
    const hint =
      "Write it in every row; delete rows that are not lines, such as totals. Until then the sheet is not sent.";
    return { problem: problem("row-without-number", message, hint, { where }) };
  }
  const taken =
    cell.is === "number" || cell.is === "text" ? takeText(cell, { digitsOnly: false }, how.from1904) : undefined;
  if (taken && "text" in taken && !/^#[A-Z/0]+[!?]?$/.test(taken.text)) return { label: taken.text };
  const complaint = taken && "complaint" in taken ? taken.complaint : undefined;
  const message = complaint?.message ?? `${cell.text} is not a document number.`;
  const hint = complaint?.hint ?? "Correct the formula, or type the number.";
  return { problem: problem(complaint?.code ?? "wrong-cell", `${group.heading}: ${message}`, hint, { where }) };
}

/** A value in merged cells of one column that speaks of the document is meant for all of them. */
function filledDown(row: Row, { sheet, columns, group, merged }: Table): Row {
  if (sheet.merged.length === 0) return row;
  const cells = [...row.cells];
  const fills = columns.filter(({ map }) => map.fields.every((field) => !field.ofLine)).map(({ column }) => column);
  for (const column of group === undefined ? fills : [...fills, group.column]) {
    const area = merged.at(row.number, column);
    if (area === undefined || area.left !== area.right || area.top === row.number) continue;
    cells[column] ??= rowOf(sheet, area.top)?.cells[column];
  }
  return { ...row, cells };
}

/** A document while its rows come. */
class Draft {
  readonly problems: Problem[] = [];
  readonly #label: string;
  readonly #table: Table;
  readonly #how: Taking;
  readonly #rows: number[] = [];
  readonly #document: Record<string, unknown> = {};
  readonly #lines: Record<string, unknown>[] = [];
  readonly #places: SheetPlaces;
  readonly #merged = new Set<Area>();

  constructor(label: string, firstRow: number, table: Table, how: Taking) {
    this.#label = label;
    this.#table = table;
    this.#how = how;
    this.#places = new SheetPlaces(table, firstRow);
  }

  add(row: Row): void {
    const { columns, merged } = this.#table;
    this.#rows.push(row.number);
    if (row.hidden) this.#sayHidden(row);
    const ofLine = columns.filter(({ map }) => map.fields.some((field) => field.ofLine));
    if (ofLine.some(({ column }) => !isEmpty(row.cells[column]))) {
      this.#lines.push({});
      this.#places.line(row.number);
    }
    for (const column of columns) {
      const area = merged.at(row.number, column.column);
      if (area !== undefined && misleads(area, column, this.#table)) this.#sayMerged(area, column);
      this.#take(row, column);
    }
  }

  #take(row: Row, { map, column, heading }: MappedColumn): void {
    const cell = row.cells[column];
    const where = cellSpot(this.#table.sheet, row.number, column, heading, cell);
    let told = false;
    for (const field of map.fields) {
      const path = pathIn(field, this.#lines.length - 1);
      if (field.ofLine && this.#lines.length === 0) continue;
      const taken = takeCell(cell, field, map, this.#how);
      this.#places.note(path, { row: row.number, column }, taken !== undefined);
      if (taken === undefined) continue;
      if ("complaint" in taken) {
        this.#places.spoil(path);
        const { code, message, hint } = taken.complaint;
        const raw = (cell?.text ?? "").replace(/[\p{Cc}\p{Surrogate}\ufffe\uffff]/gu, " ");
        put(field.ofLine ? this.#line() : this.#document, field.steps, raw);
        if (!told) this.problems.push(problem(code, `${heading}: ${message}`, hint, { where: { ...where, path } }));
        told = true;
      } else if (field.ofLine) put(this.#line(), field.steps, taken.text);
      else told = this.#agree(path, taken.text, { ...where, path }, heading, told) || told;
      if (!field.ofLine && "text" in taken && this.#places.valueOf(path) === undefined) {
        this.#places.value(path, taken.text, row.number);
        put(this.#document, field.steps, taken.text);
      }
    }
  }

  #line(): Record<string, unknown> {
    return this.#lines.at(-1) ?? {};
  }

  /** A field of the document has one value; whether it was told that this row has another one. */
  #agree(path: string, text: string, where: Spot, heading: string, told: boolean): boolean {
    const before = this.#places.valueOf(path);
    if (before === undefined || before.text === text) return false;
    if (told) return true;
    const message = `${heading}: row ${before.row} has ${before.text} and this row has ${text}, in the same document ${this.#label}.`;
    this.problems.push(
      problem("two-values", message, "Write the same value in all its rows, or in its first row only.", { where }),
    );
    return true;
  }

  #sayHidden(row: Row): void {
    const { sheet, columns } = this.#table;
    const first = columns.find(({ column }) => !isEmpty(row.cells[column]));
    const where = cellSpot(sheet, row.number, first?.column ?? 0, first?.heading, row.cells[first?.column ?? 0]);
    const message = `Row ${row.number} is hidden or filtered out, but has a line.`;
    const hint = "Show the row if it belongs to the document, or delete it.";
    this.problems.push(problem("hidden-cells", message, hint, { where }));
  }

  #sayMerged(area: Area, { heading }: MappedColumn): void {
    if (this.#merged.has(area)) return;
    this.#merged.add(area);
    const { sheet } = this.#table;
    const cell = rowOf(sheet, area.top)?.cells[area.left];
    const where = cellSpot(sheet, area.top, area.left, heading, cell);
    const message = `${heading}: the cells are merged, so only the first of them has a value.`;
    const hint = "Unmerge them, and write the value into each cell.";
    this.problems.push(problem("hidden-cells", message, hint, { where }));
  }

  done(map: SheetMap, kind: DocumentKind): SheetDocument {
    this.#fix(map.constants, true);
    this.#fix(map.defaults, false);
    const all = { ...this.#document, ...(this.#lines.length > 0 ? { document_lines: this.#lines } : {}) };
    const coded = withCodes(all, documentSchema(kind));
    addCompanions(coded);
    const places = this.#places;
    const { problems } = this;
    const document = inOrder(coded, documentSchema(kind)) as SelfBilledDocument;
    return {
      label: this.#label,
      rows: this.#rows,
      document,
      mended: (paths) => {
        const mended = withStandIns(document, paths, kind) as Record<string, unknown>;
        addCompanions(mended);
        return inOrder(mended, documentSchema(kind)) as SelfBilledDocument;
      },
      problems,
      placed: (found) => places.placed(found),
    };
  }

  #fix(texts: readonly FixedText[], always: boolean): void {
    for (const { field, text, where } of texts) {
      const targets = field.ofLine ? this.#lines : [this.#document];
      targets.forEach((target, line) => {
        const path = pathIn(field, line);
        if (!always && this.#places.isFilled(path)) return;
        put(target, field.steps, text);
        this.#places.fixed(path, where);
      });
    }
  }
}

/** Merged cells mislead unless they are one column whose value speaks of the whole document. */
function misleads(area: Area, { column, map }: MappedColumn, { columns, group }: Table): boolean {
  const touched = columns.filter((each) => each.column >= area.left && each.column <= area.right);
  if (touched.length === 1 && area.top === area.bottom) return false;
  const oneColumn = area.left === area.right && area.left === column;
  return !(oneColumn && (column === group?.column || map.fields.every((field) => !field.ofLine)));
}
