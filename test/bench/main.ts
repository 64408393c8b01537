import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { resolve } from "node:path";
import packageJson from "../../package.json" with { type: "json" };
import { benchEngine } from "./in-process.ts";
import { benchJournal } from "./journal.ts";
import type { Checkout } from "./program.ts";
import type { Measured } from "./rounds.ts";
import { benchSandbox } from "./sandbox.ts";
import { benchSheet } from "./sheet.ts";
import { benchFolder, benchStart } from "./start.ts";
import { line, machine, page, type Recorded } from "./told.ts";

/**
 * `npm run bench -- [PART …] [--against DIR] [--peers DIR] [--rounds N] [--row WORDS] [--json] [--record]`: parts are start, engine, folder,
 * sheet and sandbox; all of them when none is named. `journal COUNT` is a part of its own. --against is a built checkout of an earlier
 * commit, --peers a folder into which any of `xlsx`, `exceljs`, `ksef-client-ts`, `@stoplight/prism-cli` and `emulate` were installed. --record writes BENCHMARKS.md.
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
  start: () => benchStart(checkouts, rounds, peers),
  engine: () => benchEngine(checkouts, rounds, after("--row")),
  folder: () => benchFolder(checkouts, Math.min(rounds, 5)),
  sheet: () => benchSheet(checkouts, Math.min(rounds, 5), peers),
  sandbox: () => benchSandbox(checkouts, rounds, peers),
};

async function bench(): Promise<void> {
  if (words[0] === "journal") return benchJournal(Number(words[1] ?? "100000"));
  const wanted = Object.keys(parts).filter((part) => words.includes(part));
  const rows: Measured[] = [];
  for (const part of wanted.length > 0 ? wanted : Object.keys(parts)) {
    for (const row of await (parts[part] as () => Promise<Measured[]>)()) {
      rows.push(row);
      if (!words.includes("--json")) console.log(line(row));
    }
  }
  const before =
    against && execFileSync("git", ["-C", against, "rev-parse", "--short", "HEAD"], { encoding: "utf8" }).trim();
  const recorded: Recorded = {
    machine: machine(),
    node: process.version,
    version: packageJson.version,
    ...(before ? { before } : {}),
    rounds,
    rows,
  };
  if (words.includes("--json")) console.log(JSON.stringify(recorded, undefined, 2));
  if (words.includes("--record")) writeFileSync("BENCHMARKS.md", page(recorded));
}

bench().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
