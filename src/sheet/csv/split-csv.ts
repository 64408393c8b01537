/** A quote that is unclosed or inside a value, or a row that is too long; `line` counts from 1. */
export interface CsvFault {
  readonly is: "quote" | "long-row";
  readonly line: number;
}

/** The separator, and the longest row in characters. */
interface CsvForm {
  /** A single character. */
  readonly delimiter: string;
  readonly longestRow: number;
}

/**
 * Reads RFC 4180 with line endings of any platform. Passes each row to `take` until it returns false. Runs in linear
 * time.
 */
export function splitCsv(
  text: string,
  { delimiter, longestRow }: CsvForm,
  take: (values: string[]) => boolean,
): CsvFault | undefined {
  const plain = new RegExp(`[^"\\r\\n\\u${delimiter.charCodeAt(0).toString(16).padStart(4, "0")}]*`, "y");
  let [at, rowAt, size, values] = [0, 0, 0, [] as string[]];
  while (at < text.length || values.length > 0) {
    const start = at;
    const isQuoted = text[at] === '"';
    if (isQuoted) {
      const end = closingQuote(text, at);
      if (end === undefined) return { is: "quote", line: lineOf(text, at) };
      // Millions of quotes in one value would take hundreds of megabytes.
      if (size + end - start > longestRow) return { is: "long-row", line: lineOf(text, rowAt) };
      values.push(text.slice(at + 1, end).replaceAll('""', '"'));
      at = end + 1;
    } else {
      plain.lastIndex = at;
      values.push(plain.exec(text)?.[0] ?? "");
      at = plain.lastIndex;
    }
    size += at - start;
    if (size > longestRow) return { is: "long-row", line: lineOf(text, rowAt) };
    const sign = text[at];
    if (sign === delimiter && sign !== '"') {
      at += 1;
      continue;
    }
    if (sign !== undefined && sign !== "\r" && sign !== "\n") return { is: "quote", line: lineOf(text, at) };
    at += sign === "\r" && text[at + 1] === "\n" ? 2 : 1;
    if (!take(values)) return undefined;
    [rowAt, size, values] = [at, 0, []];
  }
  return undefined;
}

/** Returns the position of the closing quote; skips pairs of quotes, each of which means one quote in the value. */
function closingQuote(text: string, from: number): number | undefined {
  for (let end = from; ; end += 1) {
    end = text.indexOf('"', end + 1);
    if (end < 0) return undefined;
    if (text[end + 1] !== '"') return end;
  }
}

function lineOf(text: string, at: number): number {
  return text.slice(0, at).split(/\r\n|\r|\n/).length;
}
