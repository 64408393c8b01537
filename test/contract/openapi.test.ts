import { expect, test } from "vitest";
import * as z from "zod";
import {
  codeListSchema,
  documentAnswerSchema,
  endpoints,
  errorsSchema,
  pageSchema,
  profileAnswerSchema,
  statusLogEntrySchema,
  statusSnapshotSchema,
} from "../../src/contract/index.ts";
import { served } from "../../src/sandbox/endpoints/index.ts";
import { startTestSandbox } from "../support/start-sandbox.ts";
import { type Body, creditNoteBody, invoiceBody, lineBody } from "./bodies.ts";

const methods = ["get", "post", "put"];

function refsIn(value: unknown): string[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, member]) => (key === "$ref" ? [String(member)] : refsIn(member)));
}

test("the sandbox describes itself as OpenAPI 3.1, without a token, and every call it serves is in it", async () => {
  const sandbox = await startTestSandbox();
  const { status, body } = await sandbox.call("GET", "/openapi.json", undefined, { authorization: "" });
  expect(status).toBe(200);
  expect(body).toMatchObject({
    openapi: "3.1.0",
    info: { title: expect.any(String), version: expect.any(String) },
    servers: [{ url: sandbox.baseUrl }],
  });
  const described = Object.entries<Body>(body.paths).flatMap(([path, item]) =>
    Object.keys(item).map((method) => `${method} ${path}`),
  );
  const routes = served.map(({ call }) => `${call.method.toLowerCase()} ${call.path}`);
  expect(described.sort()).toEqual(routes.sort());
  expect(served.map(({ call }) => call).sort((a, b) => a.path.localeCompare(b.path))).toEqual(
    Object.values(endpoints).sort((a, b) => a.path.localeCompare(b.path)),
  );
});

test("every operation is complete: parameters of its path, answers, references that lead somewhere", async () => {
  const sandbox = await startTestSandbox();
  const { body } = await sandbox.call("GET", "/openapi.json");
  const ids = new Set<string>();
  for (const [path, item] of Object.entries<Body>(body.paths)) {
    for (const [method, operation] of Object.entries<Body>(item)) {
      expect(methods).toContain(method);
      ids.add(operation.operationId);
      const inPath = operation.parameters.filter((each: Body) => each.in === "path").map((each: Body) => each.name);
      expect(inPath).toEqual([...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name));
      for (const [status, response] of Object.entries<Body>(operation.responses)) {
        expect([status, response.description]).toEqual([expect.stringMatching(/^\d{3}$/), expect.any(String)]);
      }
    }
  }
  expect(ids.size).toBe(served.length);
  for (const ref of refsIn(body)) {
    const target = ref
      .split("/")
      .slice(1)
      .reduce((at: Body | undefined, step) => at?.[step], body);
    expect([ref, typeof target]).toEqual([ref, "object"]);
  }
});

test("numbers of a request are numbers in its description, texts are texts", async () => {
  const sandbox = await startTestSandbox();
  const { body } = await sandbox.call("GET", "/openapi.json");
  const { properties } = body.components.schemas.invoice;
  const description = expect.stringMatching(/\S/);
  expect(properties.prepaid_amount).toEqual({ type: "number", "x-pint-term": "IBT-113", description });
  expect(properties.issue_date.type).toBe("string");
  expect(properties.document_lines.items.properties.quantity.type).toBe("number");
  expect(properties).not.toHaveProperty("credit_note_type_code");
  expect(body.components.schemas["credit-note"].properties).toHaveProperty("discrepancy_response");
});

const full = (body: Body): Body => ({
  ...body,
  delivery: { actual_delivery_date: "2026-06-14" },
  charges: [{ reason_code: "FC", amount: 50, tax_category: { id: "S", percent: 5 } }],
  attachments: [{ file_name: "a.pdf", file_type: "application/pdf", file_content: "JVBERi0xLjQK" }],
  document_lines: [lineBody({ additional_item_property: { name: "Colour", value: "White" } })],
});

test("the answers are as the description says", async () => {
  const sandbox = await startTestSandbox();
  const expectShape = async (schema: z.ZodType, method: string, path: string, body?: unknown): Promise<Body> => {
    const answer = await sandbox.call(method, path, body);
    const parsed = schema.safeParse(answer.body);
    expect([path, parsed.success ? "" : z.prettifyError(parsed.error)]).toEqual([path, ""]);
    return answer.body;
  };
  for (const [kind, path, body] of [
    ["invoice", "purchase-invoices", full(invoiceBody())],
    ["credit-note", "purchase-credit-notes", full(creditNoteBody())],
  ] as const) {
    const schema = documentAnswerSchema(kind);
    const { id } = await expectShape(schema, "POST", `/api/${path}/${sandbox.businessProfileId}`, body);
    await expectShape(schema, "GET", `/api/${path}/${id}`);
    await expectShape(pageSchema(schema), "GET", `/api/${path}`);
    await expectShape(pageSchema(z.string()), "GET", `/api/${path}/uuids?created_on=2026-06-15`);
    for (const seconds of [0, 1, 1, 1]) {
      sandbox.clock.advance(seconds);
      await expectShape(statusSnapshotSchema, "GET", `/api/${path}/${id}/peppol-status`);
      await expectShape(z.array(statusLogEntrySchema), "GET", `/api/${path}/${id}/peppol-status-logs`);
    }
    await expectShape(errorsSchema, "POST", `/api/${path}/${sandbox.businessProfileId}`, {});
    await expectShape(errorsSchema, "GET", `/api/${path}/nowhere`);
  }
  await expectShape(profileAnswerSchema, "GET", `/api/business-profiles/${sandbox.businessProfileId}`);
  await expectShape(codeListSchema, "GET", "/api/codelist/credit-note-reason-codes");
});
