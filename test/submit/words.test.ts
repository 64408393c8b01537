import { expect, test } from "vitest";
import type { Intent } from "../../src/journal/index.ts";
import { standingProblem } from "../../src/submit/words.ts";

const intent = { documentNumber: "SB-2026-0001" } as Intent;

test("a twin is named by its number, which people know, and by the id that commands take", () => {
  const twin = { is: "similar", attempts: ["C2HG2YAP"], id: "4bf90b8c", documentNumber: "SB-2026-0009" } as const;
  expect(standingProblem(twin, intent).message).toContain("exists as SB-2026-0009 (4bf90b8c)");
});

test("a twin that may exist is settled first", () => {
  const twin = { is: "similar", attempts: ["C2HG2YAP"] } as const;
  expect(standingProblem(twin, intent).hint).toContain("selfbill resolve C2HG2YAP --check");
});

test("that a number is in doubt is told before sending as not sent, and after a refusal as not created", () => {
  const open = { is: "number-open", attempt: "C2HG2YAP" } as const;
  expect(standingProblem(open, intent).message).toBe(
    "Nothing was sent: an earlier document with the number SB-2026-0001 is in doubt (it may or may not exist).",
  );
  expect(standingProblem(open, intent, "refused").message).toMatch(/^Nothing was created: an earlier document/);
});

test("what is in doubt was sent by an earlier run, and not by this one", () => {
  const doubt = { is: "in-doubt", attempt: "C2HG2YAP", at: "2026-06-15T10:30:00Z" } as const;
  expect(standingProblem(doubt, intent).message).toMatch(
    /^Not sent in this run: an earlier run sent this document at .*, and it may or may not have been created\.$/,
  );
});

test.each([
  { is: "in-doubt", attempt: "C2HG2YAP", at: "2026-06-15T10:30:00Z" } as const,
  { is: "number-open", attempt: "C2HG2YAP" } as const,
])("what stands in the way, $is, is looked up by the very command that the hint names", (standing) => {
  expect(standingProblem(standing, intent).hint).toContain("selfbill resolve C2HG2YAP --check");
});
