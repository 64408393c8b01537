import { type Amount, amount, type DocumentKind, isDecimalText, money } from "../../document/index.ts";
import { type Problem, problem } from "../../problem/index.ts";
import { isEmpty, type Row, shownText } from "../cell.ts";
import { type KindRule, normal } from "../map/map-parts.ts";
import { lineOfWord } from "../map/said-columns.ts";
import { cellSpot, type FoundColumn, type Table } from "../table.ts";
import type { Taking } from "../take-cell.ts";
import { takeNumber } from "../take-number.ts";

/** The kind of a document's rows, or why it is unknown. */
type KindOfRows = { readonly kind: DocumentKind; readonly isReversed: boolean } | { readonly problem: Problem };

/** Determines the kind of a document by the map's rule. `isReversed`: whether its amounts have the opposite sign. */
export function kindOfRows(
  label: string,
  rows: readonly Row[],
  rule: KindRule,
  found: FoundColumn,
  { table, how }: { readonly table: Table; readonly how: Taking },
): KindOfRows {
  return rule.by === "word" ? byWord(label, rows, rule, found, table) : bySign(label, rows, found, table, how);
}

function byWord(
  label: string,
  rows: readonly Row[],
  { words, hasOwnWords }: Extract<KindRule, { by: "word" }>,
  { column, heading }: FoundColumn,
  table: Table,
): KindOfRows {
  const filled = rows.filter((row) => !isEmpty(row.cells[column]));
  const [first] = filled;
  const kinds = new Set(filled.map((row) => words.get(normal(shownText(row.cells[column])))));
  const [kind] = kinds;
  if (kind !== undefined && kinds.size === 1) return { kind, isReversed: kind === "credit-note" };
  const row = filled.find((each) => words.get(normal(shownText(each.cells[column]))) === undefined) ?? first ?? rows[0];
  const word = shownText(row?.cells[column]).trim();
  const message =
    kinds.size > 1 && !kinds.has(undefined)
      ? `${heading}: rows of ${label} are an invoice and a credit note.`
      : `${heading}: ${word === "" ? "an empty cell" : word} is neither a word for invoices nor one for credit notes.`;
  const hint =
    hasOwnWords && word !== ""
      ? `Write into the map what it is, invoice, credit-note or left out, as ${lineOfWord(heading, word, "invoice")}`
      : "Add the word below kind in the map, or leave such rows out with only_when.";
  return { problem: problem("wrong-cell", message, hint, { where: spotOf(row, column, heading, table) }) };
}

function bySign(
  label: string,
  rows: readonly Row[],
  { column, heading }: FoundColumn,
  table: Table,
  how: Taking,
): KindOfRows {
  let sum: Amount = money.zero;
  for (const row of rows) {
    const cell = row.cells[column];
    if (cell === undefined || isEmpty(cell)) continue;
    const taken = takeNumber(cell, { style: how.decimals, percent: false });
    if ("text" in taken && isDecimalText(taken.text)) sum = money.add(sum, amount(taken.text));
    else {
      const complaint = "complaint" in taken ? taken.complaint.message : `${cell.text} is not a number.`;
      const where = spotOf(row, column, heading, table);
      return { problem: problem("wrong-cell", `${heading}: ${complaint}`, "Write the amount.", { where }) };
    }
  }
  if (money.isPositive(sum)) return { kind: "invoice", isReversed: false };
  if (money.isNegative(sum)) return { kind: "credit-note", isReversed: true };
  const message = `${heading}: the rows of ${label} come to 0.00, so that it is not known whether it is an invoice or a credit note.`;
  const where = spotOf(rows[0], column, heading, table);
  return { problem: problem("wrong-cell", message, "Write the amount, or delete the rows.", { where }) };
}

function spotOf(row: Row | undefined, column: number, heading: string, { sheet }: Table) {
  return cellSpot(sheet, row?.number ?? 1, column, heading, row?.cells[column]);
}
