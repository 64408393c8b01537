import type { Style } from "../report/index.ts";
import { atLineStart } from "./safe.ts";

// biome-ignore lint/suspicious/noControlCharactersInRegex: the codes of colours begin with one
const colour = /\u001b\[[0-9;]*m/g;
/**
 * This is a function, because V8 prepares a regex's character sets when compiling it, and most commands never need
 * this one.
 */
const wideIn = (text: string): RegExpMatchArray | null =>
  text.match(
    /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303f\uff01-\uff60\p{Emoji_Presentation}]/gu,
  );

/**
 * Returns the width in terminal columns: colours and combining marks have no width; East Asian wide characters take two
 * columns.
 */
export function widthOf(text: string): number {
  const plain = text.replace(colour, "").replace(/\p{M}/gu, "");
  return Array.from(plain).length + (wideIn(plain)?.length ?? 0);
}

/**
 * Breaks text into lines at spaces. `first` is the width of the first line. A word that is too long gets its own line.
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

/** Indents all but the first line; if no width is given (for piped output), the text is unchanged. */
export function hanging(text: string, width: number | undefined, indent: string): string {
  if (width === undefined || widthOf(text) <= width) return text;
  const margin = /^ */.exec(text)?.[0] ?? "";
  const room = (taken: number): number => Math.max(20, width - taken);
  return wrapped(text.slice(margin.length), room(indent.length), room(margin.length))
    .map((line, at) => (at === 0 ? margin + line.trimEnd() : indent + line.trim()))
    .join("\n");
}

/**
 * Wraps long lines on a terminal, so that they continue below the first word after their marker. Tables are unchanged.
 */
export function fitted(text: string, { isTerminal, width }: Pick<Style, "isTerminal" | "width">): string {
  if (!isTerminal) return text;
  return text
    .split("\n")
    .map((line) => (/[│┌├└]/.test(line) ? line : hanging(line, width, indentOf(line))))
    .join("\n");
}

/** Returns spaces as wide as the line's indentation and marker together, such as `      → `, `✓ ` or `1. `. */
function indentOf(line: string): string {
  const front = /^ *(?:[→✓✗–?!…] |\d\. )?/u.exec(line.replace(colour, ""))?.[0] ?? "";
  return " ".repeat(front.length);
}
