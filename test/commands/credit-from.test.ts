import { describe, expect, test } from "vitest";
import { wishOf } from "../../src/commands/credit/credit-from.ts";

const returned = "DL8.61.1.D";

describe("words → input", () => {
  const words = {
    from: "SB-1",
    reason: returned,
    reasonText: undefined,
    line: [],
    issueDate: undefined,
    documentNumber: undefined,
  };
  const now = new Date("2026-06-19T21:30:00Z");

  test.each([
    ["nothing but the reason: all lines, today in the Gulf", {}, { lines: [], issueDate: "2026-06-20" }],
    ["a line and a quantity", { line: ["1=4"] }, { lines: [{ position: 1, quantity: "4" }] }],
    ["decimals stay as they are written", { line: ["2=0.50"] }, { lines: [{ position: 2, quantity: "0.50" }] }],
    ["a line without a quantity", { line: ["3"] }, { lines: [{ position: 3, quantity: undefined }] }],
    [
      "several lines, in the order of the words",
      { line: ["2=1", "1=4"] },
      {
        lines: [
          { position: 2, quantity: "1" },
          { position: 1, quantity: "4" },
        ],
      },
    ],
    ["a date of one's own", { issueDate: "2026-01-31" }, { issueDate: "2026-01-31" }],
    ["a reason in words", { reasonText: "broken" }, { reasonText: "broken", reason: returned }],
    ["a number of one's own", { documentNumber: "CN-1" }, { documentNumber: "CN-1" }],
  ])("%s", (_, given, expected) => {
    expect(wishOf({ ...words, ...given }, now)).toMatchObject({ ok: true, value: expected });
  });

  test.each([
    ["no reason", { reason: undefined }, "A credit note needs its reason."],
    ["an unknown reason", { reason: "returned" }, "returned is not a credit note reason."],
    ["line 0", { line: ["0=4"] }, "--line 0=4 does not name"],
    ["a decimal comma", { line: ["1=1,5"] }, "--line 1=1,5 does not name"],
    ["nothing of a line", { line: ["1=0"] }, "--line 1=0 does not name"],
    ["less than nothing", { line: ["1=-4"] }, "--line 1=-4 does not name"],
    ["an exponent", { line: ["1=1e3"] }, "--line 1=1e3 does not name"],
    ["a line named twice", { line: ["1=4", "1=5"] }, "Line 1 appears twice."],
  ])("%s is told", (_, given, message) => {
    const wish = wishOf({ ...words, ...given }, now);
    expect(wish.ok ? [] : wish.problems.map((each) => each.message).join("\n")).toContain(message);
  });
});
