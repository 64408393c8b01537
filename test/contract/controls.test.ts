import { expect, test } from "vitest";
import { startTestSandbox, type TestSandbox } from "../support/start-sandbox.ts";
import { type Body, invoiceBody } from "./bodies.ts";

const order = (sandbox: TestSandbox, ...faults: Body[]) => sandbox.call("POST", "/sandbox/faults", { faults });
const create = (sandbox: TestSandbox, change: Body = {}) =>
  sandbox.call("POST", `/api/purchase-invoices/${sandbox.businessProfileId}`, invoiceBody(change));
const numbers = async (sandbox: TestSandbox): Promise<string[]> =>
  (await sandbox.call("GET", "/api/purchase-invoices")).body.content.map((each: Body) => each.document_number);

test.each<[string, Body, number, unknown]>([
  [
    "another status in the service's shape",
    { fault: "status", status: 503 },
    503,
    { errors: { message: "An error occurred" } },
  ],
  [
    "a body of one's own",
    { fault: "status", status: 400, body: { errors: [{ field: "x", message: "y" }] } },
    400,
    { errors: [{ field: "x", message: "y" }] },
  ],
  ["429", { fault: "rate-limited", retry_after: 7 }, 429, { errors: { message: expect.any(String) } }],
  [
    "429 as a gateway writes it",
    { fault: "rate-limited", gateway: true },
    429,
    { message: expect.any(String), request_id: expect.any(String) },
  ],
])("an ordered fault is met once and nothing is created: %s", async (_, fault, expected, shape) => {
  const sandbox = await startTestSandbox();
  expect((await order(sandbox, fault)).body).toEqual({ queued: 1, ids: ["1"] });
  const { status, headers, body } = await create(sandbox);
  expect([status, body]).toEqual([expected, shape]);
  expect(headers.get("retry-after")).toBe(expected === 429 ? String(fault.retry_after ?? 1) : null);
  expect(await numbers(sandbox)).toEqual([]);
  expect((await create(sandbox)).status).toBe(201);
});

test("a gateway's page is no JSON", async () => {
  const sandbox = await startTestSandbox();
  await order(sandbox, { fault: "not-json" });
  const { status, headers, text } = await create(sandbox);
  expect([status, headers.get("content-type"), text]).toEqual([502, "text/html", expect.stringContaining("<html>")]);
});

test("a lost answer: the connection ends without one, and the document is there", async () => {
  const sandbox = await startTestSandbox();
  await order(sandbox, { fault: "close", processed: true });
  await expect(create(sandbox)).rejects.toThrow();
  expect(await numbers(sandbox)).toEqual(["SB-2026-0001"]);
});

test("a connection that ends before anything is done leaves nothing", async () => {
  const sandbox = await startTestSandbox();
  await order(sandbox, { fault: "close" });
  await expect(create(sandbox)).rejects.toThrow();
  expect(await numbers(sandbox)).toEqual([]);
});

test("a cut answer: the head is whole, the body is not, the document is there", async () => {
  const sandbox = await startTestSandbox();
  await order(sandbox, { fault: "cut", bytes: 20 });
  const response = await fetch(`${sandbox.baseUrl}/api/purchase-invoices/${sandbox.businessProfileId}`, {
    method: "POST",
    headers: { authorization: `Bearer ${sandbox.token}` },
    body: JSON.stringify(invoiceBody()),
  });
  expect(response.status).toBe(201);
  await expect(response.text()).rejects.toThrow();
  expect(await numbers(sandbox)).toEqual(["SB-2026-0001"]);
});

test("a stalled answer comes late or never", async () => {
  const sandbox = await startTestSandbox();
  await order(sandbox, { fault: "stall", milliseconds: 5 }, { fault: "stall", path: "/api/business-profiles" });
  expect((await create(sandbox)).status).toBe(201);
  const controller = new AbortController();
  const never = fetch(`${sandbox.baseUrl}/api/business-profiles/${sandbox.businessProfileId}`, {
    headers: { authorization: `Bearer ${sandbox.token}` },
    signal: controller.signal,
  });
  // Another request is answered meanwhile, so the fault delays only the stalled request.
  expect((await sandbox.call("GET", "/api/purchase-invoices")).status).toBe(200);
  controller.abort();
  await expect(never).rejects.toThrow();
});

test("faults wait for the method and path that they are meant for, as often as they are told", async () => {
  const sandbox = await startTestSandbox();
  await order(sandbox, { fault: "status", status: 503, method: "GET", path: "/api/purchase-invoices", times: 2 });
  expect((await create(sandbox)).status).toBe(201);
  const statuses = [];
  for (let count = 0; count < 3; count++) statuses.push((await sandbox.call("GET", "/api/purchase-invoices")).status);
  expect(statuses).toEqual([503, 503, 200]);
});

test("the clock is moved for every process of the data folder", async () => {
  const sandbox = await startTestSandbox();
  const other = await startTestSandbox({ folder: sandbox.folder, clock: sandbox.clock });
  const { id } = (await create(sandbox)).body;
  const moved = await sandbox.call("POST", "/sandbox/clock", { advance_seconds: 3 });
  expect(moved.body).toEqual({ now: sandbox.clock.now() + 3000 });
  const read = await other.call("GET", `/api/purchase-invoices/${id}`);
  expect(read.body.meta_info.peppol_status.overall_status).toBe("APPROVED");
  const set = await sandbox.call("POST", "/sandbox/clock", { now: sandbox.clock.now() });
  expect(set.body).toEqual({ now: sandbox.clock.now() });
});

test("a reset forgets documents, quota, faults and the clock, and keeps the token", async () => {
  const sandbox = await startTestSandbox({ rate: 5 });
  await create(sandbox);
  await sandbox.call("POST", "/sandbox/clock", { advance_seconds: 9 });
  await order(sandbox, { fault: "status", status: 503 });
  expect((await sandbox.call("POST", "/sandbox/reset")).status).toBe(200);
  const list = await sandbox.call("GET", "/api/purchase-invoices");
  expect([list.status, list.body.total_elements, list.headers.get("x-ratelimit-remaining")]).toEqual([200, 0, "4"]);
  expect((await sandbox.call("POST", "/sandbox/clock", { advance_seconds: 0 })).body).toEqual({
    now: sandbox.clock.now(),
  });
});

test.each<[string, string, object, RegExp]>([
  ["a time beyond all dates", "clock", { now: 8_640_000_000_000_001 }, /1970 to 9998/],
  ["a year that dates cannot write", "clock", { now: Date.parse("9999-06-01T00:00:00Z") }, /1970 to 9998/],
  ["a step beyond the years", "clock", { advance_seconds: 1e15 }, /1970 to 9998/],
  ["a step beyond all numbers", "clock", { advance_seconds: 1e300 }, /1970 to 9998/],
  ["a limit that sandboxes do not have", "accounts", { rate: 1e12 }, /^The control call cannot be read: rate: /],
  ["a wait of years", "accounts", { pending_seconds: 1e9 }, /^The control call cannot be read: pending_seconds: /],
  [
    "a header name with a blank",
    "faults",
    { faults: [{ fault: "status", headers: { "Retry After": "3" } }] },
    /faults\.0\.headers\.Retry After: .*not the name of a header/,
  ],
  ...["two\r\nlines", "\u20ac 5"].map((text): [string, string, object, RegExp] => [
    `a header value that cannot be sent: ${JSON.stringify(text)}`,
    "faults",
    { faults: [{ fault: "rate-limited", headers: { "X-Note": text } }] },
    /faults\.0\.headers\.X-Note: .*cannot be sent/,
  ]),
  ["a delay that no timer has", "faults", { faults: [{ fault: "stall", milliseconds: 2 ** 31 }] }, /milliseconds/],
])("a control call refuses %s, and the sandbox goes on", async (_, path, body, says) => {
  const sandbox = await startTestSandbox();
  const answer = await sandbox.call("POST", `/sandbox/${path}`, body);
  expect([answer.status, answer.body.errors.message]).toEqual([400, expect.stringMatching(says)]);
  expect((await create(sandbox)).status).toBe(201);
});

test("the clock stops before the last year, however it gets there", async () => {
  const sandbox = await startTestSandbox();
  const move = async (body: Body) => (await sandbox.call("POST", "/sandbox/clock", body)).status;
  expect(await move({ now: Date.parse("9998-12-31T23:59:59Z") })).toBe(200);
  expect((await create(sandbox)).status).toBe(201);
  expect([await move({ advance_seconds: 1 }), await move({ advance_seconds: 0.5 })]).toEqual([400, 200]);
});

test("control calls need the token, are no part of the quota, and say what they cannot read", async () => {
  const sandbox = await startTestSandbox({ rate: 60 });
  expect((await sandbox.call("POST", "/sandbox/reset", undefined, { authorization: "" })).status).toBe(401);
  for (const [path, body, status] of [
    ["/sandbox/faults", { faults: [{ fault: "meteor" }] }, 400],
    ["/sandbox/faults", {}, 400],
    ["/sandbox/clock", { advance_seconds: "3" }, 400],
    ["/sandbox/clock", "{", 400],
    ["/sandbox/nothing", {}, 404],
  ] as const) {
    const answer = await sandbox.call("POST", path, body);
    expect([path, answer.status, answer.headers.get("x-ratelimit-remaining")]).toEqual([path, status, "60"]);
  }
  const other = await sandbox.call("GET", "/sandbox/reset");
  expect([other.status, other.headers.get("allow")]).toEqual([405, "POST"]);
});
