import { describe, expect, test } from "vitest";
import type { JsonObject, JsonValue } from "../../src/json/index.ts";
import {
  compared,
  comparedLine as line,
  jsonNumber as number,
  priced,
  sameDocument as same,
  told,
  unclear,
} from "../support/compared.ts";

describe("a price", () => {
  const rows: readonly [what: string, sent: JsonObject, told: JsonObject][] = [
    ["under the name that answers have for it", { base_amount: "250" }, { priceAmount: number("250.00") }],
    ["net of its discount", { base_amount: "250", allowance: { amount: "5" } }, { priceAmount: "245" }],
    [
      "with the sent one as the base of a discount",
      { base_amount: "250" },
      { base_amount: "250", allowance: { amount: "0" } },
    ],
    [
      "before and after a discount on both sides",
      { base_amount: "250", allowance: { amount: "5" } },
      { base_amount: "250", allowance: { amount: "5.0" } },
    ],
    ["for one piece where nothing was said", { base_amount: "250" }, { priceAmount: "250", baseQuantity: "1" }],
    [
      "for as many pieces",
      { base_amount: "250", base_quantity: "100" },
      { priceAmount: "250", base_quantity: "100.0" },
    ],
    ["for pieces that are not told", { base_amount: "250", base_quantity: "100" }, { priceAmount: "250" }],
    ["with a discount that has no amount", { base_amount: "250", allowance: {} }, { priceAmount: "250" }],
  ];
  test.each(rows)("is the same %s", (_, sent, other) => {
    expect(compared(priced(sent), priced(other))).toEqual(same);
  });

  test("is another one by its net amount or by its pieces", () => {
    const at = "document_lines[0].price";
    expect(told(priced({ base_amount: "250" }), priced({ priceAmount: "249" }))).toEqual([`${at}: 250 / 249`]);
    const less = { base_amount: "250", allowance: { amount: "5" } };
    expect(told(priced(less), priced({ base_amount: "250" }))).toEqual([`${at}: 245 / 250`]);
    const pieces = priced({ priceAmount: "250", baseQuantity: "10" });
    expect(told(priced({ base_amount: "250" }), pieces)).toEqual([`${at}.base_quantity: 1 / 10`]);
    expect(told(priced({ base_amount: "250", base_quantity: "100" }), pieces)).toEqual([
      `${at}.base_quantity: 100 / 10`,
    ]);
  });

  test("that was sent without an amount says nothing", () => {
    const none = priced({ base_quantity: "1" });
    for (const price of [none, priced({ allowance: { amount: "5" } })])
      expect(compared(price, priced({ priceAmount: "250" }))).toEqual({ ...same, proven: false });
  });
});

describe("attachments", () => {
  const named = (...names: string[]): JsonObject => ({ attachments: names.map((file_name) => ({ file_name })) });

  test("are the same by their names, in any order and without their bytes", () => {
    const sent = { attachments: [{ file_name: "b.pdf", content: "QUJD" }, { file_name: "a.pdf" }] };
    expect(compared(sent, named("a.pdf", "b.pdf"))).toEqual(same);
    expect(compared(named("a.pdf"), {})).toEqual(same);
    expect(compared({}, { attachments: null })).toEqual(same);
  });

  test("of other names are another document's", () => {
    expect(told(named("b.pdf", "a.pdf"), named("c.pdf"))).toEqual(["attachments: a.pdf, b.pdf / c.pdf"]);
    expect(told(named("c.pdf"), named("b.pdf", "a.pdf"))).toEqual(["attachments: c.pdf / a.pdf, b.pdf"]);
    expect(told(named("a.pdf"), { attachments: ["a.pdf"] })).toEqual(["attachments: a.pdf / "]);
    expect(told(named("a.pdf"), { attachments: [{ name: "a.pdf" }] })).toEqual(["attachments: a.pdf / "]);
  });

  test("on one side alone say nothing for sure", () => {
    expect(unclear({}, named("a.pdf"))).toEqual(["attachments"]);
    expect(unclear(named("a.pdf"), { attachments: [] })).toEqual(["attachments"]);
    expect(told({}, named("a.pdf"))).toEqual([]);
  });
});

describe("is proven", () => {
  const proven = (sent: JsonObject, other: JsonObject = sent): boolean => compared(sent, other).proven;

  test.each([
    { party_tax_scheme: { company_id: "100234567400003" } },
    { tin: "1002345674" },
    { endpoint_id: "1002345674" },
    { company_id: "CN-1029384" },
    { name: "Desert Lime Trading" },
    { party_name: "Desert Lime Trading LLC" },
  ])("by supplier, date and each line: %j", (supplier) => {
    expect(proven({ accounting_supplier_party: supplier })).toBe(true);
  });

  test("not without the day of issue", () => {
    expect(proven({}, { issue_date: undefined as unknown as JsonValue })).toBe(false);
    expect(proven({}, { issue_date: "2026-06-14" })).toBe(false);
    expect(proven({ issue_date: null })).toBe(false);
  });

  test("not without the supplier, nor by where the supplier is", () => {
    expect(proven({}, { accounting_supplier_party: {} })).toBe(false);
    expect(proven({ accounting_supplier_party: { email: "billing@desertlime.example" } })).toBe(false);
    const buyer = { buyer_customer_party: { id: "B-1" }, accounting_supplier_party: {} };
    expect(proven(buyer)).toBe(false);
  });

  test("not without lines, nor without the name, quantity and price of each", () => {
    expect(proven({ document_lines: [] })).toBe(false);
    expect(proven({ document_lines: {} })).toBe(false);
    for (const without of ["name", "quantity", "price"]) {
      const rest = Object.fromEntries(Object.entries(line).filter(([name]) => name !== without));
      expect(proven({}, { document_lines: [rest] }), without).toBe(false);
      expect(proven({ document_lines: [line, line] }, { document_lines: [line, rest] }), without).toBe(false);
    }
  });
});
