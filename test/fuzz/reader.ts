import type { Problem } from "../../src/problem/index.ts";

/** A fuzz target: one piece of the program that reads bytes from outside. */
export interface Reader {
  readonly name: string;
  /** Describes the input and what the program does with it, for the table in SECURITY.md. */
  readonly what: string;
  /** Valid inputs to start from. */
  readonly seeds: readonly Buffer[];
  /** Fragments of the format, which the fuzzer inserts anywhere and joins to form new inputs. */
  readonly words: readonly string[];
  /**
   * Reads an input as the program does, and returns `taken` or the code of the first error. An exception is a fault,
   * including those that `judged` and the reader itself throw.
   */
  read(bytes: Buffer): string | Promise<string>;
  /** Closes the resources that the reader opened. */
  close?(): void | Promise<void>;
  /** An additional change, for formats in which changed bytes rarely get past the outermost layer. */
  change?(seed: Buffer, random: { below(below: number): number }): Buffer | undefined;
  /** Inputs that can grow: each `make` returns an input of about the requested number of bytes, up to `most`. */
  readonly large: Readonly<Record<string, Large>>;
}

/** Punctuation for the `words` of every JSON or YAML reader. */
export const jsonSigns: readonly string[] = ["{", "}", "[", "]", '"', ":", ","];
export const yamlSigns: readonly string[] = ["\n", "\n  ", ": ", "- ", "[", "]", "{", "}"];

/** An input designed to be expensive. */
export interface Large {
  /** The largest input that the program's limits allow, in bytes. */
  readonly most: number;
  make(bytes: number): Buffer;
}

/**
 * Maximum number of findings for one input: a hundred thousand from rules, a thousand about fields, fifty about the
 * syntax, and notes that there are more.
 */
const mostProblems = 102_000;

/** Checks that every problem can be reported, and returns the code of the first error, or `taken` if there is none. */
export function judged(problems: readonly Problem[]): string {
  if (problems.length > mostProblems) throw new Error(`${problems.length} findings: the cap does not hold`);
  for (const { code, message, hint } of problems.slice(0, 200)) {
    if (!/^[A-Za-z][A-Za-z0-9-]+$/.test(code)) throw new Error(`a problem has the code ${code}`);
    if (message === "" || hint === "") throw new Error(`${code} says nothing`);
  }
  return problems.find(({ severity }) => severity === "error")?.code ?? "taken";
}

/** Repeats the piece until the text has about `bytes` bytes. */
export function repeated(piece: string, bytes: number): string {
  return piece.repeat(Math.max(1, Math.floor(bytes / Buffer.byteLength(piece))));
}

/** Joins numbered pieces until the text has at least `bytes` bytes. */
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

/** Repeats a piece between a beginning and an end. */
export function pump(most: number, piece: string, before = "", after = ""): Large {
  return { most, make: (bytes) => Buffer.from(before + repeated(piece, bytes - before.length - after.length) + after) };
}

/** Like `pump`, but with a maximum number of pieces: some limits count pieces, not bytes. */
export function pumpTimes(count: number, piece: string, before = "", after = ""): Large {
  return pump(before.length + count * Buffer.byteLength(piece) + after.length, piece, before, after);
}

/** Makes an input of numbered pieces, up to `most` bytes. */
export function counted(most: number, piece: (at: number) => string, before = "", after = ""): Large {
  return { most, make: (bytes) => Buffer.from(before + numbered(bytes - before.length - after.length, piece) + after) };
}

/** Like `counted`, but with a maximum number of pieces. */
export function countedTimes(count: number, piece: (at: number) => string, before = "", after = ""): Large {
  const most = before.length + numbered(1, (at) => piece(at + count / 2)).length * count * 0.97 + after.length;
  return counted(most, piece, before, after);
}

export const megabyte = 1024 * 1024;
