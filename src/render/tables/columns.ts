import { atLineStart } from "../safe.ts";
import { widthOf } from "../wrapped.ts";

/** Possible widths of a table column, in terminal columns. */
export interface Need {
  /** Width of the widest cell or heading. */
  readonly wanted: number;
  readonly cells: number;
  /** Minimum width: words are not broken, and cells of up to `fewWords` columns stay on one line. */
  readonly least: number;
}

export function needsOf(heads: readonly string[], rows: ReadonlyArray<readonly string[]>): Need[] {
  return heads.map((head, column) => {
    const texts = rows.map((row) => row[column] ?? "");
    const wordOfHead = widestOf(partsOf(head));
    const cells = Math.max(narrowest, wordOfHead, widestOf(texts));
    const least = Math.max(narrowest, wordOfHead, widestOf(texts.flatMap(partsOf)), Math.min(cells, fewWords));
    return { wanted: Math.max(cells, widthOf(head)), cells, least };
  });
}

/** Shrinks long headings first, then the widest columns. Returns undefined if a word would break. */
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

/** Breaks at spaces. Breaks inside a word only if the word is longer than a line, preferably after punctuation. */
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

/** Returns pieces of at most `width` columns. */
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

/** Splits into words; in an address or a path, also after punctuation. */
function partsOf(cell: string): string[] {
  const isLong = (word: string): boolean => {
    const bare = word.replace(/^[("]+|[)",.;]+$/g, "");
    return bare.length > longestId || (bare.length > 20 && /[:/].*[:/]/.test(bare)) || isFarEastern(word);
  };
  return cell.split(" ").flatMap((word) => (isLong(word) ? word.split(/(?<=[:/_-]|\p{Script=Han})/u) : [word]));
}

/** Whether the word may be broken between any two characters. */
function isFarEastern(word: string): boolean {
  return /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u.test(word);
}

/** Long enough for a UUID (36 characters) and for tax_exchange_rate.source_currency_code (38). */
const longestId = 40;
const narrowest = 4;
/** Minimum width: narrower columns would make cells too tall. */
const fewWords = 15;

/** Uses `reduce`, because a table may have more rows than `Math.max` can take arguments. */
function widestOf(texts: readonly string[]): number {
  return texts.reduce((most, each) => Math.max(most, widthOf(each)), 0);
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}

function widestAbove(widths: readonly number[], needs: readonly Need[]): number | undefined {
  let found: number | undefined;
  for (const [at, width] of widths.entries()) {
    if (width > (needs[at]?.least ?? 0) && (found === undefined || width > (widths[found] ?? 0))) found = at;
  }
  return found;
}
