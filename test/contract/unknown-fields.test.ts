import { expect, test } from "vitest";
import { startTestSandbox, type TestSandbox } from "../support/start-sandbox.ts";
import { type Body, invoiceBody, lineBody } from "./bodies.ts";

const create = (sandbox: TestSandbox, body: unknown) =>
  sandbox.call("POST", `/api/purchase-invoices/${sandbox.businessProfileId}`, body);

/** An invoice with the misspelled field that made a net amount a hundred times too high. */
const guessed = (): Body => invoiceBody({ document_lines: [lineBody({ price_base_quantity: 100 })] });
const path = "document_lines[0].price_base_quantity";
const meant = "document_lines[0].price.base_quantity";

test("a field that the service does not know is ignored and named: in the answer, the request log and verify", async () => {
  const sandbox = await startTestSandbox();
  const { status, headers } = await create(sandbox, guessed());
  expect([status, headers.get("x-ignored-fields")]).toEqual([201, `${path};did-you-mean=${meant}`]);
  const { body: log } = await sandbox.call("GET", "/sandbox/requests");
  expect(log.requests[0].ignored).toEqual([{ path, did_you_mean: meant }]);
  const { body: verdict } = await sandbox.call("GET", "/sandbox/verify");
  expect(verdict.ok).toBe(false);
  expect(verdict.checks.find((each: Body) => each.check === "known-fields")).toEqual({
    check: "known-fields",
    ok: false,
    says: expect.stringMatching(/^Sent fields or parameters that the service does not know: request 1 \(POST \S+\): /),
    requests: [1],
  });
  expect(verdict.problems.at(-1)).toContain(`${path} (did you mean ${meant}?)`);
});

test("a body of known fields has no such header, and null says nothing", async () => {
  const sandbox = await startTestSandbox();
  const { headers } = await create(sandbox, invoiceBody({ internal_remark: null }));
  expect(headers.get("x-ignored-fields")).toBeNull();
  const { body: verdict } = await sandbox.call("GET", "/sandbox/verify");
  expect(verdict.checks.find((each: Body) => each.check === "known-fields")).toMatchObject({ ok: true, requests: [] });
});

test("a strict sandbox refuses unknown fields, each by its path with what was probably meant", async () => {
  const sandbox = await startTestSandbox({ strict: true });
  const { status, headers, body } = await create(sandbox, {
    ...guessed(),
    invoice_type_code: "389",
    issueDate: "2026-06-15",
    cost_centre: "12",
  });
  expect([status, headers.get("x-ignored-fields")]).toEqual([400, null]);
  expect(body.errors).toMatchObject({
    [path]: `${path} is not a field of the document. Did you mean ${meant}?`,
    issueDate: "issueDate is not a field of the document. Did you mean issue_date?",
    cost_centre: "cost_centre is not a field of the document.",
  });
});

test("what a refused body holds beside is named too; a field that may never be sent is refused once and not named", async () => {
  const sandbox = await startTestSandbox();
  const body = invoiceBody({ issue_date: undefined, isue_date: "2026-06-15", tax_point_date: "2026-06-15" });
  const { status, headers, body: answer } = await create(sandbox, body);
  expect(status).toBe(400);
  expect(headers.get("x-ignored-fields")).toBe("isue_date;did-you-mean=issue_date");
  expect(Object.keys(answer.errors).sort()).toEqual(["issue_date", "tax_point_date"]);
});

test.each([
  [
    "a name one level deeper",
    { percent: "5" },
    "document_lines[0].percent;did-you-mean=document_lines[0].classified_tax_category.percent",
  ],
  ["camel case", { unitCode: "XBX" }, "document_lines[0].unitCode;did-you-mean=document_lines[0].unit_code"],
  ["odd characters", { "größe, \r\nx: y": 1 }, "document_lines[0].gr%C3%B6%C3%9Fe%2C%20%0D%0Ax%3A%20y"],
  ["half a character", { "\ud83d": 1 }, "document_lines[0].%EF%BF%BD"],
  ["what files of selfbill may say, and bodies may not", { supplier: "x" }, "document_lines[0].supplier"],
])("%s is named so that a header can carry it", async (_, more, header) => {
  const sandbox = await startTestSandbox();
  const { headers } = await create(sandbox, invoiceBody({ document_lines: [lineBody(more)] }));
  expect(headers.get("x-ignored-fields")).toBe(header);
});

test("fields of selfbill's own files are unknown to a service", async () => {
  const sandbox = await startTestSandbox();
  const { headers } = await create(sandbox, invoiceBody({ supplier: "desert-lime", corrects: "SB-1" }));
  expect(headers.get("x-ignored-fields")).toMatch(/^supplier.*, corrects/);
});

test("thousands of unknown fields make a short header and a short log", async () => {
  const sandbox = await startTestSandbox();
  const many = Object.fromEntries(Array.from({ length: 5_000 }, (_, at) => [`${"x".repeat(500)}${at}`, 1]));
  const { status, headers } = await create(sandbox, invoiceBody(many));
  expect(status).toBe(201);
  expect(headers.get("x-ignored-fields")?.length).toBeLessThanOrEqual(4_000);
  const { body: log } = await sandbox.call("GET", "/sandbox/requests");
  expect(log.requests[0].ignored).toHaveLength(50);
});

test("a document that replaces a failed one is looked at in the same way", async () => {
  const sandbox = await startTestSandbox();
  const failing = invoiceBody({ document_lines: [lineBody({ commodity_classification: { commodity_code: "G" } })] });
  const { body } = await create(sandbox, failing);
  sandbox.clock.advance(5);
  const resubmit = `/api/purchase-invoices/${body.id}/${sandbox.businessProfileId}`;
  const { status, headers } = await sandbox.call("PUT", resubmit, guessed());
  expect([status, headers.get("x-ignored-fields")]).toEqual([200, `${path};did-you-mean=${meant}`]);
});

test("the description of a strict sandbox allows no other fields", async () => {
  const open = await startTestSandbox();
  const strict = await startTestSandbox({ strict: true });
  const closed = async (sandbox: TestSandbox): Promise<unknown> => {
    const { body } = await sandbox.call("GET", "/openapi.json");
    return Object.entries<Body>(body.components.schemas)
      .filter(([, schema]) => schema.additionalProperties === false)
      .map(([name]) => name).length;
  };
  expect(await closed(open)).toBe(0);
  expect(await closed(strict)).toBeGreaterThan(10);
});

const list = "/api/purchase-invoices";

test.each([
  ["?supplierName=x", "?supplierName"],
  ["?page=0&billed_by_nam=x&billed_by_nam=y", "?billed_by_nam;did-you-mean=?billed_by_name"],
  ["?gr%C3%B6%C3%9Fe%0D%0A=1", "?gr%C3%B6%C3%9Fe%0D%0A"],
  ["?invoice_number=1", "?invoice_number"],
])("a list that is asked with %s names the parameter that it ignored", async (query, header) => {
  const sandbox = await startTestSandbox();
  const { status, headers } = await sandbox.call("GET", `${list}${query}`);
  expect([status, headers.get("x-ignored-fields")]).toEqual([200, header]);
});

test("an ignored parameter is in the request log, and verify blames it; those of a call and of its kind are not", async () => {
  const sandbox = await startTestSandbox();
  const known = await sandbox.call("GET", "/api/purchase-credit-notes?invoice_number=1&page=0");
  expect(known.headers.get("x-ignored-fields")).toBeNull();
  await sandbox.call("GET", `${list}/uuids?created_on=2026-06-15&document_date=2026-06-15`);
  const { body: log } = await sandbox.call("GET", "/sandbox/requests");
  expect(log.requests.map((each: Body) => each.ignored)).toEqual([
    [],
    [{ path: "?document_date", did_you_mean: null }],
  ]);
  const { body: verdict } = await sandbox.call("GET", "/sandbox/verify");
  expect(verdict.problems.join()).toContain("request 2");
  expect(verdict.problems.join()).toContain("?document_date");
});

test("an unknown parameter of a create is named beside the fields of its body, and its answer is as before", async () => {
  const sandbox = await startTestSandbox();
  const path = `/api/purchase-invoices/${sandbox.businessProfileId}?dryRun=true`;
  const { status, headers } = await sandbox.call("POST", path, invoiceBody({ cost_centre: "12" }));
  expect([status, headers.get("x-ignored-fields")]).toEqual([201, "cost_centre, ?dryRun"]);
});

test("a strict sandbox refuses unknown parameters before it does anything", async () => {
  const sandbox = await startTestSandbox({ strict: true });
  const { status, headers, body } = await sandbox.call("GET", `${list}?supplierName=x&documentNumber=1`);
  expect([status, headers.get("x-ignored-fields")]).toEqual([400, null]);
  expect(body.errors).toEqual({
    "?supplierName": "?supplierName is not a parameter of this call.",
    "?documentNumber": "?documentNumber is not a parameter of this call. Did you mean ?document_number?",
  });
  const path = `/api/purchase-invoices/${sandbox.businessProfileId}?dryRun=true`;
  expect((await sandbox.call("POST", path, invoiceBody())).status).toBe(400);
  expect((await sandbox.call("GET", list)).body.total_elements).toBe(0);
});
