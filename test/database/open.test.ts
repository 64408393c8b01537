import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openDatabase } from "../../src/database/index.ts";
import { temporaryFolder } from "../support/run-selfbill.ts";
import { fillUp, smallDisk } from "../support/small-disk.ts";

function fullDisk(): string | undefined {
  const disk = smallDisk();
  if (disk === undefined) return undefined;
  const path = join(disk, "journal.db");
  const made = openDatabase(path, schema);
  if (made.ok) made.value.close();
  expect(made.ok).toBe(true);
  fillUp(disk);
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

test("a new file whose tables cannot all be made has none of them, and is not held", () => {
  const path = join(temporaryFolder(), "new.db");
  expect(openDatabase(path, `${schema}; CREATE TABLE b (no such thing`).ok).toBe(false);
  const opened = openDatabase(path, "", { busyMilliseconds: 0 });
  if (!opened.ok) throw new Error(opened.problems[0].message);
  expect(opened.value.all("SELECT name FROM sqlite_schema")).toEqual([]);
  opened.value.transaction(() => opened.value.exec(schema));
  opened.value.close();
});
