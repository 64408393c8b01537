import { readdirSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { check } from "../../src/check/check.ts";
import { expressionLists, expressionOf } from "../../src/check/expression.ts";
import { allRules, rulesOf } from "../../src/check/registry.ts";
import type { Rule } from "../../src/check/rule.ts";
import { codeLists, type EditionId, editions, findCodes } from "../../src/document/index.ts";
import type { UblElement } from "../../src/ubl/index.ts";
import { editionCases } from "../support/edition-cases.ts";
import { type Given, opened, type RuleCases, rootOf } from "../support/rule-cases.ts";
import { Written } from "../support/xpath.ts";

/**
 * The XPath expression of every rule must give the same result as the rule for all elements to which it applies, in
 * each of its cases.
 */

const folder = new URL("./rules/", import.meta.url);
const casesOfAll = new Map<string, readonly Given[]>();
for (const file of readdirSync(folder).filter((name) => name.endsWith(".cases.ts"))) {
  const { cases } = (await import(new URL(file, folder).href)) as { cases: RuleCases };
  for (const [id, { holds, breaks, skips = {} }] of Object.entries(cases)) {
    const given = [...Object.values(holds), ...Object.values(skips)].map((each) => opened(each).given);
    casesOfAll.set(id, [...given, ...Object.values(breaks).map((each) => each.given)]);
  }
}

/** Returns the rule's own verdict on each element of its context; true if the rule does not apply. */
function verdicts(rule: Rule, root: UblElement, edition: EditionId): Array<readonly [UblElement, boolean]> {
  const found: Array<readonly [UblElement, boolean]> = [];
  const { when, ...unconditional } = rule;
  const probe: Rule = {
    ...unconditional,
    holds: (element, facts) => {
      found.push([element, !(when?.(element, facts) ?? true) || rule.holds(element, facts)]);
      return true;
    },
  };
  check(root, { rules: [probe], edition });
  return found;
}

/** Returns one line per difference between the expression and the rule. */
function differences(rule: Rule, given: Given, edition: EditionId): string[] {
  const root = rootOf(given);
  const written = new Written(root);
  const expression = expressionOf(rule) ?? "";
  return verdicts(rule, root, edition).flatMap(([element, verdict]) => {
    const stopped: string[] = [];
    const says = written.isTrue(expression, element, stopped);
    return says === verdict ? [] : [`${element.name}: rule ${verdict}, ${expression} ${says} ${stopped.join()}`];
  });
}

test("every rule of every edition that is asked of the UBL has an expression", () => {
  const without = editions.flatMap(({ id: edition }) =>
    rulesOf(edition)
      .all.filter((rule) => rule.ofDocument === undefined && expressionOf(rule) === undefined)
      .map(({ id }) => `${edition} ${id}`),
  );
  expect(without).toEqual([]);
});

describe("the expression agrees with the rule in each of its cases", () => {
  const asked = allRules.filter(({ id }) => casesOfAll.has(id));
  test.each(asked.map((rule) => [rule.id, rule] as const))("%s", (id, rule) => {
    const all = casesOfAll.get(id) ?? [];
    expect(all.flatMap((given) => differences(rule, given, editions.at(-1)?.id as EditionId))).toEqual([]);
  });
});

for (const [edition, cases] of await editionCases()) {
  const next = editions[editions.findIndex(({ id }) => id === edition) + 1]?.id as EditionId;
  describe(`the expression agrees with the rule of ${edition}`, () => {
    test.each(Object.entries(cases))("%s", (id, each) => {
      const all = [...Object.values(each).map(({ given }) => given), ...(casesOfAll.get(id) ?? [])];
      for (const by of [edition, next]) {
        const rule = rulesOf(by).all.find((one) => one.id === id);
        if (rule) expect(all.flatMap((given) => differences(rule, given, by))).toEqual([]);
      }
    });
  });
}

test("a variable is a list that `selfbill codes` shows, with the same codes", async () => {
  const shown = await Promise.all(
    Object.keys(expressionLists).map(async (name) => {
      const found = await findCodes(
        "",
        codeLists.filter((list) => list.name === name),
      );
      return [name, found.map(({ code }) => code).sort()] as const;
    }),
  );
  expect(Object.fromEntries(shown)).toEqual(
    Object.fromEntries(Object.entries(expressionLists).map(([name, codes]) => [name, [...codes].sort()])),
  );
});
