import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { FaultReport } from "./report.ts";

/** A run that RELIABILITY.md states. */
export interface RecordedRun extends FaultReport {
  /** YYYY-MM-DD, UTC. */
  readonly date: string;
  /** Version of selfbill. */
  readonly version: string;
  /** As `process.platform` and `process.arch` say it. */
  readonly system: string;
}

const folder = "test/faults/recorded";

/** Keeps a run as the one that RELIABILITY.md states of its program. */
export function keep(report: FaultReport, top: string): string {
  const { version } = JSON.parse(readFileSync(join(top, "package.json"), "utf8")) as { version: string };
  const date = new Date().toISOString().slice(0, 10);
  const run: RecordedRun = { ...report, date, version, system: `${process.platform} ${process.arch}` };
  const path = join(folder, `${report.program}.json`);
  mkdirSync(join(top, folder), { recursive: true });
  writeFileSync(join(top, path), `${JSON.stringify(run, undefined, 2)}\n`);
  return path;
}

/** The runs that were kept, by program. */
export function recordedRuns(top: string): ReadonlyMap<string, RecordedRun> {
  if (!existsSync(join(top, folder))) return new Map();
  const files = readdirSync(join(top, folder)).filter((file) => file.endsWith(".json"));
  const runs = files.map((file) => JSON.parse(readFileSync(join(top, folder, file), "utf8")) as RecordedRun);
  return new Map(runs.map((run) => [run.program, run]));
}
