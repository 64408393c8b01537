import { expect, test } from "vitest";
import { problemTable } from "../../src/problem/index.ts";
import { sourcesBelow } from "../house/sources.ts";

test("every problem code has a meaning and a remedy, in whole sentences of ordinary words", () => {
  const odd = Object.entries(problemTable).filter(
    ([, { means, todo }]) =>
      !/^(?:[A-Z]|selfbill).{18,}\.$/.test(means) || !/^[\w-].{10,}\.$/.test(todo) || /UBL|API|HTTP/.test(means + todo),
  );
  expect(odd).toEqual([]);
});

test("every problem code is in one part of the table, and every part is in the table", () => {
  const parts = sourcesBelow("src/problem").filter(({ path }) => /\/problems-of-[^/]+$/.test(path));
  const codes = parts.flatMap(({ text }) => [...text.matchAll(/^ {2}"?([a-z-]+)"?: \{/gm)].map(([, code]) => code));
  expect([...codes].sort()).toEqual(Object.keys(problemTable).sort());
});
