import { expect, test } from "vitest";
import { startSandbox } from "../../src/embedded.ts";
import { startTestSandbox, type TestSandbox } from "../support/start-sandbox.ts";
import { type Body, invoiceBody } from "./bodies.ts";

const version = { "x-service-version": "20260101" };
const other = { "x-service-version": "20260507" };
const list = "/api/purchase-invoices";
const create = (sandbox: TestSandbox, change: Body = {}, headers: Record<string, string> = version) =>
  sandbox.call("POST", `${list}/${sandbox.businessProfileId}`, invoiceBody(change), headers);
const read = (sandbox: TestSandbox, path = list, headers: Record<string, string> = version) =>
  sandbox.call("GET", path, undefined, headers);
const order = (sandbox: TestSandbox, ...faults: Body[]) => sandbox.call("POST", "/sandbox/faults", { faults });
/** The result of this request is irrelevant; only the client's further requests matter. */
const attempt = (asked: Promise<unknown>): Promise<unknown> => asked.catch(() => undefined);
const verify = async (sandbox: TestSandbox): Promise<Body> => (await sandbox.call("GET", "/sandbox/verify")).body;
const found = async (sandbox: TestSandbox): Promise<string[]> =>
  (await verify(sandbox)).checks.flatMap((each: Body) => (each.ok ? [] : [`${each.check} ${each.requests}`]));
const unnumbered = { document_number: null };
const lost = { fault: "created-but-lost", method: "POST" };

test("verify names documents created twice, blind repeats, missing versions and haste", async () => {
  const sandbox = await startTestSandbox({ rate: 5 });
  await create(sandbox);
  expect(await verify(sandbox)).toMatchObject({ ok: true, problems: [], requests: 1 });
  await order(sandbox, lost);
  await expect(create(sandbox, unnumbered)).rejects.toThrow();
  await create(sandbox, unnumbered);
  await create(sandbox, { document_number: "SB-9" }, {});
  expect(await found(sandbox)).toEqual(["each-document-once 3", "looks-before-resending 3", "version-header 4"]);
  await read(sandbox);
  await read(sandbox);
  expect(await found(sandbox)).toContain("rate-limit 6");
});

test("who looks before sending again is not blamed", async () => {
  const sandbox = await startTestSandbox();
  await order(sandbox, { fault: "status", status: 500 });
  await create(sandbox);
  await read(sandbox, `${list}?document_number=SB-2026-0001`);
  await create(sandbox);
  expect(await found(sandbox)).toEqual([]);
});

test.each<[string, Body, Body[], string[]]>([
  ["the look fails", lost, [{ fault: "status", status: 500, method: "GET" }], ["looks-before-resending 3"]],
  ["the look is cut off", lost, [{ fault: "cut", method: "GET" }], ["looks-before-resending 3"]],
  [
    "the look brings no list",
    lost,
    [{ fault: "status", status: 200, method: "GET", body: { content: null } }],
    ["looks-before-resending 3"],
  ],
  ["the list shows the document", lost, [], ["looks-before-resending 3"]],
  ["the list does not have it yet", lost, [{ fault: "status", status: 200, method: "GET", body: { content: [] } }], []],
  ["it was not created", { fault: "close", method: "POST" }, [], []],
])("a look before sending again counts as far as it tells: %s", async (_, first, looks, expected) => {
  const sandbox = await startTestSandbox();
  await order(sandbox, first, ...looks);
  await attempt(create(sandbox));
  await attempt(read(sandbox));
  await create(sandbox);
  expect(await found(sandbox)).toEqual(expected);
});

test.each<[string, Body, string[]]>([
  ["a refusal does not", { fault: "status", status: 400 }, []],
  ["a 429 does not", { fault: "rate-limited", retry_after: 0 }, []],
  ["408 does", { fault: "status", status: 408 }, ["looks-before-resending 2"]],
  ["a page with 200 does", { fault: "not-json", status: 200 }, ["looks-before-resending 2"]],
  ["201 without a body does", { fault: "status", status: 201, body: "" }, ["looks-before-resending 2"]],
  [
    "an answer that is late does, for who does not wait",
    { fault: "latency", milliseconds: 0 },
    ["looks-before-resending 2"],
  ],
])("which answers leave open whether a document exists: %s", async (_, fault, expected) => {
  const sandbox = await startTestSandbox();
  await order(sandbox, { processed: false, ...fault });
  await create(sandbox);
  await create(sandbox);
  expect(await found(sandbox)).toEqual(expected);
});

test("a refusal that arrived in part leaves it open too", async () => {
  const sandbox = await startTestSandbox();
  await order(sandbox, { fault: "cut" });
  await attempt(create(sandbox, { issue_date: null }));
  await create(sandbox, { issue_date: null });
  expect(sandbox.controls.requests.last(2).map(({ status }) => status)).toEqual([400, 400]);
  expect(await found(sandbox)).toEqual(["looks-before-resending 2"]);
});

test("a document is asked about in the version in which it was sent; others may have another one", async () => {
  const sandbox = await startTestSandbox();
  const { id } = (await create(sandbox)).body;
  await create(sandbox, { document_number: "SB-2" }, other);
  await read(sandbox, list, other);
  expect(await found(sandbox)).toEqual([]);
  await read(sandbox, `${list}/${id}`, other);
  await order(sandbox, { fault: "close" });
  await attempt(create(sandbox, { document_number: "SB-3" }));
  await read(sandbox);
  await create(sandbox, { document_number: "SB-3" }, other);
  expect(await found(sandbox)).toEqual(["one-version 4,7"]);
  expect((await verify(sandbox)).problems[0]).toContain(
    `request 4 (GET ${list}/${id}): 20260507 after 20260101; request 7`,
  );
});

test("a document is announced as JSON", async () => {
  const sandbox = await startTestSandbox();
  await create(sandbox, {}, { ...version, "content-type": "Application/JSON; charset=utf-8" });
  expect(await found(sandbox)).toEqual([]);
  await create(sandbox, { document_number: "SB-2" }, { ...version, "content-type": "text/plain" });
  expect(await found(sandbox)).toEqual(["content-type 2"]);
});

test.each<[string, Body, number, string[]]>([
  ["seconds, and the client comes back too early", { retry_after: 5 }, 4.8, ["retry-after 2"]],
  ["seconds, and the client waits", { retry_after: 5 }, 5, []],
  ["the end of a gateway's window, too early", { retry_after: 5, spelling: "gateway" }, 4.8, ["retry-after 2"]],
  ["no time, and the client comes back at once", { spelling: "bare" }, 0, ["retry-after 2"]],
  ["no time, and the client waits", { spelling: "bare" }, 1, []],
])("after a 429 the client stays away: %s", async (_, fault, seconds, expected) => {
  const sandbox = await startTestSandbox();
  await order(sandbox, { fault: "rate-limited", ...fault });
  await create(sandbox);
  sandbox.clock.advance(seconds);
  await create(sandbox);
  expect(await found(sandbox)).toEqual(expected);
});

test("Retry-After may be a date, of another answer too; a 429 is for all requests, but for those under way", async () => {
  const sandbox = await startTestSandbox();
  await order(sandbox, { fault: "rate-limited", spelling: "date", retry_after: 3600 });
  await create(sandbox);
  await read(sandbox);
  sandbox.clock.advance(3500);
  await read(sandbox);
  sandbox.clock.advance(100);
  await create(sandbox);
  expect(await found(sandbox)).toEqual(["retry-after 3"]);
  await order(sandbox, { fault: "status", status: 503, headers: { "retry-after": "60" } });
  await create(sandbox, { document_number: "SB-2" });
  sandbox.clock.advance(30);
  await read(sandbox);
  await create(sandbox, { document_number: "SB-2" });
  const [says] = (await verify(sandbox)).problems;
  // The date in Retry-After is truncated to seconds, so the wait may count as 3599.
  expect(says).toMatch(
    /^Sent before the time that an answer named was over.*: request 3 \(GET \S+\): after 3500 of (?:3600|3599) seconds; request 7/,
  );
  expect(says).toContain(`(POST ${list}/${sandbox.businessProfileId}): after 30 of 60 seconds.`);
});

test("a document that is PENDING is not read faster than a minute allows", async () => {
  const sandbox = await startTestSandbox();
  const { id } = (await create(sandbox)).body;
  for (let reads = 0; reads < 10; reads++) await read(sandbox, `${list}/${id}`);
  sandbox.clock.advance(1);
  for (let reads = 0; reads < 20; reads++) {
    await read(sandbox, `${list}/${id}`);
    sandbox.clock.advance(1);
  }
  expect(await found(sandbox)).toEqual([`polling ${[12, 13, 14, 15, 16, 17, 18, 19, 20]}`]);
});

test("in a test that fails, the sentences show what the client did", async () => {
  const sandbox = await startSandbox();
  const send = (headers: Record<string, string> = {}) =>
    fetch(`${sandbox.baseUrl}${list}/${sandbox.businessProfileId}`, {
      method: "POST",
      headers: { authorization: `Bearer ${sandbox.token}`, "content-type": "application/json", ...headers },
      body: JSON.stringify(invoiceBody()),
    });
  await send(version);
  expect(await sandbox.verify()).toMatchObject({ ok: true, problems: [] });
  sandbox.reset();
  await send();
  const says = `Without X-SERVICE-VERSION: request 1 (POST ${list}/${sandbox.businessProfileId}).`;
  const actual = { ok: false, problems: [says] };
  const failing = () => expect(sandbox.verify()).toMatchObject({ ok: true, problems: [] });
  expect(failing).toThrow(expect.objectContaining({ actual }));
  await sandbox.close();
});

/** The document is created, but the answer is 503. */
const stored = { fault: "status", status: 503, processed: true, method: "POST" };
const notStored = { ...stored, processed: false };
const [a1, a2] = [{ document_number: "A-1" }, { document_number: "A-1x" }];

test.each<[string, Body, string | undefined, Body, string[]]>([
  ["without a look", stored, undefined, a2, ["each-document-once 2", "looks-before-resending 2"]],
  [
    "with another time",
    stored,
    undefined,
    { ...a2, issue_time: "09:00:00" },
    ["each-document-once 2", "looks-before-resending 2"],
  ],
  [
    "with its numbers in another spelling",
    stored,
    undefined,
    {
      ...a2,
      prepaid_amount: "0.00",
      document_lines: [{ ...(invoiceBody().document_lines as object[])[0], quantity: "40.0" }],
    },
    ["each-document-once 2", "looks-before-resending 2"],
  ],
  ["without a look, the first was not created", notStored, undefined, a2, ["looks-before-resending 2"]],
  ["after a look, the first was not created", notStored, "", a2, []],
  ["as another document, when the first was found", stored, "?document_number=A-1", a2, []],
  ["with another content", stored, undefined, { ...a2, note: "Another delivery." }, []],
])("who sends the same content under another number is named: %s", async (_, fault, look, second, expected) => {
  const sandbox = await startTestSandbox();
  await order(sandbox, fault);
  await create(sandbox, a1);
  if (look !== undefined) await read(sandbox, `${list}${look}`);
  expect((await create(sandbox, second)).status).toBe(201);
  expect(await found(sandbox)).toEqual(expected);
});

test("a number that is taken is no leave to take another one", async () => {
  const sandbox = await startTestSandbox();
  await order(sandbox, stored, { fault: "status", status: 200, method: "GET", body: { content: [] } });
  await create(sandbox, a1);
  await read(sandbox);
  expect((await create(sandbox, a1)).status).toBe(400);
  expect((await create(sandbox, a2)).status).toBe(201);
  expect(await found(sandbox)).toEqual(["each-document-once 4"]);
});

test("two documents that differ in their number alone are no fault where every answer told what was created", async () => {
  const sandbox = await startTestSandbox();
  await create(sandbox, a1);
  await create(sandbox, a2);
  expect(await found(sandbox)).toEqual([]);
});

const blind = ["looks-before-resending"];

test.each<[string, string[], string[]]>([
  ["another number", ["?document_number=ZZZ"], blind],
  ["its number", ["?document_number=A-1"], []],
  ["another day", ["?document_date=2020-01-01"], blind],
  ["another supplier", ["?billed_by_name=Nobody"], blind],
  ["another TRN", ["?billed_by_vat=100000000000003"], blind],
  ["a status, which it may have left", ["?status=PENDING"], blind],
  ["a customer", ["?billed_to_name=Nobody"], blind],
  ["its day and its supplier", ["?document_date=2026-06-15&billed_by_name=desert"], []],
  ["a parameter that the service does not have", ["?page=0&colour=red"], []],
  ["the ids of another day", ["/uuids?created_on=2020-01-01"], blind],
  ["the first of two pages", ["?size=1"], blind],
  ["the second of two pages", ["?size=1&page=1"], blind],
  ["both pages", ["?size=1", "?size=1&page=1"], []],
  ["pages of different sizes", ["?size=1", "?size=2&page=1"], blind],
])("a look counts when the list could have shown the document: it asks for %s", async (_, looks, expected) => {
  const sandbox = await startTestSandbox();
  await create(sandbox, { document_number: "B-1", note: "Another." });
  await create(sandbox, { document_number: "B-2", note: "Another one." });
  await order(sandbox, notStored);
  await create(sandbox, a1);
  for (const look of looks) expect((await read(sandbox, `${list}${look}`)).status).toBe(200);
  await create(sandbox, a1);
  expect((await found(sandbox)).map((each) => each.replace(/ .*/, ""))).toEqual([
    ...expected,
    ...(looks.some((look) => look.includes("colour")) ? ["known-fields"] : []),
  ]);
});

test("the list of the other kind of document, or of ids, tells as much as it holds", async () => {
  const sandbox = await startTestSandbox();
  const today = new Date(sandbox.clock.now() + 4 * 3_600_000).toISOString().slice(0, 10);
  await order(sandbox, notStored, notStored);
  await create(sandbox, a1);
  await read(sandbox, "/api/purchase-credit-notes");
  await create(sandbox, a1);
  await read(sandbox, `${list}/uuids?created_on=${today}`);
  await create(sandbox, a1);
  expect(await found(sandbox)).toEqual(["looks-before-resending 3"]);
});

test("the sentences name both requests", async () => {
  const sandbox = await startTestSandbox();
  await order(sandbox, stored);
  await create(sandbox, a1);
  await create(sandbox, a2);
  expect((await verify(sandbox)).problems).toEqual([
    "Request 2 created again, under another number, what request 1 had created.",
    "Request 2 sends again, under another number, what request 1 may have created; look it up first.",
  ]);
  await sandbox.call("POST", "/sandbox/reset");
  await order(sandbox, stored);
  await create(sandbox, a1);
  await read(sandbox);
  await create(sandbox, a1);
  expect((await verify(sandbox)).problems).toEqual([
    "Request 3 sends again what request 1 created, although a list showed it.",
  ]);
});
