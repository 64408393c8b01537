import { readdirSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { check } from "../../src/check/check.ts";
import { editionChanges } from "../../src/check/edition-changes.ts";
import { allRules, rulesOf } from "../../src/check/registry.ts";
import { editionInForce, editions, isBefore } from "../../src/document/index.ts";
import type { EditionCases } from "../support/edition-cases.ts";
import { rootOf } from "../support/rule-cases.ts";

const folder = new URL("./editions/", import.meta.url);

test("an edition is in force from its first day in the Emirates until the day before the next", () => {
  const inForce = (day: string) => editionInForce(day).id;
  expect(inForce("2020-01-01")).toBe("1.0.2");
  expect(inForce("2026-03-24")).toBe("1.0.2");
  expect(inForce("2026-03-25")).toBe("1.0.3");
  expect(inForce("2026-05-27")).toBe("1.0.3");
  expect(inForce("2026-05-28")).toBe("1.0.4");
  expect(inForce("2099-01-01")).toBe("1.0.4");
  for (const [at, { until }] of editions.entries()) {
    const next = editions[at + 1];
    expect(until === undefined).toBe(next === undefined);
    if (next && until) expect(new Date(Date.parse(next.from) - 86_400_000).toISOString().slice(0, 10)).toBe(until);
  }
});

test("the rules of an edition are made once, and those of the newest are all rules", () => {
  expect(rulesOf("1.0.3")).toBe(rulesOf("1.0.3"));
  expect(rulesOf("1.0.4").all).toBe(allRules);
  const ids = new Set(allRules.map(({ id }) => id));
  expect(
    rulesOf("1.0.3")
      .all.filter(({ id }) => !ids.has(id))
      .map(({ id }) => id),
  ).toEqual(["IBR-SR-45"]);
});

test("every edition but the newest has a file of what the next one changed", () => {
  const named = readdirSync(folder).map((name) => name.replace(".cases.ts", ""));
  expect(named.sort()).toEqual(editions.slice(0, -1).map(({ id }) => id));
});

for (const [at, { id: edition }] of editions.slice(0, -1).entries()) {
  const next = editions[at + 1]?.id ?? edition;
  const { cases } = (await import(new URL(`${edition}.cases.ts`, folder).href)) as { cases: EditionCases };

  describe(`${edition} against ${next}`, () => {
    test("has cases for exactly the rules that changed", () => {
      const changed = rulesOf(edition).official.filter(
        ({ until, before = [] }) =>
          until === edition || before.some((former) => former.until === edition && former.same === undefined),
      );
      const added = rulesOf(next).official.filter(({ since }) => since === next);
      expect(Object.keys(cases).sort()).toEqual([...changed, ...added].map(({ id }) => id).sort());
    });
    test("says in a sentence what changed, for exactly these rules", () => {
      expect(Object.keys(editionChanges[next] ?? {}).sort()).toEqual(Object.keys(cases).sort());
    });
    const all = Object.entries(cases).flatMap(([id, each]) =>
      Object.entries(each).map(([name, changed]) => [id, name, changed] as const),
    );
    test.each(all)("%s: %s", (id, _, { given, was }) => {
      const saysNo = (by: typeof edition) => check(rootOf(given), { edition: by }).some((finding) => finding.id === id);
      expect({ [edition]: saysNo(edition), [next]: saysNo(next) }).toEqual({
        [edition]: was === "broken",
        [next]: was === "held",
      });
    });
  });
}

test("formers stand in order, the newest first", () => {
  for (const { id, before = [] } of allRules) {
    const order = before.map(({ until }) => until);
    expect([id, ...order]).toEqual([id, ...[...order].sort((a, b) => (isBefore(a, b) ? 1 : -1))]);
  }
});
