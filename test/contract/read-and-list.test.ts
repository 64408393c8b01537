import { expect, test } from "vitest";
import { startTestSandbox, type TestSandbox } from "../support/start-sandbox.ts";
import { type Body, creditNoteBody, invoiceBody, withTin } from "./bodies.ts";

async function create(sandbox: TestSandbox, change: Body = {}): Promise<Body> {
  const { status, body, text } = await sandbox.call(
    "POST",
    `/api/purchase-invoices/${sandbox.businessProfileId}`,
    invoiceBody(change),
  );
  expect([status, status === 201 ? "" : text]).toEqual([201, ""]);
  return body;
}

test("a created invoice is retrieved as it was answered", async () => {
  const sandbox = await startTestSandbox();
  const created = await create(sandbox, { note: "for the audit" });
  const { status, body } = await sandbox.call("GET", `/api/purchase-invoices/${created.id}`);
  expect(status).toBe(200);
  expect(body).toEqual(created);
});

test.each(["00000000-0000-4000-8000-000000000000", "x", "..%2F..", "%00"])(
  "404: there is no invoice %s",
  async (id) => {
    const sandbox = await startTestSandbox();
    const { status, body } = await sandbox.call("GET", `/api/purchase-invoices/${id}`);
    expect([status, body]).toEqual([404, { errors: { message: expect.stringContaining("not found") } }]);
  },
);

test("an empty list is a page without content", async () => {
  const sandbox = await startTestSandbox();
  const { status, body } = await sandbox.call("GET", "/api/purchase-invoices");
  expect([status, body]).toEqual([200, { content: [], page_number: 0, total_pages: 0, total_elements: 0 }]);
});

test("a list comes in pages of ten, the newest first, and holds whole documents", async () => {
  const sandbox = await startTestSandbox();
  const numbers = Array.from({ length: 12 }, (_, at) => `SB-${at + 1}`);
  for (const document_number of numbers) await create(sandbox, { document_number });
  const first = await sandbox.call("GET", "/api/purchase-invoices");
  expect(first.body).toMatchObject({ page_number: 0, total_pages: 2, total_elements: 12 });
  expect(first.body.content.map((each: Body) => each.document_number)).toEqual(numbers.toReversed().slice(0, 10));
  expect(first.body.content[0].totals.payable_amount).toBe(10500);
  const second = await sandbox.call("GET", "/api/purchase-invoices?page=1&size=10");
  expect(second.body.content.map((each: Body) => each.document_number)).toEqual(["SB-2", "SB-1"]);
  expect((await sandbox.call("GET", "/api/purchase-invoices?page=7")).body.content).toEqual([]);
});

test.each([
  ["document_number=SB-B", ["SB-B"]],
  ["document_number=SB-", []],
  ["billed_by_name=lime", ["SB-A", "SB-B"]],
  ["billed_by_name=Dune%20Works", ["SB-C"]],
  ["billed_by_vat=100234567400003", ["SB-A", "SB-B"]],
  ["billed_to_name=palm%20ledger", ["SB-A", "SB-B", "SB-C"]],
  ["billed_to_name=nobody", []],
  ["billed_to_vat=100987654900003", ["SB-A", "SB-B", "SB-C"]],
  ["billed_to_vat=100000000000003", []],
  ["document_date=2026-06-16", ["SB-B"]],
  ["status=PENDING", ["SB-A", "SB-B", "SB-C"]],
  ["status=APPROVED", []],
  ["billed_by_name=lime&document_date=2026-06-15", ["SB-A"]],
])("a list is filtered by %s", async (query, expected) => {
  const sandbox = await startTestSandbox();
  await create(sandbox, { document_number: "SB-A" });
  await create(sandbox, { document_number: "SB-B", issue_date: "2026-06-16" });
  const other = withTin(invoiceBody(), "1003456787").accounting_supplier_party;
  await create(sandbox, {
    document_number: "SB-C",
    accounting_supplier_party: { ...other, name: "Dune Works", party_name: "Dune Works LLC" },
  });
  const { body } = await sandbox.call("GET", `/api/purchase-invoices?${query}`);
  expect(body.content.map((each: Body) => each.document_number).sort()).toEqual(expected);
  expect(body.total_elements).toBe(expected.length);
});

test("names are found in any case, beyond ASCII too, and numbers without the blanks around them", async () => {
  const sandbox = await startTestSandbox();
  const party = { ...invoiceBody().accounting_supplier_party, name: "\u00c9toile", party_name: "\u00c9toile LLC" };
  await create(sandbox, { accounting_supplier_party: party });
  for (const name of ["\u00e9toile", "\u00c9TOILE", "toile llc"]) {
    const { body } = await sandbox.call("GET", `/api/purchase-invoices?billed_by_name=${encodeURIComponent(name)}`);
    expect([name, body.total_elements]).toEqual([name, 1]);
  }
  const note = creditNoteBody({ billing_reference: [{ id: " SB-2026-0001 ", issue_date: "2026-06-15" }] });
  const made = await sandbox.call("POST", `/api/purchase-credit-notes/${sandbox.businessProfileId}`, note);
  const { body } = await sandbox.call("GET", "/api/purchase-credit-notes?invoice_number=SB-2026-0001");
  expect([made.status, body.total_elements]).toEqual([201, 1]);
});

test.each([
  ["page=-1", "page"],
  ["page=x", "page"],
  ["size=0", "size"],
  ["size=1e3", "size"],
  ["document_date=2026-02-30", "document_date"],
])("400: a list cannot be asked with %s", async (query, key) => {
  const sandbox = await startTestSandbox();
  const { status, body } = await sandbox.call("GET", `/api/purchase-invoices?${query}`);
  expect([status, Object.keys(body.errors)]).toEqual([400, [key]]);
});

test("the business profile is shown with its address and times", async () => {
  const sandbox = await startTestSandbox();
  const { status, body } = await sandbox.call("GET", `/api/business-profiles/${sandbox.businessProfileId}`);
  expect(status).toBe(200);
  expect(sandbox.businessProfileId).toMatch(/^SBX-[A-Z0-9]{10}$/);
  expect(body).toMatchObject({
    profile_id: sandbox.businessProfileId,
    status: "COMPLETED",
    tin: "1009876549",
    party_tax_scheme: { company_id: "100987654900003", tax_scheme: "VAT" },
    postal_address: { country_code: "AE", created_at: expect.any(Number) },
  });
  expect(body.created_at).toBe(Math.floor(sandbox.clock.now() / 1000));
});

test("404: the profile read has an error shape of its own", async () => {
  const sandbox = await startTestSandbox();
  const { status, body } = await sandbox.call("GET", "/api/business-profiles/SBX-0000000000");
  expect([status, body]).toEqual([404, { error: expect.any(String) }]);
});

test("a filter by a status that does not exist is a fault of the request, not an empty list", async () => {
  const sandbox = await startTestSandbox();
  for (const list of ["purchase-invoices", "purchase-credit-notes"])
    for (const wrong of ["APROVED", "approved"]) {
      const { status, body } = await sandbox.call("GET", `/api/${list}?status=${wrong}`);
      expect([status, Object.keys(body.errors)]).toEqual([400, ["status"]]);
    }
});
