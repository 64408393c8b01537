import { atLineStart } from "../safe.ts";
import { widthOf } from "../wrapped.ts";

/** The terminal columns that a table column needs. */
export interface Need {
  /** Terminal columns for the widest cell and the heading. */
  readonly wanted: number;
  /** Terminal columns for the widest cell, with the heading in several lines. */
  readonly cells: number;
  /** Terminal columns for the longest word, or for a few words side by side. */
  readonly least: number;
}

/** Returns the needs of each column in these rows. */
export function needsOf(heads: readonly string[], rows: ReadonlyArray<readonly string[]>): Need[] {
  return heads.map((head, column) => {
    const texts = rows.map((row) => row[column] ?? "");
    const wordOfHead = widestOf(partsOf(head));
    const cells = Math.max(narrowest, wordOfHead, widestOf(texts));
    const least = Math.max(narrowest, wordOfHead, widestOf(texts.flatMap(partsOf)), Math.min(cells, fewWords));
    return { wanted: Math.max(cells, widthOf(head)), cells, least };
  });
}

/** Returns widths that total at most `room`: long headings shrink first, then the widest columns. Undefined if a word would break. */
export function widthsWithin(needs: readonly Need[], room: number): number[] | undefined {
  const wanted = needs.map((need) => need.wanted);
  if (sum(wanted) <= room) return wanted;
  const widths = needs.map((need) => need.cells);
  for (let total = sum(widths); total > room; total -= 1) {
    const at = widestAbove(widths, needs);
    if (at === undefined) return undefined;
    widths[at] = (widths[at] ?? 0) - 1;
  }
  return widths;
}

/**
 * Returns a cell in lines of at most `width` columns: broken at blanks, and inside a word only if it is longer than a
 * line. Long words break after a punctuation mark between their parts if one is near.
 */
export function cellLines(cell: string, width: number): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of cell.split(" ")) {
    if (line !== "" && widthOf(line) + 1 + widthOf(word) <= width) {
      line += ` ${word}`;
      continue;
    }
    if (line !== "") lines.push(line);
    const pieces = broken(lines.length === 0 && line === "" ? word : atLineStart(word), width);
    line = pieces.pop() ?? "";
    lines.push(...pieces);
  }
  return [...lines, line];
}

/** Returns a word in pieces of at most `width` columns. */
function broken(word: string, width: number): string[] {
  const pieces: string[] = [];
  let piece = "";
  for (const letter of word) {
    if (widthOf(piece + letter) > width) {
      const sign = Math.max(...[":", "-", "/", "_"].map((each) => piece.lastIndexOf(each)));
      const end = sign >= piece.length / 4 ? sign + 1 : piece.length;
      pieces.push(piece.slice(0, end));
      piece = piece.slice(end);
    }
    piece += letter;
  }
  return [...pieces, piece];
}

/** Returns the parts of a cell between which it may break: words; in an address or a path also after the punctuation between its parts. */
function partsOf(cell: string): string[] {
  const isLong = (word: string): boolean => {
    const bare = word.replace(/^[("]+|[)",.;]+$/g, "");
    return bare.length > longestId || (bare.length > 20 && /[:/].*[:/]/.test(bare)) || isFarEastern(word);
  };
  return cell.split(" ").flatMap((word) => (isLong(word) ? word.split(/(?<=[:/_-]|\p{Script=Han})/u) : [word]));
}

/** Whether a word contains letters that can be broken anywhere. */
function isFarEastern(word: string): boolean {
  return /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u.test(word);
}

/** Maximum length of an id that stays whole: 36 characters of a UUID, or a path such as tax_exchange_rate.source_currency_code. */
const longestId = 40;
const narrowest = 4;
/** Minimum width of a column: a narrower one would make a cell too tall. */
const fewWords = 15;

/** Returns how many columns the widest text takes. It uses a loop, because there may be more texts than a call can have arguments. */
function widestOf(texts: readonly string[]): number {
  return texts.reduce((most, each) => Math.max(most, widthOf(each)), 0);
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}

/** Returns the widest column that is wider than its longest word. */
function widestAbove(widths: readonly number[], needs: readonly Need[]): number | undefined {
  let found: number | undefined;
  for (const [at, width] of widths.entries()) {
    if (width > (needs[at]?.least ?? 0) && (found === undefined || width > (widths[found] ?? 0))) found = at;
  }
  return found;
}
