import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { SideFile } from "../../src/journal/places/side-file.ts";
import { temporaryFolder } from "../support/run-selfbill.ts";
import { fillUp, smallDisk } from "../support/small-disk.ts";

test.for([0, 4_096, 61_440])("with %i bytes free no room is reserved, and nothing is left over", (left, { skip }) => {
  const disk = smallDisk();
  if (disk === undefined) return skip();
  fillUp(disk, left);
  expect(() => new SideFile(disk, "0123456789abcdef")).toThrow(/ENOSPC/);
  expect(readdirSync(disk)).toEqual(["ballast"]);
});

test("room is as large as promised, and a file that was not used is removed", () => {
  const folder = temporaryFolder();
  const side = new SideFile(folder, "0123456789abcdef");
  expect(statSync(join(folder, "0123456789abcdef.aside")).size).toBe(65_536);
  side.close();
  expect(readdirSync(folder)).toEqual([]);
});
