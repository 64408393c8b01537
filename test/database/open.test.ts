import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { openDatabase } from "../../src/database/index.ts";
import { temporaryFolder } from "../support/run-selfbill.ts";

/** A disk of its own with a mebibyte; undefined where none may be mounted. */
function smallDisk(): string | undefined {
  const folder = temporaryFolder();
  if (spawnSync("mount", ["-t", "tmpfs", "-o", "size=1m", "tmpfs", folder]).status !== 0) return undefined;
  // On Node 20 a file stays open until its statements are collected: the folder is given back at once, its disk when that happens.
  onTestFinished(() => void spawnSync("umount", ["--lazy", folder]));
  return folder;
}

/** A disk without space, with a file on it. */
function fullDisk(): string | undefined {
  const disk = smallDisk();
  if (disk === undefined) return undefined;
  const path = join(disk, "journal.db");
  const made = openDatabase(path, schema);
  if (made.ok) made.value.close();
  expect(made.ok).toBe(true);
  const fill = () => writeFileSync(join(disk, "ballast"), Buffer.alloc(2 * 1024 * 1024));
  expect(fill).toThrow("ENOSPC");
  return path;
}

const schema = "CREATE TABLE IF NOT EXISTS a (b TEXT) STRICT";

test("a database on a full disk says so, and asks for space and no backup", ({ skip }) => {
  const path = fullDisk();
  if (path === undefined) return skip();
  expect(openDatabase(path, schema, { code: "journal-unusable" })).toMatchObject({
    problems: [
      {
        code: "journal-unusable",
        message: `The file ${path} cannot be used: no space is left on its disk.`,
        hint: "Free disk space, then run the same command again.",
      },
    ],
  });
});

test("a damaged database on a full disk is told as damaged", ({ skip }) => {
  const path = fullDisk();
  if (path === undefined) return skip();
  writeFileSync(path, "no database".padEnd(4096), { flag: "r+" });
  expect(openDatabase(path, schema)).toMatchObject({
    problems: [
      { message: `The file ${path} cannot be used: file is not a database.`, hint: expect.stringContaining("backup") },
    ],
  });
});
