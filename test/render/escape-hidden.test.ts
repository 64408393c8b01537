import { expect, test } from "vitest";
import { escapeHidden } from "../../src/render/index.ts";

test("JSON keeps its value and loses every sign that a terminal would obey", () => {
  const value = { "a\u202eb": "\u001b]0;x\u0007 \u009b31m \u007f \u2028 \u200b \ufeff \u{e0041} Zahlung دفعة 支付 \n" };
  const safe = escapeHidden(JSON.stringify(value, undefined, 2));
  expect(JSON.parse(safe)).toEqual(value);
  expect(safe.replaceAll("\n", "")).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
  expect(safe).toContain("Zahlung دفعة 支付");
  expect(safe.split("\n")).toHaveLength(3);
});
