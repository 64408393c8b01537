import { expect, test } from "vitest";
import { startTestSandbox, type TestSandbox } from "../support/start-sandbox.ts";
import { type Body, invoiceBody, lineBody, without } from "./bodies.ts";

const create = (sandbox: TestSandbox, body: unknown, headers?: Record<string, string>) =>
  sandbox.call("POST", `/api/purchase-invoices/${sandbox.businessProfileId}`, body, headers);

const standard = { id: "S", percent: 5, tax_scheme: "VAT" };
const period = { start_date: "2026-05-01", end_date: "2026-05-31", description: "MTH" };
const muscat = {
  street_name: "Harbour Road 1",
  city_name: "Muscat",
  country_subentity: "MA",
  country: "Oman",
  country_code: "OM",
};

test("an invoice is answered with 201 and the whole document", async () => {
  const sandbox = await startTestSandbox();
  const { status, headers, body } = await create(sandbox, invoiceBody());
  expect(status).toBe(201);
  expect(headers.get("content-type")).toBe("application/json");
  expect(body).toMatchObject({
    id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/),
    org_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    document_number: "SB-2026-0001",
    document_sequence: 1,
    document_source: "API",
    document_status: "ACTIVE",
    is_phase2_document: true,
    invoice_type_code: "389",
    tax_currency_code: null,
    tax_exchange_rate: null,
    delivery: null,
    charges: [],
    allowances: [],
    billing_reference: [],
    attachments: [],
    tax_breakdown: [{ tax_category_code: "S", tax_percentage: 5, taxable_amount: 10000, tax_amount: 500 }],
    meta_info: {
      peppol_status: { participant_status: null, fta_status: null, overall_status: "PENDING", validation_results: [] },
    },
  });
});

test("the customer comes from the business profile", async () => {
  const sandbox = await startTestSandbox();
  const { body } = await create(sandbox, invoiceBody());
  const profile = await sandbox.call("GET", `/api/business-profiles/${sandbox.businessProfileId}`);
  expect(body.accounting_customer_party).toMatchObject({
    profile_id: sandbox.businessProfileId,
    name: profile.body.name,
    tin: profile.body.tin,
    party_tax_scheme: profile.body.party_tax_scheme,
    company_scheme_id: null,
  });
});

test("a line comes back with its amounts, the price under its answer's name, and null for what was not sent", async () => {
  const sandbox = await startTestSandbox();
  const { body } = await create(sandbox, invoiceBody());
  expect(body.document_lines[0]).toMatchObject({
    quantity: 40,
    price: {
      price_amount: 250,
      base_quantity: 1,
      allowance: {
        reason_code: null,
        reason: null,
        amount: 0,
        multiplier_factor_numeric: null,
        base_amount: 250,
        tax_category: null,
      },
    },
    classified_tax_category: { ...standard, tax_exemption_reason_code: null, tax_exemption_reason: null },
    charges: null,
    allowances: null,
    base_amount: 10000,
    net_amount: 10000,
    tax_amount: 500,
    tax_amount_in_aed: 500,
    total_amount: 10500,
    total_amount_in_aed: 10500,
  });
  expect(body.document_lines[0].price).not.toHaveProperty("base_amount.text");
});

test("totals stand at the root and in totals, with the same values", async () => {
  const sandbox = await startTestSandbox();
  const { body } = await create(sandbox, invoiceBody());
  expect(body.totals).toEqual({
    line_extension_amount: 10000,
    allowance_total_amount: 0,
    charge_total_amount: 0,
    tax_exclusive_amount: 10000,
    tax_amount: 500,
    tax_amount_in_aed: 500,
    tax_inclusive_amount: 10500,
    prepaid_amount: 0,
    payable_rounding_amount: 0,
    payable_amount: 10500,
    payable_amount_in_aed: 10500,
    total_item_allowances: 0,
    total_item_charges: 0,
    total_taxable_amount: 10000,
    total_non_taxable_amount: 0,
  });
  for (const [name, value] of Object.entries(body.totals)) expect([name, body[name]]).toEqual([name, value]);
});

test("a document in dollars is calculated to the fils, with its AED amounts", async () => {
  const sandbox = await startTestSandbox();
  const { status, body } = await create(
    sandbox,
    invoiceBody({
      document_currency_code: "USD",
      tax_currency_code: "AED",
      tax_exchange_rate: { source_currency_code: "USD", target_currency_code: "AED", calculation_rate: 3.6725 },
      document_lines: [lineBody({ quantity: 10, price: { base_amount: 99.99, base_quantity: 1 } })],
      charges: [{ reason_code: "FC", reason: "Freight", amount: 50, tax_category: standard }],
      allowances: [{ reason_code: "95", reason: "Discount", amount: 20, tax_category: standard }],
    }),
  );
  expect(status).toBe(201);
  expect(body.totals).toMatchObject({
    line_extension_amount: 999.9,
    charge_total_amount: 50,
    allowance_total_amount: 20,
    tax_exclusive_amount: 1029.9,
    tax_amount: 51.5,
    tax_inclusive_amount: 1081.4,
    tax_amount_in_aed: 189.13,
    payable_amount_in_aed: 3971.44,
  });
});

test("a discounted price and an amount left to its percentage come back calculated", async () => {
  const sandbox = await startTestSandbox();
  const price = { base_amount: 5, base_quantity: 1, allowance: { amount: 0.1, base_amount: 5 } };
  const allowance = { reason_code: "95", multiplier_factor_numeric: 3, base_amount: 9800 };
  const { body } = await create(
    sandbox,
    invoiceBody({ document_lines: [lineBody({ quantity: 2000, price, allowances: [allowance] })] }),
  );
  expect(body.document_lines[0].price).toMatchObject({ price_amount: 4.9, allowance: { amount: 0.1, base_amount: 5 } });
  expect(body.document_lines[0].allowances[0]).toMatchObject({ amount: 294, reason: null, tax_category: null });
  expect(body.document_lines[0].net_amount).toBe(9506);
});

test("numbers come back with the digits they were sent with", async () => {
  const sandbox = await startTestSandbox();
  const text = JSON.stringify(invoiceBody()).replace('"quantity":40', '"quantity":40.10000000000000001');
  const answer = await create(sandbox, text);
  expect(answer.status).toBe(201);
  expect(answer.text).toContain('"quantity":40.10000000000000001,');
});

test("attachments come back as metadata, never with their content", async () => {
  const sandbox = await startTestSandbox();
  const file = { file_name: "delivery-note.pdf", file_type: "application/pdf", file_content: "JVBERi0xLjQK" };
  const created = await create(sandbox, invoiceBody({ attachments: [file] }));
  expect(created.body.attachments).toEqual([
    { id: expect.stringMatching(/^[0-9a-f-]{36}$/), file_name: "delivery-note.pdf", file_type: "application/pdf" },
  ]);
  const read = await sandbox.call("GET", `/api/purchase-invoices/${created.body.id}`);
  const list = await sandbox.call("GET", "/api/purchase-invoices");
  for (const answer of [created, read, list]) expect(answer.text).not.toContain("JVBERi0xLjQK");
  for (const answer of [created, read, list]) expect(answer.text).not.toContain("file_content");
});

test.each<[string, Body, (body: Body) => unknown, unknown]>([
  [
    "only an actual delivery date",
    { delivery: { actual_delivery_date: "2026-06-14" } },
    (body) => body.delivery.actual_delivery_date,
    "2026-06-14",
  ],
  [
    "an item property as an object",
    { document_lines: [lineBody({ additional_item_property: { name: "Colour", value: "White" } })] },
    (body) => body.document_lines[0].additional_item_property,
    { name: "Colour", value: "White" },
  ],
  [
    "item properties as an array",
    { document_lines: [lineBody({ additional_item_property: [{ name: "Colour", value: "White" }] })] },
    (body) => body.document_lines[0].additional_item_property,
    [{ name: "Colour", value: "White" }],
  ],
  [
    "a line charge without a tax category",
    { document_lines: [lineBody({ charges: [{ amount: 10, reason: "Packing" }] })] },
    (body) => body.document_lines[0].charges[0],
    {
      amount: 10,
      reason: "Packing",
      reason_code: null,
      multiplier_factor_numeric: null,
      base_amount: null,
      tax_category: null,
    },
  ],
  [
    "deemed supply without payment means",
    { profile_execution_id: "01000000", payment_means: undefined },
    (body) => body.payment_means,
    [],
  ],
  [
    "a summary with one date",
    { profile_execution_id: "00010000", invoice_period: { end_date: "2026-05-31" } },
    (body) => body.invoice_period.start_date,
    null,
  ],
  ["an e-commerce invoice without delivery", { profile_execution_id: "00000010" }, (body) => body.delivery, null],
  [
    "an export with its address",
    { profile_execution_id: "00000001", delivery: { delivery_location: { address: muscat } } },
    (body) => body.delivery.delivery_location.address.country_code,
    "OM",
  ],
  [
    "a free zone with its beneficiary",
    { profile_execution_id: "10000000", buyer_customer_party: { id: "1004445556" } },
    (body) => body.buyer_customer_party,
    { id: "1004445556" },
  ],
  [
    "an agent with the principal",
    { profile_execution_id: "00000100", seller_supplier_party: { id: "100555666500003" } },
    (body) => body.seller_supplier_party,
    { id: "100555666500003" },
  ],
  ["an unknown field, which is not echoed", { colour: "blue" }, (body) => "colour" in body, false],
  ["null for an optional field", { note: null }, (body) => body.note, null],
  ["an AED document with tax currency AED", { tax_currency_code: "AED" }, (body) => body.tax_currency_code, "AED"],
  ["no issue time", { issue_time: undefined }, (body) => body.issue_time, "00:00:00"],
  ["no currency", { document_currency_code: undefined }, (body) => body.document_currency_code, "AED"],
  ["no type code", { invoice_type_code: undefined }, (body) => body.invoice_type_code, "389"],
  [
    "a number written as text",
    { document_lines: [lineBody({ quantity: "40" })] },
    (body) => body.document_lines[0].quantity,
    40,
  ],
  ["a number with an exponent", { prepaid_amount: 1e-7 }, (body) => body.prepaid_amount, 1e-7],
])("accepted and echoed: %s", async (_, change, look, expected) => {
  const sandbox = await startTestSandbox();
  const { status, text, body } = await create(sandbox, invoiceBody(change));
  expect([status, status === 201 ? "" : text]).toEqual([201, ""]);
  expect(look(body)).toEqual(expected);
});

test.each(["", "{", "[1]", '"text"', "null", "12", '{"a":1,"a":2}', '{"__proto__":{}}', "[".repeat(100), "{'a':1}"])(
  "a body that is no JSON object is refused with one message: %s",
  async (text) => {
    const sandbox = await startTestSandbox();
    const { status, body } = await create(sandbox, text);
    expect(status).toBe(400);
    expect(body).toEqual({ errors: { message: expect.stringMatching(/^The request body/) } });
  },
);

test("an unknown business profile is refused and named, before any field is looked at", async () => {
  const sandbox = await startTestSandbox();
  const { status, body } = await sandbox.call("POST", "/api/purchase-invoices/SBX-0000000000", {});
  expect([status, body]).toEqual([400, { errors: { message: expect.stringContaining("SBX-0000000000") } }]);
});

test("a document number is used once", async () => {
  const sandbox = await startTestSandbox();
  await create(sandbox, invoiceBody());
  const { status, body } = await create(sandbox, invoiceBody({ note: "again" }));
  expect([status, Object.keys(body.errors)]).toEqual([400, ["document_number"]]);
});

test("a document without a number is given one, another each time", async () => {
  const sandbox = await startTestSandbox();
  const numbers = [];
  for (let count = 0; count < 3; count++)
    numbers.push((await create(sandbox, without(invoiceBody(), "document_number"))).body.document_number);
  expect(new Set(numbers).size).toBe(3);
  expect(numbers.every((number) => typeof number === "string" && number !== "")).toBe(true);
});

test("the type code: 20260101 demands 389, 20260507 overwrites what is sent", async () => {
  const sandbox = await startTestSandbox();
  const other = invoiceBody({ invoice_type_code: "380" });
  const stable = await create(sandbox, other, { "x-service-version": "20260101" });
  expect([stable.status, Object.keys(stable.body.errors)]).toEqual([400, ["invoice_type_code"]]);
  const latest = await create(sandbox, other, { "x-service-version": "20260507" });
  expect([latest.status, latest.body.invoice_type_code]).toEqual([201, "389"]);
});

test("without a version the organization's default counts", async () => {
  const stable = await startTestSandbox();
  expect((await create(stable, invoiceBody({ invoice_type_code: "380" }))).status).toBe(400);
  const latest = await startTestSandbox({ defaultVersion: "20260507" });
  expect((await create(latest, invoiceBody({ invoice_type_code: "380" }))).status).toBe(201);
});

test("what may be derived is tolerated, and refused by a strict sandbox", async () => {
  const absent = ["due_date", "invoice_type_code", "document_number", "document_currency_code"];
  const body = without(
    absent.reduce((given, name) => without(given, name), invoiceBody()),
    "accounting_supplier_party",
    "email",
  );
  const lenient = await startTestSandbox();
  expect((await create(lenient, body)).status).toBe(201);
  const strict = await startTestSandbox({ strict: true });
  const refused = await create(strict, body);
  expect(refused.status).toBe(400);
  expect(Object.keys(refused.body.errors).sort()).toEqual([...absent, "accounting_supplier_party.email"].sort());
  expect((await create(strict, invoiceBody())).status).toBe(201);
});

test("the supplier may not be the buyer", async () => {
  const sandbox = await startTestSandbox();
  const own = {
    ...invoiceBody().accounting_supplier_party,
    tin: sandbox.profile.tin,
    endpoint_id: sandbox.profile.tin,
  };
  const { status, body } = await create(
    sandbox,
    invoiceBody({ accounting_supplier_party: own, invoice_period: period }),
  );
  expect([status, Object.keys(body.errors)]).toEqual([400, ["accounting_supplier_party"]]);
});
