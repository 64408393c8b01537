import { describe, expect, test } from "vitest";
import { compareDocuments } from "../../src/contract/index.ts";
import type { JsonObject, JsonValue } from "../../src/json/index.ts";
import {
  compared,
  comparedDocument as document,
  comparedLine as line,
  jsonNumber as number,
  ofLine,
  priced,
  sameDocument as same,
  told,
  unclear,
} from "../support/compared.ts";

describe("the same document", () => {
  test("is told as it was sent", () => {
    expect(compared({}, {})).toEqual(same);
  });

  const rows: readonly [what: string, sent: JsonObject, told: JsonObject][] = [
    ["with more that the service set by itself", {}, { id: "4bf90b8c", org_id: "org", overall_status: "PENDING" }],
    ["with other type codes", { invoice_type_code: "389" }, { invoice_type_code: "380" }],
    ["with another source", { document_source: "selfbill" }, { document_source: "api" }],
    ["with members in the service's spelling", { issue_time: "10:30:00" }, { issueTime: "10:30:00" }],
    ["without seconds", { issue_time: "10:30" }, { issue_time: "10:30:00" }],
    ["with blanks around a text", { note: "tiles" }, { note: " tiles " }],
    ["with letters that are composed in another way", { note: "Caf\u00e9" }, { note: "Cafe\u0301" }],
    ["with a number as a number", ofLine({ quantity: "40" }), ofLine({ quantity: number("40.00") })],
    ["with a number that was sent as one", ofLine({ quantity: number("40") }), ofLine({ quantity: "40.0" })],
    ["with a day and midnight", {}, { issue_date: "2026-06-15T00:00:00Z" }],
    ["with a day and midnight to the millisecond", {}, { issue_date: "2026-06-15T00:00:00.000Z" }],
    ["with a day and midnight without a zone", {}, { issue_date: "2026-06-15T00:00" }],
    ["with a member left out that was sent", { note: "tiles" }, {}],
    ["with an empty member for one that was not sent", {}, { note: "" }],
    ["with a list of nothing for one that was not sent", {}, { billing_reference: [] }],
    ["with a group of nothing for one that was not sent", {}, { order_reference: { id: null, issue_date: "" } }],
    ["with zero for an amount that was not sent", {}, { prepaid_amount: number("0.00") }],
    [
      "without a rate that was sent as zero",
      ofLine({ classified_tax_category: { id: "Z", percent: "0" } }),
      ofLine({ classified_tax_category: { id: "Z", percent: null } }),
    ],
    [
      "with an empty rate",
      ofLine({ classified_tax_category: { id: "S", percent: "5" } }),
      ofLine({ classified_tax_category: { id: "S", percent: "" } }),
    ],
    ["with an empty amount that was sent as zero", { prepaid_amount: "0" }, { prepaid_amount: null }],
    [
      "with a list of one in place of a group",
      { payment_terms: { note: "30 days" } },
      { payment_terms: [{ note: "30 days" }] },
    ],
    [
      "with a group in place of a list of one",
      { billing_reference: [{ id: "A-1" }] },
      { billing_reference: { id: "A-1" } },
    ],
    ["with blanks around a number", { prepaid_amount: number("5") }, { prepaid_amount: " 5.0 " }],
    [
      "with properties in a list",
      ofLine({ additional_item_property: [{ name: "Colour", value: "red" }] }),
      ofLine({ additional_item_property: [{ name: "Colour", value: "red" }] }),
    ],
    ["with another list where no list can stand", { note: ["tiles"] }, { note: ["bricks"] }],
    ["with another group where no group can stand", { note: { text: "tiles" } }, { note: { text: "bricks" } }],
    ["with a member that no document has", { colour: "red" }, { colour: "blue" }],
  ];
  test.each(rows)("%s", (_, sent, other) => {
    expect(compared(sent, other)).toEqual(same);
  });

  test("whose lines are told in another order, with all that belongs to them", () => {
    const lines = ["first", "second", "third"].map((name, at) => ({ ...line, name, quantity: `${at + 1}` }));
    expect(compared({ document_lines: lines }, { document_lines: lines.toReversed() })).toEqual(same);
  });
});

describe("another document", () => {
  const rows: readonly [what: string, sent: JsonObject, told: JsonObject, differs: string][] = [
    ["has another text", { note: "tiles" }, { note: "bricks" }, "note: tiles / bricks"],
    ["has another day", {}, { issue_date: "2026-06-18" }, "issue_date: 2026-06-15 / 2026-06-18"],
    ["has another time", { issue_time: "10:30" }, { issue_time: "10:31" }, "issue_time: 10:30 / 10:31"],
    ["has another amount", { prepaid_amount: "5" }, { prepaid_amount: number("5.01") }, "prepaid_amount: 5 / 5.01"],
    ["has a text of other digits, which is no number", { note: "1.0" }, { note: "1.00" }, "note: 1.0 / 1.00"],
    ["has more lines", {}, { document_lines: [line, line] }, "document_lines: 1 entries / 2 entries"],
    ["has a part of a name that is too short to tell", { note: "Lime LLC" }, { note: "LLC" }, "note: Lime LLC / LLC"],
    ["has another line", {}, ofLine({ name: "Brick" }), "document_lines[0].name: Ceramic floor tile / Brick"],
    [
      "has another part of a group",
      { order_reference: { id: "PO-1" } },
      { order_reference: { id: "PO-2" } },
      "order_reference.id: PO-1 / PO-2",
    ],
    [
      "has another property in a list of them",
      ofLine({ additional_item_property: [{ name: "Colour", value: "red" }] }),
      ofLine({ additional_item_property: [{ name: "Colour", value: "blue" }] }),
      "document_lines[0].additional_item_property[0].value: red / blue",
    ],
    [
      "has another property, which stands alone",
      ofLine({ additional_item_property: { name: "Colour", value: "red" } }),
      ofLine({ additional_item_property: { name: "Colour", value: "blue" } }),
      "document_lines[0].additional_item_property.value: red / blue",
    ],
    ["has a number in place of words", { note: "tiles" }, { note: number("5") }, "note: tiles / 5"],
    ["has words in place of a number", { note: number("5") }, { note: "tiles" }, "note: 5 / tiles"],
    ["has other letters in capitals", { note: "Stra\u00dfe" }, { note: "STRASSE" }, "note: Stra\u00dfe / STRASSE"],
    [
      "has a longer text of other words",
      { note: "ceramic floor tiles" },
      { note: "marble floor slabs" },
      "note: ceramic floor tiles / marble floor slabs",
    ],
    [
      "ends in a number that is too short to tell",
      { note: "0235:1234567" },
      { note: "1234567" },
      "note: 0235:1234567 / 1234567",
    ],
    [
      "has more before a number that is too short to tell",
      { note: "1234567" },
      { note: "0235:1234567" },
      "note: 1234567 / 0235:1234567",
    ],
    [
      "has words before another day",
      { note: "No. 2026-07-15" },
      { note: "2026-07-16" },
      "note: No. 2026-07-15 / 2026-07-16",
    ],
    [
      "has words behind another day",
      { note: "2026-07-15 x" },
      { note: "2026-07-16" },
      "note: 2026-07-15 x / 2026-07-16",
    ],
    [
      "has words before a midnight",
      { note: "No. 2026-06-15" },
      { note: "No. 2026-06-15T00:00Z" },
      "note: No. 2026-06-15 / No. 2026-06-15T00:00Z",
    ],
    [
      "has words behind a midnight",
      { note: "2026-06-15 x" },
      { note: "2026-06-15T00:00 x" },
      "note: 2026-06-15 x / 2026-06-15T00:00 x",
    ],
    [
      "has a day for one that no calendar has",
      { note: "2026-02-30" },
      { note: "2026-03-01" },
      "note: 2026-02-30 / 2026-03-01",
    ],
    ["says yes in place of no", { note: true }, { note: false }, "note: true / false"],
    [
      "has a number with an exponent, which is not read",
      { note: "tiles" },
      { note: number("1e3") },
      "note: tiles / 1e3",
    ],
    [
      "has a number of more signs than are read",
      { note: number("1") },
      { note: number(`1.${"0".repeat(39)}`) },
      `note: 1 / 1.${"0".repeat(39)}`,
    ],
  ];
  test.each(rows)("%s", (_, sent, other, differs) => {
    expect(told(sent, other)).toEqual([differs]);
    expect(unclear(sent, other)).toEqual([]);
  });

  test("of several lines is told line by line, in the order in which they were sent", () => {
    const two = [line, { ...line, name: "Brick" }];
    const others = [line, { ...line, name: "Plank" }];
    expect(told({ document_lines: two }, { document_lines: others })).toEqual([
      "document_lines[1].name: Brick / Plank",
    ]);
  });

  test("has one line twice where two were sent: each line pairs with one", () => {
    const [one, other] = [line, { ...line, name: "Brick" }];
    expect(told({ document_lines: [one, other] }, { document_lines: [other, other] })).toHaveLength(1);
  });

  test("of more than 200 lines is compared in their order alone", () => {
    const lines = (count: number) => Array.from({ length: count }, (_, at) => ({ ...line, name: `no ${at}` }));
    const [most, more] = [lines(200), lines(201)];
    expect(told({ document_lines: most }, { document_lines: most.toReversed() })).toEqual([]);
    expect(told({ document_lines: more }, { document_lines: more.toReversed() })).toHaveLength(200);
  });
});

describe("what speaks neither for nor against", () => {
  const rows: readonly [what: string, sent: JsonObject, told: JsonObject, path: string][] = [
    ["a text that was emptied", { note: "tiles" }, { note: "" }, "note"],
    ["an amount that was emptied", { prepaid_amount: "5" }, { prepaid_amount: null }, "prepaid_amount"],
    ["a date moved by a time zone", { due_date: "2026-07-15" }, { due_date: "2026-07-14" }, "due_date"],
    [
      "a date moved the other way, with a time",
      { due_date: "2026-07-15" },
      { due_date: "2026-07-16T20:00:00Z" },
      "due_date",
    ],
    ["letters of another size", { note: "Tiles" }, { note: "TILES" }, "note"],
    ["other signs between the letters", { note: "PO-1 / 7" }, { note: "PO 1-7" }, "note"],
    ["a number with its scheme before it", { note: "1002345674" }, { note: "0235:1002345674" }, "note"],
    ["a number without its scheme", { note: "0235:1002345674" }, { note: "1002345674" }, "note"],
    ["eight digits with their scheme before them", { note: "12345678" }, { note: "0235:12345678" }, "note"],
    ["eight digits without their scheme", { note: "0235:12345678" }, { note: "12345678" }, "note"],
    ["a day in another notation", { due_date: "2026-07-15" }, { due_date: "2026/07/15" }, "due_date"],
    ["a day from another notation", { note: "2026/07/15" }, { note: "2026-07-15" }, "note"],
    ["days with blanks around them", { note: " 2026-07-15" }, { note: "2026-07-16 " }, "note"],
    ["a text where blanks were sent", { note: " " }, { note: "tiles" }, "note"],
    [
      "an entry of nothing in a list",
      { billing_reference: [null, { id: "A-1" }] },
      { billing_reference: ["A-0", { id: "A-1" }] },
      "billing_reference[0]",
    ],
    ["a group in place of a text", { note: "tiles" }, { note: { text: "tiles" } }, "note"],
    [
      "a text in place of a group",
      { payment_terms: { note: "30 days" } },
      { payment_terms: "30 days" },
      "payment_terms",
    ],
    [
      "two groups in place of one",
      { payment_terms: { note: "30 days" } },
      { payment_terms: [{ note: "30 days" }, { note: "x" }] },
      "payment_terms",
    ],
    [
      "a text in place of a group in a list",
      { billing_reference: [{ id: "A-1" }] },
      { billing_reference: ["A-1"] },
      "billing_reference[0]",
    ],
    ["a text in place of a price", ofLine({}), ofLine({ price: "250" }), "document_lines[0].price"],
    ["a price that is not told", {}, priced({ currency: "AED" }), "document_lines[0].price"],
  ];
  test.each(rows)("%s", (_, sent, other, path) => {
    expect(unclear(sent, other)).toEqual([path]);
    expect(told(sent, other)).toEqual([]);
  });

  test.each([
    ...["note", "buyer_reference", "accounting_cost"].map((name) => [name, "PO-1"] as const),
    ...["order_reference", "despatch_document_reference", "receipt_document_reference", "project_reference"].map(
      (name) => [name, { id: "PO-1" }] as const,
    ),
    ...["statement_document_reference", "originator_document_reference", "contract_document_reference"].map(
      (name) => [name, { id: "PO-1" }] as const,
    ),
    ["billing_reference", [{ id: "A-1" }]],
    ["invoice_period", { start_date: "2026-06-01" }],
    ["charges", [{ amount: "1" }]],
    ["allowances", [{ amount: "1" }]],
    ["prepaid_amount", "1"],
    ["payable_rounding_amount", "0.01"],
  ] as const)("%s that is told and was never sent makes it doubtful, for no service makes it up", (name, value) => {
    expect(unclear({}, { [name]: value as JsonValue })).toEqual([name]);
  });

  test.each([
    "description",
    "order_line_reference",
    "despatch_line_reference",
    "document_reference",
    "buyer_item_identification",
  ])("%s of a line that is told and was never sent makes it doubtful", (name) => {
    const value = name === "description" ? "glazed" : { id: "1" };
    expect(unclear({}, ofLine({ [name]: value }))).toEqual([`document_lines[0].${name}`]);
  });

  test("what a service may add by itself does not make it doubtful", () => {
    expect(compared({}, { due_date: "2026-07-15", payment_terms: { note: "30 days" } })).toEqual(same);
    expect(compared({}, ofLine({ unit_code: "H87" }))).toEqual(same);
  });

  test("the reason of a credit note is one that no service makes up", () => {
    const note = { ...document, discrepancy_response: "VAT reason" };
    expect(compareDocuments(document, note, "credit-note").unclear).toEqual(["discrepancy_response"]);
    expect(compareDocuments(note, note, "credit-note")).toEqual(same);
    const typed = (code: string) => ({ ...note, credit_note_type_code: code });
    expect(compareDocuments(typed("261"), typed("381"), "credit-note")).toEqual(same);
  });
});
