import { Random } from "../faults/random.ts";
import { mostMemorySoFar } from "./memory.ts";
import { caseOf } from "./mutate.ts";
import type { Reader } from "./reader.ts";

/** The outcome of one reader's run. */
export interface FuzzReport {
  readonly reader: string;
  readonly what: string;
  readonly seed: number;
  readonly cases: number;
  /** The total size of all inputs. */
  readonly bytes: number;
  /** The number of inputs for each result. */
  readonly results: Readonly<Record<string, number>>;
  /** Inputs for which a reader threw an error: the case number and the error message. */
  readonly crashes: readonly string[];
  /** Inputs that took longer than `allowed`. */
  readonly slow: readonly string[];
  /** The longest time for one input, in CPU milliseconds. */
  readonly longest: number;
  /** Peak memory of the process, in megabytes. */
  readonly memory: number;
  /** CPU seconds, including the creation of the inputs. */
  readonly seconds: number;
}

/** Milliseconds allowed for an input of `bytes` bytes; quadratic code takes seconds for pumped inputs. */
export const allowed = (bytes: number): number => 250 + bytes / 400;

/** Returns the same input every time for the same reader, seed and number. */
export function inputOf(reader: Reader, seed: number, at: number): Buffer {
  return caseOf(reader, new Random(Math.imul(seed, 0x01000193) + at));
}

/** The number of cases between two progress reports of a run. */
const between = 20_000;

interface Listener {
  /** Called before each case. */
  readonly begins?: (at: number) => void;
  /** Called repeatedly with the results so far: a long run may be interrupted at any time. */
  readonly told?: (soFar: FuzzReport) => void;
}

/** Runs the reader on `count` inputs; stops after twenty faults. */
export async function runCases(
  reader: Reader,
  seed: number,
  count: number,
  listener: Listener = {},
): Promise<FuzzReport> {
  // Readers use exceptions internally to reject input; collecting a stack trace for each would cost more than
  // everything else. After a crash, the input is run again with stack traces on.
  const depth = Error.stackTraceLimit;
  Error.stackTraceLimit = 0;
  try {
    return await casesOf(reader, seed, count, listener);
  } finally {
    Error.stackTraceLimit = depth;
  }
}

async function casesOf(reader: Reader, seed: number, count: number, { begins, told }: Listener) {
  const results: Record<string, number> = {};
  const [crashes, slow]: [string[], string[]] = [[], []];
  let [bytes, longest, done] = [0, 0, 0];
  const began = process.cpuUsage();
  const report = (): FuzzReport => ({
    reader: reader.name,
    what: reader.what,
    seed,
    cases: done,
    bytes,
    results,
    crashes,
    slow,
    longest: Math.round(longest),
    memory: mostMemorySoFar(),
    seconds: Math.round(millisecondsSince(began) / 100) / 10,
  });
  for (let at = 0; at < count && crashes.length + slow.length < 20; at++) {
    begins?.(at);
    const input = inputOf(reader, seed, at);
    bytes += input.length;
    done += 1;
    const start = process.cpuUsage();
    try {
      const read = reader.read(input);
      const result = typeof read === "string" ? read : await read;
      results[result] = (results[result] ?? 0) + 1;
    } catch (error) {
      crashes.push(`case ${at}, ${input.length} bytes: ${(await stackOf(reader, input, error)).slice(0, 600)}`);
    }
    let took = millisecondsSince(start);
    // The time includes compilation and garbage collection, which happen at random, so an apparently slow case is
    // measured again.
    if (took > longest && took > 20) took = Math.min(took, await processorTime(reader, input));
    if (took > longest) longest = took;
    if (took > allowed(input.length)) slow.push(`case ${at}, ${input.length} bytes: ${Math.round(took)} ms`);
    if (done % between === 0) told?.(report());
  }
  return report();
}

/** Repeats a crash to get its stack trace; returns the first error if the input does not crash again. */
async function stackOf(reader: Reader, input: Buffer, first: unknown): Promise<string> {
  Error.stackTraceLimit = 10;
  try {
    await reader.read(input);
    return `only once: ${first}`;
  } catch (error) {
    return String((error as Error).stack);
  } finally {
    Error.stackTraceLimit = 0;
  }
}

/** Returns the CPU time since `before` in milliseconds; wall-clock time would depend on the load of the computer. */
function millisecondsSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/** Returns the shortest CPU time of three runs, in milliseconds. */
export async function processorTime(reader: Reader, input: Buffer): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let turn = 0; turn < 3; turn++) {
    const before = process.cpuUsage();
    try {
      await reader.read(input);
    } catch {
      // The error was reported when it was first thrown.
    }
    least = Math.min(least, millisecondsSince(before));
  }
  return least;
}
