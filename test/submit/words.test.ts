import { expect, test } from "vitest";
import type { Intent } from "../../src/journal/index.ts";
import { standingProblem } from "../../src/submit/words.ts";

const intent = { documentNumber: "SB-2026-0001" } as Intent;

test.each([
  { is: "in-doubt", attempt: "C2HG2YAP", at: "2026-06-15T10:30:00Z" } as const,
  { is: "number-open", attempt: "C2HG2YAP" } as const,
])("what stands in the way, $is, is looked up by the very command that the hint names", (standing) => {
  expect(standingProblem(standing, intent).hint).toContain("selfbill resolve C2HG2YAP --check");
});
