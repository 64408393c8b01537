import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { mostMemorySoFar } from "./memory.ts";
import { megabyte, type Reader } from "./reader.ts";

/** What one input at a limit cost. */
export interface LargeCost {
  readonly reader: string;
  readonly input: string;
  readonly bytes: number;
  readonly result: string;
  /** Seconds of the processor. */
  readonly seconds: number;
  /** The same for an input of half the size; absent where the whole took no time to speak of. */
  readonly half?: number;
  /** Most memory of its process, in megabytes. */
  readonly memory: number;
}

/** Most memory that an input within the limits may take, in megabytes. */
export const mostMemory = 300;
/** So many times as long an input of double size may take; linear is 2, and the collector of garbage adds to it. */
const mostGrowth = 3.2;
/** Seconds of the clock after which an input counts as one without an end; a busy computer takes long for anything. */
const patience = 1_800;
/** Seconds below which nothing is compared. */
const noTime = 1;

/** Reads the input in this file in a process of its own, which was started with `--large READER INPUT FILE`. */
export async function readLarge(reader: Reader, input: string, file: string): Promise<LargeCost> {
  const bytes = statSync(file).size;
  const before = process.cpuUsage();
  const result = await reader.read(readFileSync(file));
  const { user, system } = process.cpuUsage(before);
  const memory = mostMemorySoFar();
  const seconds = Math.round((user + system) / 1e4) / 100;
  return { reader: reader.name, input, bytes, result, seconds, memory };
}

/** Every large input of a reader, each in a process of its own, and again at half its size where it took any time. */
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

/** The input comes out of a file, so that making it costs the process neither time nor memory. */
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
