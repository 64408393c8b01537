import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { join } from "node:path";
import type { FuzzReport } from "./run-cases.ts";

/** A run reported in SECURITY.md, with its environment. */
export interface RecordedFuzz extends FuzzReport {
  /** In the format YYYY-MM-DD, in UTC. */
  readonly date: string;
  /** The commit as 40 hex digits, followed by ` and changes` if the code was modified. */
  readonly commit: string;
  readonly node: string;
  readonly system: string;
  readonly machine: string;
}

const folder = "test/fuzz/recorded";

/** Returns the current commit; call it before the run begins, because files may change during a long run. */
export function commitOf(top: string): string {
  const git = (...words: string[]): string =>
    spawnSync("git", words, { cwd: top, encoding: "utf8" }).stdout?.trim() ?? "";
  const commit = git("rev-parse", "HEAD") || "unknown";
  const changed =
    git("status", "--porcelain", "--untracked-files=no", "--", ".", `:!${folder}`, ":!SECURITY.md") !== "";
  return changed ? `${commit} and changes` : commit;
}

/** Saves a reader's run, which SECURITY.md then lists. */
export function keep(report: FuzzReport, commit: string, top: string): string {
  const processors = cpus();
  const run: RecordedFuzz = {
    ...report,
    date: new Date().toISOString().slice(0, 10),
    commit,
    node: process.versions.node,
    system: `${process.platform} ${process.arch}`,
    machine: `${processors.length} × ${processors[0]?.model.trim() || "an unnamed processor"}`,
  };
  const path = join(folder, `${report.reader}.json`);
  mkdirSync(join(top, folder), { recursive: true });
  writeFileSync(join(top, path), `${JSON.stringify(run, undefined, 2)}\n`);
  return path;
}

/** Rows of the table in SECURITY.md, from the recorded runs only. */
export function fuzzTable(top: string): string[][] {
  const files = existsSync(join(top, folder)) ? readdirSync(join(top, folder)).sort() : [];
  const runs = files.map((file) => JSON.parse(readFileSync(join(top, folder, file), "utf8")) as RecordedFuzz);
  const grouped = (count: number): string => count.toLocaleString("en");
  const rows = runs.map((run) => [
    run.reader,
    run.what,
    grouped(run.cases),
    String(run.crashes.length),
    String(run.slow.length),
    `${grouped(run.longest)} ms`,
    `${grouped(run.memory)} MB`,
    `\`npm run fuzz -- ${run.reader} --count ${run.cases} --seed ${run.seed}\``,
    run.commit.slice(0, 8) + (run.commit.endsWith("and changes") ? " and changes" : ""),
  ]);
  const all = runs.reduce((sum, { cases }) => sum + cases, 0);
  const head = ["reader", "input", "cases", "crashes", "too slow", "longest", "memory", "again", "commit"];
  return [head, ...rows, ["together", "", grouped(all), "", "", "", "", "", ""]];
}
