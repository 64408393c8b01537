import { request as httpRequest } from "node:http";
import { connect } from "node:net";
import { expect, test } from "vitest";
import { SettableClock, startTestSandbox, type TestSandbox } from "../support/start-sandbox.ts";
import { invoiceBody, without } from "./bodies.ts";

const limit = 8_388_608;
const quotaHeaders = ["x-ratelimit-limit", "x-ratelimit-remaining", "x-ratelimit-reset"];
const createPath = (sandbox: TestSandbox) => `/api/purchase-invoices/${sandbox.businessProfileId}`;
const anonymous = { authorization: "" };

/** Sends headers that fetch would not allow; a body is sent chunked. */
function rawRequest(
  sandbox: TestSandbox,
  method: string,
  path: string,
  headers: Record<string, string>,
  chunks: readonly (string | Buffer)[] = [],
): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const sent = httpRequest(
      {
        host: "127.0.0.1",
        port: sandbox.port,
        method,
        path,
        headers: { authorization: `Bearer ${sandbox.token}`, ...headers },
      },
      (response) => {
        let text = "";
        response.setEncoding("utf8").on("data", (chunk) => {
          text += chunk;
        });
        response.on("end", () => resolve({ status: response.statusCode ?? 0, text }));
      },
    );
    sent.on("error", reject);
    for (const chunk of chunks) sent.write(chunk);
    sent.end();
  });
}

test.each([
  ["no token", ""],
  ["another scheme", "Basic dXNlcjpwYXNz"],
  ["a token of somebody else", "Bearer eyJhbGciOiJIUzI1NiJ9.e30.c2lnbmF0dXJl"],
  ["no token after the scheme", "Bearer "],
])("401: %s", async (_, authorization) => {
  const sandbox = await startTestSandbox();
  for (const [method, path] of [
    ["POST", createPath(sandbox)],
    ["GET", "/api/purchase-invoices"],
    ["GET", "/api/nowhere"],
  ] as const) {
    const { status, body } = await sandbox.call(method, path, method === "POST" ? {} : undefined, { authorization });
    expect([status, body]).toEqual([401, { errors: { message: expect.any(String) } }]);
  }
});

test("401: the token of another data folder is not good here", async () => {
  const sandbox = await startTestSandbox();
  const other = await startTestSandbox();
  const { status } = await sandbox.call("GET", "/api/purchase-invoices", undefined, {
    authorization: `Bearer ${other.token}`,
  });
  expect(status).toBe(401);
});

test.each(["2026-01-01", "20261301", "20260230", "2026010", "", "latest"])(
  "400: the version %j is no date",
  async (version) => {
    const sandbox = await startTestSandbox();
    const headers = { "x-service-version": version };
    const { status, body } = await sandbox.call("POST", createPath(sandbox), invoiceBody(), headers);
    expect([status, body]).toEqual([400, { errors: { message: expect.stringContaining("X-SERVICE-VERSION") } }]);
  },
);

test("400: a date that is no version is told which ones there are", async () => {
  const sandbox = await startTestSandbox();
  const headers = { "x-service-version": "20250101" };
  const { status, body } = await sandbox.call("GET", "/api/purchase-invoices", undefined, headers);
  expect(status).toBe(400);
  expect(body.errors.message).toMatch(/20260101.*20260507/);
});

test("404 and 405: what does not exist, and what exists under another method", async () => {
  const sandbox = await startTestSandbox();
  for (const path of [
    "/",
    "/api",
    "/api/nowhere",
    "/api/purchase-invoices/",
    "/api/purchase-invoices/%zz",
    "/API/purchase-invoices",
  ]) {
    const { status, body } = await sandbox.call("GET", path);
    expect([path, status, body]).toEqual([path, 404, { errors: { message: expect.any(String) } }]);
  }
  const { status, headers, body } = await sandbox.call("DELETE", createPath(sandbox));
  expect([status, body]).toEqual([405, { errors: { message: expect.any(String) } }]);
  expect(headers.get("allow")).toMatch(/POST/);
});

test("413: exactly 8 MiB is accepted, one byte more is not", async () => {
  const sandbox = await startTestSandbox();
  const body = JSON.stringify(invoiceBody());
  const largest = await sandbox.call("POST", createPath(sandbox), body + " ".repeat(limit - body.length));
  expect(largest.status).toBe(201);
  const other = JSON.stringify(invoiceBody({ document_number: "SB-2" }));
  const tooBig = await sandbox.call("POST", createPath(sandbox), other + " ".repeat(limit + 1 - other.length));
  expect([tooBig.status, tooBig.body]).toEqual([413, { errors: { message: expect.stringContaining("8MB") } }]);
});

test("413: bytes count, not letters", async () => {
  const sandbox = await startTestSandbox();
  const { status } = await sandbox.call("POST", createPath(sandbox), `"${"ض".repeat(limit / 2)}"`);
  expect(status).toBe(413);
});

test("413: a chunked body is counted as it comes", async () => {
  const sandbox = await startTestSandbox();
  const mebibyte = Buffer.alloc(1_048_576, " ");
  const largest = Array.from({ length: 8 }, () => mebibyte);
  const fits = await rawRequest(sandbox, "POST", createPath(sandbox), {}, largest);
  expect([fits.status, fits.text]).toEqual([400, expect.stringContaining("The request body cannot be read")]);
  const tooBig = await rawRequest(sandbox, "POST", createPath(sandbox), {}, [...largest, " "]);
  expect([tooBig.status, tooBig.text]).toEqual([413, expect.stringContaining("8MB")]);
});

test("413: a client that has not finished sending hears it", async () => {
  const sandbox = await startTestSandbox();
  const text = await new Promise<string>((resolve, reject) => {
    const socket = connect(sandbox.port, "127.0.0.1");
    socket.write(
      `POST ${createPath(sandbox)} HTTP/1.1\r\nHost: 127.0.0.1:${sandbox.port}\r\nAuthorization: Bearer ${sandbox.token}\r\n` +
        "Content-Length: 100000000\r\n\r\n",
    );
    socket.write(Buffer.alloc(9_000_000, " "));
    let answer = "";
    socket.on("data", (chunk) => {
      answer += chunk;
      if (answer.includes("8MB")) {
        socket.destroy();
        resolve(answer);
      }
    });
    socket.on("error", reject);
  });
  expect(text).toMatch(/^HTTP\/1\.1 413 /);
});

test("a body that waits for leave to be sent is refused without being sent", async () => {
  const sandbox = await startTestSandbox();
  const answer = await new Promise<{ status: number; invited: boolean }>((resolve, reject) => {
    let invited = false;
    const headers = {
      authorization: `Bearer ${sandbox.token}`,
      expect: "100-continue",
      "content-length": String(limit + 1),
    };
    const sent = httpRequest(
      { host: "127.0.0.1", port: sandbox.port, method: "POST", path: createPath(sandbox), headers },
      (response) => {
        response.resume();
        sent.destroy();
        resolve({ status: response.statusCode ?? 0, invited });
      },
    );
    sent.on("continue", () => {
      invited = true;
    });
    sent.on("error", reject);
    sent.flushHeaders();
  });
  expect(answer).toEqual({ status: 413, invited: false });
});

test("a body that waits for leave and is small enough is invited and accepted", async () => {
  const sandbox = await startTestSandbox();
  const body = JSON.stringify(invoiceBody());
  const status = await new Promise<number>((resolve, reject) => {
    const headers = {
      authorization: `Bearer ${sandbox.token}`,
      expect: "100-continue",
      "content-length": String(body.length),
    };
    const sent = httpRequest(
      { host: "127.0.0.1", port: sandbox.port, method: "POST", path: createPath(sandbox), headers },
      (response) => {
        response.resume();
        resolve(response.statusCode ?? 0);
      },
    );
    sent.on("continue", () => sent.end(body));
    sent.on("error", reject);
    sent.flushHeaders();
  });
  expect(status).toBe(201);
});

test("429: the 61st request of a minute, whatever the endpoint; the next window begins a minute after the first request", async () => {
  const clock = new SettableClock();
  const sandbox = await startTestSandbox({ rate: 60, clock });
  const reset = String((clock.now() + 60_000) / 1000);
  for (let count = 1; count <= 60; count++) {
    const [method, path, body] =
      count % 2 ? ["GET", "/api/purchase-invoices", undefined] : ["POST", createPath(sandbox), {}];
    const { status, headers } = await sandbox.call(method as string, path as string, body);
    expect(status).toBe(count % 2 ? 200 : 400);
    expect(quotaHeaders.map((name) => headers.get(name))).toEqual(["60", String(60 - count), reset]);
  }
  clock.advance(20);
  const over = await sandbox.call("POST", createPath(sandbox), invoiceBody());
  expect([over.status, over.body]).toEqual([429, { errors: { message: expect.stringContaining("60") } }]);
  expect(quotaHeaders.map((name) => over.headers.get(name))).toEqual(["60", "0", reset]);
  expect(over.headers.get("retry-after")).toBe("40");
  clock.advance(40);
  const next = await sandbox.call("POST", createPath(sandbox), invoiceBody());
  expect([next.status, next.headers.get("x-ratelimit-remaining")]).toEqual([201, "59"]);
});

test("429: two processes on one data folder share the quota", async () => {
  const clock = new SettableClock();
  const first = await startTestSandbox({ rate: 3, clock });
  const second = await startTestSandbox({ rate: 3, clock, folder: first.folder });
  expect(second.token).toBe(first.token);
  expect(second.accountId).toBe(first.accountId);
  const statuses = [];
  for (const sandbox of [first, second, first, second])
    statuses.push((await sandbox.call("GET", "/api/purchase-invoices")).status);
  expect(statuses).toEqual([200, 200, 200, 429]);
});

test("every answer carries the quota, and a refused token counts nothing", async () => {
  const sandbox = await startTestSandbox({ rate: 60 });
  const remaining = async (method: string, path: string, headers?: Record<string, string>) =>
    (await sandbox.call(method, path, undefined, headers)).headers.get("x-ratelimit-remaining");
  expect(await remaining("GET", "/api/purchase-invoices", anonymous)).toBe("60");
  expect(await remaining("GET", "/api/purchase-invoices")).toBe("59");
  expect(await remaining("GET", "/api/purchase-invoices", anonymous)).toBe("59");
  expect(await remaining("GET", "/api/nowhere")).toBe("58");
  expect(await remaining("DELETE", createPath(sandbox))).toBe("57");
  expect(await remaining("GET", "/api/purchase-invoices", { "x-service-version": "x" })).toBe("56");
  expect(await remaining("GET", "/api/business-profiles/SBX-0000000000")).toBe("55");
});

test("without a limit there are no quota headers", async () => {
  const sandbox = await startTestSandbox({ rate: 0 });
  for (const headers of [undefined, anonymous]) {
    const answer = await sandbox.call("GET", "/api/purchase-invoices", undefined, headers);
    expect(quotaHeaders.map((name) => answer.headers.get(name))).toEqual([null, null, null]);
  }
});

test("500: an ordered fault has the service's shape and tells nothing of the inside", async () => {
  const sandbox = await startTestSandbox();
  await sandbox.call("POST", "/sandbox/faults", { faults: [{ fault: "status", status: 500 }] });
  const { status, body } = await sandbox.call("POST", createPath(sandbox), invoiceBody());
  expect([status, body]).toEqual([500, { errors: { message: "An error occurred" } }]);
  expect((await sandbox.call("POST", createPath(sandbox), invoiceBody())).status).toBe(201);
});

test("the checks come in their order", async () => {
  const clock = new SettableClock();
  const sandbox = await startTestSandbox({ rate: 1, clock });
  const everythingWrong = async (path: string, headers: Record<string, string>) => {
    const answer = await sandbox.call("POST", path, " ".repeat(limit + 1), headers);
    clock.advance(60);
    return answer.status;
  };
  const wrongVersion = { "x-service-version": "x" };
  expect(await everythingWrong("/api/nowhere", { ...wrongVersion, ...anonymous })).toBe(401);
  await sandbox.call("GET", "/api/purchase-invoices");
  expect(await everythingWrong("/api/nowhere", wrongVersion)).toBe(429);
  expect(await everythingWrong("/api/nowhere", wrongVersion)).toBe(400);
  expect(await everythingWrong("/api/nowhere", {})).toBe(404);
  expect(await everythingWrong("/api/purchase-invoices/SBX-0000000000", {})).toBe(413);
  const malformed = await sandbox.call("POST", "/api/purchase-invoices/SBX-0000000000", "{");
  clock.advance(60);
  expect([malformed.status, malformed.body.errors.message]).toEqual([400, expect.stringContaining("cannot be read")]);
  const profile = await sandbox.call("POST", "/api/purchase-invoices/SBX-0000000000", {});
  clock.advance(60);
  expect([profile.status, profile.body.errors.message]).toEqual([400, expect.stringContaining("SBX-0000000000")]);
  const fields = await sandbox.call("POST", createPath(sandbox), without(invoiceBody(), "issue_date"));
  expect([fields.status, Object.keys(fields.body.errors)]).toEqual([400, ["issue_date"]]);
});

test("403: only its own loopback address is served, and no web page", async () => {
  const sandbox = await startTestSandbox();
  for (const host of [
    "sandbox.example",
    `sandbox.example:${sandbox.port}`,
    "127.0.0.1",
    "127.0.0.1:1",
    `127.0.0.1.example:${sandbox.port}`,
  ]) {
    const { status, text } = await rawRequest(sandbox, "GET", "/api/purchase-invoices", { host });
    expect([host, status, text]).toEqual([host, 403, expect.stringContaining("errors")]);
  }
  for (const host of [`localhost:${sandbox.port}`, `127.0.0.1:${sandbox.port}`]) {
    expect((await rawRequest(sandbox, "GET", "/api/purchase-invoices", { host })).status).toBe(200);
  }
  for (const origin of ["https://page.example", "null", sandbox.baseUrl]) {
    const { status } = await rawRequest(sandbox, "GET", "/api/purchase-invoices", { origin });
    expect([origin, status]).toEqual([origin, 403]);
    expect(
      (await rawRequest(sandbox, "OPTIONS", createPath(sandbox), { origin, "access-control-request-method": "POST" }))
        .status,
    ).toBe(403);
  }
});

test("a connection can be used again after a refusal", async () => {
  const sandbox = await startTestSandbox();
  const answers = await new Promise<string>((resolve, reject) => {
    const socket = connect(sandbox.port, "127.0.0.1");
    const head = (token: string) =>
      `POST ${createPath(sandbox)} HTTP/1.1\r\nHost: 127.0.0.1:${sandbox.port}\r\nAuthorization: Bearer ${token}\r\n`;
    socket.write(
      `${head("nobody")}Content-Length: 2\r\n\r\n{}${head(sandbox.token)}Content-Length: 2\r\nConnection: close\r\n\r\n{}`,
    );
    let text = "";
    socket.on("data", (chunk) => {
      text += chunk;
    });
    socket.on("end", () => resolve(text));
    socket.on("error", reject);
  });
  expect(answers.match(/HTTP\/1\.1 (\d+)/g)).toEqual(["HTTP/1.1 401", "HTTP/1.1 400"]);
});

test("400: a request that names two hosts", async () => {
  const sandbox = await startTestSandbox();
  const own = `127.0.0.1:${sandbox.port}`;
  for (const hosts of [
    [own, "evil.example"],
    [own, own],
  ]) {
    const text = await new Promise<string>((resolve, reject) => {
      const socket = connect(sandbox.port, "127.0.0.1");
      const lines = hosts.map((host) => `Host: ${host}\r\n`).join("");
      socket.end(
        `GET /api/purchase-invoices HTTP/1.1\r\n${lines}Authorization: Bearer ${sandbox.token}\r\nConnection: close\r\n\r\n`,
      );
      let answer = "";
      socket.on("data", (chunk) => {
        answer += chunk;
      });
      socket.on("close", () => resolve(answer)).on("error", reject);
    });
    expect(text).toMatch(/^HTTP\/1\.1 400 /);
  }
});

test("HEAD is possible where GET is: the headers of the answer without its body", async () => {
  const sandbox = await startTestSandbox();
  const [read, head] = [
    await sandbox.call("GET", "/api/purchase-invoices"),
    await sandbox.call("HEAD", "/api/purchase-invoices"),
  ];
  expect([head.status, head.text, head.headers.get("content-length")]).toEqual([
    200,
    "",
    read.headers.get("content-length"),
  ]);
  expect((await sandbox.call("HEAD", createPath(sandbox).replace("invoices", "nothing"))).status).toBe(404);
});

test("415: a strict sandbox takes JSON by its media type only", async () => {
  const [easy, strict] = [await startTestSandbox(), await startTestSandbox({ strict: true })];
  const type = (name: string) => ({ "content-type": name });
  expect((await easy.call("POST", createPath(easy), invoiceBody(), type("text/plain"))).status).toBe(201);
  for (const [given, status] of [
    ["text/plain", 415],
    ["application/jsonp", 415],
    ["application/json; charset=utf-8", 201],
  ] as const) {
    const answer = await strict.call("POST", createPath(strict), invoiceBody(), type(given));
    expect([given, answer.status]).toEqual([given, status]);
  }
});
