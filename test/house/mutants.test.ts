import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { drawnFrom, whole } from "../mutants/scopes.mjs";
import { root } from "./sources.ts";

interface Mutant {
  readonly file: string;
  readonly line: string;
}

const known = JSON.parse(readFileSync(join(root, "test/mutants/known.json"), "utf8")) as readonly Mutant[];
const files = ["src", "test"].flatMap((top) =>
  readdirSync(join(root, top), { recursive: true }).map((file) => `${top}/${String(file).replaceAll("\\", "/")}`),
);

// Understands a subset of glob syntax: two asterisks and a slash match any folders, one asterisk matches any name, and
// braces match one of their alternatives.
function filesOf(pattern: string): string[] {
  const parts = pattern.split(/(\*\*\/|\*|[{},.])/).map((part) => {
    const written: Readonly<Record<string, string>> = {
      "**/": "(?:.*/)?",
      "*": "[^/]*",
      "{": "(?:",
      ",": "|",
      "}": ")",
    };
    return part === "." ? "\\." : (written[part] ?? part);
  });
  const whole = new RegExp(`^${parts.join("")}$`);
  return files.filter((file) => whole.test(file));
}

test("every file of a mutation run is there, and so are the tests that judge it", () => {
  const patterns = [...whole, ...drawnFrom].flatMap(({ mutate, tests, without }) => [...mutate, ...tests, ...without]);
  expect(patterns.filter((each) => filesOf(each).length === 0)).toEqual([]);
  expect(filesOf("src/journal/{settle,standing}.ts")).toEqual([]);
});

test("a mutant is listed as harmless only as long as its line stands in a file that a whole run looks at", () => {
  const looked = new Set(whole.flatMap(({ mutate }) => mutate.flatMap(filesOf)));
  const stands = ({ file, line }: Mutant): boolean =>
    looked.has(file) &&
    readFileSync(join(root, file), "utf8")
      .split("\n")
      .some((each) => each.trim() === line);
  expect(known.filter((each) => !stands(each))).toEqual([]);
  expect(stands({ file: "src/submit/guard.ts", line: "a line that went" })).toBe(false);
});
