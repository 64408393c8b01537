import { describe, expect, test } from "vitest";
import { checkFields, type DocumentKind, type SelfBilledDocument } from "../../src/document/index.ts";
import { inArabicDigits } from "../support/arabic-digits.ts";
import { creditNote, inDollars, invoice, line, palmLedger } from "../support/documents.ts";
import { scenarioInvoices } from "../support/scenarios.ts";

function found(document: SelfBilledDocument, kind: DocumentKind = "invoice", version = "20260101"): string[] {
  return checkFields(document, { kind, version, profile: palmLedger }).map((each) => `${each.tier} ${each.path}`);
}

test.each(Object.entries(scenarioInvoices))("nothing is wrong with: %s", (_, document) => {
  expect(found(document)).toEqual([]);
});

test("nothing is wrong with a credit note", () => {
  expect(found(creditNote(), "credit-note")).toEqual([]);
});

test("a group in place of a list is one fault, not one for each field of an entry", () => {
  expect(found({ ...invoice(), document_lines: {} } as unknown as SelfBilledDocument)).toEqual(["T1 document_lines"]);
});

test("a percentage needs its base, and a base its percentage", () => {
  const s = { id: "S", percent: "5" };
  const charges = [
    { reason_code: "FC", amount: "5", multiplier_factor_numeric: "2", tax_category: s },
    { reason_code: "FC", amount: "5", base_amount: "250", tax_category: s },
  ];
  expect(found(invoice({ charges }))).toEqual(["T2 charges[0].base_amount", "T2 charges[1].multiplier_factor_numeric"]);
});

test("an empty document names every mandatory field at once", () => {
  expect(found({})).toEqual([
    "T1 profile_execution_id",
    "T1 issue_date",
    "T2 due_date",
    "T2 document_currency_code",
    "T1 accounting_supplier_party",
    "T1 document_lines",
    "T1 payment_means",
  ]);
});

describe("one fact changed", () => {
  const supplier = invoice().accounting_supplier_party;
  const table: [string, Partial<SelfBilledDocument>, string[]][] = [
    ["flags of seven digits", { profile_execution_id: "0000000" }, ["T1 profile_execution_id"]],
    ["a day that does not exist", { issue_date: "2026-02-30" }, ["T1 issue_date"]],
    ["the year 0000, which XML does not know", { issue_date: "0000-06-15" }, ["T1 issue_date"]],
    ["a time without seconds", { issue_time: "10:30" }, ["T2 issue_time"]],
    [
      "an unknown currency",
      { document_currency_code: "XYZ" },
      ["T2 document_currency_code", "T1 tax_currency_code", "T1 tax_exchange_rate"],
    ],
    ["dollars without a rate", { document_currency_code: "USD" }, ["T1 tax_currency_code", "T1 tax_exchange_rate"]],
    ["a tax currency other than AED", { ...inDollars, tax_currency_code: "USD" }, ["T1 tax_currency_code"]],
    ["flag 1 without a beneficiary", { profile_execution_id: "10000000" }, ["T1 buyer_customer_party.id"]],
    ["flag 4 without a period", { profile_execution_id: "00010000" }, ["T1 invoice_period"]],
    [
      "flag 4 with a frequency alone",
      { profile_execution_id: "00010000", invoice_period: { description: "MTH" } },
      ["T1 invoice_period"],
    ],
    ["flag 6 without a principal", { profile_execution_id: "00000100" }, ["T1 seller_supplier_party.id"]],
    ["a principal by its TIN", { seller_supplier_party: { id: "1005556665" } }, ["T1 seller_supplier_party.id"]],
    [
      "a principal's TRN with blanks",
      { seller_supplier_party: { id: "100 5556665 00003" } },
      ["T1 seller_supplier_party.id"],
    ],
    ["a principal by its TRN", { seller_supplier_party: { id: "100555666500003" } }, []],
    ["flag 8 without an address", { profile_execution_id: "00000001" }, ["T1 delivery.delivery_location.address"]],
    [
      "flag 8 with a delivery date alone",
      { profile_execution_id: "00000001", delivery: { actual_delivery_date: "2026-06-14" } },
      ["T1 delivery.delivery_location.address"],
    ],
    ["a delivery date alone", { delivery: { actual_delivery_date: "2026-06-14" } }, []],
    ["no payment means", { payment_means: [] }, ["T1 payment_means"]],
    ["no lines", { document_lines: [] }, ["T1 document_lines"]],
    [
      "a TRN of 14 digits",
      {
        accounting_supplier_party: {
          ...supplier,
          party_tax_scheme: { company_id: "10023456740003", tax_scheme: "VAT" },
        },
      },
      ["T2 accounting_supplier_party.party_tax_scheme.company_id"],
    ],
    [
      "the buyer as supplier",
      { accounting_supplier_party: { ...supplier, tin: "1009876549" } },
      ["T2 accounting_supplier_party"],
    ],
    [
      "an emirate by name",
      {
        accounting_supplier_party: {
          ...supplier,
          postal_address: { ...supplier?.postal_address, country_subentity: "Dubai" },
        },
      },
      ["T2 accounting_supplier_party.postal_address.country_subentity"],
    ],
    [
      "an amount with a comma",
      { document_lines: [line({ price: { base_amount: "1,250.00" } })] },
      ["T1 document_lines[0].price.base_amount"],
    ],
    ["an exponent", { document_lines: [line({ quantity: "1e3" })] }, ["T2 document_lines[0].quantity"]],
    ["a quantity of zero", { document_lines: [line({ quantity: "0.00" })] }, ["T2 document_lines[0].quantity"]],
    [
      "a Greek Nu as category",
      { document_lines: [line({ classified_tax_category: { id: "\u039D", percent: "5" } })] },
      ["T2 document_lines[0].classified_tax_category.id"],
    ],
    [
      "two rates of the reverse charge",
      { document_lines: ["5", "10"].map((percent) => line({ classified_tax_category: { id: "AE", percent } })) },
      ["T2 document_lines[1].classified_tax_category.percent"],
    ],
    [
      "a document charge without category",
      { charges: [{ reason_code: "FC", amount: "5" }] },
      ["T1 charges[0].tax_category"],
    ],
    [
      "a line charge without category",
      { document_lines: [line({ charges: [{ reason_code: "FC", amount: "5" }] })] },
      [],
    ],
    [
      "an exempt charge without reason code",
      { charges: [{ reason: "x", amount: "5", tax_category: { id: "E" } }] },
      ["T2 charges[0].reason_code"],
    ],
    [
      "an item property without value, as a group",
      { document_lines: [line({ additional_item_property: { name: "Colour" } })] },
      ["T2 document_lines[0].additional_item_property.value"],
    ],
    [
      "a goods type that is none",
      { document_lines: [line({ commodity_classification: { commodity_code: "X" } })] },
      ["T1 document_lines[0].commodity_classification.commodity_code"],
    ],
    [
      "an attachment of a strange type",
      { attachments: [{ file_name: "a.exe", file_type: "application/x-msdownload", file_content: "AAAA" }] },
      ["T2 attachments[0].file_type"],
    ],
  ];
  test.each(table)("%s", (_, change, expected) => {
    expect(found(invoice(change))).toEqual(expected);
  });
});

test("never-send fields are refused at every depth, one problem each", () => {
  const document = {
    ...invoice(),
    id: "x",
    totals: {},
    tax_point_date: "2026-06-01",
    accounting_customer_party: { name: "x" },
    buyer_customer_party: { id: "1", name: "x" },
    document_lines: [{ ...line(), net_amount: "1", price: { base_amount: "1", price_amount: "1" } }],
    attachments: [{ id: "1", file_name: "a.pdf", file_type: "application/pdf", file_content: "AAAA" }],
    delivery: { meta_info: {} },
  };
  expect(found(document as SelfBilledDocument).sort()).toEqual(
    [
      "T1 accounting_customer_party",
      "T1 attachments[0].id",
      "T1 buyer_customer_party.name",
      "T1 delivery.meta_info",
      "T1 document_lines[0].net_amount",
      "T1 document_lines[0].price.price_amount",
      "T1 id",
      "T1 tax_point_date",
      "T1 totals",
    ].sort(),
  );
});

test("a foreign type code is refused by 20260101 and left to the service by 20260507", () => {
  expect(found(invoice({ invoice_type_code: "380" }))).toEqual(["T1 invoice_type_code"]);
  expect(found(invoice({ invoice_type_code: "380" }), "invoice", "20260507")).toEqual([]);
});

test("the wrong shape is told in words: a list where a group belongs, a text where a list belongs", () => {
  const document = {
    ...invoice(),
    document_lines: "one",
    accounting_supplier_party: ["x"],
  } as unknown as SelfBilledDocument;
  const messages = checkFields(document, { kind: "invoice", version: "20260101" }).map((each) => each.message);
  expect(messages).toContain("document_lines must be a list.");
  expect(messages).toContain("accounting_supplier_party must be a group of fields.");
});

test("a TRN in Arabic digits is refused, with the same number in digits from 0 to 9", () => {
  const trn = inArabicDigits("100234567400003");
  const party = { ...invoice().accounting_supplier_party, party_tax_scheme: { company_id: trn, tax_scheme: "VAT" } };
  const found = checkFields(invoice({ accounting_supplier_party: party }), { kind: "invoice", version: "20260101" });
  const hint = "Use the digits 0 to 9: write 100234567400003.";
  expect(found).toContainEqual(expect.objectContaining({ message: `${trn} is not a TRN.`, hint }));
});

test.each([
  ["unit_code", line({ unit_code: "xbx" }), "xbx is not a unit code.", "Write XBX (box)."],
  [
    "commodity_code",
    line({ commodity_classification: { commodity_code: "g" } }),
    "g is not an item type code.",
    "Write G (goods).",
  ],
])("a code in small letters is refused, and the right one is told: %s", (_, given, message, hint) => {
  const found = checkFields(invoice({ document_lines: [given] }), { kind: "invoice", version: "20260101" });
  expect(found).toContainEqual(expect.objectContaining({ message, hint }));
});

test.each([
  [{ quantity: "-2" }, "document_lines[0].quantity", /what goes back in a credit note/],
  [{ price: { base_amount: "-40" } }, "document_lines[0].price.base_amount", /prepaid_amount, with billing_reference/],
  [
    { allowances: [{ amount: "-5", reason: "Discount", reason_code: "95" }] },
    "document_lines[0].allowances[0].amount",
    /a charge adds/,
  ],
])("where an amount is below zero, the hint says where money that comes off belongs: %o", (change, path, way) => {
  const document = invoice({ document_lines: [line(change)] });
  const problems = checkFields(document, { kind: "invoice", version: "20260101", profile: palmLedger });
  const [told] = problems.filter((each) => /zero/.test(each.message));
  expect(told).toMatchObject({ path, hint: expect.stringMatching(way) });
});
