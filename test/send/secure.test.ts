import { expect, test } from "vitest";
import { callsThatChange, openService, type ServiceAccess } from "../../src/send/index.ts";
import { type Identity, makeIdentity } from "../support/certificate.ts";
import { accessTo, http, startRawServer } from "../support/raw-server.ts";

const body = '{"issue_date":"2026-06-15"}';

async function createOver(identity: Identity, change: Partial<ServiceAccess> = {}) {
  const server = await startRawServer((socket) => socket.end(http(201, '{"id":"abc"}')), identity);
  const order: string[] = [];
  const access = accessTo(server.port, { baseUrl: `https://127.0.0.1:${server.port}`, ...change });
  const reply = await openService(access)[callsThatChange].create("invoice", "BP-1", body, {
    beforeFirstByte: () => {
      order.push("armed");
      return undefined;
    },
  });
  return { server, reply, order };
}

test("a certificate of a known authority is taken, and the hook comes after the handshake", async () => {
  const identity = makeIdentity(["127.0.0.1"]);
  const { server, reply, order } = await createOver(identity, { extraCa: identity.cert });
  expect(reply.verdict).toBe("created");
  expect(server.requests[0]?.head).toContain("canary-4711");
  expect(order).toEqual(["armed"]);
});

test.each([
  ["nobody vouches for", makeIdentity(["127.0.0.1"]), undefined, "trusts"],
  ["was made for another name", makeIdentity(["other.example"]), "own", "another name"],
  ["has expired", makeIdentity(["127.0.0.1"], new Date("2020-01-01T00:00:00Z")), "own", "expired"],
  ["is not valid yet", makeIdentity(["127.0.0.1"], new Date(Date.now() + 86_400_000)), "own", "not valid yet"],
])("a certificate that %s ends it before a byte is sent", async (_what, identity, ca, words) => {
  const { server, reply, order } = await createOver(identity, ca === undefined ? {} : { extraCa: identity.cert });
  expect(reply).toMatchObject({ verdict: "not-sent", problems: [{ code: "not-connected", outcome: "not_sent" }] });
  expect(reply.problems[0]?.message).toContain(words);
  expect(reply.problems[0]?.hint).not.toMatch(/REJECT_UNAUTHORIZED|insecure/);
  expect(server.requests).toHaveLength(0);
  expect(order).toEqual([]);
});

test("an added authority vouches for its own certificates only", async () => {
  const [served, added] = [makeIdentity(["127.0.0.1"]), makeIdentity(["127.0.0.1"])];
  expect((await createOver(served, { extraCa: added.cert })).reply.verdict).toBe("not-sent");
});

test("https spoken to a server without it ends before a byte of the request is sent", async () => {
  const plain = await startRawServer((socket) => socket.end(http(201, '{"id":"abc"}')));
  plain.connections.length = 0;
  const asked = openService(
    accessTo(plain.port, { baseUrl: `https://127.0.0.1:${plain.port}`, patience: { connect: 300 } }),
  )[callsThatChange].create("invoice", "BP-1", body);
  const reply = await asked;
  expect(reply).toMatchObject({ verdict: "not-sent", problems: [{ code: "not-connected" }] });
  expect(plain.requests).toHaveLength(0);
});

test("NODE_TLS_REJECT_UNAUTHORIZED=0 is refused before connecting, for reads as well", async () => {
  const identity = makeIdentity(["127.0.0.1"]);
  const environment = { NODE_TLS_REJECT_UNAUTHORIZED: "0" };
  const { server, reply } = await createOver(identity, { extraCa: identity.cert, environment });
  expect(reply).toMatchObject({
    verdict: "not-sent",
    problems: [{ code: "not-connected", message: expect.stringContaining("NODE_TLS_REJECT_UNAUTHORIZED") }],
  });
  const service = openService(accessTo(server.port, { environment }));
  expect(await service.document("invoice", "abc")).toMatchObject({ ok: false, problems: [{ code: "not-connected" }] });
  expect(server.connections).toHaveLength(0);
});

test("the process's own switch cannot weaken the check either", async () => {
  process.env.NODE_TLS_REJECT_UNAUTHORIZED = "0";
  try {
    expect((await createOver(makeIdentity(["127.0.0.1"]))).reply.verdict).toBe("not-sent");
  } finally {
    delete process.env.NODE_TLS_REJECT_UNAUTHORIZED;
  }
});
