/**
 * The contract suite once more, asked inside the process. Left out is what only the wire has: connections, what breaks them, and processes
 * that end.
 */
import { readdirSync } from "node:fs";
import { expect, test } from "vitest";
import { callInside } from "../support/start-sandbox.ts";

/** What is about the wire, a process that ends, or no call at all. */
const notInside = ["control-faults", "durability", "from-answer", "same-document", "same-document-parts", "transport"];
const all = readdirSync("test/contract").flatMap((name) => /^(.*)\.test\.ts$/.exec(name)?.[1] ?? []);

callInside();
for (const name of all) if (!notInside.includes(name)) await import(`../contract/${name}.test.ts`);

test("what is left out exists", () => {
  expect(notInside.filter((name) => !all.includes(name))).toEqual([]);
});
