import { type Amount, amount, calculate, isDecimalText, money, type SelfBilledDocument } from "../../document/index.ts";
import { type Problem, problem } from "../../problem/index.ts";
import { type Cell, isEmpty, type Row, shownText } from "../cell.ts";
import { type FieldPath, formOf } from "../field-path.ts";
import { normal } from "../map/map-parts.ts";
import { lineOfWord } from "../map/said-columns.ts";
import { cellSpot, type FoundColumn, type Table } from "../table.ts";
import type { Taking } from "../take-cell.ts";
import { takeNumber } from "../take-number.ts";
import { isClosingWord, isSumLabel, totalWord } from "./below-table.ts";

/** Matches a currency before a total in a report: AED 1,250.00, -$80.00. */
const currencyInFront = /^\s*([-(]?)\s*(?:AED|Dhs?\.?|[$€£])\s*(?=[-(]?\d)/i;

interface Tracked extends FoundColumn {
  /** Whether the column has line amounts, which must add up to the totals. */
  readonly isValue: boolean;
  /**
   * Whether the column has quantities or discounts. A wrong total in it is reported only if no other total in the row
   * agrees.
   */
  readonly isSummed: boolean;
  all: Amount;
  sinceTotal: Amount;
}

export class LeftOut {
  readonly #table: Table;
  readonly #how: Taking;
  readonly #tracked: Tracked[];
  readonly #totals: Row[] = [];
  /** Rows below the last document without a sum, such as signatures. */
  readonly #closing: Row[] = [];
  /** Sums below the last document that no sum of a column explains: those of the documents may. */
  readonly #unexplained: { readonly row: Row; readonly each: Tracked; readonly value: Amount }[] = [];
  readonly #dates: readonly number[];
  /** The column that every row of a document fills; undefined if there is none. */
  readonly #anchor: number | undefined;
  /** The number of the last row that belongs to a document. */
  readonly #lastOwn: number;
  readonly #counts = new Map<string, Map<string, number>>();
  readonly #leftOf = new Map<string, { readonly row: Row; readonly in: FoundColumn; readonly why: string }>();
  readonly #errors: Problem[] = [];
  readonly #counted = new Set<string>();
  /** Problems with words in neither `only_when` nor `leave_out`, keyed by heading and word. */
  readonly #unknown = new Map<string, Problem>();
  #rows = 0;
  /** False if a total row has numbers only in columns that are not tracked. */
  #isCompared = true;

  constructor(table: Table, how: Taking) {
    this.#table = table;
    this.#how = how;
    const { columns, parts, sheet } = table;
    const values = [...(parts.price ? [parts.price] : []), ...Object.values(parts.control), ...parts.moreLines];
    const others = columns.filter(({ map }) => map.fields.some((field) => formOf(field) === "decimal"));
    const all = new Map<number, Tracked>();
    const summed = columns.filter(({ map }) => map.fields.some(isSummed));
    for (const { column, heading } of [...others, ...values]) {
      const isValue = values.some((each) => each.column === column);
      if (column >= (sheet.joined?.from ?? Number.POSITIVE_INFINITY)) continue;
      const sums = { isValue, isSummed: summed.some((each) => each.column === column) };
      all.set(column, { column, heading, ...sums, all: money.zero, sinceTotal: money.zero });
    }
    this.#tracked = [...all.values()];
    this.#dates = columns.flatMap(({ map, column }) =>
      map.fields.some((field) => formOf(field) === "date") ? [column] : [],
    );
    this.#anchor = table.group?.column ?? this.#dates[0];
    this.#lastOwn = table.rows.findLast((row) => this.#isOwn(row))?.number ?? Number.POSITIVE_INFINITY;
  }

  /** True for a row that names its document and has a date or a number of a line. */
  #isOwn(row: Row): boolean {
    const own = this.#anchor === undefined ? undefined : row.cells[this.#anchor];
    if (isEmpty(own) || totalWord.test(shownText(own)) || isClosingWord(own)) return false;
    return this.#isDated(row, this.#anchor) || this.#numbersOf(row).length > 0;
  }

  #isDated({ cells }: Row, but?: number): boolean {
    return this.#dates.some(
      (column) => column !== but && !isEmpty(cells[column]) && !totalWord.test(shownText(cells[column])),
    );
  }

  #numbersOf(row: Row): { readonly each: Tracked; readonly value: Amount }[] {
    return this.#tracked.flatMap((each) => {
      const value = this.#number(row.cells[each.column]);
      return value === undefined || money.isZero(value) ? [] : [{ each, value }];
    });
  }

  /**
   * Returns whether the row stands below the last document and closes the table, with a sum, a signature or a note. A
   * row that could be a document with a missing value is none of these.
   */
  isBelow(row: Row): boolean {
    if (row.number <= this.#lastOwn || this.#anchor === undefined) return false;
    const named = row.cells[this.#anchor];
    const filled = row.cells.filter((cell) => !isEmpty(cell));
    const sums = this.#numbersOf(row);
    const says = filled.some(isClosingWord);
    const isNamed = !isEmpty(named) && !isClosingWord(named) && !isSumLabel(named);
    if (sums.length === 0) {
      const isText = filled.every((cell) => cell?.is === "text");
      const isClosed = says || (this.#closing.length > 0 && !(isNamed && /\d/.test(shownText(named))));
      const isNote = isText && !isNamed && filled.length === 1;
      const isOfOthers = filled.some((cell) => this.#number(cell) !== undefined);
      if (isOfOthers && filled.some((cell) => totalWord.test(shownText(cell)))) return false;
      if (!isClosed && !isNote && !(isText && !isNamed && filled.some(isSumLabel))) return false;
      this.#closing.push(row);
      return true;
    }
    if (isNamed || this.#isDated(row) || !(says || filled.some(isSumLabel))) return false;
    this.#totals.push(row);
    const agrees = ({ each, value }: (typeof sums)[number]): boolean =>
      money.equal(value, each.sinceTotal) || this.#tracked.some(({ all }) => money.equal(value, all));
    const wrong =
      sums.find((sum) => sum.each.isValue && !agrees(sum)) ??
      (sums.some(agrees) ? undefined : sums.find(({ each }) => each.isSummed));
    if (wrong !== undefined) this.#unexplained.push({ row, ...wrong });
    return true;
  }

  /** Compares the sums below the last document that no column explains with those of the documents. */
  compareBelow(documents: readonly SelfBilledDocument[] | undefined): void {
    if (this.#unexplained.length === 0) return;
    const isTotal = ({ cells }: Row): boolean => cells.some((cell) => totalWord.test(shownText(cell)));
    if (documents === undefined) {
      this.#isCompared = false;
      for (const { row, each, value } of this.#unexplained)
        if (isTotal(row)) this.#errors.push(this.#wrongTotal(row, each, value));
      return;
    }
    const all = documents.map((each) => calculate(each).totals);
    const names = ["tax_exclusive_amount", "tax_amount", "tax_inclusive_amount"] as const;
    const ours = names.map((name) => all.reduce((sum, totals) => money.add(sum, totals[name]), money.zero));
    for (const { row, each, value } of this.#unexplained)
      if (!ours.some((sum) => money.equal(sum, value))) this.#errors.push(this.#wrongTotal(row, each, value));
  }

  /** Returns whether the row is a total. If not, its values are added to the running sums. */
  isTotal(row: Row): boolean {
    const isTotal = this.#looksTotal(row);
    if (isTotal) {
      this.#totals.push(row);
      for (const each of this.#tracked) each.sinceTotal = money.zero;
      return true;
    }
    this.#rows += 1;
    for (const each of this.#tracked) {
      const value = this.#number(row.cells[each.column]);
      if (value === undefined) continue;
      each.all = money.add(each.all, value);
      each.sinceTotal = money.add(each.sinceTotal, value);
    }
    return false;
  }

  #looksTotal(row: Row): boolean {
    const { group } = this.#table;
    if (group === undefined) return false;
    const named = row.cells[group.column];
    if (!isEmpty(named) && !totalWord.test(shownText(named))) return false;
    if (this.#isDated(row)) return false;
    const filled = row.cells.filter((cell) => !isEmpty(cell));
    const words = filled.filter((cell) => totalWord.test(shownText(cell)));
    const others = filled.filter((cell) => !words.includes(cell));
    if (!others.every((cell) => this.#number(cell) !== undefined || /^\s*[A-Z]{3}\s*$/.test(shownText(cell))))
      return false;
    const sums = this.#numbersOf(row);
    const agrees = ({ each, value }: { each: Tracked; value: Amount }): boolean =>
      money.equal(value, each.all) || money.equal(value, each.sinceTotal);
    if (words.length === 0) return this.#rows > 1 && sums.some(agrees);
    if (sums.length === 0 && others.some((cell) => this.#number(cell) !== undefined)) this.#isCompared = false;
    const wrong =
      sums.find((sum) => sum.each.isValue && !agrees(sum)) ??
      (sums.some(agrees) ? undefined : sums.find(({ each }) => each.isSummed));
    if (wrong !== undefined) this.#errors.push(this.#wrongTotal(row, wrong.each, wrong.value));
    return true;
  }

  #wrongTotal(row: Row, { column, heading, all }: Tracked, value: Amount): Problem {
    const where = cellSpot(this.#table.sheet, row.number, column, heading, row.cells[column]);
    const [says, comes] = [value, all].map((each) => money.forPeople(each));
    const message = `${heading}: the total in row ${row.number} is ${says}, and the rows above it come to ${comes}.`;
    const hint = "Rows may be missing or filtered out. If it is not the total of these rows, delete it.";
    return problem("control-differs", message, hint, { where });
  }

  #number(cell: Cell | undefined): Amount | undefined {
    if (cell === undefined || isEmpty(cell) || (cell.is !== "number" && cell.is !== "text")) return undefined;
    const plain = cell.is === "text" ? { ...cell, text: cell.text.replace(currencyInFront, "$1") } : cell;
    const taken = takeNumber(plain, { style: this.#how.decimals, percent: false });
    return "text" in taken && isDecimalText(taken.text) ? amount(taken.text) : undefined;
  }

  /** Returns whether the row meets the map's conditions; `label`: the document that the row belongs to. */
  counts(row: Row, label: string | undefined): boolean {
    for (const { column, heading, condition } of this.#table.parts.onlyWhen) {
      const word = shownText(row.cells[column]).trim();
      const plain = normal(word);
      const { words, leaves } = condition;
      if (words?.has(plain) ?? !leaves?.has(plain)) continue;
      // Once one row of a document has counted, an empty cell does not exclude its later rows.
      if (word === "" && leaves && label !== undefined && this.#counted.has(label)) continue;
      if (words && leaves && !leaves.has(plain)) {
        this.#sayUnknown(row, { column, heading }, word, condition.hasOwnWords);
        return false;
      }
      const counts = this.#counts.get(heading) ?? new Map<string, number>();
      this.#counts.set(heading, counts.set(word || "(empty)", (counts.get(word || "(empty)") ?? 0) + 1));
      const why = `${heading} is ${word || "empty"}`;
      if (label !== undefined && !this.#leftOf.has(label))
        this.#leftOf.set(label, { row, in: { column, heading }, why });
      return false;
    }
    if (label !== undefined) this.#counted.add(label);
    return true;
  }

  #sayUnknown(row: Row, { column, heading }: FoundColumn, word: string, hasOwnWords: true | undefined): void {
    const key = JSON.stringify([heading, normal(word)]);
    if (this.#unknown.has(key)) return;
    const where = cellSpot(this.#table.sheet, row.number, column, heading, row.cells[column]);
    const lists = hasOwnWords ? "is not one of the words of the map" : "is neither in only_when nor in leave_out";
    const message = `${heading}: ${word || "an empty cell"} ${lists}, so that it is not known whether the row counts.`;
    const hint = hasOwnWords
      ? `Write into the map whether such rows are counts or left out, as ${lineOfWord(heading, word, "counts")}`
      : "Add it to the map: under only_when if such rows are to be sent, under leave_out if not.";
    this.#unknown.set(key, problem("wrong-cell", message, hint, { where }));
  }

  /**
   * Returns a problem if one of the document's rows is excluded; the caller asks only for documents with rows that
   * count.
   */
  tornBy(label: string): Problem | undefined {
    const left = this.#leftOf.get(label);
    if (left === undefined) return undefined;
    const { row } = left;
    const { column, heading } = left.in;
    const where = cellSpot(this.#table.sheet, row.number, column, heading, row.cells[column]);
    const message = `Row ${row.number} of ${label} is left out because ${left.why}, and other rows of it are not.`;
    return problem("two-values", message, "Write the same value in all rows of the document.", { where });
  }

  /** Returns errors about totals that do not add up and about unknown words, then warnings about excluded rows. */
  problems(): Problem[] {
    const { sheet, head, parts } = this.#table;
    const errors = [...this.#errors, ...[...this.#unknown.values()].slice(0, 100)];
    const hint = "Nothing to do if this is intended; the words are in only_when and leave_out of the map.";
    const conditions = [...this.#counts].map(([heading, counts]) => {
      const column = parts.onlyWhen.find((each) => each.heading === heading)?.column ?? 0;
      const where = cellSpot(sheet, head.number, column, "Heading", head.cells[column]);
      const all = [...counts.values()].reduce((sum, count) => sum + count, 0);
      const words = [...counts].slice(0, 8).map(([word, count]) => `${word} (${count})`);
      const message = `${rows(all)} left out because of ${heading}: ${words.join(", ")}${counts.size > 8 ? ", …" : ""}.`;
      return problem("rows-left-out", message, hint, { where, severity: "warning" });
    });
    const closing = this.#saidClosing();
    const [total] = this.#totals;
    if (total === undefined) return [...errors, ...conditions, ...closing];
    const named = this.#totals.slice(0, 8).map(({ number }) => number);
    const message = `${rows(this.#totals.length)} left out as a total: row ${named.join(", ")}${this.#totals.length > 8 ? ", …" : ""}.`;
    const at = total.cells.findIndex((cell) => !isEmpty(cell));
    const where = cellSpot(sheet, total.number, at, shownText(head.cells[at]), total.cells[at]);
    const compare = this.#isCompared
      ? ""
      : " Its amounts were not compared with the rows above: to have that done, name their column under control in a map.";
    const said = problem("rows-left-out", message, `If it is a line, write its document number.${compare}`, {
      where,
      severity: "warning",
    });
    return [...errors, ...conditions, said, ...closing];
  }

  #saidClosing(): Problem[] {
    const { sheet, head } = this.#table;
    const [first] = this.#closing;
    if (first === undefined) return [];
    const named = this.#closing.slice(0, 8).map(({ number }) => number);
    const at = first.cells.findIndex((cell) => !isEmpty(cell));
    const says = first.cells.map((cell) => shownText(cell).trim()).find((text) => text !== "") ?? "";
    const message = `${rows(this.#closing.length)} left out below the last document, as notes or signatures: row ${named.join(", ")}${this.#closing.length > 8 ? ", …" : ""} (${says.slice(0, 60)}).`;
    const where = cellSpot(sheet, first.number, at, shownText(head.cells[at]), first.cells[at]);
    const hint = "If it is a line, write its document number, date and amount.";
    return [problem("rows-left-out", message, hint, { where, severity: "warning" })];
  }
}

const isSummed = ({ ofLine, steps }: FieldPath): boolean =>
  ofLine && (steps[0] === "quantity" || (steps[0] === "allowances" && steps.at(-1) === "amount"));

const rows = (count: number): string => (count === 1 ? "1 row was" : `${count.toLocaleString("en")} rows were`);
