import type { Spot } from "../problem/index.ts";

/** Maximum length of an excerpt; a JSON file may be one line of several megabytes. */
const excerptLength = 160;

/** Maximum number of lines with an excerpt. Only an XML file may have more lines. */
const mostLines = 1_000_000;

/** Converts offsets to lines and columns (both count from 1, columns in UTF-16 code units). */
export class SourceText {
  readonly file: string;
  readonly text: string;
  #starts: number[] | undefined;

  constructor(file: string, text: string) {
    this.file = file;
    this.text = text;
  }

  /** Returns the position of an offset, with its line as the excerpt; a long line is shortened. */
  spot(offset: number, path?: string): Spot {
    const starts = this.#lineStarts();
    const line = this.lineOf(offset);
    const start = starts[line - 1] ?? 0;
    const column = offset - start + 1;
    return {
      file: this.file,
      line,
      column,
      excerpt: clipped(this.line(line), column),
      ...(path === undefined ? {} : { path }),
    };
  }

  /** Returns the excerpt for a position; empty if there is no such line or it is blank. */
  excerptOf({ line, column }: Spot): Pick<Spot, "excerpt"> {
    const excerpt = line === undefined ? "" : clipped(this.line(line), column ?? 1);
    return excerpt.trim() === "" ? {} : { excerpt };
  }

  /** Returns the offset of a position; lines and columns count from 1. */
  offset(line: number, column: number): number {
    return (this.#lineStarts()[line - 1] ?? this.text.length) + column - 1;
  }

  /** Returns the number of an offset's line, counted from 1. */
  lineOf(offset: number): number {
    const starts = this.#lineStarts();
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return low + 1;
  }

  /** Returns a line without its line end; empty if there is no such line. */
  line(line: number): string {
    const starts = this.#lineStarts();
    const start = starts[line - 1];
    if (start === undefined || line > mostLines) return "";
    let end = starts[line] ?? this.text.length;
    while (end > start && isLineEnd(this.text.charCodeAt(end - 1))) end -= 1;
    return this.text.slice(start, end);
  }

  #lineStarts(): number[] {
    if (this.#starts) return this.#starts;
    const starts = [0];
    const { text } = this;
    for (let at = 0; at < text.length && starts.length <= mostLines; at++) {
      const char = text.charCodeAt(at);
      if (char === 10 || (char === 13 && text.charCodeAt(at + 1) !== 10)) starts.push(at + 1);
    }
    this.#starts = starts;
    return starts;
  }
}

function isLineEnd(char: number): boolean {
  return char === 10 || char === 13;
}

function clipped(line: string, column: number): string {
  if (line.length <= excerptLength) return line;
  const start = Math.max(0, Math.min(column - 1 - excerptLength / 2, line.length - excerptLength));
  const end = start + excerptLength;
  return `${start > 0 ? "…" : ""}${line.slice(start, end)}${end < line.length ? "…" : ""}`;
}
