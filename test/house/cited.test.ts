import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root, sourcesBelow } from "./sources.ts";

const text = (path: string): string => readFileSync(join(root, "src", path), "utf8");
const found = (from: string, pattern: RegExp): ReadonlySet<string> =>
  new Set([...from.matchAll(pattern)].map(([, number = ""]) => number));

/** The numbers that sources may cite: sections of the contract, decisions, and notes on the rules. */
const sections = found(text("contract/README.md"), /^#{2,3} (\d+(?:\.\d+)*) /gm);
const decisions = found(text("DECISIONS.md"), /^(\d+)\. /gm);
const notes = found(text("check/README.md"), /^- \*\*([NA]\d+)\*\*/gm);

/** The code lists are excluded, because they quote laws of other countries. */
const cited = [...sourcesBelow("src"), ...sourcesBelow("src", ".md")].filter(
  ({ path }) => !path.startsWith("src/document/codes/"),
);

/** Returns the cited numbers that do not exist, each with the file that cites it. */
function unanswered(pattern: RegExp, answers: ReadonlySet<string>, where = cited): string[] {
  return where.flatMap(({ path, text: source }) =>
    [...source.matchAll(pattern)]
      .flatMap(([, list = ""]) => numbersOf(list))
      .filter((number) => !answers.has(number))
      .map((number) => `${path}: ${number}`),
  );
}

/** Returns the numbers in a list, including those of ranges: `12, 20 and 24–26` contains five. */
function numbersOf(list: string): string[] {
  return list.split(/,\s*|\s+and\s+/).flatMap((each) => {
    const [first = "", last] = each.split("–");
    if (last === undefined || !/^\d+$/.test(first)) return [first];
    return Array.from({ length: Number(last) - Number(first) + 1 }, (_, at) => String(Number(first) + at));
  });
}

test("every cited section of the contract is in its README", () => {
  expect(unanswered(/(?<!RFC \d+ )§(\d+(?:\.\d+)*)/g, sections)).toEqual([]);
  expect(unanswered(/§\d+[^§\n]{0,8}–§(\d+)/g, sections)).toEqual([]);
});

test("every cited decision is in DECISIONS.md", () => {
  expect(unanswered(/(?<!Cabinet )\bDecisions? (\d+(?:(?:, | and |–)\d+)*)/g, decisions)).toEqual([]);
});

test("no two decisions have the same number", () => {
  const numbers = [...text("DECISIONS.md").matchAll(/^(\d+)\. \*\*/gm)].map(([, number = ""]) => number);
  expect(numbers.filter((each, at) => numbers.indexOf(each) !== at)).toEqual([]);
});

test("every cited note on the rules is in their README", () => {
  const rules = cited.filter(({ path }) => path.startsWith("src/check/"));
  expect(unanswered(/(?:README\.md, |\bsee |\bnotes? )([NA]\d+(?:(?:, | and )[NA]\d+)*)/g, notes, rules)).toEqual([]);
});

test("a section, a decision or a note that is cited is missed when it goes", () => {
  const gone = (all: ReadonlySet<string>, one: string) => new Set([...all].filter((each) => each !== one));
  expect(unanswered(/§(\d+(?:\.\d+)*)/g, gone(sections, "8.1"))).not.toEqual([]);
  expect(unanswered(/Decisions? (\d+(?:(?:, | and |–)\d+)*)/g, gone(decisions, "24"))).not.toEqual([]);
  expect(unanswered(/README\.md, ([NA]\d+)/g, gone(notes, "N1"))).not.toEqual([]);
});
