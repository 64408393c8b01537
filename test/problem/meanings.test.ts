import { expect, test } from "vitest";
import { problemMeanings } from "../../src/problem/index.ts";

test("every problem code has a meaning and a remedy, in whole sentences of ordinary words", () => {
  const odd = Object.entries(problemMeanings).filter(
    ([, { means, todo }]) =>
      !/^(?:[A-Z]|selfbill).{18,}\.$/.test(means) || !/^[\w-].{10,}\.$/.test(todo) || /UBL|API|HTTP/.test(means + todo),
  );
  expect(odd).toEqual([]);
});
