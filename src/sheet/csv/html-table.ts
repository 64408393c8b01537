import { fail, ok, problem, type Result } from "../../problem/index.ts";
import type { Area, Cell, Row, Sheet } from "../cell.ts";
import { tooManyRowsIn } from "../xlsx/read-xlsx.ts";
import { maxCells, maxColumns, maxRows } from "../xlsx/xlsx-sheet.ts";

/** True for an HTML page with a table, which many programs export with the extension .xls. */
export function isHtmlTable(text: string): boolean {
  return /^[\ufeff\s]*</.test(text.slice(0, 1000)) && /<table[\s>]/i.test(text);
}

/** Elements whose content is skipped. */
const passedOver = /^<(script|style|head|xml|title)\b/i;

/**
 * Reads all tables of a page as one sheet. Reads text only; nothing is executed or fetched. A cell that spans columns
 * or rows becomes a merged area. Problems: `not-a-sheet`, `sheet-too-big`.
 */
export function readHtmlTable(text: string, file: string): Result<Sheet> {
  const made = new TableRows();
  for (let at = text.indexOf("<"); at >= 0; ) {
    if (!/[a-z/!?]/i.test(text.charAt(at + 1))) return fail(broken(file, "a sign < is not written as &lt;"));
    const end = endOfTag(text, at);
    if (end < 0) return fail(broken(file, "a tag is not closed"));
    const tag = text.slice(at, end);
    const next = text.indexOf("<", end);
    if (!made.tag(tag)) return fail(broken(file, "a table is inside a cell of another one"));
    made.text(text.slice(end, next < 0 ? text.length : next));
    if (made.isTooBig) return fail(tooManyRowsIn(file));
    at = passedOver.test(tag) && !tag.endsWith("/>") ? afterElement(text, tag, end) : next;
  }
  return ok({
    ...{ file, name: undefined, rows: made.rows(), hiddenColumns: new Set<number>() },
    ...{ merged: made.merged, from1904: false },
  });
}

/** Returns the position after the tag; -1 if the tag is not closed. Quoted attributes may contain `>`. */
function endOfTag(text: string, at: number): number {
  if (text.startsWith("<!--", at)) return text.indexOf("-->", at) < 0 ? -1 : text.indexOf("-->", at) + 3;
  let quote = "";
  for (let place = at + 1; place < text.length; place += 1) {
    const sign = text.charAt(place);
    if (quote !== "") quote = sign === quote ? "" : quote;
    else if (sign === '"' || sign === "'") quote = sign;
    else if (sign === ">") return place + 1;
  }
  return -1;
}

function afterElement(text: string, tag: string, from: number): number {
  const name = passedOver.exec(tag)?.[1] ?? "";
  const end = new RegExp(`</${name}\\s*>`, "ig");
  end.lastIndex = from;
  return end.exec(text)?.index ?? -1;
}

/** Collects rows as the tags of a table are read. */
class TableRows {
  readonly merged: Area[] = [];
  readonly #rows: { number: number; texts: string[] }[] = [];
  #isInTable = false;
  #isInCell = false;
  #cells = 0;
  /** Columns covered by a cell from an earlier row, each with the last row that cell covers. */
  #covered = new Map<number, number>();

  get isTooBig(): boolean {
    return this.#rows.length > maxRows || this.#cells > maxCells;
  }

  rows(): Row[] {
    const cellOf = (text: string): Cell | undefined =>
      text.trim() === "" ? undefined : { is: "text", text: text.trim() };
    return this.#rows
      .map(({ number, texts }) => ({ number, cells: texts.slice(0, maxColumns).map(cellOf), hidden: false }))
      .filter(({ cells }) => cells.some((cell) => cell !== undefined));
  }

  /** Returns false if the tag opens a table inside a cell. */
  tag(tag: string): boolean {
    const [, close = "", name = ""] = /^<(\/?)([a-z0-9]+)/i.exec(tag) ?? [];
    const is = `${close}${name.toLowerCase()}`;
    if (is === "table" && this.#isInCell) return false;
    if (is === "table" || is === "/table") this.#isInTable = is === "table";
    if (is === "tr" && this.#isInTable) this.#rows.push({ number: this.#rows.length + 1, texts: [] });
    if (is === "td" || is === "th") this.#open(tag);
    if (["/td", "/th", "tr", "/tr", "/table"].includes(is)) this.#isInCell = false;
    if (is === "br" || is === "/p" || is === "/div") this.text(" ");
    return true;
  }

  text(text: string): void {
    const row = this.#rows.at(-1);
    if (!this.#isInCell || row === undefined) return;
    row.texts.push(`${row.texts.pop() ?? ""}${plainText(text)}`);
  }

  #open(tag: string): void {
    const row = this.#rows.at(-1);
    if (row === undefined || !this.#isInTable) return;
    while ((this.#covered.get(row.texts.length) ?? 0) >= row.number) row.texts.push("");
    const [across, down] = [spanOf(tag, "colspan"), spanOf(tag, "rowspan")];
    const left = row.texts.length;
    if (across > 1 || down > 1)
      this.merged.push({ top: row.number, left, bottom: row.number + down - 1, right: left + across - 1 });
    for (let column = left; column < left + across; column += 1) this.#covered.set(column, row.number + down - 1);
    this.#cells += across;
    // Only the first column of the cell gets its text; the loop above fills the others when the next cell opens.
    row.texts.push("");
    this.#isInCell = true;
  }
}

function spanOf(tag: string, name: string): number {
  const [, digits = "1"] = new RegExp(`\\s${name}\\s*=\\s*["']?(\\d{1,4})`, "i").exec(tag) ?? [];
  return Math.max(1, Number.parseInt(digits, 10));
}

const entities: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: " " };

/** Decodes character references; unknown ones are kept. */
function plainText(text: string): string {
  return text
    .replace(/\s+/g, " ")
    .replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,6}));/gi, (all, decimal, hex, name) => {
      if (name !== undefined) return entities[name.toLowerCase()] ?? all;
      const code = decimal === undefined ? Number.parseInt(hex, 16) : Number.parseInt(decimal, 10);
      return code > 31 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff) ? String.fromCodePoint(code) : all;
    });
}

function broken(file: string, why: string) {
  const hint = "Open it in Excel, choose File, Save As, type Excel Workbook (.xlsx), and name that file.";
  return problem("not-a-sheet", `The file is a page with a table, and it cannot be read: ${why}.`, hint, {
    where: { file },
  });
}
