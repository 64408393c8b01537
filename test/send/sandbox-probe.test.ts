import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { whatIsBehind } from "../../src/send/index.ts";
import { startTestSandbox } from "../support/start-sandbox.ts";

/** Probes a server that gives this answer; with `cut`, the answer ends early. */
async function behind(status: number, body: string, cut = false): Promise<unknown> {
  const server = createServer((_, answer) => {
    answer.writeHead(status, { "content-type": "application/json", "content-length": body.length + (cut ? 10 : 0) });
    if (cut) answer.write(body, () => answer.destroy());
    else answer.end(body);
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  onTestFinished(() => void server.close());
  return whatIsBehind(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, "0");
}

const told = (change: object = {}): string => JSON.stringify({ service: "selfbill sandbox", id: "SBX1", ...change });

test("a sandbox says what it is, and whether it has a limit of requests", async () => {
  expect(await behind(200, told({ rate_limit: 60 }))).toEqual({ is: "sandbox", id: "SBX1", free: false });
  expect(await behind(200, told({ rate_limit: 0 }))).toEqual({ is: "sandbox", id: "SBX1", free: true });
  expect(await behind(200, told())).toEqual({ is: "sandbox", id: "SBX1", free: false });
  const { baseUrl } = await startTestSandbox({ rate: 60 });
  expect(await whatIsBehind(baseUrl, "0")).toMatchObject({ is: "sandbox", free: false });
});

test.each([
  ["another status", 404, told()],
  ["an answer that is not whole", 200, told(), true],
  ["a list", 200, "[]"],
  ["text", 200, "sandbox"],
  ["null", 200, "null"],
  ["another name", 200, told({ service: "sandbox" })],
  ["an id in small letters", 200, told({ id: "sbx1" })],
  ["an id that is too long", 200, told({ id: "A".repeat(65) })],
  ["an id that is a number", 200, told({ id: 1 })],
])("%s makes no sandbox: its documents may be real", async (_, status, body, cut = false) => {
  expect(await behind(status, body, cut)).toEqual({ is: "other" });
});

test("nobody listens, or whoever listens has a certificate", async () => {
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address() as AddressInfo;
  await new Promise((done) => server.close(done));
  expect(await whatIsBehind(`http://127.0.0.1:${port}`, "0")).toEqual({ is: "nobody" });
  expect(await whatIsBehind(`https://127.0.0.1:${port}`, "0")).toEqual({ is: "other" });
});

test("what can be done meanwhile is called once, when the question is on its way and before the answer comes", async () => {
  let waited = 0;
  let meanwhile = (): void => undefined;
  const called = new Promise<void>((done) => {
    meanwhile = () => {
      waited += 1;
      done();
    };
  });
  // The server answers only once `called` has resolved.
  const server = createServer((_, answer) => void called.then(() => answer.end(told())));
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  expect(await whatIsBehind(`http://127.0.0.1:${port}`, "0", meanwhile)).toMatchObject({ is: "sandbox" });
  expect(waited).toBe(1);
  server.close();
  expect(await whatIsBehind(`http://127.0.0.1:${port}`, "0", meanwhile)).toEqual({ is: "nobody" });
  expect(waited).toBe(1);
});
