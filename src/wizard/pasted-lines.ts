import { PassThrough } from "node:stream";
import { StringDecoder } from "node:string_decoder";

const marks = { begin: "\x1b[200~", end: "\x1b[201~" } as const;
/** Sequences that turn bracketed paste on and off; while it is on, the terminal sends `marks` around pasted text. */
const [withMarks, withoutMarks] = ["\x1b[?2004h", "\x1b[?2004l"];
const interrupt = "\x03";

/**
 * Joins the lines of pasted text with spaces: a line break would count as Enter, and the lines after it would be lost.
 * Without marks, a chunk with several lines of text counts as pasted. The user still has to press Enter.
 */
class PastedLines {
  readonly #decoder = new StringDecoder("utf8");
  /** The beginning of a mark; its rest is in the next chunk. */
  #held = "";
  #isPasted = false;
  #last = "";
  #isEnded = false;

  read(chunk: Buffer): string {
    const all = this.#held + this.#decoder.write(chunk);
    this.#held = partOfMark(all);
    let left = all.slice(0, all.length - this.#held.length);
    if (left === interrupt) this.#isPasted = false; // Ctrl-C, after a paste that the terminal did not end
    if (!this.#isPasted && hasSeveralLines(left)) {
      this.#begin();
      return this.#joined(left);
    }
    for (let read = ""; ; ) {
      const mark = this.#isPasted ? marks.end : marks.begin;
      const at = left.indexOf(mark);
      const piece = at < 0 ? left : left.slice(0, at);
      read += this.#isPasted ? this.#joined(piece) : piece;
      if (at < 0) return read;
      left = left.slice(at + mark.length);
      this.#isPasted = !this.#isPasted;
      this.#begin();
    }
  }

  #begin(): void {
    this.#last = "";
    this.#isEnded = false;
  }

  #joined(text: string): string {
    let joined = "";
    text.split(/[\p{Cc}\p{Zl}\p{Zp}]+/u).forEach((line, index) => {
      if (index > 0) this.#isEnded = this.#last !== "";
      if (line.trim() === "") return;
      const words = this.#isEnded ? line.trimStart() : line;
      joined += this.#isEnded && !this.#last.endsWith(" ") ? ` ${words}` : words;
      this.#last = words;
      this.#isEnded = false;
    });
    return joined;
  }
}

/**
 * Returns the beginning of a mark at the end of the text, or "". Escape alone is a key, so a part includes at least the
 * bracket.
 */
function partOfMark(text: string): string {
  const parts = Object.values(marks).flatMap((mark) => [5, 4, 3, 2].map((length) => mark.slice(0, length)));
  return parts.find((part) => text.endsWith(part)) ?? "";
}

/** Whether text follows a line break, and the only control characters are line breaks and tabs. */
function hasSeveralLines(text: string): boolean {
  const [first = "", ...others] = text.split(/[\r\n]+/);
  const isText = !/\p{Cc}/u.test(text.replace(/[\r\n\t]/g, ""));
  return isText && first.trim() !== "" && others.some((each) => each.trim() !== "");
}

interface Opened {
  readonly input: NodeJS.ReadableStream;
  close(): void;
}

/** Returns the terminal's input with pasted lines joined, for a question that is answered with text. */
export function joiningLines(input: NodeJS.ReadableStream, output: NodeJS.WritableStream): Opened {
  const pasted = new PastedLines();
  const setRawMode = (isRaw: boolean): void => void ("setRawMode" in input && (input as RawInput).setRawMode(isRaw));
  const joined = Object.assign(new PassThrough(), { setRawMode });
  const read = (chunk: Buffer): void => void joined.write(pasted.read(chunk));
  input.on("data", read).resume();
  output.write(withMarks);
  return {
    input: joined,
    close: () => {
      input.removeListener("data", read).pause();
      output.write(withoutMarks);
    },
  };
}

interface RawInput {
  setRawMode(isRaw: boolean): unknown;
}
