import { expect, test } from "vitest";
import { officialRules, unreachable } from "../../src/check/index.ts";

const ids = officialRules.map(({ id }) => id);

test("302 published rules: 170 of the shared layer, 132 of the UAE, every id once and in capital letters", () => {
  expect(officialRules.filter(({ layer }) => layer === "shared")).toHaveLength(170);
  expect(officialRules.filter(({ layer }) => layer === "ae")).toHaveLength(132);
  expect(new Set(ids).size).toBe(302);
  expect(ids.filter((id) => !/^(?:ALIGNED-IBRP|IBR)-[0-9A-Z-]+$/.test(id))).toEqual([]);
});

test("every rule is fatal, as published, and says what must be true and what to type", () => {
  for (const { id, flag, says, hint, source } of officialRules) {
    expect(flag, id).toBe("fatal");
    expect(says, id).toMatch(/^[A-Z].*\.$/s);
    expect(hint, id).toMatch(/^\S.*\.$/s);
    expect(source, id).toMatch(/\S/);
    expect(says, id).not.toBe(hint);
  }
});

test("the rules that nothing can break are published ones, and only those that cannot be asked are left out", () => {
  expect(Object.keys(unreachable).filter((id) => !ids.includes(id))).toEqual([]);
  const leftOut = officialRules.filter((rule) => rule.unreachable !== undefined).map(({ id }) => id);
  const neverAsked = Object.entries(unreachable)
    .filter(([, { kind }]) => kind === "always true" || kind === "attribute")
    .map(([id]) => id);
  expect(leftOut.sort()).toEqual(neverAsked.sort());
});
