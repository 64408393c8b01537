import { connect } from "node:net";
import { expect, test } from "vitest";
import { startTestSandbox, type TestSandbox } from "../support/start-sandbox.ts";
import { type Body, creditNoteBody, invoiceBody, withTin } from "./bodies.ts";

const order = (sandbox: TestSandbox, ...faults: Body[]) => sandbox.call("POST", "/sandbox/faults", { faults });
const create = (sandbox: TestSandbox, change: Body = {}) =>
  sandbox.call("POST", `/api/purchase-invoices/${sandbox.businessProfileId}`, invoiceBody(change));
const numbers = async (sandbox: TestSandbox): Promise<string[]> =>
  (await sandbox.call("GET", "/api/purchase-invoices")).body.content.map((each: Body) => each.document_number);

/** All bytes that a client receives until the connection ends. */
function bytesOf(sandbox: TestSandbox): Promise<string> {
  return new Promise((done) => {
    let text = "";
    const socket = connect(sandbox.port, "127.0.0.1", () =>
      socket.write(
        `GET /api/purchase-invoices HTTP/1.1\r\nHost: 127.0.0.1:${sandbox.port}\r\nAuthorization: Bearer ${sandbox.token}\r\n\r\n`,
      ),
    );
    socket.on("data", (chunk) => {
      text += chunk.toString("latin1");
    });
    socket.on("error", (error: NodeJS.ErrnoException) => done(`${text}${error.code}`)).on("end", () => done(text));
  });
}

test("faults are listed, with how many met them, and forgotten one by one or all at once", async () => {
  const sandbox = await startTestSandbox();
  await order(sandbox, { fault: "status", status: 503, times: 2 }, { fault: "close", method: "PUT" });
  expect((await create(sandbox)).status).toBe(503);
  const list = await sandbox.call("GET", "/sandbox/faults");
  expect(list.body.faults).toEqual([
    { id: "1", fault: "status", status: 503, times: 2, left: 1, met: 1 },
    { id: "2", fault: "close", method: "PUT", left: 1, met: 0 },
  ]);
  expect((await sandbox.call("DELETE", "/sandbox/faults/1")).body).toEqual({ queued: 1 });
  expect((await sandbox.call("DELETE", "/sandbox/faults/1")).status).toBe(404);
  expect((await create(sandbox)).status).toBe(201);
  expect((await sandbox.call("DELETE", "/sandbox/faults")).body).toEqual({ queued: 0 });
});

test("the body of a fault is answered with every digit that it was given with", async () => {
  const sandbox = await startTestSandbox();
  const body = '{"id":12345678901234567890,"amount":0.12345678901234567890,"lines":[{"price":250.00}]}';
  const given = `{"faults":[{"fault":"status","status":200.0,"body":${body}}]}`;
  expect((await sandbox.call("POST", "/sandbox/faults", given)).status).toBe(200);
  expect((await sandbox.call("GET", "/sandbox/faults")).text).toContain(body);
  expect((await create(sandbox)).text).toBe(body);
});

test("a fault is meant for the documents of one supplier, or for one number", async () => {
  const sandbox = await startTestSandbox();
  await order(
    sandbox,
    { fault: "status", status: 503, supplier: "1002345674" },
    { fault: "status", status: 502, number: "SB-2" },
  );
  const other = withTin(invoiceBody({ document_number: "SB-1" }), "1003456787");
  expect((await sandbox.call("POST", `/api/purchase-invoices/${sandbox.businessProfileId}`, other)).status).toBe(201);
  expect((await create(sandbox, { document_number: "SB-2" })).status).toBe(503);
  expect((await create(sandbox, { document_number: "SB-2" })).status).toBe(502);
  const note = await sandbox.call(
    "POST",
    `/api/purchase-credit-notes/${sandbox.businessProfileId}`,
    creditNoteBody({ document_number: "SB-2" }),
  );
  expect(note.status).toBe(201);
  expect(await numbers(sandbox)).toEqual(["SB-1"]);
});

test("created but lost: the connection ends, and the document is there", async () => {
  const sandbox = await startTestSandbox();
  await order(sandbox, { fault: "created-but-lost" });
  await expect(create(sandbox)).rejects.toThrow();
  expect(await numbers(sandbox)).toEqual(["SB-2026-0001"]);
});

test("on the wire: a reset breaks off, garbage is no HTTP, a drip comes in pieces, latency comes late", async () => {
  const sandbox = await startTestSandbox();
  await order(sandbox, { fault: "reset" }, { fault: "garbage" });
  expect(await bytesOf(sandbox)).toBe("ECONNRESET");
  expect(await bytesOf(sandbox)).toMatch(/not HTTP/);
  await order(sandbox, { fault: "drip", bytes: 10, milliseconds: 0 }, { fault: "latency", milliseconds: 1 });
  for (const _ of ["drip", "latency"]) {
    const { status, body } = await sandbox.call("GET", "/api/purchase-invoices");
    expect([status, body.total_elements]).toEqual([200, 0]);
  }
});

test.each([
  ["documented", "retry-after", /^7$/, "errors"],
  ["gateway", "ratelimit-reset", /^7$/, "message"],
  ["date", "retry-after", /GMT$/, "errors"],
  ["bare", "retry-after", undefined, "errors"],
] as const)("429 in the spelling %s", async (spelling, header, form, member) => {
  const sandbox = await startTestSandbox();
  await order(sandbox, { fault: "rate-limited", spelling, retry_after: 7 });
  const { status, headers, body } = await create(sandbox);
  expect([status, Object.keys(body)[0]]).toEqual([429, member]);
  if (form === undefined) expect(headers.get(header)).toBeNull();
  else expect(headers.get(header)).toMatch(form);
});

test("a fault by probability is met by some, and by the same ones with the same seed", async () => {
  const run = async (seed: number): Promise<string> => {
    const sandbox = await startTestSandbox();
    await order(sandbox, { fault: "status", status: 503, probability: 0.5, seed });
    const statuses = [];
    for (let count = 0; count < 16; count++)
      statuses.push((await sandbox.call("GET", "/api/purchase-invoices")).status);
    return statuses.join();
  };
  const [one, again, other] = [await run(7), await run(7), await run(8)];
  expect(again).toBe(one);
  expect(other).not.toBe(one);
  expect([one.includes("200"), one.includes("503")]).toEqual([true, true]);
});
