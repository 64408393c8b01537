import { Random } from "../faults/random.ts";
import { caseOf } from "./mutate.ts";
import type { Reader } from "./reader.ts";

/** What a run of one reader came to. */
export interface FuzzReport {
  readonly reader: string;
  readonly what: string;
  readonly seed: number;
  readonly cases: number;
  /** Bytes of all inputs together. */
  readonly bytes: number;
  /** How often an input came to what. */
  readonly results: Readonly<Record<string, number>>;
  /** Inputs that threw, in words, with the number of the case. */
  readonly crashes: readonly string[];
  /** Inputs that took longer than `allowed`. */
  readonly slow: readonly string[];
  /** The longest that one input took, in milliseconds of the processor. */
  readonly longest: number;
  /** Most memory of the process, in megabytes. */
  readonly memory: number;
  readonly seconds: number;
}

/** Milliseconds that an input of so many bytes may take: what is quadratic takes seconds for the pumped ones. */
export const allowed = (bytes: number): number => 250 + bytes / 400;

/** The input of a case: the same for the same reader, seed and number. */
export function inputOf(reader: Reader, seed: number, at: number): Buffer {
  return caseOf(reader, new Random(Math.imul(seed, 0x01000193) + at));
}

/** Runs the cases from `first`; gives up after twenty faults. */
export async function runCases(reader: Reader, seed: number, count: number, first = 0): Promise<FuzzReport> {
  const results: Record<string, number> = {};
  const [crashes, slow]: [string[], string[]] = [[], []];
  let [bytes, longest, done] = [0, 0, 0];
  const began = performance.now();
  for (let at = first; at < first + count && crashes.length + slow.length < 20; at++) {
    const input = inputOf(reader, seed, at);
    bytes += input.length;
    done += 1;
    const start = performance.now();
    try {
      const read = reader.read(input);
      const result = typeof read === "string" ? read : await read;
      results[result] = (results[result] ?? 0) + 1;
    } catch (error) {
      crashes.push(`case ${at}, ${input.length} bytes: ${String((error as Error).stack).slice(0, 600)}`);
    }
    let took = performance.now() - start;
    if (took > longest && took > 20) took = Math.min(took, await processorTime(reader, input));
    if (took > longest) longest = took;
    if (took > allowed(input.length)) slow.push(`case ${at}, ${input.length} bytes: ${Math.round(took)} ms`);
  }
  const memory = Math.round(process.resourceUsage().maxRSS / 1024);
  const seconds = Math.round((performance.now() - began) / 100) / 10;
  return {
    reader: reader.name,
    what: reader.what,
    seed,
    cases: done,
    bytes,
    results,
    crashes,
    slow,
    longest: Math.round(longest),
    memory,
    seconds,
  };
}

/** What an input costs the processor, the least of three times: a busy computer makes the clock lie. */
export async function processorTime(reader: Reader, input: Buffer): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let turn = 0; turn < 3; turn++) {
    const before = process.cpuUsage();
    try {
      await reader.read(input);
    } catch {
      // told where it was thrown first
    }
    const { user, system } = process.cpuUsage(before);
    least = Math.min(least, (user + system) / 1000);
  }
  return least;
}
