import { execFileSync } from "node:child_process";
import { resolve } from "node:path";
import packageJson from "../../package.json" with { type: "json" };
import { benchBatch } from "./batch.ts";
import { benchEngine } from "./in-process.ts";
import { benchJournal } from "./journal.ts";
import { benchMemory } from "./memory.ts";
import { benchPlaces } from "./places.ts";
import type { Checkout } from "./program.ts";
import { record } from "./recorded.ts";
import { benchRecords } from "./records.ts";
import type { Measured } from "./rounds.ts";
import { benchSandbox } from "./sandbox.ts";
import { benchSheet } from "./sheet.ts";
import { benchFolder, benchStart } from "./start.ts";
import { benchSuite } from "./suite.ts";
import { benchTeam } from "./team.ts";
import { batchLines, line, machine, memoryLines, type Recorded } from "./told.ts";

/**
 * `npm run bench -- [PART …] [--against DIR] [--peers DIR] [--rounds N] [--row WORDS] [--executable FILE] [--json]
 * [--record]`: parts are start, places, engine, folder, sheet, records, sandbox, batch and memory; the default is all
 * of them. `suite` (`npm test`, once), `journal COUNT` and `team COUNT` run only if named; `team` needs PostgreSQL.
 * --against is a built checkout of an earlier commit, --peers a folder in which any of `xlsx`, `exceljs`,
 * `ksef-client-ts`, `@stoplight/prism-cli` and `emulate` are installed. --executable is an existing single executable
 * (npm run package). --record saves the run for this version of Node and writes BENCHMARKS.md; parts that were not
 * measured keep their values.
 */
const words = process.argv.slice(2);
const after = (option: string): string | undefined =>
  words.includes(option) ? words[words.indexOf(option) + 1] : undefined;
const rounds = Number(after("--rounds") ?? 9);
const against = process.env.SELFBILL_BENCH_AGAINST;
const named = after("--peers");
const peers = named === undefined ? undefined : resolve(process.env.INIT_CWD ?? "", named);
const checkouts: Checkout[] = [
  { name: "selfbill", folder: process.cwd() },
  ...(against ? [{ name: "before", folder: against } as const] : []),
];

const parts: Readonly<Record<string, () => Promise<Measured[]>>> = {
  // Starts are short, and how long they take varies most.
  start: () => benchStart(checkouts, 3 * rounds, peers),
  places: () => benchPlaces(checkouts, 3 * rounds, after("--executable")),
  engine: () => benchEngine(checkouts, rounds, after("--row")),
  folder: () => benchFolder(checkouts, Math.min(rounds, 5)),
  sheet: () => benchSheet(checkouts, Math.min(rounds, 5), peers),
  records: () => benchRecords(checkouts, Math.min(rounds, 3)),
  sandbox: () => benchSandbox(checkouts, rounds, peers),
};

async function bench(): Promise<void> {
  if (words[0] === "journal") return benchJournal(Number(words[1] ?? "100000"));
  if (words[0] === "team") return benchTeam(Number(words[1] ?? "20000"), Math.min(rounds, 5));
  const measuredParts = words.includes("suite") ? { suite: benchSuite, ...parts } : parts;
  const all = [...Object.keys(measuredParts), "batch", "memory"];
  const wanted = all.filter((part) => words.includes(part));
  const isWanted = (part: string): boolean => wanted.length === 0 || wanted.includes(part);
  const tell = (...lines: string[]): void => {
    if (!words.includes("--json")) console.log(lines.join("\n"));
  };
  const rows: Measured[] = [];
  for (const [, measure] of Object.entries(measuredParts).filter(([part]) => isWanted(part))) {
    for (const row of await measure()) {
      rows.push(row);
      tell(line(row));
    }
  }
  const batch = isWanted("batch") ? await benchBatch() : undefined;
  if (batch) tell(...batchLines(batch));
  const memory = isWanted("memory") ? await benchMemory(checkouts[0] as Checkout) : undefined;
  if (memory) tell(...memoryLines(memory));
  const commitOf = (folder: string): string =>
    execFileSync("git", ["-C", folder, "rev-parse", "--short", "HEAD"], { encoding: "utf8" }).trim();
  const before = against && commitOf(against);
  const recorded: Recorded = {
    machine: machine(),
    node: process.version,
    version: packageJson.version,
    commit: commitOf("."),
    ...(before ? { before } : {}),
    rows,
    ...(batch ? { batch } : {}),
    ...(memory ? { memory } : {}),
  };
  if (words.includes("--json")) console.log(JSON.stringify(recorded, undefined, 2));
  if (words.includes("--record")) record(recorded);
}

bench().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
