import { execFileSync } from "node:child_process";
import { copyFileSync, existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { lostInLog, openDatabase } from "../../src/database/index.ts";
import { temporaryFolder, top } from "../support/run-selfbill.ts";

const schema = "CREATE TABLE IF NOT EXISTS a (b TEXT) STRICT";
const [header, frameHeader] = [32, 24];

/** The disk after some commits, as a power cut would leave it; `index`: with the log's index. */
function afterCommits(index: boolean): { readonly path: string; readonly log: Buffer; readonly commits: number[] } {
  const [live, cut] = [join(temporaryFolder(), "live.db"), join(temporaryFolder(), "cut.db")];
  const opened = openDatabase(live, schema);
  if (!opened.ok) throw new Error(opened.problems[0].message);
  onTestFinished(() => opened.value.close());
  for (const text of ["one", "two", "three", "four"]) opened.value.run("INSERT INTO a (b) VALUES (?)", text);
  for (const end of ["", "-wal", ...(index ? ["-shm"] : [])]) copyFileSync(live + end, cut + end);
  const log = readFileSync(`${cut}-wal`);
  const size = frameHeader + log.readUInt32BE(8);
  const commits: number[] = [];
  for (let at = header; at + size <= log.length; at += size) if (log.readUInt32BE(at + 4) !== 0) commits.push(at);
  return { path: cut, log, commits };
}

/** Changes a byte in the commit that is `fromLast` commits before the last. */
function withBroken(fromLast: number, index: boolean): string | undefined {
  const { path, log, commits } = afterCommits(index);
  const at = commits.at(-1 - fromLast) ?? 0;
  const changed = Buffer.from(log);
  changed[at + frameHeader + 100] = (changed[at + frameHeader + 100] ?? 0) ^ 1;
  writeFileSync(`${path}-wal`, changed);
  return lostInLog(path);
}

test("a log as it was written has lost nothing, with its index or without", () => {
  for (const index of [true, false]) expect(lostInLog(afterCommits(index).path)).toBeUndefined();
});

test("one last commit that is torn, of which no index tells, is what a power cut leaves", () => {
  expect(withBroken(0, false)).toBeUndefined();
});

test("one more lost commit is damage, and the frame is named behind which it is", () => {
  for (const fromLast of [1, 2]) expect(withBroken(fromLast, false)).toMatch(/is broken after frame \d+$/);
});

test("a last commit that the index counts was promised to somebody: without it the log is damaged", () => {
  expect(withBroken(0, true)).toMatch(/^of \d+ frames of its write-ahead log \(journal\.db-wal\) only \d+ are whole$/);
  const { path, log, commits } = afterCommits(true);
  writeFileSync(`${path}-wal`, log.subarray(0, commits.at(-1)));
  expect(lostInLog(path)).toMatch(/^of \d+ frames/);
});

test("a beginning that is not as it was written is damage", () => {
  for (const at of [0, 9, 17, 25, 29]) {
    const { path, log } = afterCommits(false);
    const changed = Buffer.from(log);
    changed[at] = (changed[at] ?? 0) ^ 1;
    writeFileSync(`${path}-wal`, changed);
    expect(lostInLog(path), `byte ${at}`).toBe("the beginning of its write-ahead log (journal.db-wal) was changed");
  }
});

test("no log, an empty one and one that was never begun have lost nothing", () => {
  const { path } = afterCommits(false);
  for (const bytes of [0, header, 500]) {
    writeFileSync(`${path}-wal`, Buffer.alloc(bytes));
    expect(lostInLog(path), `${bytes} bytes`).toBeUndefined();
  }
  rmSync(`${path}-wal`);
  expect([lostInLog(path), existsSync(`${path}-wal`)]).toEqual([undefined, false]);
});

test("what is left in a log from before it began anew is no commit of it", () => {
  const { path, log, commits } = afterCommits(false);
  const older = Buffer.from(log);
  const [, second = 0] = commits;
  for (let at = second; at < older.length; at += frameHeader + log.readUInt32BE(8)) older[at + 8] = 0xff;
  writeFileSync(`${path}-wal`, older);
  expect(lostInLog(path)).toBeUndefined();
});

const otherWriter = `
const { DatabaseSync } = "sqlite" in process.versions ? require("node:sqlite") : require("@photostructure/sqlite");
const handle = new DatabaseSync(process.argv[1]);
handle.exec("PRAGMA busy_timeout = 0");
try {
  handle.exec("BEGIN IMMEDIATE");
  console.log("writes");
} catch (error) {
  console.log(error.message);
}`;

test("looking at the log of a database that this process has open drops none of its locks", () => {
  const path = join(temporaryFolder(), "open.db");
  const opened = openDatabase(path, schema);
  if (!opened.ok) throw new Error(opened.problems[0].message);
  onTestFinished(() => opened.value.close());
  const env = { ...process.env, NODE_PATH: join(top, "node_modules") };
  const other = (): string =>
    execFileSync(process.execPath, ["--no-warnings", "-e", otherWriter, path], { env, encoding: "utf8" }).trim();
  expect(other()).toBe("writes");
  opened.value.transaction(() => {
    expect(lostInLog(path)).toBeUndefined();
    expect(other()).toBe("database is locked");
  });
});
