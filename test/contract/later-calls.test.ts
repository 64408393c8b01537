import { createHmac } from "node:crypto";
import { expect, test } from "vitest";
import { foreignDocumentId } from "../../src/sandbox/index.ts";
import { SettableClock, startTestSandbox, type TestSandbox } from "../support/start-sandbox.ts";
import { type Body, creditNoteBody, invoiceBody, lineBody } from "./bodies.ts";

const kinds = [
  ["invoices", "purchase-invoices", invoiceBody],
  ["credit notes", "purchase-credit-notes", creditNoteBody],
] as const;
const nowhere = "00000000-0000-4000-8000-000000000000";
const noHsCode = { document_lines: [lineBody({ commodity_classification: { commodity_code: "G" } })] };

async function created(sandbox: TestSandbox, path: string, body: Body): Promise<Body> {
  const answer = await sandbox.call("POST", `/api/${path}/${sandbox.businessProfileId}`, body);
  expect([answer.status, answer.status === 201 ? "" : answer.text]).toEqual([201, ""]);
  return answer.body;
}

test.each(kinds)("ids of %s created on a day, in pages", async (_, path, body) => {
  const clock = new SettableClock(Date.parse("2026-06-15T19:59:59Z"));
  const sandbox = await startTestSandbox({ clock });
  const first = await created(sandbox, path, body({ document_number: "1" }));
  const second = await created(sandbox, path, body({ document_number: "2" }));
  clock.advance(1); // midnight in the UAE
  const third = await created(sandbox, path, body({ document_number: "3" }));
  const ids = async (query: string) => (await sandbox.call("GET", `/api/${path}/uuids?${query}`)).body;
  expect(await ids("created_on=2026-06-15")).toEqual({
    content: [second.id, first.id],
    page_number: 0,
    total_pages: 1,
    total_elements: 2,
  });
  expect((await ids("created_on=2026-06-16")).content).toEqual([third.id]);
  expect(await ids("created_on=2026-06-15&size=1&page=1")).toMatchObject({ content: [first.id], total_pages: 2 });
  expect(Object.keys((await ids("")).errors)).toEqual(["created_on"]);
  expect(Object.keys((await ids("created_on=15.06.2026")).errors)).toEqual(["created_on"]);
});

test.each(kinds)(
  "a failed document among %s is replaced as a whole and goes on its way again",
  async (_, path, body) => {
    const sandbox = await startTestSandbox();
    const before = await created(sandbox, path, body({ ...noHsCode, note: "first try" }));
    sandbox.clock.advance(5);
    const put = (id: string, profile: string, given: unknown) =>
      sandbox.call("PUT", `/api/${path}/${id}/${profile}`, given);
    const replaced = await put(before.id, sandbox.businessProfileId, body());
    expect(replaced.status).toBe(200);
    expect(replaced.body).toMatchObject({ id: before.id, document_sequence: before.document_sequence, note: null });
    expect(replaced.body.meta_info.peppol_status).toMatchObject({ overall_status: "PENDING", validation_results: [] });
    sandbox.clock.advance(3);
    const after = await sandbox.call("GET", `/api/${path}/${before.id}`);
    expect(after.body.meta_info.peppol_status.overall_status).toBe("APPROVED");
  },
);

test.each(kinds)("resubmission among %s is refused", async (_, path, body) => {
  const sandbox = await startTestSandbox();
  const pending = await created(sandbox, path, body({ document_number: "GOOD" }));
  const failed = await created(sandbox, path, body({ ...noHsCode, document_number: "BAD" }));
  const put = async (id: string, given: unknown, profile = sandbox.businessProfileId) => {
    const { status, body: answer } = await sandbox.call("PUT", `/api/${path}/${id}/${profile}`, given);
    return [status, Object.keys(answer.errors ?? {})];
  };
  expect(await put(failed.id, body())).toEqual([400, ["document_status"]]);
  sandbox.clock.advance(5);
  expect(await put(pending.id, body())).toEqual([400, ["document_status"]]);
  expect(await put(nowhere, body())).toEqual([404, ["message"]]);
  expect(await put(foreignDocumentId, body())).toEqual([403, ["message"]]);
  expect(await put(failed.id, body(), "SBX-0000000000")).toEqual([404, ["message"]]);
  expect(await put(failed.id, "{")).toEqual([400, ["message"]]);
  expect(await put(failed.id, " ".repeat(8_388_609))).toEqual([413, ["message"]]);
  expect(await put(failed.id, body({ issue_date: "x", document_number: "GOOD" }))).toEqual([
    400,
    ["issue_date", "document_number"],
  ]);
  expect(await put(failed.id, body({ document_number: "BAD" }))).toEqual([200, []]);
});

test.each(kinds)("attachments of %s come back byte for byte", async (_, path, body) => {
  const sandbox = await startTestSandbox();
  const bytes = Buffer.from(Array.from({ length: 256 }, (_each, at) => at));
  const files = [
    { file_name: "delivery-note.pdf", file_type: "application/pdf", file_content: bytes.toString("base64") },
    { file_name: 'صورة "1"; X-Evil: 1.png', file_type: "image/png", file_content: "iVBORw0KGgo=" },
  ];
  const { id, attachments } = await created(sandbox, path, body({ attachments: files }));
  const download = (attachment: string, document = id) =>
    fetch(`${sandbox.baseUrl}/api/${path}/${document}/attachments/${attachment}/download`, {
      headers: { authorization: `Bearer ${sandbox.token}` },
    });
  const first = await download(attachments[0].id);
  expect([first.status, first.headers.get("content-type")]).toEqual([200, "application/pdf"]);
  expect(first.headers.get("content-disposition")).toContain('attachment; filename="delivery-note.pdf"');
  expect(first.headers.get("x-suggested-filename")).toBe("delivery-note.pdf");
  expect(Buffer.from(await first.arrayBuffer()).equals(bytes)).toBe(true);
  const second = await download(attachments[1].id);
  expect([second.status, second.headers.get("x-evil")]).toEqual([200, null]);
  expect(decodeURIComponent(second.headers.get("x-suggested-filename") ?? "")).toBe(files[1]?.file_name);
  const other = await created(sandbox, path, body({ document_number: "OTHER" }));
  for (const [attachment, document] of [
    [nowhere, id],
    [attachments[0].id, other.id],
    [attachments[0].id, nowhere],
  ]) {
    expect((await download(attachment, document)).status).toBe(404);
  }
});

test.each(kinds)("the XML of %s is there once the document is approved", async (_, path, body) => {
  const sandbox = await startTestSandbox();
  const attachment = { file_name: "a.pdf", file_type: "application/pdf", file_content: "JVBERi0xLjQK" };
  const { id } = await created(sandbox, path, body({ attachments: [attachment] }));
  const early = await sandbox.call("GET", `/api/${path}/${id}/xml`);
  expect([early.status, Object.keys(early.body.errors)]).toEqual([400, ["document_status"]]);
  sandbox.clock.advance(3);
  const { status, headers, text } = await sandbox.call("GET", `/api/${path}/${id}/xml`);
  expect([status, headers.get("content-type")]).toEqual([200, "application/xml"]);
  expect(text).toContain(`<cbc:UUID>${id}</cbc:UUID>`);
  expect(text).toContain("JVBERi0xLjQK");
});

test("code lists need no token and count against no quota", async () => {
  const sandbox = await startTestSandbox({ rate: 60 });
  const list = (name: string) => sandbox.call("GET", `/api/codelist/${name}`, undefined, { authorization: "" });
  const reasons = await list("credit-note-reason-codes");
  expect([reasons.status, reasons.headers.get("x-ratelimit-remaining")]).toEqual([200, "60"]);
  expect(reasons.body.map((each: Body) => each.code)).toEqual([
    "DL8.61.1.A",
    "DL8.61.1.B",
    "DL8.61.1.C",
    "DL8.61.1.D",
    "DL8.61.1.E",
    "VD",
  ]);
  const types = await list("transaction-type-codes");
  expect(types.body).toHaveLength(9);
  expect(types.body[1]).toEqual({ code: "00000001", name: "Exports" });
  expect((await list("colours")).status).toBe(404);
});

test("a client's signature is exchanged for a token that is good for a day", async () => {
  const sandbox = await startTestSandbox({ rate: 60 });
  const { id, secret } = sandbox.client;
  const exchange = (clientId: string, key: string) => {
    const signature = createHmac("sha256", key).update(clientId).digest("base64");
    const query = new URLSearchParams({ client_id: clientId });
    return sandbox.call("GET", `/auth/token?${query}`, undefined, {
      authorization: "",
      "x-service-signature": signature,
    });
  };
  const { status, body } = await exchange(id, secret);
  expect([status, body]).toEqual([
    200,
    { token: expect.any(String), expires_in: 86_400, expires_at: sandbox.clock.now() / 1000 + 86_400 },
  ]);
  const use = async () =>
    (await sandbox.call("GET", "/api/purchase-invoices", undefined, { authorization: `Bearer ${body.token}` })).status;
  expect(await use()).toBe(200);
  sandbox.clock.advance(86_400);
  expect(await use()).toBe(401);
  expect((await exchange(id, "wrong")).status).toBe(401);
  expect((await exchange("sbx-nobody", secret)).status).toBe(401);
  expect((await sandbox.call("GET", "/auth/token", undefined, { authorization: "" })).status).toBe(400);
});

test("tokens are exchanged five times a minute, beside the account's own quota", async () => {
  const sandbox = await startTestSandbox({ rate: 60 });
  const exchange = () => sandbox.call("GET", "/auth/token?client_id=x", undefined, { authorization: "" });
  for (let left = 4; left >= 0; left--) {
    const { status, headers } = await exchange();
    expect([status, headers.get("x-ratelimit-limit"), headers.get("x-ratelimit-remaining")]).toEqual([
      401,
      "5",
      String(left),
    ]);
  }
  const over = await exchange();
  expect([over.status, over.headers.get("retry-after"), over.body]).toEqual([
    429,
    "60",
    { errors: { message: expect.any(String) } },
  ]);
  expect((await sandbox.call("GET", "/api/purchase-invoices")).headers.get("x-ratelimit-remaining")).toBe("59");
  sandbox.clock.advance(60);
  expect((await exchange()).status).toBe(401);
});

test("a PDF is not made here", async () => {
  const sandbox = await startTestSandbox();
  const { id } = await created(sandbox, "purchase-invoices", invoiceBody());
  const { status, body } = await sandbox.call("GET", `/api/purchase-invoices/${id}/download-pdf`);
  expect([status, body]).toEqual([404, { errors: { message: expect.any(String) } }]);
});
