import { expect, test } from "vitest";
import { isDiskError } from "../../src/database/index.ts";
import { spellingOf } from "../../src/journal/store/spelling.ts";
import { unusable } from "../../src/journal/trouble/trouble.ts";

const ioErrors = [
  Object.assign(new Error("disk I/O error"), { errcode: 266 }),
  Object.assign(new Error("EIO: i/o error, read"), { code: "EIO" }),
];

test.each(ioErrors)("%s is told as an error of the disk, and nobody is told to replace the journal", (error) => {
  expect(isDiskError(error)).toBe(true);
  const { message, hint } = unusable(error, "read", "/home/me/journal.db");
  expect(message).toMatch(/^The journal could not be read: the disk reported an error/);
  expect(`${message} ${hint}`).not.toMatch(/is damaged:|repair|restore|backup/);
});

test.each([
  ["unable to get the page. error code=266", true],
  ["Tree 4 page 3: btreeInitPage() returns error code 11", false],
  ["unable to get the page. error code=11", false],
])("a check of the pages that says %j: of the disk %s", (found, isOfDisk) => {
  const database = { get: () => ({ integrity_check: found }), engine: "sqlite" } as never;
  const check = (): string | undefined => spellingOf({ engine: "sqlite" }).damage(database, "1");
  if (isOfDisk) expect(check).toThrow("disk I/O error");
  else expect(check()).toBe(found);
});
