import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { entries, importsInto, linesOf, reachedFrom } from "./reach.ts";
import { sourcesBelow } from "./sources.ts";

/**
 * `lines`: what a reader of each command must know; `raised`: why that became more since; `optional`: what will be
 * extras; `imports`: how often the rest imports them, except in lists of what is loaded on demand.
 */
interface Budget {
  readonly lines: Readonly<Record<string, number>>;
  readonly raised: ReadonlyArray<{ readonly of: readonly string[]; readonly lines: number; readonly for: string }>;
  readonly optional: Readonly<Record<string, readonly string[]>>;
  readonly imports: Readonly<Record<string, number>>;
}

const budget: Budget = JSON.parse(readFileSync(new URL("reach-budget.json", import.meta.url), "utf8"));
const sources = sourcesBelow("src");

test.each(Object.entries(entries))("%s reaches no more lines than its budget names", (name, entry) => {
  const raised = budget.raised.filter((each) => each.of.includes(name));
  const most = raised.reduce((sum, { lines }) => sum + lines, budget.lines[name] ?? 0);
  const lines = linesOf(reachedFrom(entry, sources));
  expect(lines, "name what it is for in reach-budget.json").toBeLessThanOrEqual(most);
  for (const each of raised) expect(each.for.length, "what the lines are for").toBeGreaterThan(10);
});

test.each(Object.entries(budget.optional))("%s is imported no more often than before", (name, places) => {
  for (const place of places)
    expect(
      sources.some(({ path }) => path.startsWith(place)),
      place,
    ).toBe(true);
  const imports = importsInto(places, sources);
  const shown = imports.map(({ from, to }) => `${from} imports ${to}`).join("\n");
  expect(imports.length, `lower the number if it fell:\n${shown}`).toBe(budget.imports[name]);
});
