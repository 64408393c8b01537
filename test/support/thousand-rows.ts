import { row, type SheetRow, sheetOf } from "./sheet-rows.ts";
import { letters, type RawCell, type RawSheet, styles } from "./workbook.ts";

const rowCount = 1000;
/** The numbers of lines in successive documents, repeated: 1,000 rows make 400 documents. */
const sizes = [1, 3, 2, 4];

/** Valid invoices with the usual variations in notation, and formula columns for the totals. */
export function thousandRows(): SheetRow[] {
  const rows: SheetRow[] = [];
  for (let document = 1; rows.length < rowCount; document += 1) {
    const size = Math.min(sizes[document % sizes.length] ?? 1, rowCount - rows.length);
    for (let line = 0; line < size; line += 1) rows.push(lineOf(document, line, rows.length));
  }
  return rows.map((each, at) => ({ ...each, ...formulas(each, at + 2) }));
}

function lineOf(document: number, line: number, at: number): SheetRow {
  const number = `SB-${String(document).padStart(4, "0")}`;
  const zero = at % 7 === 3;
  const own = row({
    "Invoice number": number,
    "Invoice date": dateOf(document),
    "Due date": { v: String(46230 + (document % 20)), s: styles.date },
    Item: `Tile no. ${at}`,
    Description: at % 5 === 0 ? `بلاط سيراميك ${at}` : `Ceramic tile ${at}`,
    Quantity: quantityOf(at),
    "Unit price": priceOf(at),
    "VAT category": zero ? "Z" : "standard rate",
    "VAT rate": zero ? { v: "0" } : at % 2 === 0 ? { v: "0.05", s: styles.percent } : "5%",
    Discount: at % 11 === 0 ? { v: "1.25" } : undefined,
    "Discount reason": at % 11 === 0 ? "Loyalty" : undefined,
  });
  // Some documents repeat their document-level values in every row; the others have them in the first row only.
  return line === 0 || document % 2 === 0 || document > 380
    ? own
    : Object.fromEntries(Object.entries(own).map(keepLine));
}

const ofLine = new Set([
  "Invoice number",
  "Item",
  "Description",
  "Quantity",
  "Unit",
  "Unit price",
  "VAT category",
  "VAT rate",
  "Goods or services",
  "HS code",
  "Discount",
  "Discount reason",
]);

const keepLine = ([heading, cell]: [string, RawCell]): [string, RawCell] => [
  heading,
  ofLine.has(heading) ? cell : undefined,
];

function dateOf(document: number): RawCell {
  const day = 1 + (document % 12);
  if (document % 3 === 0) return `2026-06-${String(day).padStart(2, "0")}`;
  if (document % 3 === 1) return { v: String(46174 + (document % 12)), s: styles.date };
  return `${day}-Jun-2026`;
}

/** A quantity that, multiplied by the price, never falls exactly between two fils, where rounding rules differ. */
function quantityOf(at: number): RawCell {
  const whole = 1 + (at % 5);
  if (at % 4 === 0) return `${whole}.5`;
  if (at % 4 === 1) return `\u00a0${whole} `;
  return at % 4 === 2 ? { v: `${whole}` } : { v: `${whole}.25` };
}

function priceOf(at: number): RawCell {
  const price = `${20 + ((at * 37) % 900)}.${String((at * 13) % 1000).padStart(3, "0")}3`;
  return at % 6 === 5 ? `1,${price.padStart(8, "0")}` : { v: price };
}

/**
 * The formulas that a clerk adds next to the lines: the net amount of the line, and the net, VAT and gross amounts of
 * the whole document.
 */
function formulas(each: SheetRow, at: number): SheetRow {
  const headings = Object.keys(each);
  const column = (heading: string): string => letters(headings.indexOf(heading));
  const all = (name: string): string => `$${name}$2:$${name}$${rowCount + 1}`;
  const [net, number, base] = [letters(headings.length), column("Invoice number"), headings.length];
  const plain = (heading: string): string =>
    `VALUE(TRIM(SUBSTITUTE(SUBSTITUTE(${column(heading)}${at},_xlfn.UNICHAR(160),""),",","")))`;
  const amount = `${plain("Quantity")}*${plain("Unit price")}`;
  const standard = `SUMIFS(${all(net)},${all(number)},${number}${at},${all(column("VAT category"))},"standard rate")`;
  return {
    "Line net": { f: `ROUND(${amount},2)-N(${column("Discount")}${at})` },
    Net: { f: `SUMIFS(${all(net)},${all(number)},${number}${at})` },
    VAT: { f: `ROUND(${standard}*0.05,2)` },
    Total: { f: `${letters(base + 1)}${at}+${letters(base + 2)}${at}` },
  };
}

/** A planted fault: the row (as the sheet numbers it), the heading, the cell, and the code of the problem. */
export interface Planted {
  readonly row: number;
  readonly heading: string;
  readonly cell: RawCell;
  readonly code: string;
}

/** Makes the sheet with planted faults. */
export function thousandRowSheet(planted: readonly Planted[] = [], more: Omit<RawSheet, "rows"> = {}): RawSheet {
  const rows = thousandRows();
  for (const { row: at, heading, cell } of planted) rows[at - 2] = { ...rows[at - 2], [heading]: cell };
  return sheetOf(rows, more);
}
