import type { Problem } from "../../src/problem/index.ts";

/** One way by which bytes of others come into the program. */
export interface Reader {
  readonly name: string;
  /** What is read and judged, for the table of SECURITY.md. */
  readonly what: string;
  /** Right inputs to begin with. */
  readonly seeds: readonly Buffer[];
  /** Pieces that mean something to the reader: put in at any place, and joined to inputs of their own. */
  readonly words: readonly string[];
  /**
   * Reads an input as the program does, and tells in a word what it came to: `taken`, or the code of its problem. Whatever it throws is a
   * fault, and so is everything that `judged` or the reader itself calls one.
   */
  read(bytes: Buffer): string | Promise<string>;
  /** Ends what it opened. */
  close?(): void | Promise<void>;
  /** A change beside those of all readers, where bytes alone hardly get past the outermost layer. */
  change?(seed: Buffer, random: { below(below: number): number }): Buffer | undefined;
  /** Inputs that grow: each makes one of about so many bytes, up to `most`. */
  readonly large: Readonly<Record<string, Large>>;
}

/** Signs of JSON, and of YAML: words of every reader of them. */
export const jsonSigns: readonly string[] = ["{", "}", "[", "]", '"', ":", ","];
export const yamlSigns: readonly string[] = ["\n", "\n  ", ": ", "- ", "[", "]", "{", "}"];

/** An input that is made to cost much. */
export interface Large {
  /** The largest size that a limit allows, in bytes. */
  readonly most: number;
  make(bytes: number): Buffer;
}

/** Findings of one input, at most: a hundred thousand of rules, a thousand of fields, fifty of form, and what is said about the rest. */
const mostProblems = 102_000;

/** Demands of any problem that it can be told; gives the code of the first. */
export function judged(problems: readonly Problem[]): string {
  if (problems.length > mostProblems) throw new Error(`${problems.length} findings: the cap does not hold`);
  for (const { code, message, hint } of problems.slice(0, 200)) {
    if (!/^[A-Za-z][A-Za-z0-9-]+$/.test(code)) throw new Error(`a problem has the code ${code}`);
    if (message === "" || hint === "") throw new Error(`${code} says nothing`);
  }
  return problems.find(({ severity }) => severity === "error")?.code ?? "taken";
}

/** As much of a piece as fits. */
export function repeated(piece: string, bytes: number): string {
  return piece.repeat(Math.max(1, Math.floor(bytes / Buffer.byteLength(piece))));
}

/** Pieces by their number until they fill so many bytes. */
export function numbered(bytes: number, piece: (at: number) => string): string {
  const pieces: string[] = [];
  let size = 0;
  for (let at = 0; size < bytes; at++) {
    const next = piece(at);
    pieces.push(next);
    size += next.length;
  }
  return pieces.join("");
}

/** An input that is the same piece again and again between a beginning and an end. */
export function pump(most: number, piece: string, before = "", after = ""): Large {
  return { most, make: (bytes) => Buffer.from(before + repeated(piece, bytes - before.length - after.length) + after) };
}

/** The same, of so many pieces at most: some limits count and do not weigh. */
export function pumpTimes(count: number, piece: string, before = "", after = ""): Large {
  return pump(before.length + count * Buffer.byteLength(piece) + after.length, piece, before, after);
}

/** An input of numbered pieces. */
export function counted(most: number, piece: (at: number) => string, before = "", after = ""): Large {
  return { most, make: (bytes) => Buffer.from(before + numbered(bytes - before.length - after.length, piece) + after) };
}

/** The same, of so many pieces at most. */
export function countedTimes(count: number, piece: (at: number) => string, before = "", after = ""): Large {
  const most = before.length + numbered(1, (at) => piece(at + count / 2)).length * count * 0.97 + after.length;
  return counted(most, piece, before, after);
}

export const megabyte = 1024 * 1024;
