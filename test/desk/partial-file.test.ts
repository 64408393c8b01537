import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { partialFile } from "../../src/desk/real/partial-file.ts";
import { temporaryFolder } from "../support/run-selfbill.ts";

const anew = { mode: 0o600, replace: false };

test("a file has its name only when it is whole, and nothing else stays", async () => {
  const folder = temporaryFolder();
  const path = join(folder, "long.csv");
  const file = await partialFile(path, anew);
  await file.add("first ");
  expect(readdirSync(folder)).toEqual([expect.stringMatching(/^\.selfbill-[0-9a-f]{16}$/)]);
  await file.add("second");
  await file.finish();
  expect([readdirSync(folder), readFileSync(path, "utf8")]).toEqual([["long.csv"], "first second"]);
  if (process.platform !== "win32") expect(statSync(path).mode & 0o777).toBe(0o600);
});

test("one that is dropped leaves nothing, and one that replaces another leaves that as it was until then", async () => {
  const folder = temporaryFolder();
  const path = join(folder, "a.csv");
  writeFileSync(path, "before");
  const file = await partialFile(path, { ...anew, replace: true });
  await file.add("after");
  expect(readFileSync(path, "utf8")).toBe("before");
  await file.drop();
  expect([readdirSync(folder), readFileSync(path, "utf8")]).toEqual([["a.csv"], "before"]);
  const other = await partialFile(path, { ...anew, replace: true });
  await other.add("after");
  await other.finish();
  expect([readdirSync(folder), readFileSync(path, "utf8")]).toEqual([["a.csv"], "after"]);
});

test("a name that is taken is refused at once, and one that somebody takes meanwhile at the end", async () => {
  const folder = temporaryFolder();
  const path = join(folder, "a.csv");
  const file = await partialFile(path, anew);
  await file.add("mine");
  writeFileSync(path, "theirs");
  await expect(partialFile(path, anew)).rejects.toMatchObject({ code: "EEXIST" });
  await expect(file.finish()).rejects.toMatchObject({ code: "EEXIST" });
  expect([readdirSync(folder), readFileSync(path, "utf8")]).toEqual([["a.csv"], "theirs"]);
});

test("a name as long as names can be is no hindrance, and a folder in its place is not replaced", async () => {
  const folder = temporaryFolder();
  const long = await partialFile(join(folder, `${"n".repeat(251)}.csv`), anew);
  await long.add("x");
  await long.finish();
  mkdirSync(join(folder, "there"));
  const file = await partialFile(join(folder, "there"), { ...anew, replace: true });
  await file.add("x");
  await expect(file.finish()).rejects.toThrow();
  expect(readdirSync(folder)).toHaveLength(2);
});
