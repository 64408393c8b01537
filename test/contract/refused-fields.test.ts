import { expect, test } from "vitest";
import { startTestSandbox, type TestSandbox } from "../support/start-sandbox.ts";
import { type Body, invoiceBody, lineBody, without } from "./bodies.ts";

const create = (sandbox: TestSandbox, body: unknown) =>
  sandbox.call("POST", `/api/purchase-invoices/${sandbox.businessProfileId}`, body);

const firstLine = (change: Body): Body => ({ document_lines: [lineBody(change)] });

test.each<[string, Body, string[]]>([
  [
    "nothing mandatory",
    without(without(invoiceBody(), "issue_date"), "profile_execution_id"),
    ["profile_execution_id", "issue_date"],
  ],
  [
    "a line without tax category",
    invoiceBody({ document_lines: [without(lineBody(), "classified_tax_category")] }),
    ["document_lines[0].classified_tax_category"],
  ],
  [
    "a document charge without tax category",
    invoiceBody({ charges: [{ amount: 5, reason: "Freight" }] }),
    ["charges[0].tax_category"],
  ],
  [
    "a document allowance without tax category",
    invoiceBody({ allowances: [{ amount: 5, reason: "Discount" }] }),
    ["allowances[0].tax_category"],
  ],
  ["flag 1 without beneficiary", invoiceBody({ profile_execution_id: "10000000" }), ["buyer_customer_party.id"]],
  ["flag 4 without period", invoiceBody({ profile_execution_id: "00010000" }), ["invoice_period"]],
  [
    "flag 4 with a frequency alone",
    invoiceBody({ profile_execution_id: "00010000", invoice_period: { description: "MTH" } }),
    ["invoice_period"],
  ],
  ["flag 6 without principal", invoiceBody({ profile_execution_id: "00000100" }), ["seller_supplier_party.id"]],
  [
    "a principal by its TIN",
    invoiceBody({ seller_supplier_party: { id: "1005556665" } }),
    ["seller_supplier_party.id"],
  ],
  [
    "a principal of 15 letters",
    invoiceBody({ seller_supplier_party: { id: "ABCDEFGHIJKLMNO" } }),
    ["seller_supplier_party.id"],
  ],
  ["flag 8 without address", invoiceBody({ profile_execution_id: "00000001" }), ["delivery.delivery_location.address"]],
  ["flags of another form", invoiceBody({ profile_execution_id: "0000000" }), ["profile_execution_id"]],
  ["no lines", invoiceBody({ document_lines: [] }), ["document_lines"]],
  ["no supplier", without(invoiceBody(), "accounting_supplier_party"), ["accounting_supplier_party"]],
  ["no payment means", without(invoiceBody(), "payment_means"), ["payment_means"]],
  ["an impossible date", invoiceBody({ issue_date: "2026-02-30" }), ["issue_date"]],
  [
    "a delivery date of another form",
    invoiceBody({ delivery: { actual_delivery_date: "14.06.2026" } }),
    ["delivery.actual_delivery_date"],
  ],
  [
    "a foreign currency alone",
    invoiceBody({ document_currency_code: "USD" }),
    ["tax_currency_code", "tax_exchange_rate"],
  ],
  ["another tax currency", invoiceBody({ tax_currency_code: "USD" }), ["tax_currency_code"]],
  ["a negative quantity", invoiceBody(firstLine({ quantity: -1 })), ["document_lines[0].quantity"]],
  ["a negative price", invoiceBody(firstLine({ price: { base_amount: -1 } })), ["document_lines[0].price.base_amount"]],
  ["no price", invoiceBody({ document_lines: [without(lineBody(), "price")] }), ["document_lines[0].price"]],
  [
    "an unknown item type",
    invoiceBody(firstLine({ commodity_classification: { commodity_code: "X" } })),
    ["document_lines[0].commodity_classification.commodity_code"],
  ],
  [
    "a broken TRN",
    invoiceBody({
      accounting_supplier_party: {
        ...invoiceBody().accounting_supplier_party,
        party_tax_scheme: { company_id: "123", tax_scheme: "VAT" },
      },
    }),
    ["accounting_supplier_party.party_tax_scheme.company_id"],
  ],
  ["a text where a list belongs", invoiceBody({ document_lines: "one" }), ["document_lines"]],
  [
    "an attachment without its type",
    invoiceBody({ attachments: [{ file_name: "a.pdf", file_content: "JVBERi0xLjQK" }] }),
    ["attachments[0].file_type"],
  ],
  [
    "an attachment that is not Base64",
    invoiceBody({ attachments: [{ file_name: "a.pdf", file_type: "application/pdf", file_content: "data:x" }] }),
    ["attachments[0].file_content"],
  ],
  [
    "a code where a number is written as one",
    invoiceBody({ profile_execution_id: 10000000 }),
    ["profile_execution_id"],
  ],
])("refused by its fields: %s", async (_, given, keys) => {
  const sandbox = await startTestSandbox();
  const { status, body } = await create(sandbox, given);
  expect(status).toBe(400);
  expect(Object.keys(body)).toEqual(["errors"]);
  expect(Object.keys(body.errors).sort()).toEqual([...keys].sort());
  for (const message of Object.values(body.errors)) expect(message).toMatch(/\S/);
});

test.each<[string, Body]>([
  ["a negative prepaid amount", invoiceBody({ prepaid_amount: -5 })],
  ["a negative instalment", invoiceBody({ payment_terms: { note: "In two parts", amount: -5 } })],
  ["a negative rounding", invoiceBody({ payable_rounding_amount: -0.05 })],
  ["a negative VAT rate", invoiceBody(firstLine({ classified_tax_category: { id: "S", percent: -5 } }))],
])("accepted, because no service checks it at creation: %s", async (_, given) => {
  const sandbox = await startTestSandbox();
  expect(await create(sandbox, given)).toMatchObject({ status: 201 });
});

test("the two fields that the service calls mandatory say so", async () => {
  const sandbox = await startTestSandbox();
  const { body } = await create(sandbox, {});
  expect(body.errors.profile_execution_id).toContain("mandatory");
  expect(body.errors.issue_date).toContain("mandatory");
});

const neverSent: [string, Body, string][] = [
  ...[
    "id",
    "org_id",
    "document_sequence",
    "totals",
    "meta_info",
    "accounting_customer_party",
    "tax_point_date",
    "document_status",
    "is_phase2_document",
    "tax_breakdown",
    "custom_data",
    "effective_tax_point_date",
    "supply_date",
    "line_extension_amount",
    "allowance_total_amount",
    "charge_total_amount",
    "tax_exclusive_amount",
    "tax_amount",
    "tax_amount_in_aed",
    "tax_inclusive_amount",
    "payable_amount",
    "payable_amount_in_aed",
    "total_item_allowances",
    "total_item_charges",
    "total_taxable_amount",
    "total_non_taxable_amount",
  ].map((name): [string, Body, string] => [name, { [name]: "x" }, name]),
  ...["base_amount", "net_amount", "tax_amount", "total_amount", "tax_amount_in_aed", "total_amount_in_aed"].map(
    (name): [string, Body, string] => [`${name} of a line`, firstLine({ [name]: 1 }), `document_lines[0].${name}`],
  ),
  [
    "price_amount",
    firstLine({ price: { base_amount: 250, price_amount: 250 } }),
    "document_lines[0].price.price_amount",
  ],
  [
    "the id of an attachment",
    { attachments: [{ id: "x", file_name: "a.pdf", file_type: "application/pdf", file_content: "JVBERi0xLjQK" }] },
    "attachments[0].id",
  ],
  ["a name of the beneficiary", { buyer_customer_party: { id: "1", name: "x" } }, "buyer_customer_party.name"],
  [
    "a name of the principal",
    { seller_supplier_party: { id: "100555666500003", name: "x" } },
    "seller_supplier_party.name",
  ],
  ["meta_info in a group", { delivery: { meta_info: 1 } }, "delivery.meta_info"],
];

test.each(neverSent)("a field that only answers carry is refused: %s", async (_, change, key) => {
  const sandbox = await startTestSandbox();
  const { status, body } = await create(sandbox, invoiceBody(change));
  expect([status, Object.keys(body.errors)]).toEqual([400, [key]]);
});

test("a null in a field that only answers carry is as good as absent", async () => {
  const sandbox = await startTestSandbox();
  expect((await create(sandbox, invoiceBody({ id: null, meta_info: null }))).status).toBe(201);
});

const attached = (name: string): Body => ({
  attachments: [{ file_name: name, file_type: "application/pdf", file_content: "JVBERi0xLjQK" }],
});

test.each<[string, Body, string]>([
  ["a NUL in the number", { document_number: "SB-1\u0000" }, "document_number"],
  ["half a character in a note", { note: "a\ud800b" }, "note"],
  ["a character that is none", { note: "a\uffff" }, "note"],
  ["an escape in an item's name", firstLine({ name: "Tile\u001b[2J" }), "document_lines[0].name"],
  [
    "a control character in a name",
    { accounting_supplier_party: { ...invoiceBody().accounting_supplier_party, name: "A\u0008B" } },
    "accounting_supplier_party.name",
  ],
  ["an attachment's name with a folder", attached("../../etc/passwd.pdf"), "attachments[0].file_name"],
  ["an attachment's name with a folder of Windows", attached("..\\a.pdf"), "attachments[0].file_name"],
  ["an attachment's name with a line break", attached("a.pdf\r\nX-Evil: 1"), "attachments[0].file_name"],
  ["an attachment that is called as its folder", attached(".."), "attachments[0].file_name"],
  [
    "a rate of another currency",
    {
      document_currency_code: "USD",
      tax_currency_code: "AED",
      tax_exchange_rate: { source_currency_code: "EUR", target_currency_code: "AED", calculation_rate: 3.6725 },
    },
    "tax_exchange_rate.source_currency_code",
  ],
])("%s is refused on its field", async (_, change, key) => {
  const sandbox = await startTestSandbox();
  const { status, body } = await create(sandbox, invoiceBody(change));
  expect([status, Object.keys(body.errors)]).toEqual([400, [key]]);
});

test("letters of every script, emoji and line breaks in a note are taken", async () => {
  const sandbox = await startTestSandbox();
  const body = invoiceBody({ note: "بلاط 瓷砖 😀\nzweite Zeile\t!", ...attached("مذكرة تسليم.pdf") });
  expect((await create(sandbox, body)).status).toBe(201);
});
