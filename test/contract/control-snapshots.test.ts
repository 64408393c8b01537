import { expect, test } from "vitest";
import { startSandbox } from "../../src/embedded.ts";
import { startTestSandbox, type TestSandbox } from "../support/start-sandbox.ts";
import { type Body, invoiceBody } from "./bodies.ts";

const version = { "x-service-version": "20260101" };
const list = "/api/purchase-invoices";
const create = (sandbox: TestSandbox, change: Body = {}, headers: Record<string, string> = version) =>
  sandbox.call("POST", `${list}/${sandbox.businessProfileId}`, invoiceBody(change), headers);
const read = (sandbox: TestSandbox, path = list) => sandbox.call("GET", path, undefined, version);
const save = (sandbox: TestSandbox, name: string) => sandbox.call("POST", "/sandbox/snapshots", { name });
const restore = (sandbox: TestSandbox, name: string) => sandbox.call("POST", `/sandbox/snapshots/${name}/restore`, "");
const order = (sandbox: TestSandbox, ...faults: Body[]) => sandbox.call("POST", "/sandbox/faults", { faults });
const found = async (sandbox: TestSandbox): Promise<string[]> =>
  (await sandbox.call("GET", "/sandbox/verify")).body.checks.flatMap((each: Body) =>
    each.ok ? [] : [`${each.check} ${each.requests}`],
  );
const unnumbered = { document_number: null };

test("what a restore took away may be created again, in another version too", async () => {
  const sandbox = await startTestSandbox();
  await save(sandbox, "empty");
  await create(sandbox);
  await restore(sandbox, "empty");
  expect((await create(sandbox, {}, { "x-service-version": "20260507" })).status).toBe(201);
  expect(await found(sandbox)).toEqual([]);
});

test("a restore ends the doubt about what was sent after the snapshot", async () => {
  const sandbox = await startTestSandbox();
  await save(sandbox, "empty");
  await order(sandbox, { fault: "status", status: 500 });
  await create(sandbox);
  await restore(sandbox, "empty");
  await create(sandbox);
  expect(await found(sandbox)).toEqual([]);
});

test("what was there when the snapshot was saved is there again, and so are doubts and looks", async () => {
  const sandbox = await startTestSandbox();
  await create(sandbox, unnumbered);
  await order(sandbox, { fault: "status", status: 500, times: 2 });
  const [doubted, seen] = ["doubted", "seen"].map((note) => ({ note }));
  await create(sandbox, doubted);
  await create(sandbox, seen);
  await save(sandbox, "one");
  await read(sandbox);
  await save(sandbox, "looked");
  for (const name of ["one", "one", "looked"]) {
    await restore(sandbox, name);
    await create(sandbox, doubted);
  }
  await create(sandbox, unnumbered);
  expect(await found(sandbox)).toEqual(["each-document-once 8", "looks-before-resending 5,6"]);
});

test("a wait and a pace that a restore took away are over, and faults of before it stay known", async () => {
  const sandbox = await startTestSandbox();
  const { id } = (await create(sandbox)).body;
  await save(sandbox, "one");
  for (const _ of [1, 2]) {
    for (let reads = 0; reads < 7; reads++) await read(sandbox, `${list}/${id}`);
    await restore(sandbox, "one");
  }
  await order(sandbox, { fault: "rate-limited", retry_after: 60, method: "GET" });
  await read(sandbox);
  await restore(sandbox, "one");
  sandbox.clock.advance(5);
  await read(sandbox);
  expect(await found(sandbox)).toEqual([]);
  await create(sandbox, unnumbered, {});
  await restore(sandbox, "one");
  expect(await found(sandbox)).toEqual(["version-header 18"]);
});

test("a snapshot that is older than the log, or than its reset, knows none of its requests", async () => {
  const first = await startTestSandbox();
  await create(first);
  await save(first, "one");
  const sandbox = await startTestSandbox({ folder: first.folder });
  await create(sandbox, unnumbered);
  await restore(sandbox, "one");
  await create(sandbox, unnumbered);
  await sandbox.call("POST", "/sandbox/reset", "");
  await create(sandbox, unnumbered);
  await restore(sandbox, "one");
  await create(sandbox, unnumbered);
  expect(await found(sandbox)).toEqual([]);
});

test("in a test suite, too, what a restore took away may be created again", async () => {
  await using sandbox = await startSandbox();
  const send = () =>
    fetch(`${sandbox.baseUrl}${list}/${sandbox.businessProfileId}`, {
      method: "POST",
      headers: { authorization: `Bearer ${sandbox.token}`, "content-type": "application/json", ...version },
      body: JSON.stringify(invoiceBody()),
    });
  sandbox.snapshots.save("empty");
  await send();
  sandbox.snapshots.restore("empty");
  expect((await send()).status).toBe(201);
  expect(sandbox.verify()).toMatchObject({ ok: true, problems: [], requests: 2 });
});
