import { expect, test } from "vitest";
import { openService, type Service } from "../../src/send/index.ts";
import { type Answer, accessTo, http, startRawServer } from "../support/raw-server.ts";

async function asked<T>(answer: Answer, ask: (service: Service) => Promise<T>) {
  const server = await startRawServer(answer);
  return { server, reply: await ask(openService(accessTo(server.port))) };
}

test("a document is read with token and version, its numbers exact", async () => {
  const { server, reply } = await asked(
    (socket) => socket.end(http(200, '{"id":"abc","payable_amount":0.10}', { "x-ratelimit-remaining": "59" })),
    (service) => service.document("credit-note", "abc"),
  );
  expect(reply).toMatchObject({ ok: true, rate: { remaining: 59 } });
  expect(String(reply.ok && reply.value.payable_amount)).toBe("0.10");
  expect(server.requests[0]?.head).toMatch(/^GET \/api\/purchase-credit-notes\/abc HTTP\/1\.1\r\n/);
  expect(server.requests[0]?.head).toMatch(/\r\nauthorization: Bearer canary-4711\r\nX-SERVICE-VERSION: 20260101\r\n/);
  expect(server.requests[0]?.head).not.toMatch(/content-length|content-type/i);
});

test("a list passes its filter as a query and reads the page", async () => {
  const page = '{"content":[{"id":"abc"}],"page_number":0,"total_pages":1,"total_elements":1}';
  const { server, reply } = await asked(
    (socket) => socket.end(http(200, page)),
    (service) =>
      service.list("invoice", { document_number: "SB 1&page=9", billed_by_vat: undefined, page: 0, size: 50 }),
  );
  expect(reply).toMatchObject({
    ok: true,
    value: { content: [{ id: "abc" }], page_number: 0, total_pages: 1, total_elements: 1 },
  });
  expect(server.requests[0]?.head).toMatch(
    /^GET \/api\/purchase-invoices\?document_number=SB\+1%26page%3D9&page=0&size=50 HTTP/,
  );
});

test("a business profile is read; its numbers become text", async () => {
  const { server, reply } = await asked(
    (socket) =>
      socket.end(
        http(
          200,
          '{"profile_id":"BP-1","name":"Palm Ledger Holdings","tin":1009876549,"created_at":1750000000,"extra":{"x":1}}',
        ),
      ),
    (service) => service.businessProfile("BP-1"),
  );
  expect(reply).toMatchObject({
    ok: true,
    value: { profile_id: "BP-1", tin: "1009876549", created_at: "1750000000", extra: { x: "1" } },
  });
  expect(server.requests[0]?.head).toMatch(/^GET \/api\/business-profiles\/BP-1 HTTP/);
});

test.each([
  [401, "token-refused", "auth"],
  [403, "token-refused", "auth"],
  [404, "not-found", "refused"],
  [429, "rate-limited", "not_sent"],
  [302, "read-failed", "not_sent"],
  [400, "read-failed", "not_sent"],
  [500, "read-failed", "not_sent"],
  [503, "read-failed", "not_sent"],
  [204, "read-failed", "not_sent"],
])("a read answered with %i is %s", async (status, code, outcome) => {
  const { server, reply } = await asked(
    (socket) =>
      socket.end(
        http(
          status,
          status === 204 ? "" : '{"error":"profile not found canary-4711"}',
          status === 204 ? { "content-length": "0" } : {},
        ),
      ),
    (service) => service.document("invoice", "abc"),
  );
  expect(reply).toMatchObject({ ok: false, status, problems: [{ code, outcome }] });
  expect(JSON.stringify(reply)).not.toContain("canary");
  expect(server.connections).toHaveLength(1);
});

const broken: ReadonlyArray<readonly [string, Answer]> = [
  ["cut", (socket) => socket.end(http(200, '{"id":"abc"}').slice(0, -4))],
  ["not JSON", (socket) => socket.end(http(200, "<html>"))],
  ["a list", (socket) => socket.end(http(200, "[]"))],
  ["garbage", (socket) => socket.end("nonsense\r\n\r\n")],
  ["missing", (socket) => socket.resetAndDestroy()],
];
test.each(broken)("an answer that is %s is a failed read, and no verdict about anything", async (_what, answer) => {
  const { reply } = await asked(answer, (service) => service.document("invoice", "abc"));
  expect(reply).toMatchObject({ ok: false, problems: [{ code: "read-failed", outcome: "not_sent" }] });
});

test("a page without a list, and a profile of the wrong shape, are failed reads", async () => {
  const page = await asked(
    (socket) => socket.end(http(200, '{"content":{}}')),
    (service) => service.list("invoice", {}),
  );
  expect(page.reply).toMatchObject({ ok: false, problems: [{ code: "read-failed" }] });
  const profile = await asked(
    (socket) => socket.end(http(200, '{"tin":true}')),
    (service) => service.businessProfile("BP-1"),
  );
  expect(profile.reply).toMatchObject({
    ok: false,
    problems: [{ code: "read-failed", message: expect.stringContaining("tin") }],
  });
});

test.each(["..", ".", "", "\ud800", "x".repeat(513)])("the id %j reaches no server", async (id) => {
  const { server, reply } = await asked(
    (socket) => socket.end(http(200, "{}")),
    (service) => service.document("invoice", id),
  );
  expect(reply).toMatchObject({ ok: false, problems: [{ code: "bad-usage" }] });
  expect(server.connections).toHaveLength(0);
});

test.each([
  ["01J8ZQ3F4Y5N6M7P8R9S0T1V2W", "01J8ZQ3F4Y5N6M7P8R9S0T1V2W"],
  ["CN/2026/0017", "CN%2F2026%2F0017"],
  ["../../auth/token", "..%2F..%2Fauth%2Ftoken"],
  ["%2e%2e", "%252e%252e"],
  ["a?b=c#d", "a%3Fb%3Dc%23d"],
  ["فاتورة 7", encodeURIComponent("فاتورة 7")],
])("an id is any text: %j is asked for as one segment of the path", async (id, segment) => {
  const { server } = await asked(
    (socket) => socket.end(http(200, "{}")),
    (service) => service.document("invoice", id),
  );
  expect(server.requests.map(({ head }) => head.split(" ")[1])).toEqual([`/api/purchase-invoices/${segment}`]);
});
