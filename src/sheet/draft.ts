import {
  type Amount,
  amount,
  type DocumentKind,
  daysAfter,
  documentShape,
  isDay,
  isDecimalText,
  isRecord,
  money,
  type SelfBilledDocument,
  withCodes,
  withStandIns,
} from "../document/index.ts";
import { type Problem, problem, type Spot } from "../problem/index.ts";
import { type Area, isEmpty, type Row, rowOf, shownText } from "./cell.ts";
import { addCompanions, addGoods } from "./companions.ts";
import type { Complaint } from "./complaint.ts";
import { type FieldPath, fieldPathOf, inOrder, pathIn, put } from "./field-path.ts";
import type { ColumnMap, FixedText } from "./map/column-map.ts";
import { normal } from "./map/map-parts.ts";
import { type SayGaps, SheetPlaces } from "./places.ts";
import { foldedNumber } from "./rows.ts";
import { CellCurrencies, isMoney } from "./rules/cell-currencies.ts";
import { Control } from "./rules/control.ts";
import { lineColumnsOf, misleads } from "./rules/line-columns.ts";
import { hintOfTwo, noSupplier } from "./rules/no-supplier.ts";
import { writePercentages } from "./rules/percentages.ts";
import { grossOf, isReversedLine, reversedLine, writePrice } from "./rules/price.ts";
import type { SheetMap } from "./sheet-map.ts";
import { cellSpot, type FoundColumn, type MappedColumn, type Table } from "./table.ts";
import { type Taking, takeCell } from "./take-cell.ts";
import { type SheetRoom, ToldProblems } from "./told-problems.ts";

export interface SheetDocument {
  readonly kind: DocumentKind;
  /** The document's number, or the sheet's grouping value, or `row 5`. */
  readonly label: string;
  readonly rows: readonly number[];
  readonly document: SelfBilledDocument;
  readonly problems: readonly Problem[];
  /**
   * Replaces field names with cells and headings. A problem that already has a cell is left unchanged; one about a
   * field that the document's own `problems` already report is left out.
   */
  placed(problems: readonly Problem[]): Problem[];
  /** Returns the document with placeholder values at these paths, so that other rules can be applied. */
  mended(paths: readonly string[]): SelfBilledDocument;
}

interface TakenValue {
  readonly text: string;
  readonly where: Spot;
}

const priceField = fieldPathOf("document_lines.price.base_amount", "invoice") as FieldPath;

export interface DraftOf {
  readonly table: Table;
  readonly map: SheetMap;
  readonly how: Taking;
  readonly room: SheetRoom;
  readonly sayGaps?: SayGaps | undefined;
  readonly fillItems?: ((document: Record<string, unknown>) => void) | undefined;
  /** Returns the supplier's name that a row has, also in a column that the map does not use. */
  readonly supplierName: (row: number) => string;
}

export class RowsDraft {
  readonly #problems: ToldProblems;
  readonly #label: string;
  readonly #table: Table;
  readonly #how: Taking;
  readonly #rows: number[] = [];
  readonly #document: Record<string, unknown> = {};
  readonly #lines: Record<string, unknown>[] = [];
  readonly #places: SheetPlaces;
  readonly #merged = new Set<Area>();
  readonly #map: SheetMap;
  readonly #control: Control;
  readonly #currencies = new CellCurrencies();
  readonly #fillItems: DraftOf["fillItems"];
  readonly #supplierName: DraftOf["supplierName"];
  readonly #lineColumns: readonly number[];
  /** The value from which each line's price is calculated. */
  readonly #values: (TakenValue | undefined)[] = [];
  /** Lines from `more_lines`, which get no defaults or constants. */
  readonly #more = new Set<number>();
  /** For each line, whether the price includes VAT. */
  readonly #included: boolean[] = [];

  constructor(label: string, firstRow: number, { table, map, how, room, sayGaps, fillItems, supplierName }: DraftOf) {
    this.#label = label;
    this.#problems = new ToldProblems(room);
    this.#table = table;
    this.#map = map;
    this.#how = how;
    this.#places = new SheetPlaces(table, firstRow, sayGaps);
    this.#control = new Control(table, map.control, how);
    this.#fillItems = fillItems;
    this.#supplierName = supplierName;
    this.#lineColumns = lineColumnsOf(table);
  }

  add(row: Row): void {
    const { columns, merged } = this.#table;
    this.#rows.push(row.number);
    if (row.hidden) this.#sayHidden(row);
    if (this.#lineColumns.some((column) => !isEmpty(row.cells[column]))) {
      this.#lines.push({});
      this.#places.line(row.number);
      this.#values.push(this.#valueOf(row, this.#table.parts.price));
      this.#included.push(this.#includesVat(row));
    }
    this.#control.add(row);
    for (const column of columns) {
      const area = merged.at(row.number, column.column);
      if (area !== undefined && misleads(area, column, this.#table)) this.#sayMerged(area, column);
      this.#take(row, column);
    }
    for (const each of this.#table.parts.moreLines) this.#addMore(row, each);
  }

  /** Adds a line for a further amount in the row; its description contains the row's item. */
  #addMore(row: Row, { line: { texts }, ...found }: Table["parts"]["moreLines"][number]): void {
    if (isEmpty(row.cells[found.column])) return;
    const of = this.#lines.at(-1)?.name;
    const line: Record<string, unknown> = { quantity: "1", unit_code: "H87", description: of };
    this.#lines.push(line);
    const value = this.#valueOf(row, found);
    if (value !== undefined && isDecimalText(value.text) && money.isZero(amount(value.text))) {
      this.#lines.pop();
      return;
    }
    const at = this.#lines.length - 1;
    this.#more.add(at);
    this.#places.line(row.number);
    this.#values.push(value);
    this.#included.push(false);
    for (const { field, text, where } of texts) {
      put(line, field.steps, text);
      this.#places.fixed(pathIn(field, at), where);
    }
  }

  tell(found: Problem): void {
    this.#problems.add(found);
  }

  problems(): Problem[] {
    const { sheet } = this.#table;
    return this.#problems.all({ file: sheet.file, sheet: sheet.name });
  }

  /** Returns the line's value or price, from the column that `price` or `more_lines` names. */
  #valueOf(row: Row, found: FoundColumn | undefined): TakenValue | undefined {
    const cell = found && row.cells[found.column];
    if (found === undefined) return undefined;
    const { column, heading } = found;
    const path = pathIn(priceField, this.#lines.length - 1);
    const where = ofField(cellSpot(this.#table.sheet, row.number, column, heading, cell), path);
    const taken =
      isEmpty(cell) || cell === undefined
        ? undefined
        : takeCell(cell, priceField, withoutWords(heading, where), this.#how);
    this.#places.note(path, { row: row.number, column }, taken !== undefined);
    this.#currencies.note(cell, where, heading);
    if (taken === undefined) return undefined;
    if ("text" in taken) return { text: taken.text, where };
    this.#refuse(taken.complaint, heading, where);
    return undefined;
  }

  /** Returns whether the row's price includes VAT; reports a word that is not in the map. */
  #includesVat(row: Row): boolean {
    const rule = this.#map.price?.includesVat ?? false;
    const found = this.#table.parts.inclusion;
    if (typeof rule === "boolean" || found === undefined) return rule === true;
    const cell = row.cells[found.column];
    const word = shownText(cell).trim();
    const included = rule.words.get(normal(word));
    if (included === undefined) {
      const where = cellSpot(this.#table.sheet, row.number, found.column, found.heading, cell);
      const message = `${word || "An empty cell"} does not say whether the price includes VAT.`;
      const path = pathIn(priceField, this.#lines.length - 1);
      this.#refuse(
        { code: "wrong-cell", message, hint: "Add it to the map, under price." },
        found.heading,
        ofField(where, path),
      );
    }
    return included ?? false;
  }

  #refuse({ code, message, hint }: Complaint, heading: string, where: Spot): void {
    this.#places.spoil(where.path ?? "");
    this.#problems.add(problem(code, `${heading}: ${message}`, hint, { where }));
  }

  #take(row: Row, { map, column, heading, others }: MappedColumn): void {
    const cell = row.cells[column];
    const behind = others.map((each) => row.cells[each]);
    const isRepeated = column >= (this.#table.sheet.joined?.from ?? Number.POSITIVE_INFINITY) && this.#rows.length > 1;
    const whereOf = (path: string): Spot =>
      ofField(cellSpot(this.#table.sheet, row.number, column, heading, cell), path);
    let told = false;
    for (const field of map.fields) {
      const path = pathIn(field, this.#lines.length - 1);
      if (field.ofLine ? this.#lines.length === 0 : isRepeated) continue;
      const taken = takeCell(cell, field, map, this.#how, behind);
      this.#places.note(path, { row: row.number, column }, taken !== undefined);
      if (taken === undefined) continue;
      if (isMoney(field)) this.#currencies.note(cell, whereOf(path), heading);
      if ("complaint" in taken) {
        this.#places.spoil(path);
        const { code, message, hint } = taken.complaint;
        const raw = (cell?.text ?? "").replace(/[\p{Cc}\p{Surrogate}\ufffe\uffff]/gu, " ");
        put(field.ofLine ? this.#line() : this.#document, field.steps, raw);
        if (!told) this.#problems.add(problem(code, `${heading}: ${message}`, hint, { where: whereOf(path) }));
        told = true;
      } else if (field.ofLine) put(this.#line(), field.steps, taken.text);
      else told = this.#agree(path, taken.text, whereOf, heading, told) || told;
      if (!field.ofLine && "text" in taken && this.#places.valueOf(path) === undefined) {
        this.#places.value(path, taken.text, row.number);
        put(this.#document, field.steps, taken.text);
      }
    }
  }

  #line(): Record<string, unknown> {
    return this.#lines.at(-1) ?? {};
  }

  /**
   * Reports a row whose value differs from that in an earlier row of the document; `told` means that an error in this
   * cell was already reported, so this one is not. Returns whether the values differ.
   */
  #agree(path: string, text: string, whereOf: (path: string) => Spot, heading: string, told: boolean): boolean {
    const before = this.#places.valueOf(path);
    if (before === undefined || before.text === text) return false;
    if (path === "document_number" && foldedNumber(before.text) === foldedNumber(text)) return false;
    if (told) return true;
    const message = `${heading}: row ${before.row} has ${before.text} and this row has ${text}, in the same document ${this.#label}.`;
    this.#problems.add(problem("two-values", message, hintOfTwo(path), { where: whereOf(path) }));
    return true;
  }

  #sayHidden(row: Row): void {
    const { sheet, columns } = this.#table;
    const first = columns.find(({ column }) => !isEmpty(row.cells[column]));
    const where = cellSpot(sheet, row.number, first?.column ?? 0, first?.heading, row.cells[first?.column ?? 0]);
    const message = `Row ${row.number} is hidden or filtered out, but has a line.`;
    const hint = "Show the row if it belongs to the document, or delete it.";
    this.#problems.add(problem("hidden-cells", message, hint, { where }));
  }

  #sayMerged(area: Area, { heading }: MappedColumn): void {
    if (this.#merged.has(area)) return;
    this.#merged.add(area);
    const { sheet } = this.#table;
    const cell = rowOf(sheet, area.top)?.cells[area.left];
    const where = cellSpot(sheet, area.top, area.left, heading, cell);
    const message = `${heading}: the cells are merged, so only the first of them has a value.`;
    const hint = "Unmerge them, and write the value into each cell.";
    this.#problems.add(problem("hidden-cells", message, hint, { where }));
  }

  /**
   * Completes the document. `isReversed` means that it is a credit note whose amounts may have the opposite sign;
   * `bySign` means that they certainly do.
   */
  done(kind: DocumentKind, isReversed: boolean, bySign: boolean): SheetDocument {
    const map = this.#map;
    this.#fix(map.constants, true);
    this.#fix(map.defaults, false);
    if (kind === "invoice") this.#fixDueDate();
    const all = { ...this.#document, ...(this.#lines.length > 0 ? { document_lines: this.#lines } : {}) };
    const coded = withCodes(all, documentShape(kind)) as Record<string, unknown>;
    this.#fillItems?.(coded);
    const lines = Array.isArray(coded.document_lines) ? coded.document_lines.filter(isRecord) : [];
    const said = this.#values.map((value) => value?.text);
    const below = lines.filter((line, at) => isReversedLine(line, said[at])).length;
    // Some programs write the sign into the totals alone.
    const turns = isReversed && (below === lines.length || (bySign && below > 0));
    const values = turns ? lines.map((line, at) => reversedLine(line, said[at])) : said;
    this.#price(lines, values);
    for (const line of lines) writePercentages(line);
    if (map.strict) addGoods(coded);
    this.#refuseRateInAed(coded);
    const unnamed = noSupplier(this.#table, coded, {
      row: this.#rows[0] ?? 0,
      label: this.#label,
      nameOf: this.#supplierName,
    });
    if (unnamed) {
      this.#places.spoil("supplier");
      this.tell(unnamed);
    }
    addCompanions(coded);
    const places = this.#places;
    const document = inOrder(coded, documentShape(kind)) as SelfBilledDocument;
    for (const each of this.#currencies.differing(document.document_currency_code)) this.#problems.add(each);
    if (this.#problems.isNone)
      for (const each of this.#control.compare(document, turns || (isReversed && bySign), this.#grossOf(lines, values)))
        this.#problems.add(each);
    return {
      label: this.#label,
      kind,
      rows: this.#rows,
      document,
      mended: (paths) => {
        const mended = withStandIns(document, paths, kind) as Record<string, unknown>;
        if (map.strict) addGoods(mended);
        addCompanions(mended);
        return inOrder(mended, documentShape(kind)) as SelfBilledDocument;
      },
      problems: this.problems(),
      placed: (found) => places.placed(found),
    };
  }

  /** Removes the exchange rate from a document in AED, and reports it at its cell. */
  #refuseRateInAed(document: Record<string, unknown>): void {
    const { document_currency_code: currency, tax_exchange_rate: rate } = document;
    if (currency !== "AED" || !isRecord(rate) || Object.keys(rate).join() !== "calculation_rate") return;
    delete document.tax_exchange_rate;
    const message = "The document is in AED, which needs no exchange rate.";
    const hint = "If the amounts are in another currency, write it into Currency; otherwise empty the cell.";
    const found = problem("wrong-value", message, hint, { where: { path: "tax_exchange_rate.calculation_rate" } });
    for (const each of this.#places.placed([found])) this.#problems.add(each);
  }

  #price(lines: readonly Record<string, unknown>[], values: ReadonlyArray<string | undefined>): void {
    for (const [at, line] of lines.entries()) {
      const [value, where] = [values[at], this.#values[at]?.where];
      const of = this.#more.has(at) ? "amount" : this.#map.price?.of;
      const complaint =
        value === undefined || of === undefined ? undefined : writePrice(line, value, of, this.#included[at] === true);
      if (complaint && where) this.#refuse(complaint, this.#table.parts.price?.heading ?? "", where);
    }
  }

  #grossOf(
    lines: readonly Record<string, unknown>[],
    values: ReadonlyArray<string | undefined>,
  ): { sum: Amount; where: Spot } | undefined {
    const { price } = this.#map;
    const where = this.#values[0]?.where;
    if (price === undefined || where === undefined || !this.#included.every(Boolean)) return undefined;
    const { path: _, ...spot } = where;
    return { sum: grossOf(lines, values, price), where: spot };
  }

  /** True for an allowance or charge without an amount; the row then needs no reason for it either. */
  #isWithout({ steps: [list = ""], ofLine }: FieldPath, target: Readonly<Record<string, unknown>>): boolean {
    const isFed = ({ map }: MappedColumn): boolean =>
      map.fields.some((field) => field.ofLine === ofLine && field.steps[0] === list);
    return (
      (list === "allowances" || list === "charges") && target[list] === undefined && this.#table.columns.some(isFed)
    );
  }

  /** Calculates the due date from the map's number of days, if the rows have none. */
  #fixDueDate(): void {
    const { issue_date: issued, due_date: due } = this.#document;
    const rule = this.#map.dueDays;
    if (rule === undefined || due !== undefined || !isDay(issued)) return;
    this.#document.due_date = daysAfter(issued as string, rule.days);
    this.#places.fixed("due_date", rule.where);
  }

  #fix(texts: readonly FixedText[], always: boolean): void {
    for (const { field, text, where } of texts) {
      const targets = field.ofLine ? this.#lines : [this.#document];
      targets.forEach((target, line) => {
        const path = pathIn(field, line);
        if (!always && this.#places.isFilled(path)) return;
        if (this.#isWithout(field, target) || (field.ofLine && this.#more.has(line))) return;
        put(target, field.steps, text);
        this.#places.fixed(path, where);
        if (path === "supplier") this.#places.value(path, text, this.#rows[0] ?? 0);
      });
    }
  }
}

/** Built without spread: engines give each spread copy its own hidden class, a third of a kilobyte per finding. */
function ofField(cell: Spot, path: string): Spot {
  return Object.assign(cell, { path });
}

const withoutWords = (heading: string, where: Spot): ColumnMap => ({
  heading,
  alike: [],
  fields: [priceField],
  words: new Map(),
  where,
});
