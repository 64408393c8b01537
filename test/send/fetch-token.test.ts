import { createHmac } from "node:crypto";
import { expect, test } from "vitest";
import { fetchToken, openService } from "../../src/send/index.ts";
import { http, startRawServer } from "../support/raw-server.ts";
import { startTestSandbox } from "../support/start-sandbox.ts";

const access = { versionHeader: "X-SERVICE-VERSION", clientVersion: "0", environment: {} };
const signature = (id: string, secret: string): string => createHmac("sha256", secret).update(id).digest("base64");

test("a client's signature is exchanged for a token that the service accepts; neither it nor the secret is traced", async () => {
  const sandbox = await startTestSandbox();
  const lines: string[] = [];
  const trace = (more: readonly string[]) => void lines.push(...more);
  const answer = await fetchToken({ ...access, baseUrl: sandbox.baseUrl, trace }, sandbox.client);
  if (!answer.ok) throw new Error(answer.problems[0].message);
  const { token, end } = answer.value;
  expect(Math.abs((end?.getTime() ?? 0) - Date.now() - 86_400_000)).toBeLessThan(600_000);
  const service = openService({ ...access, baseUrl: sandbox.baseUrl, serviceVersion: "20260101", token });
  expect((await service.businessProfile(sandbox.businessProfileId)).ok).toBe(true);
  const { id, secret } = sandbox.client;
  expect(lines.join("\n")).toContain(`> GET ${sandbox.baseUrl}/auth/token?client_id=${id}`);
  for (const canary of [secret, signature(id, secret), token]) expect(lines.join("\n")).not.toContain(canary);
});

test("a wrong secret is refused in words, and the sixth question in a minute is put off", async () => {
  const sandbox = await startTestSandbox({ rate: 60 });
  const ask = (secret: string) =>
    fetchToken({ ...access, baseUrl: sandbox.baseUrl }, { id: sandbox.client.id, secret });
  const wrong = await ask("wrong");
  expect(wrong).toMatchObject({ ok: false, problems: [{ code: "sign-in-refused", outcome: "auth" }] });
  for (let asked = 2; asked <= 5; asked += 1) await ask(sandbox.client.secret);
  const late = await ask(sandbox.client.secret);
  expect(late).toMatchObject({ ok: false, problems: [{ code: "rate-limited", outcome: "not_sent" }] });
});

test("a deployment's own name in the version header is that of the signature's too", async () => {
  const server = await startRawServer(
    (socket) => void socket.end(http(200, `{"token":"t-1","expires_at":4102444800}`)),
  );
  const baseUrl = `http://127.0.0.1:${server.port}`;
  const answer = await fetchToken({ ...access, baseUrl, versionHeader: "X-BRAND-VERSION" }, { id: "a", secret: "b" });
  expect(answer).toEqual({ ok: true, value: { token: "t-1", end: new Date("2100-01-01T00:00:00Z") } });
  expect(server.requests[0]?.head.toLowerCase()).toContain(`x-brand-signature: ${signature("a", "b").toLowerCase()}`);
});

test("an end that no date can hold is none; a new token that a header repeats is not in the trace", async () => {
  const lines: string[] = [];
  const issued = "opaque-token-4711-canary";
  for (const end of ['"expires_in":9999999999999', '"expires_at":"never"', '"expires_in":-1']) {
    const body = `{"token":"${issued}",${end}}`;
    const repeating = { "x-auth-token": issued, link: `<https://a.example/?t=${encodeURIComponent(issued)}>` };
    const server = await startRawServer((socket) => void socket.end(http(200, body, repeating)));
    const baseUrl = `http://127.0.0.1:${server.port}`;
    const trace = (told: readonly string[]) => void lines.push(...told);
    const answer = await fetchToken({ ...access, baseUrl, trace }, { id: "a", secret: "b" });
    expect(answer).toEqual({ ok: true, value: { token: issued, end: undefined } });
  }
  expect(lines.filter((line) => /x-auth-token: \[token\]|t=\[token\]/.test(line))).toHaveLength(6);
  expect(lines.join()).not.toContain(issued);
});

test.each([
  [200, "{}", "read-failed"],
  [200, `{"token":"two words"}`, "read-failed"],
  [200, "<html>", "read-failed"],
  [302, "", "read-failed"],
  [403, `{"errors":{"message":"no"}}`, "sign-in-refused"],
  [404, "", "sign-in-refused"],
  [500, "", "read-failed"],
])("%i %s is no token: %s", async (status, body, code) => {
  const server = await startRawServer((socket) => void socket.end(http(status, body)));
  const answer = await fetchToken({ ...access, baseUrl: `http://127.0.0.1:${server.port}` }, { id: "a", secret: "b" });
  expect(answer).toMatchObject({ ok: false, problems: [{ code }] });
});

test.each([
  [400, /does not accept the client id or its secret \(400\)/, /^Check both/],
  [403, /does not accept the client id or its secret \(403\)/, /^Check both/],
  [404, /gave no token: it does not exchange client ids for tokens \(404\)/, /use a ready token: selfbill login$/],
])("a service that gives no token (%i) is told with what to do", async (status, message, hint) => {
  const server = await startRawServer((socket) => void socket.end(http(status, "{}")));
  const answer = await fetchToken({ ...access, baseUrl: `http://127.0.0.1:${server.port}` }, { id: "a", secret: "b" });
  const said = { code: "sign-in-refused", message: expect.stringMatching(message), hint: expect.stringMatching(hint) };
  expect(answer).toMatchObject({ ok: false, problems: [said] });
});
