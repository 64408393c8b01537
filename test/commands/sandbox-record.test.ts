import { readFileSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { type Body, creditNoteBody, invoiceBody, lineBody } from "../contract/bodies.ts";
import { runSelfbill, startSelfbill, temporaryFolder } from "../support/run-selfbill.ts";
import { startTestSandbox, type TestSandbox } from "../support/start-sandbox.ts";

const secret = "planted-5ecret-Zayed-Al-Planted";

/** The built program's recorder in front of a service; `stop` returns its output. */
async function startRecorder(service: string) {
  const home = temporaryFolder();
  const file = join(home, "calls.jsonl");
  const words = ["sandbox", "--record", service, "--out", file, "--port", "0", "--json"];
  const running = startSelfbill(words, { home });
  await running.says("Ctrl-C stops it");
  const base = /"base_url":"([^"]+)"/.exec(running.printed())?.[1] ?? "";
  const stop = async (): Promise<string> => {
    running.signal("SIGINT");
    expect((await running.ended).code).toBe(0);
    return readFileSync(file, "utf8");
  };
  const compared = async (): Promise<Body[]> => {
    const ran = await runSelfbill(["sandbox", "--gaps", "--against", file, "--json"], { home });
    return JSON.parse(ran.stdout).gaps;
  };
  return { base, file, home, stop, compared };
}

async function listening(
  handle: (request: IncomingMessage, response: ServerResponse) => void | Promise<void>,
): Promise<string> {
  const server = createServer((request, response) => void handle(request, response)).listen(0, "127.0.0.1");
  onTestFinished(() => void server.close().closeAllConnections());
  await new Promise((resolve) => server.once("listening", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const attachment = (name: string, data: string): Body => ({
  attachments: [{ file_name: name, file_type: "application/pdf", file_content: data }],
});
const list = "/api/purchase-invoices";

/**
 * Makes calls that exercise every assumption that a recording can show; returns everything that was sent or received.
 */
async function callAll(base: string, { token, businessProfileId, clock }: TestSandbox): Promise<Body[]> {
  const seen: Body[] = [];
  const call = async (method: string, path: string, body?: Body, type = "application/json"): Promise<Body> => {
    const headers = { authorization: `Bearer ${token}`, "x-api-key": secret, ...(body && { "content-type": type }) };
    const answer = await fetch(base + path, { method, headers, ...(body && { body: JSON.stringify(body) }) });
    const text = await answer.text();
    const read = answer.headers.get("content-type")?.startsWith("application/json") ? JSON.parse(text) : undefined;
    seen.push(...(body ? [body] : []), ...(read ? [read] : []));
    return read;
  };
  const create = `${list}/${businessProfileId}`;
  const { id } = await call("POST", create, invoiceBody({ document_number: undefined, notes: secret }));
  await call("POST", create, invoiceBody({ document_lines: [lineBody({ quantity: undefined })] }));
  await call("POST", `/api/purchase-credit-notes/${businessProfileId}`, creditNoteBody({ payment_means: undefined }));
  await call("GET", `${list}?size=1001`);
  await call("POST", create, invoiceBody({ document_number: "PLAIN-1", internal_remark: secret }), "text/plain");
  await call("GET", "/api/codelist/transaction-type-codes");
  const named = { document_number: "NAMED-1", ...attachment("größe.pdf", "JVBERi0xLjQKJSVFT0YK") };
  const withFile = await call("POST", create, invoiceBody(named));
  await call("GET", `${list}/${withFile.id}/attachments/${withFile.attachments?.[0]?.id}/download`);
  for (const seconds of [1.5, 60]) {
    clock.advance(seconds);
    await call("GET", `${list}/${id}/peppol-status`);
  }
  await call("POST", create, invoiceBody({ document_number: "LINES-1", ...attachment("a.pdf", "JVBE\nRi0x") }));
  await call("GET", `${list}?status=${secret}`);
  await call("GET", `${list}?supplierName=${secret}`);
  return seen;
}

/** Answers differently from the sandbox wherever a recording can reveal the difference. */
function differing(target: string, type: string | undefined, sent: string, status: number, text: string) {
  const body = text.startsWith("{") || text.startsWith("[") ? JSON.parse(text) : undefined;
  const refused = (name: string) => ({ status: 400, body: { errors: { [name]: "unknown" } } });
  if (target.includes("supplierName")) return refused("supplierName");
  if (target.includes("?")) return { status: 200, body: { content: [] } };
  if (type === "text/plain") return { status: 415, body: { errors: { message: "no" } } };
  if (sent.includes("\\n")) return { status: 201, body: {} };
  if (status === 400) return { status, body: { errors: { "/document_lines/0/quantity": "missing" } } };
  if (target.includes("codelist")) return { status, body: { codes: body } };
  if (target.includes("peppol-status")) {
    const legs = [body.toC3, body.toC5].filter(Boolean);
    for (const leg of legs) {
      if (leg.status === "PENDING") delete leg.transmissionUuid;
      if (leg.mlsResponse) leg.mlsResponse.receivedAt = "2026-06-15T08:00:00Z";
      if (leg.status === "ACCEPTED") leg.status = "DONE";
    }
  }
  return { status, body: status === 201 ? { ...body, payment_means: null, document_number: "2026/17" } : body };
}

const shownOnes = [
  "G-01",
  "G-02",
  "G-04",
  "G-07",
  "G-08",
  "G-10",
  "G-12",
  "G-14",
  "G-15",
  "G-16",
  "G-18",
  "G-19",
  "G-22",
];
const idsThat = (gaps: Body[], shown: string): string[] =>
  gaps.filter((each) => each.shown === shown).map(({ id }) => id);

test("a recorded sandbox shares every assumption that a recording can show", async () => {
  const sandbox = await startTestSandbox({ phase2: true });
  const recorder = await startRecorder(sandbox.baseUrl);
  await callAll(recorder.base, sandbox);
  await recorder.stop();
  const gaps = await recorder.compared();
  expect(idsThat(gaps, "contradicted")).toEqual([]);
  expect(idsThat(gaps, "shared")).toEqual(shownOnes);
  expect(idsThat(gaps, "not shown")).toEqual([]);
});

test("a service that differs contradicts each of them, and the line of the call is named", async () => {
  const sandbox = await startTestSandbox({ phase2: true });
  const other = await listening(async (request, response) => {
    const { method = "", url: target = "", headers } = request;
    const sent = Buffer.concat(await request.toArray()).toString();
    const { authorization = "", "content-type": type } = headers;
    const given = { method, headers: { authorization, ...(type ? { "content-type": type } : {}) } };
    const answer = await fetch(sandbox.baseUrl + target, sent === "" ? given : { ...given, body: sent });
    const text = await answer.text();
    if (target.endsWith("/download")) {
      response.writeHead(200, { "content-disposition": 'attachment; filename="gr\u00f6\u00dfe.pdf"' }).end(text);
      return;
    }
    const { status, body } = differing(target, type, sent, answer.status, text);
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
  });
  const recorder = await startRecorder(other);
  await callAll(recorder.base, sandbox);
  const lines = (await recorder.stop()).trimEnd().split("\n");
  const gaps = await recorder.compared();
  expect(idsThat(gaps, "contradicted")).toEqual(shownOnes);
  const at = (id: string) => JSON.parse(lines[gaps.find((each) => each.id === id)?.line - 1] ?? "{}");
  expect(at("G-04")).toMatchObject({ method: "GET", path: list, query: { size: "1001" }, status: 200 });
  expect(at("G-10")).toMatchObject({ path: "/api/codelist/{list}", answer: { body: { codes: expect.any(Array) } } });
  const { stdout } = await runSelfbill(["sandbox", "--gaps", "--against", recorder.file], { home: recorder.home });
  expect(stdout.replace(/\s+/g, " ")).toContain("contradicted (line ");
});

function leaves(value: unknown): string[] {
  if (value === null || typeof value !== "object") return [String(value)];
  return Object.values(value).flatMap(leaves);
}

test("a recording holds no token, no secret and no value of a document, whoever says it", async () => {
  const sandbox = await startTestSandbox({ phase2: true });
  const recorder = await startRecorder(sandbox.baseUrl);
  const seen = await callAll(recorder.base, sandbox);
  const echoed = await fetch(
    `${recorder.base}${list}/${sandbox.businessProfileId}?${sandbox.token}=1&client_id=${secret}`,
    {
      method: "POST",
      headers: {
        authorization: `Bearer ${sandbox.token}`,
        cookie: `session=${secret}`,
        "content-type": "application/json",
      },
      body: JSON.stringify(invoiceBody({ [secret]: { [sandbox.token]: secret } })),
    },
  );
  expect(echoed.status).toBe(201);
  const recording = await recorder.stop();
  const words = /^(?:PENDING|SUBMITTED|ACCEPTED|REJECTED|APPROVED|true|false|null|application\/pdf)$/;
  const values = seen.flatMap(leaves).filter((text) => text.length > 4 && !words.test(text));
  expect(values.length).toBeGreaterThan(100);
  const { token, businessProfileId } = sandbox;
  const planted = [
    secret,
    token,
    businessProfileId,
    "lanted",
    "Bearer",
    "authorization",
    "cookie",
    "x-api-key",
    ...values,
  ];
  expect(planted.filter((text) => recording.includes(text))).toEqual([]);
  for (const line of recording.trimEnd().split("\n")) expect(Object.keys(JSON.parse(line))).toContain("path");
});

test("what fails on the way is a 502 that says whether anything was sent, and nothing is sent twice", async () => {
  let asked = 0;
  const breaking = await listening((request) => {
    asked += 1;
    request.socket.destroy();
  });
  const recorder = await startRecorder(breaking);
  const create = { method: "POST", body: "{}", headers: { "content-type": "application/json" } };
  const lost = await fetch(`${recorder.base}${list}/x`, create);
  expect([lost.status, await lost.text()]).toEqual([
    502,
    expect.stringMatching(/was sent once; whether it was carried out is not known/),
  ]);
  expect(asked).toBe(1);
  const other = await fetch(recorder.base + list, { method: "DELETE" });
  expect([other.status, asked]).toEqual([405, 1]);
  const page = await fetch(recorder.base + list, { headers: { origin: "http://shop.example" } });
  expect([page.status, asked]).toEqual([403, 1]);
  expect(JSON.parse(await recorder.stop())).toMatchObject({ method: "POST", status: null });

  const nobody = createServer();
  await new Promise((resolve) => nobody.listen(0, "127.0.0.1", () => resolve(undefined)));
  const { port } = nobody.address() as AddressInfo;
  await new Promise((resolve) => nobody.close(resolve));
  const unreached = await startRecorder(`http://127.0.0.1:${port}`);
  const answer = await fetch(`${unreached.base}${list}/x`, create);
  expect([answer.status, await answer.text()]).toEqual([
    502,
    expect.stringMatching(/cannot be reached.*Nothing was sent/),
  ]);
  await unreached.stop();
});

test.each([
  [["--record", "https://api.example.com"], "--record has no file to write to. → Add --out FILE."],
  [["--record", "http://api.example.com", "--out", "x"], "is not encrypted"],
  [
    ["--record", "https://api.example.com", "--out", "x", "--host", "0.0.0.0"],
    "--record and --host do not go together.",
  ],
  [["--out", "x"], "--out is for --record."],
  [["--against", "x"], "--against is for --gaps."],
  [["--gaps", "--against", "package.json"], "Line 1 of package.json is not a call that was recorded."],
])("%s is refused", async (words, sentence) => {
  const ran = await runSelfbill(["sandbox", ...words], { home: temporaryFolder() });
  expect([ran.code, ran.stderr.replace(/\s+/g, " ")]).toEqual([2, expect.stringContaining(sentence)]);
});
