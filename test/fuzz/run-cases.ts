import { Random } from "../faults/random.ts";
import { mostMemorySoFar } from "./memory.ts";
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
  /** Seconds of the processor, for making the inputs too. */
  readonly seconds: number;
}

/** Milliseconds that an input of so many bytes may take: what is quadratic takes seconds for the pumped ones. */
export const allowed = (bytes: number): number => 250 + bytes / 400;

/** The input of a case: the same for the same reader, seed and number. */
export function inputOf(reader: Reader, seed: number, at: number): Buffer {
  return caseOf(reader, new Random(Math.imul(seed, 0x01000193) + at));
}

/** So many cases lie between two reports of a run. */
const between = 20_000;

/** Who hears of a run. */
interface Listener {
  /** Before each case. */
  readonly begins?: (at: number) => void;
  /** What the run came to so far, again and again: a long one may be ended at any time. */
  readonly told?: (soFar: FuzzReport) => void;
}

/** Runs the cases from the first; gives up after twenty faults. */
export async function runCases(
  reader: Reader,
  seed: number,
  count: number,
  listener: Listener = {},
): Promise<FuzzReport> {
  // Readers refuse by throwing to themselves: to keep where each time costs more than the rest. A crash is read again with it.
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
    // Compilers and collectors of garbage count too, and come when they like: what looks long is measured again.
    if (took > longest && took > 20) took = Math.min(took, await processorTime(reader, input));
    if (took > longest) longest = took;
    if (took > allowed(input.length)) slow.push(`case ${at}, ${input.length} bytes: ${Math.round(took)} ms`);
    if (done % between === 0) told?.(report());
  }
  return report();
}

/** Where an input crashes; what does not happen again is told as it was the first time. */
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

/** Milliseconds of the processor: on a busy computer the clock tells how busy it is. */
function millisecondsSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/** What an input costs the processor, the least of three times. */
export async function processorTime(reader: Reader, input: Buffer): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let turn = 0; turn < 3; turn++) {
    const before = process.cpuUsage();
    try {
      await reader.read(input);
    } catch {
      // told where it was thrown first
    }
    least = Math.min(least, millisecondsSince(before));
  }
  return least;
}
