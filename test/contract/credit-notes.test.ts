import { expect, test } from "vitest";
import { startTestSandbox, type TestSandbox } from "../support/start-sandbox.ts";
import { type Body, creditNoteBody, invoiceBody, without } from "./bodies.ts";

const create = (sandbox: TestSandbox, body: unknown, headers?: Record<string, string>) =>
  sandbox.call("POST", `/api/purchase-credit-notes/${sandbox.businessProfileId}`, body, headers);

test("a credit note is answered with 201 and the whole document", async () => {
  const sandbox = await startTestSandbox();
  const { status, body } = await create(sandbox, creditNoteBody());
  expect(status).toBe(201);
  expect(body).toMatchObject({
    document_number: "SBC-2026-0001",
    credit_note_type_code: "261",
    discrepancy_response: "DL8.61.1.D",
    reason: null,
    billing_reference: [{ id: "SB-2026-0001", issue_date: "2026-06-15", document_description: null }],
    totals: { tax_exclusive_amount: 1000, tax_amount: 50, payable_amount: 1050 },
    accounting_customer_party: { profile_id: sandbox.businessProfileId },
    meta_info: { peppol_status: { overall_status: "PENDING" } },
  });
  expect(body).not.toHaveProperty("invoice_type_code");
  const read = await sandbox.call("GET", `/api/purchase-credit-notes/${body.id}`);
  expect([read.status, read.body]).toEqual([200, body]);
});

test("a credit note passes the network rules", async () => {
  const sandbox = await startTestSandbox({ pendingSeconds: 0 });
  const { body } = await create(sandbox, creditNoteBody());
  const read = await sandbox.call("GET", `/api/purchase-credit-notes/${body.id}`);
  expect(read.body.meta_info.peppol_status).toEqual({
    participant_status: "APPROVED",
    fta_status: "APPROVED",
    overall_status: "APPROVED",
    validation_results: [],
  });
});

test.each<[string, Body, string[]]>([
  ["no reason code", without(creditNoteBody(), "discrepancy_response"), ["discrepancy_response"]],
  ["an unknown reason code", creditNoteBody({ discrepancy_response: "X" }), ["discrepancy_response"]],
  ["no reference to the invoice", without(creditNoteBody(), "billing_reference"), ["billing_reference"]],
  [
    "a reference without number",
    creditNoteBody({ billing_reference: [{ issue_date: "2026-06-15" }] }),
    ["billing_reference[0].id"],
  ],
  ["another type code", creditNoteBody({ credit_note_type_code: "381" }), ["credit_note_type_code"]],
  ["a tax point date", creditNoteBody({ tax_point_date: "2026-06-20" }), ["tax_point_date"]],
  [
    "a supplier without TRN",
    without(creditNoteBody(), "accounting_supplier_party", "party_tax_scheme"),
    ["accounting_supplier_party.party_tax_scheme"],
  ],
  [
    "a foreign currency alone",
    creditNoteBody({ document_currency_code: "EUR" }),
    ["tax_currency_code", "tax_exchange_rate"],
  ],
  [
    "a negative quantity",
    creditNoteBody({ document_lines: [{ ...creditNoteBody().document_lines[0], quantity: -4 }] }),
    ["document_lines[0].quantity"],
  ],
])("refused by its fields: %s", async (_, given, keys) => {
  const sandbox = await startTestSandbox();
  const { status, body } = await create(sandbox, given);
  expect([status, Object.keys(body.errors).sort()]).toEqual([400, [...keys].sort()]);
});

test("a tax point date on a credit note is refused with the rule that it breaks", async () => {
  const sandbox = await startTestSandbox();
  const { body } = await create(sandbox, creditNoteBody({ tax_point_date: "2026-06-20" }));
  expect(body.errors.tax_point_date).toContain("IBR-124-AE");
});

test("the transport's refusals are those of invoices", async () => {
  const sandbox = await startTestSandbox();
  expect((await create(sandbox, creditNoteBody(), { authorization: "" })).status).toBe(401);
  expect((await create(sandbox, "{")).status).toBe(400);
  expect((await create(sandbox, creditNoteBody(), { "x-service-version": "x" })).status).toBe(400);
  expect((await create(sandbox, " ".repeat(8_388_609))).status).toBe(413);
  const unknown = await sandbox.call("POST", "/api/purchase-credit-notes/SBX-0000000000", creditNoteBody());
  expect([unknown.status, unknown.body.errors.message]).toEqual([400, expect.stringContaining("SBX-0000000000")]);
});

test("an invoice is no credit note: neither found nor listed as one", async () => {
  const sandbox = await startTestSandbox();
  const invoice = await sandbox.call("POST", `/api/purchase-invoices/${sandbox.businessProfileId}`, invoiceBody());
  const note = await create(sandbox, creditNoteBody());
  const wrong = await sandbox.call("GET", `/api/purchase-credit-notes/${invoice.body.id}`);
  expect([wrong.status, wrong.body.errors.message]).toEqual([404, expect.stringContaining(invoice.body.id)]);
  expect((await sandbox.call("GET", `/api/purchase-invoices/${note.body.id}`)).status).toBe(404);
  const notes = await sandbox.call("GET", "/api/purchase-credit-notes");
  expect(notes.body.content.map((each: Body) => each.id)).toEqual([note.body.id]);
});

test.each([
  ["invoice_number=SB-2026-0001", 1],
  ["invoice_number=SB-2026", 0],
  ["document_number=SBC-2026-0001", 1],
  ["document_date=2026-06-20", 1],
  ["size=0", undefined],
])("credit notes are listed by %s", async (query, count) => {
  const sandbox = await startTestSandbox();
  await create(sandbox, creditNoteBody());
  const { status, body } = await sandbox.call("GET", `/api/purchase-credit-notes?${query}`);
  expect([status, body.total_elements]).toEqual(count === undefined ? [400, undefined] : [200, count]);
});

test("a number is used once in the organization, over both kinds", async () => {
  const sandbox = await startTestSandbox();
  await sandbox.call("POST", `/api/purchase-invoices/${sandbox.businessProfileId}`, invoiceBody());
  const { status, body } = await create(sandbox, creditNoteBody({ document_number: "SB-2026-0001" }));
  expect([status, Object.keys(body.errors)]).toEqual([400, ["document_number"]]);
});
