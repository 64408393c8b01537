import { connect, createServer, type Server } from "node:net";
import { createServer as createTlsServer } from "node:tls";
import { describe, expect, onTestFinished, test } from "vitest";
import { callsThatChange, openService } from "../../src/send/index.ts";
import { proxyFor } from "../../src/send/proxy.ts";
import { type Identity, makeIdentity } from "../support/certificate.ts";
import { accessTo, http, listen, startRawServer } from "../support/raw-server.ts";

const service = "https://api.service.example:8443";

/** Tunnels every CONNECT to one local port and records the requests. */
async function startProxy(target: number, answer = "HTTP/1.1 200 OK\r\n\r\n", identity?: Identity) {
  const heads: string[] = [];
  const onSocket = (socket: import("node:net").Socket): void => {
    socket.on("error", () => undefined);
    socket.once("data", (chunk: Buffer) => {
      heads.push(chunk.toString("latin1"));
      if (!answer.startsWith("HTTP/1.1 200")) return socket.end(answer);
      const onward = connect(target, "127.0.0.1");
      onward.on("error", () => undefined);
      socket.write(answer);
      socket.pipe(onward).pipe(socket);
      return undefined;
    });
  };
  const server: Server = identity ? createTlsServer({ ...identity }, onSocket) : createServer(onSocket);
  const port = await listen(server);
  onTestFinished(() => void server.close());
  return { port, heads };
}

test("the request goes through a tunnel; the proxy learns the host and its own credentials, and nothing else", async () => {
  const identity = makeIdentity(["api.service.example"]);
  const server = await startRawServer((socket) => socket.end(http(201, '{"id":"abc"}')), identity);
  const proxy = await startProxy(server.port);
  const environment = { HTTPS_PROXY: `http://clerk:s%40crets@127.0.0.1:${proxy.port}` };
  const reply = await openService(accessTo(0, { baseUrl: service, extraCa: identity.cert, environment }))[
    callsThatChange
  ].create("invoice", "BP-1", "{}");
  expect(reply.verdict).toBe("created");
  expect(server.requests[0]?.head).toContain("Bearer canary-4711");
  expect(server.requests[0]?.head).not.toMatch(/proxy-authorization/i);
  expect(proxy.heads).toHaveLength(1);
  expect(proxy.heads[0]).toMatch(/^CONNECT api\.service\.example:8443 HTTP\/1\.1\r\n/);
  expect(proxy.heads[0]).toContain(`Basic ${Buffer.from("clerk:s@crets").toString("base64")}`);
  expect(proxy.heads[0]).not.toMatch(/canary|20260101|selfbill/);
});

test("a proxy spoken to by https works the same", async () => {
  const identity = makeIdentity(["api.service.example", "127.0.0.1"]);
  const server = await startRawServer((socket) => socket.end(http(201, '{"id":"abc"}')), identity);
  const proxy = await startProxy(server.port, undefined, identity);
  const environment = { https_proxy: `https://127.0.0.1:${proxy.port}` };
  const reply = await openService(accessTo(0, { baseUrl: service, extraCa: identity.cert, environment }))[
    callsThatChange
  ].create("invoice", "BP-1", "{}");
  expect(reply.verdict).toBe("created");
});

test.each([
  ["refuses", "HTTP/1.1 407 Proxy Authentication Required\r\ncontent-length: 0\r\n\r\n", "407"],
  ["fails", "HTTP/1.1 502 Bad Gateway\r\ncontent-length: 0\r\n\r\n", "502"],
  ["talks nonsense", "hello\r\n\r\n", "proxy"],
  ["hangs up", "", "proxy"],
])(
  "a proxy that %s means that nothing was sent, and its password stays out of the words",
  async (_what, answer, words) => {
    const proxy = await startProxy(0, answer || "\r\n");
    const environment = { HTTPS_PROXY: `http://clerk:hunter2@127.0.0.1:${proxy.port}` };
    const reply = await openService(accessTo(0, { baseUrl: service, environment }))[callsThatChange].create(
      "invoice",
      "BP-1",
      "{}",
    );
    expect(reply).toMatchObject({
      verdict: "not-sent",
      problems: [{ code: "not-connected", hint: expect.stringContaining("HTTPS_PROXY") }],
    });
    expect(reply.problems[0]?.message).toContain(words);
    expect(reply.problems[0]?.message).toContain(`127.0.0.1:${proxy.port}`);
    expect(JSON.stringify(reply)).not.toContain("hunter2");
  },
);

test("a proxy that takes the question and never answers is named, however short the time of a request is", async () => {
  const proxy = createServer((socket) => void socket.on("error", () => undefined).resume());
  const port = await listen(proxy);
  onTestFinished(() => void proxy.close());
  const environment = { HTTPS_PROXY: `http://clerk:hunter2@127.0.0.1:${port}` };
  const hasty = openService(accessTo(0, { baseUrl: service, environment, patience: { whole: 300 } }));
  const created = await hasty[callsThatChange].create("invoice", "BP-1", "{}");
  const read = await hasty.document("invoice", "an-id");
  expect(created.verdict).toBe("not-sent");
  for (const told of [created.problems[0], read.ok ? undefined : read.problems[0]]) {
    expect(told).toMatchObject({ code: "not-connected", hint: expect.stringContaining("HTTPS_PROXY") });
    expect(told?.message).toMatch(
      new RegExp(`did not answer in time \\(through the proxy http://127\\.0\\.0\\.1:${port}\\)`),
    );
  }
});

test("a wrong certificate behind the tunnel ends it before a byte is sent, and the proxy is named", async () => {
  const identity = makeIdentity(["other.example"]);
  const server = await startRawServer((socket) => socket.end(http(201, '{"id":"abc"}')), identity);
  const proxy = await startProxy(server.port);
  const environment = { HTTPS_PROXY: `http://127.0.0.1:${proxy.port}` };
  const reply = await openService(accessTo(0, { baseUrl: service, extraCa: identity.cert, environment }))[
    callsThatChange
  ].create("invoice", "BP-1", "{}");
  expect(reply.verdict).toBe("not-sent");
  expect(reply.problems[0]?.message).toContain(`through the proxy http://127.0.0.1:${proxy.port}`);
  expect(server.requests).toHaveLength(0);
});

test("loopback never goes through a proxy", async () => {
  const proxy = await startProxy(0);
  const server = await startRawServer((socket) => socket.end(http(201, '{"id":"abc"}')));
  const environment = { HTTPS_PROXY: `http://127.0.0.1:${proxy.port}`, HTTP_PROXY: `http://127.0.0.1:${proxy.port}` };
  expect(
    (await openService(accessTo(server.port, { environment }))[callsThatChange].create("invoice", "BP-1", "{}"))
      .verdict,
  ).toBe("created");
  expect(proxy.heads).toEqual([]);
});

describe("which proxy", () => {
  const proxy = "http://proxy.example:3128";

  test("small letters win; a bare host is an http proxy; credentials are kept apart", () => {
    expect(proxyFor(service, { https_proxy: "http://small.example", HTTPS_PROXY: proxy })?.origin).toBe(
      "http://small.example",
    );
    expect(proxyFor(service, { HTTPS_PROXY: "proxy.example:3128" })?.origin).toBe(proxy);
    expect(proxyFor(service, { HTTPS_PROXY: "http://a:b@proxy.example:3128" })).toEqual({
      origin: proxy,
      credentials: Buffer.from("a:b").toString("base64"),
    });
    expect(proxyFor(service, { HTTP_PROXY: proxy })).toBeUndefined();
    expect(proxyFor(service, { HTTPS_PROXY: "" })).toBeUndefined();
  });

  test.each([
    ["*", false],
    ["api.service.example", false],
    ["service.example", false],
    [".service.example", false],
    ["*.service.example", false],
    ["SERVICE.example", false],
    ["other.example, service.example", false],
    ["service.example:8443", false],
    ["service.example:443", true],
    ["vice.example", true],
    ["example.org", true],
    ["", true],
    [",", true],
  ])("NO_PROXY=%s: by proxy %s", (no, used) => {
    expect(proxyFor(service, { HTTPS_PROXY: proxy, NO_PROXY: no }) !== undefined).toBe(used);
  });

  test.each([
    ["https://127.0.0.1:8443", false],
    ["https://127.9.0.1", false],
    ["https://[::1]", false],
    ["https://localhost", false],
    ["https://127.service.example", true],
  ])("%s: by proxy %s", (origin, used) => {
    expect(proxyFor(origin, { HTTPS_PROXY: proxy }) !== undefined).toBe(used);
  });

  test("an address that cannot be used fails instead of being gone round", async () => {
    for (const wrong of ["http://", "socks5://127.0.0.1:1", "::::"]) {
      const reply = await openService(accessTo(0, { baseUrl: service, environment: { HTTPS_PROXY: wrong } }))[
        callsThatChange
      ].create("invoice", "BP-1", "{}");
      expect(reply, wrong).toMatchObject({
        verdict: "not-sent",
        problems: [{ code: "not-connected", hint: expect.stringContaining("HTTPS_PROXY") }],
      });
    }
  });
});
