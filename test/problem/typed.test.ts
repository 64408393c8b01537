import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { typed, typedFile } from "../../src/problem/index.ts";

const odd = [
  "june.yaml",
  "June 2026.yaml",
  "O'Neill.yaml",
  'the "final" one.yaml',
  "$HOME.yaml",
  "a&b.yaml",
  "a (1).yaml",
  "فاتورة ١.yaml",
  "a;b|c<d>e.yaml",
  "`id`.yaml",
  "~",
  "*",
  "a\\b",
  "two\nlines",
  "!x #y",
  "",
];

test.runIf(process.platform !== "win32")("sh reads each word as it was", () => {
  for (const word of [...odd, "-x.yaml", "--sandbox", "@list"]) {
    const read = execFileSync("sh", ["-c", `printf '%s|' selfbill ${typed(word, "linux")} last`], { encoding: "utf8" });
    expect(read).toBe(`selfbill|${word}|last|`);
  }
});

test("a plain word is written as it is", () => {
  for (const word of ["june.yaml", "SB-2026-0001", "folder/فاتورة.yaml", "a@b:1"])
    expect(typed(word, "linux")).toBe(word);
  expect(typed("C:\\June\\a.yaml", "win32")).toBe("C:\\June\\a.yaml");
});

test("Windows has double quotes", () => {
  expect(typed("June 2026.yaml", "win32")).toBe('"June 2026.yaml"');
  expect(typed("a&b (1).yaml", "win32")).toBe('"a&b (1).yaml"');
});

test("a file is not taken for an option or a list", () => {
  expect(["-x.yaml", "--sandbox", "@list", "-"].map((file) => typedFile(file, "linux"))).toEqual([
    "./-x.yaml",
    "./--sandbox",
    "./@list",
    "-",
  ]);
});
