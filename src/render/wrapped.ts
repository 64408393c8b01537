import type { Style } from "../report/index.ts";
import { atLineStart } from "./safe.ts";

// biome-ignore lint/suspicious/noControlCharactersInRegex: the codes of colours begin with one
const colour = /\u001b\[[0-9;]*m/g;
/** Inside of a function: V8 works its sets of letters out when it meets it, and most commands never ask. */
const wideIn = (text: string): RegExpMatchArray | null =>
  text.match(
    /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303f\uff01-\uff60\p{Emoji_Presentation}]/gu,
  );

/** Columns a text takes on a terminal: colours and marks on letters take none, letters of the far east two. */
export function widthOf(text: string): number {
  const plain = text.replace(colour, "").replace(/\p{M}/gu, "");
  return Array.from(plain).length + (wideIn(plain)?.length ?? 0);
}

/**
 * A text in lines of at most `width` columns, the first one of `first`, broken between words only: a word that is longer stands on a line of its own.
 */
export function wrapped(text: string, width: number, first = width): string[] {
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    const last = lines.at(-1);
    const room = lines.length === 1 ? first : width;
    if (last !== undefined && widthOf(last) + widthOf(word) + 1 <= room) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(last === undefined ? word : atLineStart(word));
  }
  return lines;
}

/** A line for a terminal of so many columns: all but its first part are indented. A pipe (no width) gets it as it is. */
export function hanging(text: string, width: number | undefined, indent: string): string {
  if (width === undefined || widthOf(text) <= width) return text;
  const margin = /^ */.exec(text)?.[0] ?? "";
  const room = (taken: number): number => Math.max(20, width - taken);
  return wrapped(text.slice(margin.length), room(indent.length), room(margin.length))
    .map((line, at) => (at === 0 ? margin + line.trimEnd() : indent + line.trim()))
    .join("\n");
}

/**
 * A text of several lines for a stream: on a terminal lines that are too long are broken between words, and go on below the first word behind
 * their sign. Lines of a table stay as they are.
 */
export function fitted(text: string, { isTerminal, width }: Pick<Style, "isTerminal" | "width">): string {
  if (!isTerminal) return text;
  return text
    .split("\n")
    .map((line) => (/[│┌├└]/.test(line) ? line : hanging(line, width, indentOf(line))))
    .join("\n");
}

/** As far as the blanks and the sign in front of a line go: `      → `, `✓ `, `1. `. */
function indentOf(line: string): string {
  const front = /^ *(?:[→✓✗–?!…] |\d\. )?/u.exec(line.replace(colour, ""))?.[0] ?? "";
  return " ".repeat(front.length);
}
