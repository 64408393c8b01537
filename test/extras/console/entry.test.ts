import { expect, test } from "vitest";
import { invoiceBody } from "../../contract/bodies.ts";
import { enter, rawCall, startWithConsole, type WithConsole } from "./console-support.ts";

const statusOf = async (
  { sandbox }: WithConsole,
  method: string,
  path: string,
  headers: Record<string, string> = {},
  body = "",
): Promise<number> => (await rawCall(sandbox, method, path, headers, body)).status;

/** Every path of the console that shows or changes something, for a document with this id. */
const pathsFor = (id: string): readonly (readonly [string, string])[] => [
  ["GET", "/console"],
  ["GET", "/console?from=1"],
  ["GET", `/console/documents/${id}`],
  ["GET", `/console/documents/${id}?live`],
  ["GET", `/console/documents/${id}/page`],
  ["GET", `/console/documents/${id}/json`],
  ["GET", `/console/documents/${id}/ubl`],
  ["GET", "/console/requests"],
  ["GET", "/console/requests/1"],
  ["GET", "/console/controls"],
  ["POST", "/console/faults"],
  ["POST", "/console/clock"],
];

async function withDocument() {
  const console = await startWithConsole();
  const { sandbox } = console;
  const { body } = await sandbox.call("POST", `/api/purchase-invoices/${sandbox.businessProfileId}`, invoiceBody());
  return { console, paths: pathsFor(body.id), own: { origin: sandbox.baseUrl } };
}

test("the code works once, and its cookie is out of reach of scripts and of other sites", async () => {
  const console = await startWithConsole();
  const first = await rawCall(console.sandbox, "GET", console.entry);
  const name = `selfbill-console-${console.sandbox.port}`;
  expect([first.status, String(first.headers["set-cookie"])]).toEqual([
    200,
    expect.stringMatching(new RegExp(`^${name}=[\\w-]{32}; Path=/console; HttpOnly; SameSite=Strict$`)),
  ]);
  const again = await rawCall(console.sandbox, "GET", console.entry);
  expect([again.status, again.headers["set-cookie"]]).toEqual([403, undefined]);
});

test("a code that is wrong or old opens nothing; who comes without one is led to a new one in the terminal, one at a time", async () => {
  const console = await startWithConsole();
  expect(await statusOf(console, "GET", "/console/open?code=guess")).toBe(403);
  expect(console.told).toEqual([]);
  await enter(console);
  for (let count = 0; count < 3; count++) expect(await statusOf(console, "GET", "/console")).toBe(403);
  expect(console.told).toHaveLength(1);
  expect(await statusOf(console, "GET", console.entry)).toBe(403);
  expect(await statusOf(console, "GET", console.told[0] ?? "")).toBe(200);
});

test("without the cookie no path of the console answers, and with it every one does", async () => {
  const { console, paths, own } = await withDocument();
  const tried = async (cookie: string) =>
    Promise.all(paths.map(async ([method, path]) => [path, await statusOf(console, method, path, { cookie, ...own })]));
  const refused = paths.map(([, path]) => [path, 403]);
  expect(await tried("")).toEqual(refused);
  expect(await tried(`selfbill-console-${console.sandbox.port}=${"a".repeat(32)}`)).toEqual(refused);
  const cookie = await enter(console);
  expect(await tried(cookie)).toEqual(paths.map(([method, path]) => [path, method === "GET" ? 200 : 404]));
  expect(await tried(cookie.replace("=", "-other="))).toEqual(refused);
});

test("a form of another page changes nothing: another site, another port of this computer, none at all", async () => {
  const { console, own } = await withDocument();
  const { sandbox } = console;
  const cookie = await enter(console);
  const send = (headers: Record<string, string>) =>
    statusOf(console, "POST", "/console/clock", { cookie, ...headers }, "seconds=3600");
  const before = sandbox.controls.now();
  const others = ["https://evil.example", "http://127.0.0.1:1", `https://127.0.0.1:${sandbox.port}`, "null"];
  for (const origin of others) expect(await send({ origin }), origin).toBe(403);
  expect(await send({})).toBe(403);
  for (const site of ["cross-site", "same-site"])
    expect(await send({ ...own, "sec-fetch-site": site }), site).toBe(403);
  expect(sandbox.controls.now()).toBe(before);
  expect(await send({ ...own, "sec-fetch-site": "same-origin" })).toBe(303);
  expect(sandbox.controls.now()).toBe(before + 3_600_000);
});

test("a page under another name, or of another place, reads nothing", async () => {
  const { console } = await withDocument();
  const cookie = await enter(console);
  const { port } = console.sandbox;
  const reads = (headers: Record<string, string>) => statusOf(console, "GET", "/console", { cookie, ...headers });
  expect(await reads({ host: `evil.example:${port}` })).toBe(403);
  expect(await reads({ origin: "http://127.0.0.1:1" })).toBe(403);
  expect(await reads({ "sec-fetch-site": "cross-site" })).toBe(403);
  expect(await reads({ "sec-fetch-site": "same-site" })).toBe(403);
  expect(await reads({ "sec-fetch-site": "none" })).toBe(200);
});

test("the service is as it was: it answers no page, the cookie is not a token, and the console is not among the requests", async () => {
  const { console, own } = await withDocument();
  const { sandbox } = console;
  const cookie = await enter(console);
  const list = "/api/purchase-invoices";
  expect(await statusOf(console, "GET", list, { cookie })).toBe(401);
  expect(await statusOf(console, "GET", list, { authorization: `Bearer ${sandbox.token}`, ...own })).toBe(403);
  await rawCall(sandbox, "GET", "/console", { cookie });
  expect(sandbox.controls.requests.last(9).map(({ path }) => path)).toEqual([
    `/api/purchase-invoices/${sandbox.businessProfileId}`,
    list,
  ]);
});

test("without a console its paths are unknown like all others", async () => {
  const { startTestSandbox } = await import("../../support/start-sandbox.ts");
  const sandbox = await startTestSandbox();
  expect((await sandbox.call("GET", "/console")).status).toBe(404);
  expect((await sandbox.call("GET", "/console", undefined, { authorization: "" })).status).toBe(401);
});
