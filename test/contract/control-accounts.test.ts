import { expect, test } from "vitest";
import { follow } from "../support/judge-schema.ts";
import { startTestSandbox, type TestSandbox } from "../support/start-sandbox.ts";
import { type Body, invoiceBody } from "./bodies.ts";

const create = (sandbox: TestSandbox, change: Body = {}, headers: Record<string, string> = {}, profile?: string) =>
  sandbox.call("POST", `/api/purchase-invoices/${profile ?? sandbox.businessProfileId}`, invoiceBody(change), headers);
const count = async (sandbox: TestSandbox, headers: Record<string, string> = {}): Promise<number> =>
  (await sandbox.call("GET", "/api/purchase-invoices", undefined, headers)).body.total_elements;

test("/health answers without a token, also to HEAD, for what waits until the sandbox is there", async () => {
  const sandbox = await startTestSandbox();
  const anonymous = { authorization: "" };
  expect((await sandbox.call("GET", "/health", undefined, anonymous)).body).toEqual({ status: "ok" });
  expect((await sandbox.call("HEAD", "/health", undefined, anonymous)).status).toBe(200);
});

test("the clock is read, set, moved and let go", async () => {
  const sandbox = await startTestSandbox();
  const now = sandbox.clock.now();
  await sandbox.call("POST", "/sandbox/clock", { advance_seconds: 60 });
  expect((await sandbox.call("GET", "/sandbox/clock")).body).toEqual({ now: now + 60_000 });
  expect((await sandbox.call("DELETE", "/sandbox/clock")).body).toEqual({ now });
});

test("a snapshot brings documents, attachments and clock back, as often as it is asked to", async () => {
  const sandbox = await startTestSandbox();
  const attachments = [{ file_name: "a.pdf", file_type: "application/pdf", file_content: "JVBERi0xLjQK" }];
  const { id, attachments: kept } = (await create(sandbox, { attachments })).body;
  await sandbox.call("POST", "/sandbox/snapshots", { name: "one invoice" });
  for (const round of [1, 2]) {
    await create(sandbox, { document_number: `SB-${round}` });
    await sandbox.call("POST", "/sandbox/clock", { advance_seconds: 60 });
    expect(await count(sandbox)).toBe(2);
    const restored = await sandbox.call("POST", "/sandbox/snapshots/one%20invoice/restore");
    expect(restored.body).toEqual({ now: sandbox.clock.now() });
    const { body } = await sandbox.call("GET", `/api/purchase-invoices/${id}`);
    expect(body.meta_info.peppol_status.overall_status).toBe("PENDING");
    const file = await sandbox.call("GET", `/api/purchase-invoices/${id}/attachments/${kept[0].id}/download`);
    expect([await count(sandbox), file.status]).toEqual([1, 200]);
  }
  await sandbox.call("POST", "/sandbox/reset");
  const list = await sandbox.call("GET", "/sandbox/snapshots");
  expect(list.body.snapshots).toEqual([{ name: "one invoice", now: sandbox.clock.now(), documents: 1 }]);
  await sandbox.call("POST", "/sandbox/snapshots", { name: "one invoice" });
  expect((await sandbox.call("GET", "/sandbox/snapshots")).body.snapshots[0].documents).toBe(0);
  expect((await sandbox.call("DELETE", "/sandbox/snapshots/one%20invoice")).status).toBe(200);
  expect((await sandbox.call("POST", "/sandbox/snapshots/one%20invoice/restore")).status).toBe(404);
});

test("an account of its own: token, documents, quota, clock and faults; also after a restart", async () => {
  const sandbox = await startTestSandbox();
  const made = await sandbox.call("POST", "/sandbox/accounts", { rate: 4, pending_seconds: 0 });
  const { id, token, business_profile_id: profile, client_id } = made.body;
  const own = { authorization: `Bearer ${token}` };
  await sandbox.call("POST", "/sandbox/faults", { faults: [{ fault: "status", status: 503 }] }, own);
  expect((await create(sandbox)).status).toBe(201);
  expect((await create(sandbox, {}, own, profile)).status).toBe(503);
  const created = await create(sandbox, {}, own, profile);
  expect([created.status, created.headers.get("x-ratelimit-remaining")]).toEqual([201, "2"]);
  expect([await count(sandbox), await count(sandbox, own)]).toEqual([1, 1]);
  await sandbox.call("POST", "/sandbox/reset", undefined, own);
  expect([await count(sandbox), await count(sandbox, own)]).toEqual([1, 0]);
  expect((await create(sandbox, {}, own)).status).toBe(400);
  const again = await startTestSandbox({ folder: sandbox.folder, clock: sandbox.clock });
  expect((await again.call("GET", "/sandbox/accounts")).body.accounts).toEqual([
    expect.objectContaining({ id, token, client_id }),
  ]);
  expect((await again.call("GET", "/api/purchase-invoices", undefined, own)).headers.get("x-ratelimit-limit")).toBe(
    "4",
  );
  expect((await sandbox.call("GET", "/sandbox/accounts", undefined, own)).status).toBe(403);
  expect((await sandbox.call("DELETE", `/sandbox/accounts/${id}`)).status).toBe(200);
  expect((await sandbox.call("GET", "/api/purchase-invoices", undefined, own)).status).toBe(401);
});

test("requests are shown with body, answer, fault and what they created, and without the token", async () => {
  const sandbox = await startTestSandbox();
  await sandbox.call("POST", "/sandbox/faults", { faults: [{ fault: "created-but-lost" }] });
  await expect(create(sandbox)).rejects.toThrow();
  await sandbox.call("GET", "/api/purchase-invoices?size=1");
  const { requests, count: all } = (await sandbox.call("GET", "/sandbox/requests?last=5")).body;
  expect([all, requests.map((each: Body) => [each.n, each.method, each.path, each.status, each.fault])]).toEqual([
    2,
    [
      [1, "POST", `/api/purchase-invoices/${sandbox.businessProfileId}`, null, "created-but-lost"],
      [2, "GET", "/api/purchase-invoices?size=1", 200, null],
    ],
  ]);
  expect(JSON.parse(requests[0].body).document_number).toBe("SB-2026-0001");
  expect(JSON.parse(requests[0].answer).id).toBe(requests[0].created);
  expect(JSON.stringify(requests)).not.toContain(sandbox.token);
  expect((await sandbox.call("GET", "/sandbox/requests?last=0")).status).toBe(400);
});

test("the controls describe themselves apart from the service", async () => {
  const sandbox = await startTestSandbox();
  const { body } = await sandbox.call("GET", "/sandbox/openapi.json", undefined, { authorization: "" });
  expect(Object.keys(body.paths)).toContain("/sandbox/faults/{id}");
  const service = (await sandbox.call("GET", "/openapi.json")).body;
  expect(Object.keys(service.paths).filter((path) => path.startsWith("/sandbox"))).toEqual([]);
  const { faults } = body.paths["/sandbox/faults"].post.requestBody.content["application/json"].schema.properties;
  expect(faults.items.properties.fault.enum).toContain("created-but-lost");
  expect(follow(body, "#/components/responses/Refused")).toBeDefined();
});

test("further names and addresses are served only when they are given", async () => {
  const sandbox = await startTestSandbox({ allowHosts: ["sandbox.local"] });
  const by = async (host: string): Promise<string> => {
    const { connect } = await import("node:net");
    return new Promise((done) => {
      const socket = connect(sandbox.port, "127.0.0.1", () =>
        socket.write(`GET /health HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`),
      );
      socket.once("data", (chunk) => done(chunk.toString().slice(9, 12)));
    });
  };
  expect([await by("sandbox.local:80"), await by("SANDBOX.local"), await by("evil.example")]).toEqual([
    "200",
    "200",
    "403",
  ]);
});

test("a call without a token belongs to the account of its client or token, with the faults of that account", async () => {
  const sandbox = await startTestSandbox();
  const { token, client_id } = (await sandbox.call("POST", "/sandbox/accounts", {})).body;
  const own = { authorization: `Bearer ${token}` };
  const paths = ["/auth/token", "/api/codelist"];
  const faults = paths.map((path) => ({ fault: "status", status: 503, path }));
  await sandbox.call("POST", "/sandbox/faults", { faults }, own);
  expect((await sandbox.call("GET", "/api/codelist/transaction-type-codes")).status).toBe(200);
  expect((await sandbox.call("GET", "/api/codelist/transaction-type-codes", undefined, own)).status).toBe(503);
  expect((await sandbox.call("GET", `/auth/token?client_id=${client_id}`)).status).toBe(503);
});
