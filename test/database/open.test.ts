import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openDatabase } from "../../src/database/index.ts";
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
