import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "@photostructure/sqlite";
import type { FaultReport } from "./report.ts";

/** The environment of a run; read before it starts. */
export interface Origin {
  /** Commit of the code, 40 hex digits; followed by ` and changes` if the code was modified. */
  readonly commit: string;
  readonly version: string;
  /** `process.platform` and `process.arch`. */
  readonly system: string;
  /** Number and name of the processors. */
  readonly machine: string;
  /** The version of SQLite that the journal used. */
  readonly sqlite: string;
}

/** A saved run. The earliest ones did not count requests or record their origin. */
export interface RecordedRun extends Omit<FaultReport, "requests">, Partial<Origin> {
  readonly version: string;
  readonly system: string;
  readonly requests?: number;
  /** The value of `--count`; absent in earlier runs, which used the program's default or did not record it. */
  readonly count?: number;
  /** YYYY-MM-DD, UTC. */
  readonly date: string;
}

const folder = "test/faults/recorded";
/** Changes to these files do not change the code that runs. */
const written = [`:!${folder}`, ":!RELIABILITY.md"];

export function originOf(top: string): Origin {
  const { version } = JSON.parse(readFileSync(join(top, "package.json"), "utf8")) as { version: string };
  const git = (...words: string[]): string =>
    spawnSync("git", words, { cwd: top, encoding: "utf8" }).stdout?.trim() ?? "";
  const commit = git("rev-parse", "HEAD") || "unknown";
  const changed = git("status", "--porcelain", "--untracked-files=no", "--", ".", ...written) !== "";
  const processors = cpus();
  return {
    commit: changed ? `${commit} and changes` : commit,
    version,
    system: `${process.platform} ${process.arch}`,
    machine: `${processors.length} × ${processors[0]?.model.trim() || "an unnamed processor"}`,
    sqlite: sqliteVersion(),
  };
}

interface Kept {
  readonly name: string;
  readonly origin: Origin;
}

/** Saves the run for RELIABILITY.md; the file is named after the program, or the program and the seed. */
export function keep(report: FaultReport, count: number, { name, origin }: Kept, top: string): string {
  const run = { ...report, count, ...today(), ...origin } satisfies RecordedRun;
  const path = join(folder, `${name}.json`);
  mkdirSync(join(top, folder), { recursive: true });
  writeFileSync(join(top, path), `${JSON.stringify(run, undefined, 2)}\n`);
  return path;
}

/** The day of a run, as it is recorded. */
export const today = (): Pick<RecordedRun, "date"> => ({ date: new Date().toISOString().slice(0, 10) });

/** Reads the saved runs. */
export function recordedRuns(top: string): readonly RecordedRun[] {
  if (!existsSync(join(top, folder))) return [];
  const files = readdirSync(join(top, folder)).filter((file) => file.endsWith(".json"));
  return files.sort().map((file) => JSON.parse(readFileSync(join(top, folder, file), "utf8")) as RecordedRun);
}

function sqliteVersion(): string {
  if ("sqlite" in process.versions) return String(process.versions.sqlite);
  const database = new DatabaseSync(":memory:");
  const row = database.prepare("SELECT sqlite_version() AS version").get() as { version: string };
  database.close();
  return row.version;
}
