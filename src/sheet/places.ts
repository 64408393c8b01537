import { isToldByName } from "../document/index.ts";
import { type Problem, problem, type Spot } from "../problem/index.ts";
import { rowOf } from "./cell.ts";
import { pathIn } from "./field-path.ts";
import { columnsFor, labelOf, missingField, withLabels } from "./in-words.ts";
import { cellSpot, type MappedColumn, type Table } from "./table.ts";

interface CellAt {
  readonly row: number;
  readonly column: number;
}

interface FieldCell extends CellAt {
  readonly isFilled: boolean;
}

/** Describes which fields, given by their paths, are missing from a supplier's entry in the supplier book. */
export type SayGaps = (supplier: string, paths: readonly string[]) => Pick<Problem, "message" | "hint">;

/** Maps the fields of a document to their cells, so that a problem is reported at the right cell. */
export class SheetPlaces {
  readonly #table: Table;
  readonly #firstRow: number;
  readonly #cells = new Map<string, FieldCell>();
  /** The paths of the noted fields by line, with those of the document itself under ""; built when first needed. */
  #paths: Map<string, string[]> | undefined;
  readonly #spoilt = new Set<string>();
  readonly #values = new Map<string, { text: string; row: number }>();
  readonly #fixed = new Map<string, Spot>();
  readonly #lineRows: number[] = [];

  readonly #sayGaps: SayGaps | undefined;

  constructor(table: Table, firstRow: number, sayGaps?: SayGaps) {
    this.#table = table;
    this.#sayGaps = sayGaps;
    this.#firstRow = firstRow;
  }

  /** Starts the next line of the document. */
  line(row: number): void {
    this.#lineRows.push(row);
  }

  /** Notes the cell of a field; a filled cell replaces an empty one, and the first filled cell is kept. */
  note(path: string, at: CellAt, isFilled: boolean): void {
    const before = this.#cells.get(path);
    if (before?.isFilled || (before && !isFilled)) return;
    this.#cells.set(path, { row: at.row, column: at.column, isFilled });
    this.#paths = undefined;
  }

  isFilled(path: string): boolean {
    return this.#cells.get(path)?.isFilled === true;
  }

  /** Records that an error in the cell of this field has already been reported. */
  spoil(path: string): void {
    this.#spoilt.add(path);
  }

  value(path: string, text: string, row: number): void {
    this.#values.set(path, { text, row });
  }

  valueOf(path: string): { readonly text: string; readonly row: number } | undefined {
    return this.#values.get(path);
  }

  /** Records that the map itself sets this field. */
  fixed(path: string, where: Spot): void {
    this.#fixed.set(path, where);
  }

  placed(problems: readonly Problem[]): Problem[] {
    const told = new Set<string>();
    const isNew = ({ code, message, where }: Problem): boolean => {
      const key = JSON.stringify([code, message, where?.cell ?? where]);
      return !told.has(key) && told.add(key) !== undefined;
    };
    return this.#all(this.#withBookGaps(withoutCompanions(problems))).filter(isNew);
  }

  /**
   * Combines all errors about data missing from the supplier's entry in the book into one, at the cell that names the
   * supplier.
   */
  #withBookGaps(problems: readonly Problem[]): readonly Problem[] {
    const name = this.valueOf("supplier")?.text;
    if (name === undefined || this.#sayGaps === undefined) return problems;
    const gaps = new Map<Problem, string>();
    for (const each of problems) {
      const { severity, code, where } = each;
      const path = severity === "error" ? missingField(code, where?.path ?? "") : undefined;
      if (path !== undefined && ofBook.test(path)) gaps.set(each, path);
    }
    if (gaps.size === 0) return problems;
    const { message, hint } = this.#sayGaps(name, [...gaps.values()]);
    const gap = problem("missing-field", message, hint, { where: { path: "supplier" } });
    return [gap, ...problems.filter((each) => !gaps.has(each))];
  }

  #all(problems: readonly Problem[]): Problem[] {
    return problems.flatMap((each) => {
      const path = each.where?.path ?? "";
      if (each.where?.cell !== undefined || isOwnFile(each, this.#table)) return [each];
      if (this.#spoilt.has(path)) return [];
      // Where the supplier is not known, nothing of its entry can be there.
      if (this.#spoilt.has("supplier") && ofBook.test(missingField(each.code, path) ?? "")) return [];
      const fixed = this.#fixed.get(path);
      if (fixed) return [{ ...each, where: { ...fixed, path } }];
      const at = this.#cells.get(path);
      return [at ? this.#inCell(each, path, at) : this.#near(each, path)];
    });
  }

  #inCell(each: Problem, path: string, at: CellAt): Problem {
    const column = this.#columnAt(at);
    const heading = column?.heading ?? "";
    const plain = namesItself(each, path) ? `${heading} is empty.` : withLabels(each.message, this.#table);
    const message = plain.includes(heading) ? plain : `${heading}: ${plain}`;
    return { ...each, message, hint: withLabels(each.hint, this.#table), where: this.#spot(at, column, each, path) };
  }

  /** Reports a field without a cell at the nearest field of its group, or at the first cell of its line or document. */
  #near(each: Problem, path: string): Problem {
    const at = this.#nearest(path);
    const where = this.#spot(at, this.#columnAt(at), each, path);
    const missing = missingField(each.code, path);
    const noColumn = missing === undefined || this.#isFed(missing) ? undefined : columnsFor(missing, this.#table);
    const label = labelOf(path, this.#table);
    const plain = namesItself(each, path) && label !== undefined ? `${label} is missing.` : each.message;
    const message = withLabels(plain.charAt(0).toUpperCase() + plain.slice(1), this.#table);
    if (noColumn === undefined) return { ...each, message, hint: withLabels(each.hint, this.#table), where };
    return { ...each, message, hint: this.#addColumns(noColumn), where: { ...where, noColumn } };
  }

  /** True if a column fills the field or, for a group, any field in it. */
  #isFed(plain: string): boolean {
    const paths = this.#table.columns.flatMap(({ map }) => map.fields.map((field) => pathIn(field, 0)));
    return paths.some((each) => `${each.replace(/\[\d+\]/g, "")}.`.startsWith(`${plain}.`));
  }

  #addColumns(headings: readonly string[]): string {
    const [first = "", ...more] = headings;
    if (this.#table.absent.length === 0 && first.includes("("))
      return "No column is mapped to it: add one to the sheet and the map, or give it under constants in the map.";
    return more.length === 0
      ? `Add a column with the heading ${first}.`
      : `Add columns with the headings ${headings.join(", ")}.`;
  }

  #columnAt({ column }: CellAt): MappedColumn | undefined {
    return this.#table.columns.find((one) => one.column === column);
  }

  #spot(at: CellAt, column: MappedColumn | undefined, each: Problem, path: string): Spot {
    const cell = rowOf(this.#table.sheet, at.row)?.cells[at.column];
    const { location } = each.where ?? {};
    const spot = cellSpot(this.#table.sheet, at.row, at.column, column?.heading, cell);
    return { ...spot, ...(path === "" ? {} : { path }), ...(location === undefined ? {} : { location }) };
  }

  #nearest(path: string): CellAt {
    for (let group = path; group !== ""; group = group.replace(/(?:^|\.)[^.[\]]+$|\[\d+\]$/, "")) {
      const inside = this.#pathsOf(path).filter((each) => each.startsWith(`${group}.`) || each.startsWith(`${group}[`));
      const cells = inside.flatMap((each) => this.#cells.get(each) ?? []);
      const [first] = cells.sort((a, b) => a.row - b.row || a.column - b.column);
      if (first) return first;
      const line = /^document_lines\[(\d+)\]$/.exec(group)?.[1];
      const row = line === undefined ? undefined : this.#lineRows[Number.parseInt(line, 10)];
      if (row !== undefined) return { row, column: this.#firstColumn() };
    }
    const book = /^(?:accounting_supplier_party|payment_means)/.test(path) ? this.#cells.get("supplier") : undefined;
    return book ?? { row: this.#firstRow, column: this.#firstColumn() };
  }

  #firstColumn(): number {
    const { group, columns } = this.#table;
    return group?.column ?? columns[0]?.column ?? 0;
  }

  #pathsOf(path: string): readonly string[] {
    this.#paths ??= byLine(this.#cells.keys());
    return this.#paths.get(lineOf(path)) ?? [];
  }
}

/** Matches the fields that a document takes from the supplier book. */
const ofBook = /^(?:accounting_supplier_party(?:\.|$)|payment_means$)/;

const lineOf = (path: string): string => /^document_lines\[\d+\]/.exec(path)?.[0] ?? "";

function byLine(paths: Iterable<string>): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const path of paths) {
    const line = lineOf(path);
    const those = found.get(line);
    if (those === undefined) found.set(line, [path]);
    else those.push(path);
  }
  return found;
}

/** True for a problem in another file, such as an attachment or the map; its location is not changed. */
function isOwnFile({ where }: Problem, { sheet }: Table): boolean {
  return where?.file !== undefined && where.path === undefined && !where.file.startsWith(sheet.file);
}

/**
 * True if the problem only reports that this field is missing. At `supplier`, it is about fields that the supplier's
 * entry in the book lacks, so its message is kept.
 */
function namesItself({ code }: Problem, path: string): boolean {
  return code === "missing-field" && path !== "supplier" && isToldByName(path);
}

/** Fields that are filled automatically, each with the field that causes it to be filled. */
const companions: Readonly<Record<string, string>> = {
  endpoint_scheme_id: "endpoint_id",
  country: "country_code",
  tax_scheme: "company_id",
};

function withoutCompanions(problems: readonly Problem[]): readonly Problem[] {
  const missing = new Set(problems.flatMap(({ code, where }) => (code === "missing-field" ? [where?.path] : [])));
  return problems.filter(({ code, where }) => {
    const [, group = "", name = ""] = /^(.*\.)?([^.]+)$/.exec(where?.path ?? "") ?? [];
    return code !== "missing-field" || companions[name] === undefined || !missing.has(`${group}${companions[name]}`);
  });
}
