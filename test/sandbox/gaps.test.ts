import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { gaps } from "../../src/sandbox/index.ts";

const room = new URL("../../src/sandbox/", import.meta.url);

test("gaps are numbered one after the other and say what is missing and what was chosen", () => {
  expect(gaps.map(({ id }) => id)).toEqual(gaps.map((_, at) => `G-${String(at + 1).padStart(2, "0")}`));
  for (const { missing, chosen } of gaps)
    expect([missing, chosen]).toEqual([expect.stringMatching(/\w/), expect.stringMatching(/\w/)]);
});

test("a gap that the code names is in the list", () => {
  const files = readdirSync(room, { recursive: true, encoding: "utf8" }).filter(
    (name) => name.endsWith(".ts") && name !== "gaps.ts",
  );
  const named = files.flatMap((name) => readFileSync(new URL(name, room), "utf8").match(/\bG-\d\d\b/g) ?? []);
  expect(named.length).toBeGreaterThan(0);
  expect(named.filter((id) => !gaps.some((gap) => gap.id === id))).toEqual([]);
});
