import { nearest } from "../document/index.ts";
import { failAll, ok, type Problem, problem, type Result, type Spot, suggest } from "../problem/index.ts";
import { type Cell, lettersOf, MergedCells, type Row, type Sheet, shownText } from "./cell.ts";
import { formOf } from "./field-path.ts";
import type { ColumnMap } from "./map/column-map.ts";
import { type ControlName, controlNames, normal, type RowCondition } from "./map/map-parts.ts";
import { isTaxesHeading, type ParentAndChild, withParents } from "./rules/child-rows.ts";
import type { MoreLine, SheetMap } from "./sheet-map.ts";

export interface MappedColumn {
  readonly map: ColumnMap;
  /** Index of the column, counted from 0. */
  readonly column: number;
  readonly heading: string;
  /** Columns whose text is appended to this one's, in the order of the map's `join`. */
  readonly others: readonly number[];
}

/** A column that is used but not mapped to a field. */
export interface FoundColumn {
  readonly column: number;
  readonly heading: string;
}

/** `isMonth`: of the date only the month counts. */
interface GroupColumn extends FoundColumn {
  readonly isMonth: boolean;
}

/** The columns used by other parts of the map: conditions, the kind, the price, control totals and additional lines. */
interface TableParts {
  readonly onlyWhen: ReadonlyArray<FoundColumn & { readonly condition: RowCondition }>;
  readonly kind: FoundColumn | undefined;
  readonly price: FoundColumn | undefined;
  /** Set if a column says whether the price includes VAT. */
  readonly inclusion: FoundColumn | undefined;
  readonly control: Readonly<Partial<Record<ControlName, FoundColumn>>>;
  readonly moreLines: ReadonlyArray<FoundColumn & { readonly line: MoreLine }>;
}

/** The table found in a sheet: its heading row, its columns as the map names them, and the rows below. */
export interface Table {
  readonly sheet: Sheet;
  readonly head: Row;
  readonly columns: readonly MappedColumn[];
  /** The column whose value is the same in all rows of a document. */
  readonly group: FoundColumn | undefined;
  /** All columns whose values together tell a document, `group` first. */
  readonly groups: readonly GroupColumn[];
  readonly parts: TableParts;
  readonly rows: readonly Row[];
  readonly merged: MergedCells;
  /** The map's columns whose headings the sheet lacks. */
  readonly absent: readonly ColumnMap[];
  readonly problems: readonly Problem[];
}

const headRows = 30;

/**
 * Returns the location of a cell; `column` counts from 0. For a joined column, it is the cell of the sheet that the
 * column comes from.
 */
export function cellSpot(sheet: Sheet, row: number, column: number, heading?: string, cell?: Cell): Spot {
  const { joined } = sheet;
  if (joined !== undefined && (column >= joined.from || joined.alone.has(row))) {
    const own = column >= joined.from ? column - joined.from : joined.key;
    return cellSpot(joined.sheet, joined.rowOf.get(row) ?? row, own, heading, cell);
  }
  return {
    file: sheet.file,
    ...(sheet.name === undefined || sheet.delimiter !== undefined ? {} : { sheet: sheet.name }),
    cell: `${lettersOf(column)}${row}`,
    line: row,
    column: column + 1,
    ...(heading === undefined ? {} : { excerpt: `${heading}: ${shownText(cell) || "(empty)"}` }),
  };
}

/** Counts the map's headings that a row contains. */
function score(row: Row, map: SheetMap): number {
  const here = new Set(row.cells.map((cell) => normal(shownText(cell))));
  return map.columns.filter((column) => namesOf(column).some((name) => here.has(name))).length;
}

const namesOf = ({ heading, alike }: ColumnMap): string[] => [heading, ...alike].map(normal);

/**
 * Returns the row with the most headings of the map; undefined if no row has enough of them. `needed`: a heading that
 * the row must have.
 */
export function headingRowOf(
  sheet: Sheet,
  map: SheetMap,
  needed?: string,
): { readonly row: Row; readonly count: number } | undefined {
  const has = (row: Row): boolean =>
    needed === undefined || row.cells.some((cell) => normal(shownText(cell)) === normal(needed));
  const scored = sheet.rows.slice(0, headRows).map((row) => ({ row, count: has(row) ? score(row, map) : 0 }));
  const best = scored.reduce((a, b) => (b.count > a.count ? b : a), { row: undefined as Row | undefined, count: 0 });
  const { row, count } = best;
  return row !== undefined && count >= Math.min(2, map.columns.length) ? { row, count } : undefined;
}

/** Reports one `no-heading` problem for each heading that is missing or appears twice. */
export function tableOf(sheet: Sheet, map: SheetMap): Result<Table> {
  const head = headingRowOf(sheet, map)?.row;
  if (!head) return failAll([noHeadings(sheet, map)]);
  const headings = new Headings(sheet, head, map.strict);
  const columns = map.columns.flatMap((each): MappedColumn[] => {
    const found = headings.find([each.heading, ...each.alike], each.where);
    const others = (each.join?.headings ?? []).flatMap((heading) => headings.find([heading], each.where)?.column ?? []);
    return found === undefined ? [] : [{ map: each, ...found, others }];
  });
  const parts = partsOf(headings, map);
  const grouped = groupsOf(headings, map);
  const below = sheet.rows.filter((row) => row.number > head.number);
  const credits = creditNotes(
    sheet,
    below,
    map.ofOtherKind === undefined ? undefined : headings.find([map.ofOtherKind]),
  );
  const problems = [...headings.problems, ...(credits ? [credits] : [])];
  if (problems.length > 0) return failAll(problems as [Problem, ...Problem[]]);
  const own = columns.find((each) => each.map.fields.some((field) => field.steps.join(".") === "document_number"));
  const groups = grouped.length > 0 ? grouped : own ? [{ ...foundOf(own), isMonth: false }] : [];
  const group = groups[0] && foundOf(groups[0]);
  const rows = map.fillsDown && !sheet.joined ? withParents(below, parentAndChild(columns, groups, parts)) : below;
  const used = [...columns.map(({ column }) => column), ...(group === undefined ? [] : [group.column])];
  const merged = new MergedCells(sheet.merged, used);
  const absent = map.columns.filter((each) => columns.every((column) => column.map !== each));
  const remarked = remarks(sheet, head, columns, group?.column, map);
  return ok({ sheet, head, columns, group, groups, parts, rows, merged, absent, problems: remarked });
}

/** The columns of documents and of lines, as the map has them. A document's amounts count once, in its first row. */
function parentAndChild(
  columns: readonly MappedColumn[],
  groups: readonly FoundColumn[],
  { kind, onlyWhen }: TableParts,
): ParentAndChild {
  const isOfLine = ({ map, heading }: MappedColumn): boolean =>
    map.finds === undefined && map.fields.some(({ ofLine }) => ofLine) && !isTaxesHeading(heading);
  const isAmount = ({ map }: MappedColumn): boolean => map.fields.some((field) => formOf(field) === "decimal");
  const others = [...groups, ...onlyWhen, ...(kind ? [kind] : [])];
  const children = columns.filter(isOfLine).map(({ column }) => column);
  const isOfTaxes = ({ heading }: MappedColumn): boolean => isTaxesHeading(heading);
  const ofDocument = columns.filter((each) => !isOfLine(each) && !isOfTaxes(each));
  const parents = [...ofDocument, ...others].map(({ column }) => column);
  const filled = columns.filter((each) => !isOfLine(each) && (isOfTaxes(each) || !isAmount(each)));
  const isParent = (column: number): boolean => !children.includes(column);
  return {
    parents: parents.filter(isParent),
    children,
    filled: [...filled, ...others].map(({ column }) => column).filter(isParent),
  };
}

/** Reports the first row that names an invoice to correct: read as an invoice, the row would charge, not credit. */
function creditNotes(sheet: Sheet, rows: readonly Row[], corrected: FoundColumn | undefined): Problem | undefined {
  if (corrected === undefined) return undefined;
  const { column, heading } = corrected;
  const first = rows.find((row) => shownText(row.cells[column]).trim() !== "");
  if (first === undefined) return undefined;
  const where = cellSpot(sheet, first.number, column, heading, first.cells[column]);
  const message = `The column ${heading} has values, so these rows are credit notes, not invoices.`;
  const hint = `Read them as credit notes: ${suggest`import FILE --kind credit-note`}, or ${suggest`create-credit-note FILE`}.`;
  return problem("wrong-cell", message, hint, { where });
}

/** Fields that words in `group_by` stand for, where the sheet has no such heading. */
const groupWords: Readonly<Record<string, string>> = {
  month: "issue_date",
  receipt: "receipt_document_reference.id",
  order: "order_reference.id",
  number: "document_number",
};

/** Returns the columns of `group_by`, which may also say `supplier`, `month`, `receipt` or `order`. */
function groupsOf(headings: Headings, map: SheetMap): GroupColumn[] {
  const { groupBy, groupsByAll, strict, columns } = map;
  const first = groupBy.find((each) => headings.has(each));
  const wanted = groupsByAll ? groupBy : first === undefined ? groupBy.slice(0, strict ? 1 : 0) : [first];
  return wanted.flatMap((each) => {
    const word = normal(each);
    const mapped = headings.has(each)
      ? undefined
      : columns.find(({ finds, fields }) =>
          word === "supplier"
            ? finds !== undefined
            : fields.some(({ steps, ofLine }) => !ofLine && steps.join(".") === groupWords[word]),
        );
    const found = headings.find([mapped?.heading ?? each]);
    return found ? [{ ...found, isMonth: mapped !== undefined && word === "month" }] : [];
  });
}

const foundOf = ({ column, heading }: FoundColumn): FoundColumn => ({ column, heading });

function partsOf(headings: Headings, { onlyWhen, kindRule, price, control, moreLines }: SheetMap): TableParts {
  const find = (heading: string, where: Spot): FoundColumn | undefined => headings.find([heading], where);
  return {
    onlyWhen: onlyWhen.flatMap((condition) => {
      const found = find(condition.heading, condition.where);
      return found === undefined ? [] : [{ ...found, condition }];
    }),
    kind: kindRule && find(kindRule.heading, kindRule.where),
    price: price && find(price.heading, price.where),
    inclusion: typeof price?.includesVat === "object" ? find(price.includesVat.heading, price.where) : undefined,
    moreLines: moreLines.flatMap((line) => {
      const found = find(line.heading, line.where);
      return found === undefined ? [] : [{ ...found, line }];
    }),
    control: Object.fromEntries(
      controlNames.flatMap((name): [ControlName, FoundColumn][] => {
        const heading = control?.columns[name];
        const found = heading === undefined || !control ? undefined : find(heading, control.where);
        return found === undefined ? [] : [[name, found]];
      }),
    ),
  };
}

class Headings {
  readonly problems: Problem[] = [];
  readonly #sheet: Sheet;
  readonly #head: Row;
  readonly #strict: boolean;
  readonly #columns = new Map<string, number[]>();

  constructor(sheet: Sheet, head: Row, strict: boolean) {
    this.#sheet = sheet;
    this.#head = head;
    this.#strict = strict;
    head.cells.forEach((cell, column) => {
      const name = normal(shownText(cell));
      if (name !== "") this.#columns.set(name, [...(this.#columns.get(name) ?? []), column]);
    });
  }

  has(heading: string): boolean {
    return this.#at(normal(heading)).length > 0;
  }

  /**
   * Finds the column with one of these headings. Reports a duplicate and, if the map is strict, a missing one; `where`
   * is the heading's line in the map.
   */
  find(names: readonly string[], where?: Spot): FoundColumn | undefined {
    const [first, second] = names.flatMap((name) => this.#at(normal(name)));
    if (first === undefined) {
      if (this.#strict) this.#say(missing(names[0] ?? "", where, this.#sheet, this.#head));
      return undefined;
    }
    const heading = shownText(this.#head.cells[first]).trim();
    if (second !== undefined) this.#say(twice(heading, this.#sheet, this.#head, second));
    return { column: first, heading };
  }

  /** Returns the columns with this heading; `Bills!Amount` is the column Amount of the joined sheet Bills. */
  #at(name: string): readonly number[] {
    const own = this.#columns.get(name);
    const { joined } = this.#sheet;
    const prefix = joined && `${normal(joined.sheet.name ?? "")}!`;
    if (own !== undefined || prefix === undefined || !name.startsWith(prefix)) return own ?? [];
    const other = this.#columns.get(name.slice(prefix.length)) ?? [];
    return other.filter((column) => column >= (joined?.from ?? 0));
  }

  /** Reports a problem once: several map entries may name the same heading. */
  #say(found: Problem): void {
    if (this.problems.every(({ message, where }) => message !== found.message || where?.cell !== found.where?.cell))
      this.problems.push(found);
  }
}

function noHeadings(sheet: Sheet, map: SheetMap): Problem {
  const some = map.columns
    .slice(0, 3)
    .map(({ heading }) => heading)
    .join(", ");
  const message = `No row has the headings of the map, such as ${some}.`;
  const hint = "Name the sheet with --sheet, or your own headings in a map: selfbill templates copy sheet shows one.";
  const where = { file: sheet.file, ...(sheet.name === undefined ? {} : { sheet: sheet.name }) };
  return problem("no-heading", message, hint, { where });
}

function missing(heading: string, where: Spot | undefined, sheet: Sheet, head: Row): Problem {
  const headings = head.cells.map((cell) => shownText(cell).trim()).filter((text) => text !== "");
  const guess = nearest(heading, headings);
  const other = sheet.name === undefined ? "" : " If another sheet is meant, name it: --sheet NAME.";
  const hint =
    guess === undefined
      ? `Row ${head.number} has: ${headings.slice(0, 12).join(", ")}.${other}`
      : `Did you mean ${guess}?`;
  const message = `${sheet.name === undefined ? "The file" : `The sheet ${sheet.name}`} has no column ${heading}.`;
  return problem("no-heading", message, hint, { where: where ?? { file: sheet.file } });
}

function twice(heading: string, sheet: Sheet, head: Row, column: number): Problem {
  const where = cellSpot(sheet, head.number, column, "Heading", head.cells[column]);
  return problem("no-heading", `The heading ${heading} appears twice.`, "Rename one of the two columns.", { where });
}

/** Warns about hidden columns that are mapped, and columns that are not mapped. */
function remarks(
  sheet: Sheet,
  head: Row,
  columns: readonly MappedColumn[],
  group: number | undefined,
  map: SheetMap,
): Problem[] {
  const hidden = columns.filter(({ column }) => sheet.hiddenColumns.has(column));
  const found = hidden.map(({ heading, column }) => {
    const where = cellSpot(sheet, head.number, column, "Heading", head.cells[column]);
    const message = `The column ${heading} is hidden, but its values are used.`;
    return problem("hidden-cells", message, "Show the column and check it.", { where, severity: "warning" });
  });
  if (map.strict) return found;
  const used = new Set([...columns.map(({ column }) => column), group]);
  const fine = new Set(map.ignored.map(normal));
  const names = map.columns.map(({ heading }) => heading);
  for (const [column, cell] of head.cells.entries()) {
    const heading = shownText(cell).trim();
    if (heading === "" || used.has(column) || fine.has(normal(heading))) continue;
    const guess = nearest(heading, names);
    const where = cellSpot(sheet, head.number, column, "Heading", cell);
    const hint = guess === undefined ? "To use it, map it to a field in your own map." : `Did you mean ${guess}?`;
    found.push(
      problem("unused-column", `The column ${heading} is not mapped to any field.`, hint, {
        where,
        severity: "warning",
      }),
    );
  }
  return found;
}
