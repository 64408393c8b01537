import { expect, test } from "vitest";
import { pathOf, segmentNames } from "../../src/contract/index.ts";
import { callsThatChange, openService } from "../../src/send/index.ts";
import { clientCalls } from "../support/client-calls.ts";
import { type Answer, accessTo, http, startRawServer } from "../support/raw-server.ts";

const id = "6f0d2f0e-1b77-4c55-8a3e-0b9c7f1d2e33";
const body = '{"document_number":"SB-1"}';

async function serviceAt(answer: Answer) {
  const server = await startRawServer(answer, undefined, true);
  return { server, service: openService(accessTo(server.port)) };
}

test.each(clientCalls)("%s is asked with the token and the version, once", async (_, { endpoint, call, segments }) => {
  const { server, service } = await serviceAt((socket) => socket.end(http(200, "{}")));
  await call(service);
  await call(service.withVersion("20260507"));
  const heads = server.requests.map(({ head }) => head.split("\r\n"));
  const line = `${endpoint.method} ${pathOf(endpoint, segments)}`;
  expect(heads.map(([first]) => first?.replace(/\?\S*/, ""))).toEqual([`${line} HTTP/1.1`, `${line} HTTP/1.1`]);
  for (const [at, version] of ["20260101", "20260507"].entries()) {
    expect(heads[at]).toContain("authorization: Bearer canary-4711");
    expect(heads[at]).toContain(`X-SERVICE-VERSION: ${version}`);
  }
});

test.each(clientCalls.filter(([, { endpoint }]) => endpoint.definition.phase2))(
  "a 403 on %s is told apart from a missing status",
  async (_, { call }) => {
    const { service } = await serviceAt((socket) => socket.end(http(403, '{"errors":{"message":"Not subscribed"}}')));
    expect(await call(service)).toMatchObject({
      ok: false,
      status: 403,
      problems: [{ code: "status-forbidden", outcome: "auth", message: expect.stringContaining("Not subscribed") }],
    });
    const { service: without } = await serviceAt((socket) => socket.end(http(404, '{"errors":{"message":"Not yet"}}')));
    expect(await call(without)).toMatchObject({ ok: false, status: 404, problems: [{ code: "not-found" }] });
  },
);

test("a 403 on a download says nothing of Phase 2", async () => {
  const { service } = await serviceAt((socket) => socket.end(http(403, "{}")));
  expect(await service.xml("invoice", id)).toMatchObject({ ok: false, problems: [{ code: "token-refused" }] });
});

test("bytes come as they are, whatever they look like", async () => {
  const bytes = Buffer.from(Array.from({ length: 256 }, (_, value) => value));
  const { service } = await serviceAt((socket) => {
    socket.write(`HTTP/1.1 200 X\r\ncontent-type: application/pdf\r\ncontent-length: ${bytes.length}\r\n\r\n`);
    socket.end(bytes);
  });
  const answer = await service.attachment("invoice", id, "a-1");
  expect(answer.ok && Buffer.from(answer.value)).toEqual(bytes);
});

test("a snapshot may be five times as large as another answer, and no larger", async () => {
  const snapshot = (bytes: number) => http(200, JSON.stringify({ documentXML: "A".repeat(bytes) }));
  for (const [bytes, ok] of [
    [45_000, true],
    [51_000, false],
  ] as const) {
    const server = await startRawServer((socket) => socket.end(snapshot(bytes)));
    const service = openService(accessTo(server.port, { patience: { answerBytes: 10_000 } }));
    expect((await service.status("credit-note", id)).ok).toBe(ok);
    expect((await service.document("credit-note", id)).ok).toBe(false);
  }
});

test("an attachment that is cut is no attachment", async () => {
  const { service } = await serviceAt((socket) => socket.end("HTTP/1.1 200 X\r\ncontent-length: 9\r\n\r\nabc"));
  expect(await service.attachment("invoice", id, "a-1")).toMatchObject({
    ok: false,
    problems: [{ code: "read-failed" }],
  });
});

test.each([
  ["a 200 with the id", http(200, `{"id":"${id}"}`), "created"],
  ["a 200 without an id", http(200, "{}"), "in-doubt"],
  ["a 201", http(201, `{"id":"${id}"}`), "in-doubt"],
  ["a 400", http(400, '{"errors":{"document_status":"Not now"}}'), "refused"],
  ["a 401", http(401, "{}"), "refused"],
  ["a 404", http(404, "{}"), "refused"],
  ["a 413", http(413, "{}"), "refused"],
  ["a 429", http(429, "{}"), "not-sent"],
  ["a 500", http(500, "{}"), "in-doubt"],
  ["half an answer", "HTTP/1.1 200 X\r\ncontent-length: 900\r\n\r\n{", "in-doubt"],
  ["no answer", "", "in-doubt"],
])("after %s a resubmission is judged like a create, and never sent twice", async (_, answer, verdict) => {
  const { server, service } = await serviceAt((socket) => socket.end(answer));
  expect((await service[callsThatChange].resubmit("credit-note", id, "BP-1", body)).verdict).toBe(verdict);
  expect(server.requests.map((each) => each.body.toString())).toEqual([body]);
});

/** Every call of this kind, with each path segment in turn replaced by this text. */
const asking = (odd: string, does: "reads" | "changes") =>
  clientCalls
    .filter(([, { endpoint }]) => endpoint.definition.does === does)
    .flatMap(([, { endpoint, callWith }]) => segmentNames(endpoint.path).map((name) => callWith({ [name]: odd })));

test.each(["..", ".", "", "\udc00"])("the id %j is refused before anything is sent", async (wrong) => {
  const { server, service } = await serviceAt((socket) => socket.end(http(200, "{}")));
  for (const ask of asking(wrong, "reads"))
    expect(await ask(service)).toMatchObject({ ok: false, problems: [{ code: "bad-usage" }] });
  for (const ask of asking(wrong, "changes")) expect(await ask(service)).toMatchObject({ verdict: "not-sent" });
  expect(server.connections).toEqual([]);
});

test.each(["a/b", "%2e%2e", "a?b", "a#b", "  ", "ü 8", "..."])(
  "the id %j is one segment of every path",
  async (odd) => {
    const { server, service } = await serviceAt((socket) => socket.end(http(200, "{}")));
    for (const ask of [...asking(odd, "reads"), ...asking(odd, "changes")]) await ask(service);
    expect(server.requests.length).toBeGreaterThan(10);
    for (const { head } of server.requests)
      expect(head.split(" ")[1]?.split("?")[0]?.split("/")).toContain(encodeURIComponent(odd));
  },
);

test("every method of the client is among these", () => {
  const service = openService(accessTo(1));
  const all = [...Object.keys(service), ...Object.keys(service[callsThatChange])];
  const asked = clientCalls.map(([name]) => name.split(" ")[0]);
  expect([...new Set(asked)].sort()).toEqual(
    all.filter((name) => !/^(?:withVersion|polling|unasked)$/.test(name)).sort(),
  );
});
