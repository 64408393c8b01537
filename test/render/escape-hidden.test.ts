import { expect, test } from "vitest";
import { escapeHidden, referHidden } from "../../src/render/index.ts";
import { readXml, toXml, UblElement } from "../../src/ubl/index.ts";

test("JSON keeps its value and loses every sign that a terminal would obey", () => {
  const value = { "a\u202eb": "\u001b]0;x\u0007 \u009b31m \u007f \u2028 \u200b \ufeff \u{e0041} Zahlung دفعة 支付 \n" };
  const safe = escapeHidden(JSON.stringify(value, undefined, 2));
  expect(JSON.parse(safe)).toEqual(value);
  expect(safe.replaceAll("\n", "")).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
  expect(safe).toContain("Zahlung دفعة 支付");
  expect(safe.split("\n")).toHaveLength(3);
});

test("XML at a terminal means the same, and has references in place of such signs", () => {
  const tree = new UblElement("Invoice", "");
  tree.append(new UblElement("cbc:Note", "a\u202eb \u009b31m \u200b دفعة"));
  const shown = referHidden(toXml(tree));
  expect(shown.replaceAll("\n", "")).not.toMatch(/[\p{Cc}\p{Cf}]/u);
  const read = readXml(Buffer.from(shown), "a.xml");
  expect(read.ok && read.value.first("cbc:Note")?.text).toBe(tree.first("cbc:Note")?.text);
});
