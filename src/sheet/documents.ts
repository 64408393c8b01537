import type { DocumentKind } from "../document/index.ts";
import { type Problem, problem } from "../problem/index.ts";
import { isEmpty, type Row, sheetSays } from "./cell.ts";
import { type DraftOf, RowsDraft, type SheetDocument } from "./draft.ts";
import { decimalSign } from "./numbers/decimal-sign.ts";
import { numberColumns, sumRelationsIn } from "./numbers/number-columns.ts";
import type { SayGaps } from "./places.ts";
import { companyOfRow, filledDown, keyOfRow, movedRow, turnedDates, usedColumns } from "./rows.ts";
import { kindOfRows } from "./rules/kind-of-rows.ts";
import { LeftOut } from "./rules/left-out.ts";
import type { SheetMap } from "./sheet-map.ts";
import { nameComparison, suppliersOfTable } from "./sheet-suppliers.ts";
import { cellSpot, type Table } from "./table.ts";
import type { FindSupplier, Taking } from "./take-cell.ts";
import { SheetRoom, ToldProblems } from "./told-problems.ts";

/** The documents in a sheet. */
export interface SheetDocuments {
  readonly documents: readonly SheetDocument[];
  /** The number of documents of the other kind, if the map determines the kind for each row. */
  readonly others: number;
  /** Problems with rows that belong to no document, and warnings about the sheet. */
  readonly problems: readonly Problem[];
}

export interface Making {
  readonly kind: DocumentKind;
  readonly findSupplier?: FindSupplier | undefined;
  readonly sayGaps?: SayGaps | undefined;
  /** Fills in missing item data of a document's lines. */
  readonly fillItems?: DraftOf["fillItems"];
}

/** Turns the rows of a sheet into documents. Never fails: all errors are returned as problems. */
export function documentsOf(
  table: Table,
  map: SheetMap,
  { kind, findSupplier, sayGaps, fillItems }: Making,
): SheetDocuments {
  const { dateOrder } = map;
  const decimals = map.decimals ?? decimalSign(table.rows, numberColumns(table), sumRelationsIn(table));
  const how: Taking = { dateOrder, decimals, times: map.times, from1904: table.sheet.from1904, findSupplier };
  const of: DraftOf = { table, map, how, room: new SheetRoom(), sayGaps, fillItems, supplierName: namesOf(table) };
  const compared = nameComparison(table, how);
  const { groups, left, problems } = grouped(of);
  const documents: SheetDocument[] = [];
  let others = 0;
  for (const { label, name, rows } of groups) {
    const { kindRule } = map;
    const found = table.parts.kind;
    const said =
      kindRule && found ? kindOfRows(label, rows, kindRule, found, { table, how }) : { kind, isReversed: false };
    if ("problem" in said) {
      problems.add(said.problem);
      continue;
    }
    if (said.kind !== kind) {
      others += 1;
      continue;
    }
    const draft = new RowsDraft(name, rows[0]?.number ?? 0, of);
    const other = compared(name, rows);
    if (other) draft.tell(other);
    for (const row of rows) draft.add(row);
    const torn = left.tornBy(label);
    if (torn) draft.tell(torn);
    documents.push(draft.done(kind, said.isReversed, kindRule?.by === "sign"));
  }
  const isWhole = others === 0 && problems.isNone && documents.every(({ problems: own }) => own.every(hasItsSums));
  left.compareBelow(isWhole ? documents.map(({ document }) => document) : undefined);
  const { file, name } = table.sheet;
  const where = { file, ...(name === undefined ? {} : { sheet: name }) };
  const ofRows = [...problems.all(where), ...of.room.more(where)];
  return { documents, others, problems: [...table.problems, ...turnedDates(table), ...left.problems(), ...ofRows] };
}

/** False for a problem after which the sums of the document are not known. */
const hasItsSums = ({ severity, code }: Problem): boolean => severity === "warning" || code === "no-supplier";

/** Reads the suppliers' names only when the first is asked for. */
function namesOf(table: Table): (row: number) => string {
  let suppliers: ReturnType<typeof suppliersOfTable> | undefined;
  return (row) => {
    suppliers ??= suppliersOfTable(table);
    return suppliers.get(row)?.name ?? "";
  };
}

/** Groups rows by their document; rows without one are reported. */
function grouped(of: DraftOf) {
  const { table, how } = of;
  const groups = new Map<string, RowsOfDocument>();
  const problems = new ToldProblems(of.room);
  const left = new LeftOut(table, how);
  const { joined } = table.sheet;
  const used = usedColumns(table);
  const labels = new Map<string, string>();
  for (const row of table.rows.map((each) => filledDown(each, table))) {
    if (used.every((column) => isEmpty(row.cells[column]))) continue;
    const moved = movedRow(row, table);
    if (moved) {
      problems.add(moved);
      continue;
    }
    if (left.isBelow(row) || left.isTotal(row)) continue;
    const own = keyOfRow(row, table, how);
    const key = "problem" in own ? own : { ...own, label: labels.get(own.id) ?? own.label };
    if ("label" in own && !labels.has(own.id)) labels.set(own.id, own.label);
    if ("label" in own && "label" in key && own.label !== key.label) problems.add(sameDocument(row, own, key, table));
    if (joined !== undefined && "label" in key && !joined.rowOf.has(row.number)) {
      problems.add(notJoined(row, key.label, table));
      continue;
    }
    if (!left.counts(row, "label" in key ? key.label : undefined)) continue;
    const whose = "problem" in key ? key : companyOfRow(row, table);
    if ("problem" in key || "problem" in whose) {
      const [found] = [key, whose].flatMap((each) => ("problem" in each ? each.problem : []));
      const why = found && furtherLine(found, row, of);
      if (why) problems.add(why);
      for (const found of problems.isFull ? [] : ofCells(row, of))
        if (found.where?.cell !== why?.where?.cell) problems.add(found);
      continue;
    }
    const id = JSON.stringify([key.label, whose.company]);
    const group = groups.get(id);
    if (group === undefined) groups.set(id, { ...key, ...whose, rows: [row] });
    else group.rows.push(row);
  }
  return { groups: named([...groups.values()]), left, problems };
}

/** Names the line of the map for a row that has values of a line alone: it may belong to the document above. */
function furtherLine(found: Problem, row: Row, { table, map }: DraftOf): Problem {
  if (found.code !== "row-without-number" || !map.strict || map.fillsDown) return found;
  const filled = table.columns.filter(({ column }) => !isEmpty(row.cells[column]));
  const isOfLines = filled.length > 0 && filled.every((each) => each.map.fields.every(({ ofLine }) => ofLine));
  const hint = "If such rows are further lines of the document above them, write into the map: fill_down: yes";
  return isOfLines
    ? { ...found, hint: `${hint}. Otherwise ${found.hint.charAt(0).toLowerCase()}${found.hint.slice(1)}` }
    : found;
}

interface RowsOfDocument {
  readonly label: string;
  readonly company: string;
  readonly shownCompany: string;
  readonly rows: Row[];
}

/** Names each document by its label; adds the company if two companies use the same label. */
function named(groups: readonly RowsOfDocument[]): (RowsOfDocument & { readonly name: string })[] {
  const counts = new Map<string, number>();
  for (const { label } of groups) counts.set(label, (counts.get(label) ?? 0) + 1);
  return groups.map((each) => ({
    ...each,
    name: counts.get(each.label) === 1 ? each.label : `${each.label}, ${each.shownCompany}`,
  }));
}

function ofCells(row: Row, of: DraftOf): Problem[] {
  const draft = new RowsDraft(`row ${row.number}`, row.number, { ...of, room: new SheetRoom() });
  draft.add(row);
  return draft.problems();
}

/** Says that two spellings of a number are one document. */
function sameDocument(row: Row, own: { label: string }, key: { label: string }, { sheet, group }: Table): Problem {
  const at = group?.column ?? 0;
  const where = cellSpot(sheet, row.number, at, group?.heading, row.cells[at]);
  const message = `${own.label} and ${key.label} are one document: numbers are compared without case and blanks.`;
  return problem("two-values", message, "If they are two, give one of them another number.", {
    where,
    severity: "warning",
  });
}

function notJoined(row: Row, label: string, { sheet, group }: Table): Problem {
  const at = group?.column ?? 0;
  const where = cellSpot(sheet, row.number, at, group?.heading, row.cells[at]);
  const message = `${label} does not exist in ${sheetSays(sheet.joined?.sheet ?? sheet)}, so that the line has no document.`;
  return problem("row-not-joined", message, "Add the document there, or delete the line.", { where });
}
