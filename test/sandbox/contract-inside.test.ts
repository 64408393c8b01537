/**
 * Runs the contract suite again inside the process, except for tests that need a network: connections, broken
 * connections, and processes that end.
 */
import { readdirSync } from "node:fs";
import { expect, test } from "vitest";
import { callInside } from "../support/start-sandbox.ts";

/** Tests about the network or about a process that ends, or tests that make no calls. */
const notInside = ["control-faults", "durability", "from-answer", "same-document", "same-document-parts", "transport"];
const all = readdirSync("test/contract").flatMap((name) => /^(.*)\.test\.ts$/.exec(name)?.[1] ?? []);

callInside();
for (const name of all) if (!notInside.includes(name)) await import(`../contract/${name}.test.ts`);

test("what is left out exists", () => {
  expect(notInside.filter((name) => !all.includes(name))).toEqual([]);
});
