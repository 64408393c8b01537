import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { mostMemorySoFar } from "./memory.ts";
import { megabyte, type Reader } from "./reader.ts";

/** The cost of one input at its limit. */
export interface LargeCost {
  readonly reader: string;
  readonly input: string;
  readonly bytes: number;
  readonly result: string;
  /** CPU seconds. */
  readonly seconds: number;
  /** CPU seconds for an input of half the size; absent if the full input took too little time to compare. */
  readonly half?: number;
  /** Peak memory of the reading process, in megabytes. */
  readonly memory: number;
}

/** Maximum memory, in megabytes, for an input within the limits. */
export const mostMemory = 300;
/**
 * Maximum factor by which the time may grow if the size doubles; linear growth gives 2, and garbage collection adds to
 * it.
 */
const mostGrowth = 3.2;
/** Wall-clock seconds after which an input counts as endless; generous, to allow for a busy computer. */
const patience = 1_800;
/** Minimum time, in seconds, for a comparison. */
const noTime = 1;

/** Called in a separate process, which is started with `--large READER INPUT FILE`. */
export async function readLarge(reader: Reader, input: string, file: string): Promise<LargeCost> {
  const bytes = statSync(file).size;
  const before = process.cpuUsage();
  const result = await reader.read(readFileSync(file));
  const { user, system } = process.cpuUsage(before);
  const memory = mostMemorySoFar();
  const seconds = Math.round((user + system) / 1e4) / 100;
  return { reader: reader.name, input, bytes, result, seconds, memory };
}

/**
 * Runs every large input of a reader, each in its own process, and again at half the size if it took measurable time.
 */
export function largeCosts(
  name: string,
  reader: Reader,
  only: string | undefined,
  told: (cost: LargeCost, wrong: string[]) => void,
): void {
  for (const [input, { most, make }] of Object.entries(reader.large)) {
    if (only !== undefined && !input.includes(only)) continue;
    const whole = inOwnProcess(name, input, make(most));
    const half = whole.seconds < noTime ? undefined : inOwnProcess(name, input, make(most / 2)).seconds;
    const cost = half === undefined ? whole : { ...whole, half };
    told(cost, wrongOf(cost));
  }
}

function wrongOf({ memory, seconds, half, result }: LargeCost): string[] {
  return [
    ...(memory > mostMemory ? [`more than ${mostMemory} MB`] : []),
    ...(half !== undefined && seconds > half * mostGrowth ? [`half of it takes ${half} s`] : []),
    ...(result.startsWith("CRASH") ? ["crash"] : []),
  ];
}

/** The input is passed in a file, so that creating it costs the process neither time nor memory. */
function inOwnProcess(name: string, input: string, bytes: Buffer): LargeCost {
  const folder = mkdtempSync(join(tmpdir(), "selfbill-fuzz-"));
  try {
    const file = join(folder, "input");
    writeFileSync(file, bytes);
    const words = [...process.execArgv, process.argv[1] ?? "", "--large", name, input, file];
    const child = spawnSync(process.execPath, words, {
      encoding: "utf8",
      timeout: patience * 1000,
      maxBuffer: megabyte,
    });
    const line = child.stdout?.trim().split("\n").at(-1) ?? "";
    if (line.startsWith("{")) return JSON.parse(line) as LargeCost;
    const why = child.error ? `did not end within ${patience} s` : (child.stderr ?? "").trim().slice(-400);
    return { reader: name, input, bytes: bytes.length, result: `CRASH: ${why}`, seconds: patience, memory: 0 };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
