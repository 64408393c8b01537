import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Stryker's sandbox and the test files are placed in memory, if possible. */
const place = existsSync("/dev/shm") ? "/dev/shm" : tmpdir();

/**
 * Extra time, in milliseconds, for tests with a mutant and for the second try, because a busy computer is slow too.
 */
const [usualPatience, longPatience] = [3_000, 20_000];

/**
 * Runs Stryker and returns its mutants, each with file, position, original text, replacement and state. Without
 * `tests` it only lists all mutants. A mutant that times out is tried once more, with more time.
 */
export function mutants(asked) {
  const all = runOnce(asked, usualPatience);
  const late = all.filter(({ status }) => status === "Timeout");
  if (late.length === 0) return all;
  const again = runOnce({ ...asked, mutate: [...new Set(late.map(rangeOf))] }, longPatience);
  const states = new Map(again.map((each) => [idOf(each), each.status]));
  return all.map((each) =>
    each.status === "Timeout" ? { ...each, status: states.get(idOf(each)) ?? each.status } : each,
  );
}

/** Returns the identity of a mutant. */
export function idOf({ file, start, end, to }) {
  return [file, start.line, start.column, end.line, end.column, to].join(" ");
}

/** Returns the position of a mutant in Stryker's format. */
export function rangeOf({ file, start, end }) {
  return `${file}:${start.line}:${start.column - 1}-${end.line}:${end.column - 1}`;
}

function runOnce({ mutate, tests, without = [], cores = 1, quiet = false }, patience) {
  const folder = mkdtempSync(join(place, "selfbill-mutants-"));
  const report = join(folder, "report.json");
  const runner = tests
    ? {
        testRunner: "vitest",
        plugins: ["@stryker-mutator/vitest-runner"],
        vitest: { configFile: "test/mutants/vitest.config.ts", related: false },
        coverageAnalysis: "perTest",
      }
    : { testRunner: "command", plugins: [], commandRunner: { command: "true" }, coverageAnalysis: "off" };
  const settings = {
    ...runner,
    mutate,
    concurrency: cores,
    tempDirName: join(folder, "sandbox"),
    // There is no such file: our code does not need one, and Stryker's rewriter does not support this version of
    // TypeScript.
    tsconfigFile: "none.json",
    reporters: quiet ? ["json"] : ["json", "progress-append-only"],
    jsonReporter: { fileName: report },
    ignorePatterns: [".git", "dist", "coverage", "test/screens"],
    disableTypeChecks: false,
    fileLogLevel: "off",
    logLevel: quiet ? "error" : "info",
    timeoutMS: patience,
  };
  const file = join(folder, "stryker.json");
  writeFileSync(file, JSON.stringify(settings));
  const env = {
    ...process.env,
    TMPDIR: folder,
    SELFBILL_MUTANT_TESTS: (tests ?? []).join(" "),
    SELFBILL_MUTANT_WITHOUT: without.join(" "),
  };
  const words = [join("node_modules", "@stryker-mutator", "core", "bin", "stryker.js"), "run", file];
  try {
    const { status } = spawnSync(process.execPath, words, { env, stdio: ["ignore", quiet ? "ignore" : 2, 2] });
    if (!existsSync(report)) throw new Error(`Stryker ended with ${status} and without a report`);
    return listed(JSON.parse(readFileSync(report, "utf8")).files);
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

function listed(files) {
  return Object.entries(files).flatMap(([path, { source, mutants: all }]) => {
    const lines = source.split("\n");
    return all.map(({ location: { start, end }, mutatorName, replacement = "", status }) => ({
      file: path.split("\\").join("/"),
      start,
      end,
      kind: mutatorName,
      line: (lines[start.line - 1] ?? "").trim(),
      from: between(lines, start, end),
      to: replacement,
      status,
    }));
  });
}

/** Returns the text between two positions; Stryker counts lines and columns from 1. */
function between(lines, start, end) {
  const part = lines.slice(start.line - 1, end.line);
  part[part.length - 1] = part[part.length - 1].slice(0, end.column - 1);
  part[0] = part[0].slice(start.column - 1);
  return part.join("\n");
}

export const isFound = ({ status }) => status === "Killed" || status === "Timeout";
export const isLeft = ({ status }) => status === "Survived" || status === "NoCoverage";

/** Describes a mutant in one readable line. */
export function said({ file, start, line, from, to, status }) {
  const short = (text) => (text.length > 90 ? `${text.slice(0, 90)}…` : text).replace(/\s+/g, " ");
  return `${file}:${start.line}:${start.column} ${status}: ${short(from)} → ${short(to)}\n    in: ${line}`;
}
