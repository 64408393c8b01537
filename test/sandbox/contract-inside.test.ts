/**
 * Runs the contract suite again inside the process, except tests that need a network: connections, broken connections,
 * and processes that end.
 */
import { readdirSync } from "node:fs";
import { expect, test } from "vitest";
import { callInside } from "../support/start-sandbox.ts";

/** Tests about the network or an ending process, or without any call. */
const notInside = ["control-faults", "durability", "from-answer", "same-document", "same-document-parts", "transport"];
const all = readdirSync("test/contract").flatMap((name) => /^(.*)\.test\.ts$/.exec(name)?.[1] ?? []);

callInside();
for (const name of all) if (!notInside.includes(name)) await import(`../contract/${name}.test.ts`);

test("what is left out exists", () => {
  expect(notInside.filter((name) => !all.includes(name))).toEqual([]);
});
