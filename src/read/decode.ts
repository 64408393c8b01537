import { isUtf8 } from "node:buffer";
import { fail, ok, type Problem, problem, type Result, type Spot } from "../problem/index.ts";

/** The first bytes of other kinds of files, to tell users who chose the wrong file what it is. */
const knownFiles: ReadonlyArray<{ begins: string; is: string }> = [
  { begins: "PK\x03\x04", is: "an Excel workbook or another packed file" },
  { begins: "\xd0\xcf\x11\xe0", is: "an old Office file" },
  { begins: "%PDF-", is: "a PDF" },
  { begins: "\x89PNG", is: "a picture" },
  { begins: "\xff\xd8\xff", is: "a picture" },
  { begins: "\x1f\x8b", is: "a packed file" },
];

/**
 * Decodes UTF-8 with or without a byte order mark, or UTF-16 with one; with `unmarked`, also UTF-16 without one.
 * Problem: `bad-encoding`, at the first invalid byte.
 */
export function decode(bytes: Uint8Array, file: string, { unmarked = false } = {}): Result<string> {
  const known = knownFiles.find(({ begins }) => Buffer.from(bytes.subarray(0, begins.length)).equals(latin1(begins)));
  if (known) {
    return fail(problem("bad-encoding", `This is ${known.is}, not a text file.`, takeText, { where: { file } }));
  }
  const utf16 = utf16Of(bytes) ?? (unmarked ? unmarkedUtf16(bytes) : undefined);
  if (utf16) return fromUtf16(bytes, utf16, file);
  if (bytes.includes(0)) return fail(nulByte(bytes, file));
  if (!isUtf8(bytes)) return fail(notUtf8(bytes, file));
  return ok(new TextDecoder("utf-8").decode(bytes));
}

const takeText = "Name a YAML or JSON file; a template shows an example.";
const latin1 = (text: string): Buffer => Buffer.from(text, "latin1");

/** Number of bytes examined to find the encoding of text without a byte order mark. */
const looked = 4096;

/** Recognises UTF-16 without a byte order mark: every second byte of its spaces, digits and separators is zero. */
function unmarkedUtf16(bytes: Uint8Array): "utf-16le" | "utf-16be" | undefined {
  if (bytes.length % 2 !== 0) return undefined;
  const zeros = [0, 0];
  const some = bytes.subarray(0, looked);
  for (const [at, byte] of some.entries()) if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  // UTF-16 has zeros at even or at odd positions only, and many of them; a few may be a coincidence.
  if ((even !== 0 && odd !== 0) || even + odd < 4 || (even + odd) * 20 < some.length) return undefined;
  return even === 0 ? "utf-16le" : "utf-16be";
}

/** Recognises UTF-16 by its byte order mark. UTF-32 begins with the same bytes but is not UTF-16. */
function utf16Of(bytes: Uint8Array): "utf-16le" | "utf-16be" | undefined {
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return "utf-16be";
  if (bytes[0] !== 0xff || bytes[1] !== 0xfe) return undefined;
  return bytes[2] === 0 && bytes[3] === 0 && bytes.length > 3 ? undefined : "utf-16le";
}

function fromUtf16(bytes: Uint8Array, flavour: "utf-16le" | "utf-16be", file: string): Result<string> {
  try {
    const text = new TextDecoder(flavour, { fatal: true }).decode(bytes);
    if (!text.includes("\0")) return ok(text);
  } catch {
    // An odd number of bytes, or half a character, is reported below.
  }
  return fail(problem("bad-encoding", "The file begins like UTF-16 but is not.", saveAs, { where: { file } }));
}

const saveAs = "Open it in an editor and save it as UTF-8.";

function nulByte(bytes: Uint8Array, file: string): Problem {
  const where = placeOf(bytes, bytes.indexOf(0), file);
  return problem("bad-encoding", "This is not a text file: it contains a zero byte.", takeText, { where });
}

function notUtf8(bytes: Uint8Array, file: string): Problem {
  const at = firstWrong(bytes);
  const byte = (bytes[at] ?? 0).toString(16).toUpperCase().padStart(2, "0");
  const where = placeOf(bytes, at, file);
  const message = `The byte ${byte} is not UTF-8; the file was saved with an older character set, such as Windows-1252.`;
  return problem("bad-encoding", message, saveAs, { where });
}

/** Returns the offset of the first byte that is not UTF-8. */
function firstWrong(bytes: Uint8Array): number {
  let right = 0;
  let wrong = bytes.length;
  while (wrong - right > 1) {
    const middle = (right + wrong) >> 1;
    if (isUtf8(bytes.subarray(0, wholeBefore(bytes, middle)))) right = middle;
    else wrong = middle;
  }
  return wholeBefore(bytes, right);
}

/** Returns the end of the last complete character at or before `end`. */
function wholeBefore(bytes: Uint8Array, end: number): number {
  for (let back = 1; back <= 3 && back <= end; back++) {
    const byte = bytes[end - back] ?? 0;
    if (byte < 0x80) return end;
    if (byte >= 0xc0) {
      const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2;
      return length > back ? end - back : end;
    }
  }
  return end;
}

/** Returns the position of a byte, with an excerpt that shows unreadable bytes as replacement characters. */
function placeOf(bytes: Uint8Array, offset: number, file: string): Spot {
  const before = Buffer.from(bytes.subarray(0, offset))
    .toString("utf8")
    .split(/\r\n|\n|\r/);
  const begun = before.at(-1) ?? "";
  const [rest = ""] = Buffer.from(bytes.subarray(offset, offset + 100))
    .toString("utf8")
    .split(/[\r\n]/);
  return { file, line: before.length, column: begun.length + 1, excerpt: begun.slice(-100) + rest };
}
