import { type Area, type Cell, columnOf, type Row } from "../cell.ts";
import { numberText } from "../number-text.ts";
import { partParser, readThrough, tagged } from "./part-parser.ts";
import type { NumberStyle } from "./xlsx-styles.ts";
import { NotWhole } from "./zip-directory.ts";

/** The most rows read per sheet. */
export const maxRows = 50_000;
/** The most cells with content: fifty thousand rows of forty columns. */
export const maxCells = 2_000_000;
/** Limits on shared strings, merged areas and column definitions; no real spreadsheet has more. */
const [maxTexts, maxMerged, maxDescribed] = [2_000_000, 200_000, 16_384];
/** Characters read at a time if only the first rows are needed. */
const shortPiece = 20_000;
/** Columns beyond this one are ignored. */
export const maxColumns = 1024;

export interface SheetContent {
  readonly rows: readonly Row[];
  readonly hiddenColumns: ReadonlySet<number>;
  readonly merged: readonly Area[];
  readonly tooMany: boolean;
}

interface Open {
  type: string;
  style: number;
  column: number;
  value: string;
  formula: string;
  hasFormula: boolean;
  hasValue: boolean;
}

/** Reads a whole sheet. Throws on invalid XML. */
export function sheetContent(
  xml: Iterable<string>,
  strings: readonly string[],
  styles: readonly NumberStyle[],
): SheetContent {
  return new SheetReader(strings, styles).read(xml);
}

/**
 * Reads the first rows of a sheet, and stops once it has at least `most`. `xml`: the beginning of the sheet. Throws on
 * invalid XML.
 */
export function firstRows(
  xml: string,
  strings: readonly string[],
  styles: readonly NumberStyle[],
  most: number,
): SheetContent {
  return new SheetReader(strings, styles).read(shortPieces(xml), most);
}

function* shortPieces(xml: string): Generator<string> {
  for (let at = 0; at < xml.length; at += shortPiece) yield xml.slice(at, at + shortPiece);
}

class SheetReader {
  readonly #strings: readonly string[];
  readonly #styles: readonly NumberStyle[];
  readonly #rows: Row[] = [];
  readonly #hiddenColumns = new Set<number>();
  readonly #merged: Area[] = [];
  #cells: (Cell | undefined)[] = [];
  /** The last text cell in each column, which the next row shares if it repeats the text. */
  readonly #above: (Cell | undefined)[] = [];
  #row = 0;
  #rowHidden = false;
  #open: Open | undefined;
  #in: "value" | "formula" | "text" | undefined;
  #phonetic = false;
  #tooMany = false;
  #count = 0;
  #described = 0;

  constructor(strings: readonly string[], styles: readonly NumberStyle[]) {
    this.#strings = strings;
    this.#styles = styles;
  }

  /** `most`: the number of rows after which reading stops. */
  read(xml: Iterable<string>, most?: number): SheetContent {
    const parser = partParser({
      open: (name, attributes) => this.#start(name, attributes),
      text: (text) => this.#hear(text),
      close: (name) => this.#end(name),
    });
    // An oversized sheet is rejected as soon as its size is clear.
    const isEnough = (): boolean => this.#tooMany || (most !== undefined && this.#rows.length >= most);
    for (const piece of tagged(xml)) {
      parser.write(piece);
      if (isEnough()) break;
    }
    if (!this.#tooMany && most === undefined) parser.close();
    return { rows: this.#rows, hiddenColumns: this.#hiddenColumns, merged: this.#merged, tooMany: this.#tooMany };
  }

  #start(name: string, attributes: Record<string, string>): void {
    if (name === "row") {
      this.#row = attributes.r === undefined ? this.#row + 1 : Number.parseInt(attributes.r, 10);
      this.#rowHidden = isOn(attributes.hidden);
      this.#cells = [];
    } else if (name === "c") this.#open = this.#cell(attributes);
    else if (name === "v") this.#in = "value";
    else if (name === "f") {
      this.#in = "formula";
      if (this.#open) this.#open.hasFormula = true;
    } else if (name === "t") this.#in = this.#phonetic ? undefined : "text";
    else if (name === "rPh") this.#phonetic = true;
    else if (name === "col" && isOn(attributes.hidden)) this.#hide(attributes);
    else if (name === "mergeCell") this.#merge(attributes.ref ?? "");
    if (name === "v" && this.#open) this.#open.hasValue = true;
  }

  #cell({ r, t = "n", s = "0" }: Record<string, string>): Open {
    const column = r === undefined ? this.#cells.length : columnOf(lettersIn(r));
    const style = Number.parseInt(s, 10);
    return { type: t, style, column, value: "", formula: "", hasFormula: false, hasValue: false };
  }

  #hear(text: string): void {
    if (!this.#open || this.#in === undefined) return;
    if (this.#in === "formula") this.#open.formula += text;
    else this.#open.value += text;
  }

  #end(name: string): void {
    if (name === "v" || name === "f" || name === "t") this.#in = undefined;
    else if (name === "rPh") this.#phonetic = false;
    else if (name === "c" && this.#open) {
      const { column } = this.#open;
      const cell = column >= 0 && column < maxColumns ? this.#made(this.#open) : undefined;
      if (cell) this.#cells[column] = cell;
      this.#open = undefined;
    } else if (name === "row") this.#closeRow();
  }

  #closeRow(): void {
    if (this.#cells.length === 0) return;
    this.#count += this.#cells.length;
    if (this.#rows.length >= maxRows || this.#count > maxCells) this.#tooMany = true;
    else this.#rows.push({ number: this.#row, cells: Array.from(this.#cells), hidden: this.#rowHidden });
  }

  #made({ type, style, column, value, formula, hasFormula, hasValue }: Open): Cell | undefined {
    // Some programs write an empty value for a formula they have not calculated; a result of empty text has the type
    // str.
    const isCalculated = hasValue && (value !== "" || type === "str");
    if (hasFormula && !isCalculated) return { is: "uncalculated", text: formula };
    switch (type) {
      case "s":
        return this.#text(this.#shared(value), column);
      case "str":
      case "inlineStr":
        return this.#text(value, column);
      case "b":
        return { is: "yes-no", text: value === "1" ? "TRUE" : "FALSE" };
      case "e":
        return { is: "error", text: value };
      case "d":
        return textCell(value.split("T", 1)[0] ?? "");
      default:
        return value === "" ? undefined : this.#number(value, style);
    }
  }

  /** Most columns repeat the same text in row after row; such cells share one object. */
  #text(text: string, column: number): Cell | undefined {
    const above = this.#above[column];
    if (above?.text === text && !text.includes("_x")) return above;
    const made = textCell(text);
    this.#above[column] = made;
    return made;
  }

  /** Returns a shared string. Throws if it does not exist, because the cell must not become empty. */
  #shared(value: string): string {
    if (value === "") return "";
    const text = this.#strings[Number.parseInt(value, 10)];
    if (text === undefined) throw new NotWhole(`row ${this.#row} names a text that does not exist`);
    return text;
  }

  #number(value: string, style: number): Cell {
    const number = numberText(value);
    if (!number) return { is: "text", text: value };
    return { is: "number", ...number, ...(this.#styles[style] ?? { look: "number" as const }) };
  }

  #hide({ min = "1", max = "1" }: Record<string, string>): void {
    this.#described += 1;
    if (this.#described > maxDescribed) throw new NotWhole("it describes more columns than a sheet has");
    const last = Math.min(Number.parseInt(max, 10), maxColumns);
    for (let column = Number.parseInt(min, 10); column <= last; column += 1) this.#hiddenColumns.add(column - 1);
  }

  #merge(reference: string): void {
    const found = /^\$?([A-Z]{1,3})\$?(\d{1,7}):\$?([A-Z]{1,3})\$?(\d{1,7})$/.exec(reference);
    if (!found) return;
    if (this.#merged.length >= maxMerged) throw new NotWhole("it has more merged cells than a sheet can have");
    const [, left = "", top = "", right = "", bottom = ""] = found;
    this.#merged.push({
      top: Number.parseInt(top, 10),
      left: columnOf(left),
      bottom: Number.parseInt(bottom, 10),
      right: columnOf(right),
    });
  }
}

function textCell(text: string): Cell | undefined {
  // A workbook writes a control character as _x000D_, and the literal text _x000D_ as _x005F_x000D_.
  const plain = text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
  return plain === "" ? undefined : { is: "text", text: ownCopy(plain) };
}

/**
 * Copies a string by making it a property key: the parser's strings keep a megabyte of XML in memory, and keys are
 * shared if equal.
 */
function ownCopy(text: string): string {
  for (const key in { [text]: 0 }) return key;
  return text;
}

function lettersIn(name: string): string {
  const letters = /^[A-Z]{1,3}(?=\d{1,7}$)/.exec(name)?.[0];
  if (letters === undefined) throw new NotWhole("a cell in it has a name that no cell can have");
  return letters;
}

const isOn = (value: string | undefined): boolean => value === "1" || value === "true";

/** Returns the strings that cells refer to by number; the phonetic hints in rich text are left out. */
export function sharedStrings(xml: Iterable<string>): string[] {
  const strings: string[] = [];
  let [item, inText, phonetic] = ["", false, false];
  const parser = partParser({
    open: (name) => {
      if (name === "si") item = "";
      else if (name === "rPh") phonetic = true;
      else if (name === "t") inText = !phonetic;
    },
    text: (text) => {
      if (inText) item += text;
    },
    close: (name) => {
      if (name === "t") inText = false;
      else if (name === "rPh") phonetic = false;
      else if (name === "si") {
        if (strings.length >= maxTexts) throw new NotWhole("it has more texts than a sheet can have cells");
        strings.push(ownCopy(item));
      }
    },
  });
  readThrough(xml, parser);
  return strings;
}
