import { expect, test } from "vitest";
import { safeFileName } from "../../src/commands/preview/papers.ts";

test.each([
  ["SB-2026-0001", "SB-2026-0001"],
  ["SB:2026/1", "SB_2026_1"],
  ["فاتورة-7", "فاتورة-7"],
  ["1.", "1_"],
  [`${"9".repeat(99)}.1`, `${"9".repeat(99)}_`],
  ["CON", "_CON"],
  ["nul.7", "_nul.7"],
  ["..", "_"],
  ["", "document"],
])("a document that is called %j has a folder %s, which Windows takes as well", (called, name) => {
  expect(safeFileName(called)).toBe(name);
});
