import { expect, test } from "vitest";
import { idFileName, oddName } from "../../src/disk/index.ts";

test("ids that differ have file names that differ, on disks that ignore case, too, and every system takes them", () => {
  const ids = [
    ...[
      "6f0d2f0e-1b77-4c55-8a3e-0b9c7f1d2e33",
      "7",
      "a.b",
      "Ab",
      "aB",
      "AB",
      "ab",
      "con",
      "nul.txt",
      "com1",
      "a.",
      "a ",
    ],
    ...[".", "..", " ", "  ", "d/ö 8#?", "d_ö 8#?", "d ö 8#?", "-x", "_x", "..\\x", "x\u0000", "\ud800", "\ud801"],
    ...["x".repeat(200), `${"x".repeat(200)}y`, "😀".repeat(512), "a:b", "ab-0123456789", "İ", "i̇"],
  ];
  const names = ids.map(idFileName);
  expect(new Set(names.map((each) => each.toLowerCase().normalize("NFKD"))).size).toBe(ids.length);
  for (const name of names) {
    expect(oddName(`${name}-c3.xml`)).toBeUndefined();
    expect(name).toMatch(/^[\p{L}\p{N}](?:[\p{L}\p{N}\p{M}._-]*[\p{L}\p{N}\p{M}_-])?$/u);
    expect(Buffer.byteLength(name)).toBeLessThan(250);
  }
  expect(names.slice(0, 3)).toEqual(ids.slice(0, 3));
});
