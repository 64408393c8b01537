import { spawn } from "node:child_process";
import { closeSync, openSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { devNull } from "node:os";
import { join } from "node:path";

/** Cost of a whole run of the program: wall-clock and CPU milliseconds, and peak memory in megabytes. */
export interface Cost {
  readonly wall: number;
  readonly cpu: number;
  readonly memory: number;
}

/** A command to measure, and how often to run it. */
interface Question {
  readonly name: string;
  readonly words: readonly string[];
  readonly rounds: number;
  /** Set if the output grows with the journal. */
  readonly whole?: true;
}

const number = (count: number): string => `SB-2026-${count - 7}`;

/**
 * Measures commands in two homes, one with a small and one with a large journal; the last hundred documents in each
 * were sent since `day` and are waiting for an answer.
 */
export async function benchCommands(
  homes: readonly [few: string, many: string],
  many: number,
  day: string,
): Promise<void> {
  const questions = (count: number): Question[] => [
    { name: "history --since, 100 tries", words: ["history", "--since", day], rounds: 7 },
    { name: "history --since --json, 100 tries", words: ["history", "--since", day, "--json"], rounds: 7 },
    { name: "history --state in-doubt, none", words: ["history", "--state", "in-doubt"], rounds: 7 },
    { name: "evidence NUMBER", words: ["evidence", number(count), "--force", "--out", "evidence"], rounds: 7 },
    { name: "due, 100 due", words: ["due"], rounds: 7 },
    { name: "history, every try", words: ["history"], rounds: 1, whole: true },
    { name: "history --json, every try", words: ["history", "--json"], rounds: 1, whole: true },
    { name: "journal export", words: ["journal", "export"], rounds: 1, whole: true },
    { name: "journal verify", words: ["journal", "verify"], rounds: 1, whole: true },
  ];
  console.log(
    `\nWhole commands: time, processor time and most memory, with 100 → ${many.toLocaleString("en")} documents`,
  );
  const [small, large] = [questions(100), questions(many)];
  for (const [at, few] of small.entries()) {
    const lots = large[at] ?? few;
    const costs: [Cost[], Cost[]] = [[], []];
    // The two homes alternate, so that noise affects both.
    for (let round = 0; round < few.rounds; round++) {
      costs[0].push(await run(homes[0], few.words));
      costs[1].push(await run(homes[1], lots.words));
    }
    tell(few, middle(costs[0]), middle(costs[1]));
  }
}

/**
 * Loaded into the measured program; records its costs at exit. On Linux `maxRSS` starts with the parent process's
 * value, so the kernel's own high-water mark is read instead.
 */
const hook = `process.on("exit", () => {
  const { existsSync, readFileSync, writeFileSync } = require("node:fs");
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
  const status = existsSync("/proc/self/status") ? readFileSync("/proc/self/status", "utf8") : "";
  const memory = Number(/VmHWM:\\s*(\\d+)/.exec(status)?.[1] ?? maxRSS) * 1024 / 1e6;
  writeFileSync(process.env.BENCH_COST, JSON.stringify({ cpu: (userCPUTime + systemCPUTime) / 1e3, memory }));
});`;

/** Runs the built program with a home. An exit code outside `codes` is an error. */
export async function run(
  home: string,
  words: readonly string[],
  more: Record<string, string> = {},
  codes: readonly unknown[] = [0],
): Promise<Cost> {
  const [loaded, cost] = [join(home, "hook.cjs"), join(home, "cost.json")];
  writeFileSync(loaded, hook);
  rmSync(cost, { force: true });
  const env = { PATH: process.env.PATH, SELFBILL_HOME: home, BENCH_COST: cost, ...more };
  const nowhere = openSync(devNull, "w");
  const program = join(process.cwd(), "bin", "selfbill.cjs");
  const start = performance.now();
  const code = await new Promise((done) => {
    const child = spawn(process.execPath, ["--require", loaded, program, ...words], {
      env,
      cwd: home,
      stdio: ["ignore", nowhere, "ignore"],
    });
    child.on("close", done);
  });
  const wall = performance.now() - start;
  closeSync(nowhere);
  if (!codes.includes(code)) throw new Error(`selfbill ${words.join(" ")} ended with ${code}`);
  return { wall, ...JSON.parse(readFileSync(cost, "utf8")) };
}

export function middle(costs: readonly Cost[]): Cost {
  const of = (name: keyof Cost): number =>
    costs.map((each) => each[name]).sort((a, b) => a - b)[Math.floor(costs.length / 2)] ?? 0;
  return { wall: of("wall"), cpu: of("cpu"), memory: of("memory") };
}

function tell({ name, whole }: Question, few: Cost, many: Cost): void {
  const times = (of: keyof Cost): string => `× ${(many[of] / few[of]).toFixed(1)}`.padStart(8);
  const ratios = whole ? `${"".padStart(8)}${times("memory")} memory` : `${times("cpu")}${times("memory")} memory`;
  const shown = ({ wall, cpu, memory }: Cost): string =>
    `${(wall / 1e3).toFixed(2)} s, ${(cpu / 1e3).toFixed(2)} s, ${Math.round(memory)} MB`;
  console.log(`${name.padEnd(36)}${ratios}   ${shown(few)} → ${shown(many)}`);
}
