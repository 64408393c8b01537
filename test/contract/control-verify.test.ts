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
/** A request of which only what the client does afterwards matters. */
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
  // A date is cut to its second.
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
