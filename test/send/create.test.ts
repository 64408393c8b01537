import { once } from "node:events";
import { createServer, type Socket } from "node:net";
import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { type CreateAnswer, callsThatChange, openService, type ServiceAccess } from "../../src/send/index.ts";
import { type Answer, accessTo, http, startRawServer } from "../support/raw-server.ts";

const created = '{"id":"6f0d2f0e-1b77-4c55-8a3e-0b9c7f1d2e33","document_number":"SB-1","tax_amount":500.00}';
const body = '{"document_number":"SB-1","issue_date":"2026-06-15"}';

async function createAt(answer: Answer, change: Partial<ServiceAccess> = {}) {
  const server = await startRawServer(answer);
  const order: string[] = [];
  const reply = await openService(accessTo(server.port, change))[callsThatChange].create("invoice", "BP-1", body, {
    beforeFirstByte: () => {
      order.push(`armed with ${server.requests.length} requests received`);
      return undefined;
    },
  });
  return { server, order, reply };
}

/** Checks that the document is in doubt and that only one request was sent. */
function expectDoubt({
  server,
  order,
  reply,
}: Awaited<ReturnType<typeof createAt>>): CreateAnswer & { verdict: "in-doubt" } {
  expect(reply.verdict).toBe("in-doubt");
  expect(server.requests).toHaveLength(1);
  expect(server.connections).toHaveLength(1);
  expect(order).toEqual(["armed with 0 requests received"]);
  expect(JSON.stringify(reply)).not.toContain("canary");
  return reply as CreateAnswer & { verdict: "in-doubt" };
}

test("a request bears exactly the token, the version and one length, and the connection is used once", async () => {
  const { server, reply } = await createAt((socket) => socket.end(http(201, created)));
  expect(reply).toMatchObject({
    verdict: "created",
    id: "6f0d2f0e-1b77-4c55-8a3e-0b9c7f1d2e33",
    status: 201,
    problems: [],
  });
  const [request] = server.requests;
  expect(request?.body.toString()).toBe(body);
  expect(request?.head.split("\r\n").map((line) => line.replace(/^[^:]+/, (name) => name.toLowerCase()))).toEqual([
    "POST /api/purchase-invoices/BP-1 HTTP/1.1".replace(/^[^:]+/, (line) => line.toLowerCase()),
    `host: 127.0.0.1:${server.port}`,
    "connection: close",
    "authorization: Bearer canary-4711",
    "x-service-version: 20260101",
    "user-agent: selfbill/0.1.0",
    "accept: application/json",
    "accept-encoding: identity",
    "content-type: application/json",
    `content-length: ${body.length}`,
  ]);
});

test("the numbers of the answer keep their digits", async () => {
  const { reply } = await createAt((socket) => socket.end(http(201, created)));
  expect(String(reply.verdict === "created" && reply.document.tax_amount)).toBe("500.00");
});

test("letters beyond ASCII are counted in bytes", async () => {
  const server = await startRawServer((socket) => socket.end(http(201, created)));
  await openService(accessTo(server.port))[callsThatChange].create("credit-note", "BP-1", '{"note":"فاتورة"}');
  expect(server.requests[0]?.head).toMatch(/content-length: 23\b/);
  expect(server.requests[0]?.head).toMatch(/^POST \/api\/purchase-credit-notes\/BP-1 /);
  expect(server.requests[0]?.body.toString("utf8")).toBe('{"note":"فاتورة"}');
});

test("the path of the base URL and the name of the version header are the profile's", async () => {
  const server = await startRawServer((socket) => socket.end(http(201, created)));
  const access = accessTo(server.port, {
    baseUrl: `http://127.0.0.1:${server.port}/uae/v2`,
    versionHeader: "X-BRAND-VERSION",
    serviceVersion: "20260507",
  });
  await openService(access)[callsThatChange].create("invoice", "BP-1", body);
  expect(server.requests[0]?.head).toMatch(/^POST \/uae\/v2\/api\/purchase-invoices\/BP-1 /);
  expect(server.requests[0]?.head).toMatch(/\r\nX-BRAND-VERSION: 20260507\r\n/i);
});

test("a body in chunks and one that ends with the connection are complete answers", async () => {
  const chunked = await createAt((socket) =>
    socket.end(
      `HTTP/1.1 201 X\r\ntransfer-encoding: chunked\r\n\r\n${created.length.toString(16)}\r\n${created}\r\n0\r\n\r\n`,
    ),
  );
  expect(chunked.reply.verdict).toBe("created");
  const untilClose = await createAt((socket) => socket.end(`HTTP/1.1 201 X\r\n\r\n${created}`));
  expect(untilClose.reply.verdict).toBe("created");
});

test("an interim answer before the real one is only that", async () => {
  const { reply } = await createAt((socket) => socket.end(`HTTP/1.1 103 Early Hints\r\n\r\n${http(201, created)}`));
  expect(reply.verdict).toBe("created");
});

const cuts: ReadonlyArray<readonly [string, Answer]> = [
  ["closes without a word", (socket) => socket.end()],
  ["resets the connection", (socket) => socket.resetAndDestroy()],
  ["sends an interim answer only", (socket) => socket.end("HTTP/1.1 100 Continue\r\n\r\n")],
  [
    "wants to speak another protocol",
    (socket) => socket.end("HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n"),
  ],
  ["sends half a head", (socket) => socket.end("HTTP/1.1 201 Cre")],
  ["answers garbage", (socket) => socket.end("\u0000\u0001\u0002 SMTP ready\r\n\r\n")],
  ["answers in another protocol", (socket) => socket.end("220 mail.example ESMTP\r\n")],
  [
    "sends a head larger than 64 KiB",
    (socket) => socket.end(`HTTP/1.1 201 X\r\nx: ${"y".repeat(70_000)}\r\n\r\n${created}`),
  ],
];
test.each(cuts)("a server that %s leaves doubt, told as a lost answer", async (_what, answer) => {
  const reply = expectDoubt(await createAt(answer));
  expect(reply.status).toBeUndefined();
  expect(reply.problems[0]).toMatchObject({ code: "answer-lost", outcome: "in_doubt" });
});

const halves: ReadonlyArray<readonly [string, Answer]> = [
  ["is cut before its length", (socket) => socket.end(http(201, created).slice(0, -20))],
  [
    "is cut inside a chunk",
    (socket) => socket.end(`HTTP/1.1 201 X\r\ntransfer-encoding: chunked\r\n\r\nff\r\n${created}`),
  ],
  [
    "lacks its last chunk",
    (socket) =>
      socket.end(
        `HTTP/1.1 201 X\r\ntransfer-encoding: chunked\r\n\r\n${created.length.toString(16)}\r\n${created}\r\n`,
      ),
  ],
  ["ends early without a length", (socket) => socket.end(`HTTP/1.1 201 X\r\n\r\n${created.slice(0, -20)}`)],
  ["is not JSON", (socket) => socket.end(http(201, "<html>created</html>"))],
  ["is compressed and broken", (socket) => packed(socket, gzipSync(created).fill(0, 20))],
  ["names no id", (socket) => socket.end(http(201, '{"document_number":"SB-1"}'))],
  ["names an empty id", (socket) => socket.end(http(201, '{"id":""}'))],
  ["names an id beyond 512 characters", (socket) => socket.end(http(201, `{"id":"${"x".repeat(513)}"}`))],
  ["names its id twice", (socket) => socket.end(http(201, '{"id":"a","id":"b"}'))],
  ["is empty", (socket) => socket.end(http(201, ""))],
];
test.each(halves)("a 201 whose body %s leaves doubt, and says that it probably exists", async (_what, answer) => {
  const reply = expectDoubt(await createAt(answer));
  expect(reply.status).toBe(201);
  expect(reply.problems[0]?.message).toContain("probably exists");
});

function packed(socket: Socket, body: Buffer, coding = "gzip"): void {
  socket.write(`HTTP/1.1 201 X\r\ncontent-encoding: ${coding}\r\ncontent-length: ${body.length}\r\n\r\n`);
  socket.end(body);
}

test.each([
  ["gzip", gzipSync(created)],
  ["br", brotliCompressSync(created)],
  ["deflate", deflateSync(created)],
])("a 201 that is compressed though nobody asked is read: %s", async (coding, body) => {
  const { reply } = await createAt((socket) => packed(socket, body, coding));
  expect(reply.verdict).toBe("created");
});

test("an answer that is beyond the cap when it is unpacked leaves doubt", async () => {
  const bomb = gzipSync(`{"id":"6f0d2f0e","x":"${"y".repeat(1_000_000)}"}`);
  expectDoubt(await createAt((socket) => packed(socket, bomb), { patience: { answerBytes: 10_000 } }));
});

test("an answer beyond the cap is not read on, and leaves doubt", async () => {
  const found = await createAt(
    (socket) => socket.write(`HTTP/1.1 201 X\r\ncontent-length: 99999999\r\n\r\n{"x":"${"y".repeat(40_000)}`),
    { patience: { answerBytes: 10_000 } },
  );
  expect(expectDoubt(found).partialBody).toHaveLength(4_000);
});

test("of an answer beyond the cap the id counts where it stands in front", async () => {
  const front = '{"id":"6f0d2f0e","document_number":"SB-1","totals":{"a":"}"},"x":"';
  const { reply, server } = await createAt(
    (socket) => socket.write(`HTTP/1.1 201 X\r\ncontent-length: 99999999\r\n\r\n${front}${"y".repeat(40_000)}`),
    { patience: { answerBytes: 10_000 } },
  );
  expect(reply).toMatchObject({
    verdict: "created",
    id: "6f0d2f0e",
    document: { document_number: "SB-1" },
    problems: [{ code: "answer-too-long", severity: "warning" }],
  });
  expect(server.requests).toHaveLength(1);
});

test("a token that comes back in a partial body is not kept", async () => {
  const reply = expectDoubt(
    await createAt((socket) => socket.end(http(500, '{"echo":"Bearer canary-4711","b64":"Y2FuYXJ5LTQ3MTE="}'))),
  );
  expect(reply.partialBody).toBe('{"echo":"Bearer [token]","b64":"[token]"}');
});

test("a server that accepts and never answers leaves doubt when patience ends", async () => {
  const silent = await createAt(() => undefined, { patience: { whole: 300 } });
  expect(expectDoubt(silent).problems[0]?.message).toContain("in time");
  const drip = await createAt((socket) => socket.write(http(201, created).slice(0, -5)), { patience: { whole: 300 } });
  expect(expectDoubt(drip).status).toBe(201);
  const headless = await createAt(() => undefined, { patience: { head: 100 } });
  expectDoubt(headless);
  const bodiless = await createAt((socket) => socket.write(http(201, created).slice(0, -5)), {
    patience: { idle: 100 },
  });
  expectDoubt(bodiless);
});

test("no redirect is followed, and the other server sees nothing", async () => {
  const other = await startRawServer((socket) => socket.end(http(201, created)));
  for (const status of [301, 307, 308]) {
    const { reply, server } = await createAt((socket) =>
      socket.end(http(status, "", { location: `http://127.0.0.1:${other.port}/x?token=secret` })),
    );
    expect(reply).toMatchObject({
      verdict: "refused",
      status,
      problems: [{ code: "base-url-moved", message: expect.stringContaining(`127.0.0.1:${other.port}`) }],
    });
    expect(JSON.stringify(reply)).not.toContain("secret");
    expect(server.connections).toHaveLength(1);
  }
  for (const status of [300, 302, 303, 304]) {
    expectDoubt(
      await createAt((socket) =>
        socket.end(http(status, status === 304 ? "" : "{}", { location: `http://127.0.0.1:${other.port}/` })),
      ),
    );
  }
  expect(other.connections).toHaveLength(0);
});

test("nobody listening means that nothing was sent, and the journal is not asked", async () => {
  const { port } = await startRawServer(() => undefined);
  const order: string[] = [];
  const dead = await startRawServer(() => undefined);
  const free = await freePort();
  const reply = await openService(accessTo(free))[callsThatChange].create("invoice", "BP-1", body, {
    beforeFirstByte: () => void order.push("armed") as undefined,
  });
  expect(reply).toMatchObject({ verdict: "not-sent", problems: [{ code: "not-connected", outcome: "not_sent" }] });
  expect(order).toEqual([]);
  expect([port, dead.port]).not.toContain(free);
});

test("a connection that fails is tried as often as there are pauses, and nothing is written in between", async () => {
  const free = await freePort();
  const reply = await openService(accessTo(free, { patience: { pauses: [1, 1] } }))[callsThatChange].create(
    "invoice",
    "BP-1",
    body,
  );
  expect(reply).toMatchObject({ verdict: "not-sent", problems: [{ code: "not-connected" }] });
});

test("a hook that says no closes the connection before a byte is written", async () => {
  const server = await startRawServer((socket) => socket.end(http(201, created)));
  const no = {
    code: "journal-unusable",
    message: "The disk is full.",
    hint: "Make room.",
    severity: "error",
    outcome: "local_state",
  } as const;
  const reply = await openService(accessTo(server.port))[callsThatChange].create("invoice", "BP-1", body, {
    beforeFirstByte: async () => no,
  });
  expect(reply).toMatchObject({ verdict: "not-sent", problems: [no] });
  expect(server.requests).toHaveLength(0);
});

test("a server that hangs up while the hook works has received nothing", async () => {
  const server = await startRawServer(() => undefined);
  const reply = await openService(accessTo(server.port))[callsThatChange].create("invoice", "BP-1", body, {
    beforeFirstByte: async () => {
      await waitFor(() => server.connections.length === 1);
      const [socket] = server.connections;
      socket?.resetAndDestroy();
      if (socket) await once(socket, "close");
      // Gives the client, which runs in the same event loop, time to notice that the connection is closed.
      for (let turn = 0; turn < 3; turn++) await new Promise((done) => setImmediate(done));
      return undefined;
    },
  });
  expect(reply).toMatchObject({ verdict: "not-sent", problems: [{ code: "not-connected" }] });
});

test("stopping before the first byte sends nothing; stopping afterwards leaves doubt", async () => {
  const early = new AbortController();
  early.abort();
  const server = await startRawServer(() => undefined);
  const service = openService(accessTo(server.port));
  expect(await service[callsThatChange].create("invoice", "BP-1", body, { signal: early.signal })).toMatchObject({
    verdict: "not-sent",
    problems: [{ code: "interrupted" }],
  });
  expect(server.requests).toHaveLength(0);
  const late = new AbortController();
  const stalled = await startRawServer(() => late.abort());
  const reply = await openService(accessTo(stalled.port))[callsThatChange].create("invoice", "BP-1", body, {
    signal: late.signal,
  });
  expect(reply).toMatchObject({
    verdict: "in-doubt",
    problems: [{ code: "answer-lost", message: expect.stringContaining("stopped") }],
  });
});

test("stopping inside the hook sends nothing", async () => {
  const stop = new AbortController();
  const server = await startRawServer((socket) => socket.end(http(201, created)));
  const reply = await openService(accessTo(server.port))[callsThatChange].create("invoice", "BP-1", body, {
    signal: stop.signal,
    beforeFirstByte: () => {
      stop.abort();
      return undefined;
    },
  });
  expect(reply).toMatchObject({ verdict: "not-sent", problems: [{ code: "interrupted" }] });
  expect(server.requests).toHaveLength(0);
});

test("a refusal is read though the server hangs up on the rest of a large body", async () => {
  const server = await startRawServer(() => undefined);
  const refusal = http(413, '{"errors":{"message":"The request payload size must not exceed 8MB"}}', {
    connection: "close",
  });
  const large = `{"x":"${"y".repeat(9_000_000)}"}`;
  const asked = openService(accessTo(server.port))[callsThatChange].create("invoice", "BP-1", large);
  await waitFor(() => server.connections.length === 1);
  server.connections[0]
    ?.removeAllListeners("data")
    .once("data", () => server.connections[0]?.end(refusal))
    .resume();
  expect(await asked).toMatchObject({ verdict: "refused", status: 413 });
});

test.each(["..", ".", "", "\ud800", "x".repeat(513)])("the business profile id %j reaches no server", async (id) => {
  const server = await startRawServer((socket) => socket.end(http(201, created)));
  expect(await openService(accessTo(server.port))[callsThatChange].create("invoice", id, body)).toMatchObject({
    verdict: "not-sent",
    problems: [{ code: "bad-usage" }],
  });
  expect(server.connections).toHaveLength(0);
});

test("an access that settings would never give is a fault, before anything is sent", () => {
  for (const change of [
    { baseUrl: "http://api.service.example" },
    { baseUrl: "https://u:p@api.service.example" },
    { token: "a\r\nb" },
    { token: "" },
    { serviceVersion: "x" },
    { versionHeader: "a b" },
  ]) {
    expect(() => openService(accessTo(1, change)), JSON.stringify(change)).toThrow("selfbill has an internal error");
  }
});

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address() as { port: number };
  await new Promise<void>((done) => server.close(() => done()));
  return port;
}

async function waitFor(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((done) => setImmediate(done));
}
