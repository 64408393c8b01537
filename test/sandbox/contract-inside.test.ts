/**
 * Runs the contract suite again with a sandbox inside this process, except for tests that need a network or another
 * process: those about connections, broken connections, and processes that end.
 */
import { readdirSync } from "node:fs";
import { expect, test } from "vitest";
import { callInside } from "../support/start-sandbox.ts";

/**
 * Tests that are not run here, because they test the network or the end of a process, or because they make no calls.
 */
const notInside = ["control-faults", "durability", "from-answer", "same-document", "same-document-parts", "transport"];
const all = readdirSync("test/contract").flatMap((name) => /^(.*)\.test\.ts$/.exec(name)?.[1] ?? []);

callInside();
for (const name of all) if (!notInside.includes(name)) await import(`../contract/${name}.test.ts`);

test("what is left out exists", () => {
  expect(notInside.filter((name) => !all.includes(name))).toEqual([]);
});
