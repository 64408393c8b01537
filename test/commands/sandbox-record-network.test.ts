import { readFileSync, writeFileSync } from "node:fs";
import { request as ask, createServer } from "node:http";
import { createServer as createTlsServer } from "node:https";
import { type AddressInfo, connect, type Server } from "node:net";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { invoiceBody } from "../contract/bodies.ts";
import { makeIdentity } from "../support/certificate.ts";
import { startSelfbill, temporaryFolder } from "../support/run-selfbill.ts";
import { startTestSandbox } from "../support/start-sandbox.ts";

async function portOf(server: Server): Promise<number> {
  server.listen(0, "127.0.0.1");
  onTestFinished(() => void server.close());
  await new Promise((resolve) => server.once("listening", resolve));
  return (server.address() as AddressInfo).port;
}

/** A sandbox under a path on its host, over HTTPS, reachable only through a proxy with a password. */
async function service() {
  const sandbox = await startTestSandbox();
  const identity = makeIdentity(["api.service.example"]);
  const paths: string[] = [];
  const gate = createTlsServer(identity, (request, response) => {
    paths.push(`${request.method} ${request.url}`);
    const { host: _, ...headers } = request.headers;
    const path = (request.url ?? "").replace(/^\/tenant-1\/v2/, "");
    const onward = ask(`${sandbox.baseUrl}${path}`, { method: request.method ?? "GET", headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(response);
    });
    request.pipe(onward);
  });
  const port = await portOf(gate);
  const heads: string[] = [];
  const proxy = createServer().on("connect", (request, socket) => {
    heads.push(`${request.url} ${request.headers["proxy-authorization"]}`);
    const onward = connect(port, "127.0.0.1", () => {
      socket.write("HTTP/1.1 200 OK\r\n\r\n");
      socket.pipe(onward).pipe(socket);
    });
    for (const each of [socket, onward]) each.on("error", () => undefined);
  });
  return { sandbox, identity, paths, heads, proxyPort: await portOf(proxy) };
}

async function recorder(home: string, env: Record<string, string>) {
  const file = join(home, "calls.jsonl");
  const address = "https://api.service.example:8443/tenant-1/v2/";
  const running = startSelfbill(["sandbox", "--record", address, "--out", file, "--port", "0", "--json"], {
    home,
    env,
  });
  await running.says("Ctrl-C stops it");
  const base = /"base_url":"([^"]+)"/.exec(running.printed())?.[1] ?? "";
  const stop = async () => {
    running.signal("SIGINT");
    expect((await running.ended).code).toBe(0);
    return readFileSync(file, "utf8");
  };
  return { base, stop };
}

test("a service by https, below a path and behind a proxy is recorded, and its password stays out", async () => {
  const { sandbox, identity, paths, heads, proxyPort } = await service();
  const home = temporaryFolder();
  const ca = join(home, "ca.pem");
  writeFileSync(ca, identity.cert);
  const { base, stop } = await recorder(home, {
    HTTPS_PROXY: `http://clerk:s%40crets@127.0.0.1:${proxyPort}`,
    SELFBILL_CA_FILE: ca,
  });
  const headers = { authorization: `Bearer ${sandbox.token}`, "content-type": "application/json" };
  const created = await fetch(`${base}/api/purchase-invoices/${sandbox.businessProfileId}`, {
    method: "POST",
    headers,
    body: JSON.stringify(invoiceBody({})),
  });
  const { id } = (await created.json()) as { id: string };
  const read = await fetch(`${base}/api/purchase-invoices/${id}`, { headers });
  expect([created.status, read.status, ((await read.json()) as { id: string }).id]).toEqual([201, 200, id]);
  expect(paths).toEqual([
    `POST /tenant-1/v2/api/purchase-invoices/${sandbox.businessProfileId}`,
    `GET /tenant-1/v2/api/purchase-invoices/${id}`,
  ]);
  const basic = Buffer.from("clerk:s@crets").toString("base64");
  expect(new Set(heads)).toEqual(new Set([`api.service.example:8443 Basic ${basic}`]));
  const recorded = await stop();
  const calls = recorded
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
  expect(calls.map(({ method, path, status }) => [method, path, status])).toEqual([
    ["POST", "/api/purchase-invoices/{business_profile_id}", 201],
    ["GET", "/api/purchase-invoices/{id}", 200],
  ]);
  expect(recorded).not.toMatch(/clerk|crets|tenant-1/);
});

test("a certificate that is not trusted, and a proxy that refuses, send nothing and say so", async () => {
  const { proxyPort, paths } = await service();
  const refusing = createServer().on("connect", (_, socket) =>
    socket.end("HTTP/1.1 407 Proxy Authentication Required\r\n\r\n"),
  );
  const answer = async (port: number) => {
    const { base, stop } = await recorder(temporaryFolder(), { HTTPS_PROXY: `http://clerk:hunter2@127.0.0.1:${port}` });
    const said = await fetch(`${base}/api/purchase-invoices`, { headers: { authorization: "Bearer x" } });
    const text = await said.text();
    await stop();
    return [said.status, text];
  };
  const untrusted = await answer(proxyPort);
  expect(untrusted).toEqual([502, expect.stringMatching(/cannot be reached.*certificate.*Nothing was sent/)]);
  const refused = await answer(await portOf(refusing));
  expect(refused).toEqual([502, expect.stringMatching(/cannot be reached.*407.*Nothing was sent/)]);
  expect([paths, `${untrusted}${refused}`]).toEqual([[], expect.not.stringContaining("hunter2")]);
});
