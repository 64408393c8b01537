/**
 * The contract suite once more, asked inside the process. Left out is what only the wire has: connections, what breaks them, and processes
 * that end.
 */
import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { callInside } from "../support/start-sandbox.ts";

callInside();
await import("../contract/absent-fields.test.ts");
await import("../contract/control-accounts.test.ts");
await import("../contract/controls.test.ts");
await import("../contract/create-purchase-invoice.test.ts");
await import("../contract/credit-notes.test.ts");
await import("../contract/later-calls.test.ts");
await import("../contract/odd-bodies.test.ts");
await import("../contract/openapi.test.ts");
await import("../contract/read-and-list.test.ts");
await import("../contract/refused-fields.test.ts");
await import("../contract/states.test.ts");
await import("../contract/status-and-logs.test.ts");
await import("../contract/status-answers.test.ts");

/** What is about the wire, a process that ends, or no call at all. */
const notInside = ["control-faults", "durability", "from-answer", "same-document", "same-document-parts", "transport"];

test("every file of the contract suite is asked inside the process too, but those that cannot be", () => {
  const asked = [...readFileSync(import.meta.filename, "utf8").matchAll(/contract\/([a-z-]+)\.test\.ts/g)].map(
    ([, name]) => name,
  );
  const there = readdirSync("test/contract").flatMap((name) => /^(.*)\.test\.ts$/.exec(name)?.[1] ?? []);
  expect([...asked, ...notInside].sort()).toEqual(there.sort());
});
