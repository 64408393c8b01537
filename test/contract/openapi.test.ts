import { expect, test } from "vitest";
import { endpoints } from "../../src/contract/index.ts";
import { overallStatuses } from "../../src/states/index.ts";
import { type Exchange, wrongByDescription } from "../support/judge-exchange.ts";
import { follow, judge } from "../support/judge-schema.ts";
import { startTestSandbox, type TestSandbox } from "../support/start-sandbox.ts";
import { type Body, creditNoteBody, invoiceBody, lineBody } from "./bodies.ts";

async function describe(sandbox: TestSandbox): Promise<Body> {
  return (await sandbox.call("GET", "/openapi.json", undefined, { authorization: "" })).body;
}

const operationsOf = (description: Body): { method: string; path: string; operation: Body }[] =>
  Object.entries<Body>(description.paths).flatMap(([path, item]) =>
    Object.entries<Body>(item).map(([method, operation]) => ({ method, path, operation })),
  );
/** Resolves the reference, if the value is one. */
const at = (description: Body, value: Body): Body => (value.$ref ? follow(description, value.$ref) : value);

function refsIn(value: unknown): string[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, member]) => (key === "$ref" ? [String(member)] : refsIn(member)));
}

test("overall_status is one of four words in the description, or any other text", async () => {
  const { components } = await describe(await startTestSandbox());
  const found = Object.values<Body>(components.schemas).flatMap(
    ({ properties = {} }) => properties.overall_status ?? [],
  );
  expect(found.map(({ anyOf }) => anyOf)).toEqual([[{ type: "string", enum: overallStatuses }, { type: "string" }]]);
});

test("the sandbox describes itself as OpenAPI 3.1, without a token, and every call it serves is in it", async () => {
  const sandbox = await startTestSandbox();
  const body = await describe(sandbox);
  expect(body).toMatchObject({ openapi: "3.1.0", servers: [{ url: sandbox.baseUrl }], security: [{ bearer: [] }] });
  // A generated client sends what is required.
  expect(body).toMatchObject({ components: { parameters: { ServiceVersion: { required: true } } } });
  const form = (path: string): string => path.replace(/\{\w+\}/g, "{}");
  const described = operationsOf(body).map(({ method, path }) => `${method} ${form(path)}`);
  const routes = endpoints.map(({ method, path }) => `${method.toLowerCase()} ${form(path)}`);
  expect(described.sort()).toEqual(routes.sort());
});

test("no two paths differ in the name of a segment only, and every operation is complete", async () => {
  const body = await describe(await startTestSandbox());
  const forms = Object.keys(body.paths).map((path) => path.replace(/\{\w+\}/g, "{}"));
  expect(new Set(forms).size).toBe(forms.length);
  const tags = body.tags.map((each: Body) => each.name);
  const ids = new Set<string>();
  for (const { path, operation } of operationsOf(body)) {
    ids.add(operation.operationId);
    expect([
      operation.operationId,
      tags.includes(operation.tags[0]),
      !!operation.summary,
      !!operation.description,
    ]).toEqual([operation.operationId, true, true, true]);
    const parameters = operation.parameters.map((each: Body) => at(body, each));
    const inPath = parameters.filter((each: Body) => each.in === "path");
    expect(inPath.map((each: Body) => [each.name, each.required])).toEqual(
      [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => [name, true]),
    );
    for (const response of Object.values<Body>(operation.responses)) {
      const { description, headers, content } = at(body, response);
      expect([description, Object.keys(headers).slice(0, 3), Object.keys(content).length > 0]).toEqual([
        expect.any(String),
        ["X-RateLimit-Limit", "X-RateLimit-Remaining", "X-RateLimit-Reset"],
        true,
      ]);
    }
  }
  expect([...ids].sort()).toEqual(endpoints.map(({ operation }) => operation).sort());
});

test("every reference leads somewhere, and every component is used", async () => {
  const body = await describe(await startTestSandbox());
  const refs = new Set(refsIn(body));
  expect([...refs].filter((ref) => follow(body, ref) === undefined)).toEqual([]);
  const { securitySchemes: _, ...shared } = body.components;
  const components = Object.entries<Body>(shared).flatMap(([kind, each]) =>
    Object.keys(each).map((name) => `#/components/${kind}/${name}`),
  );
  expect(components.filter((ref) => !refs.has(ref))).toEqual([]);
});

test("numbers of a request are numbers, counts are whole, dates are dates, short code lists are told", async () => {
  const body = await describe(await startTestSandbox());
  const { NewInvoice, NewCreditNote, DocumentLine, TaxCategory } = body.components.schemas;
  expect(NewInvoice.properties.prepaid_amount).toMatchObject({
    type: ["number", "string", "null"],
    pattern: expect.stringContaining("\\d"),
    "x-pint-term": "IBT-113",
  });
  // The service does not check the sign of these two values.
  for (const unchecked of [NewInvoice.properties.prepaid_amount, TaxCategory.properties.percent])
    expect(unchecked).not.toHaveProperty("minimum");
  expect(NewInvoice.properties.issue_date).toMatchObject({ type: "string", format: "date" });
  expect(NewInvoice.properties.due_date).toMatchObject({ type: ["string", "null"], format: "date" });
  expect(NewInvoice.properties.profile_execution_id.pattern).toBe("^[01]{8}$");
  expect(NewInvoice.properties).not.toHaveProperty("credit_note_type_code");
  expect(NewCreditNote.required).toContain("discrepancy_response");
  expect(DocumentLine.properties.quantity).toMatchObject({ type: ["number", "string"], exclusiveMinimum: 0 });
  expect(TaxCategory.properties.id.enum).toEqual(expect.arrayContaining(["S", "Z", "E", "O", "AE", "N"]));
  const list = body.paths["/api/purchase-invoices"].get.parameters;
  expect(list.find((each: Body) => each.name === "size").schema).toMatchObject({ type: "integer", default: 10 });
});

test.each([
  ["forgiving", 15],
  ["strict", 30],
])("what is required, a %s sandbox refuses when it is absent", async (mode, least) => {
  const sandbox = await startTestSandbox({ strict: mode === "strict" });
  const body = await describe(sandbox);
  for (const [kind, shape, example] of [
    ["purchase-invoices", "NewInvoice", full(invoiceBody())],
    ["purchase-credit-notes", "NewCreditNote", full(creditNoteBody())],
  ] as const) {
    const required = requiredPaths(body, { $ref: `#/components/schemas/${shape}` }, example, []);
    expect(required.length).toBeGreaterThan(least);
    for (const path of required) {
      const without = structuredClone(example);
      const group = path.slice(0, -1).reduce((inside: Body, step) => inside[step], without);
      delete group[path.at(-1) as string];
      const { status } = await sandbox.call("POST", `/api/${kind}/${sandbox.businessProfileId}`, without);
      expect([path.join("."), status]).toEqual([path.join("."), 400]);
    }
  }
});

/** Returns the paths of those members of an example that its schema requires. */
function requiredPaths(
  description: Body,
  schema: Body,
  value: Body,
  trail: (string | number)[],
): (string | number)[][] {
  const own = at(description, schema);
  if (own.anyOf) return requiredPaths(description, own.anyOf[0], value, trail);
  if (Array.isArray(value)) return requiredPaths(description, own.items, value[0], [...trail, 0]);
  if (typeof value !== "object") return [];
  const here = (own.required ?? []).map((name: string) => [...trail, name]);
  const inside = Object.entries(value).flatMap(([name, member]) =>
    requiredPaths(description, own.properties[name] ?? {}, member, [...trail, name]),
  );
  return [...here, ...inside];
}

test.each([false, true])(
  "each example may be sent as it is, and its answer is the one that is shown; strict: %s",
  async (strict) => {
    const sandbox = await startTestSandbox({ pendingSeconds: 0, strict });
    const body = await describe(sandbox);
    for (const path of ["/api/purchase-invoices/{id}", "/api/purchase-credit-notes/{id}"]) {
      const { requestBody, responses } = body.paths[path].post;
      const { schema, examples } = requestBody.content["application/json"];
      const shown = responses[201].content["application/json"];
      expect(judge(body, shown.schema, shown.example)).toEqual([]);
      for (const [index, example] of Object.values<Body>(examples).entries()) {
        expect([example.summary, judge(body, schema, example.value)]).toEqual([example.summary, []]);
        const created = await sandbox.call("POST", path.replace("{id}", sandbox.businessProfileId), example.value);
        expect([example.summary, created.status]).toEqual([example.summary, 201]);
        if (index === 0) expect(withoutOwn(created.body)).toEqual(withoutOwn(shown.example));
        const read = await sandbox.call("GET", path.replace("{id}", created.body.id));
        expect(read.body.meta_info.peppol_status).toMatchObject({ overall_status: "APPROVED", validation_results: [] });
      }
    }
  },
);

/** Leaves out the values that each sandbox generates anew. */
function withoutOwn({ id: _, org_id: __, document_sequence: ___, accounting_customer_party, ...rest }: Body): Body {
  return { ...rest, accounting_customer_party: { ...accounting_customer_party, profile_id: "" } };
}

test("each refusal is told by the description as the service tells it", async () => {
  const sandbox = await startTestSandbox({ strict: true, phase2: false, rate: 60 });
  const body = await describe(sandbox);
  const create = `/api/purchase-invoices/${sandbox.businessProfileId}`;
  const unknown = "00000000-0000-4000-8000-000000000000";
  const { issue_date: _, ...undated } = invoiceBody({ document_lines: [lineBody({ quantity: null })] });
  const status = `/api/purchase-credit-notes/${unknown}/peppol-status`;
  const met = {
    "BadRequest fields": await sandbox.call("POST", create, undated),
    "BadRequest sentence": await sandbox.call("GET", create, undefined, { "x-service-version": "soon" }),
    "Unauthorized token": await sandbox.call("GET", create, undefined, { authorization: "" }),
    "Forbidden subscription": await sandbox.call("GET", status),
    "NotFound document": await sandbox.call("GET", `/api/purchase-invoices/${unknown}`),
    "TooLarge size": await sandbox.call("POST", create, " ".repeat(8_388_609)),
    "NotJson type": await sandbox.call("POST", create, "{}", { "content-type": "text/plain" }),
  };
  for (let left = 60; left > 0; left--) await sandbox.call("GET", create);
  const limited = await sandbox.call("GET", create);
  expect(Number(limited.headers.get("retry-after"))).toBeGreaterThan(0);
  for (const [place, answer] of Object.entries({ ...met, "RateLimited quota": limited })) {
    const [name = "", example = ""] = place.split(" ");
    const response = body.components.responses[name];
    const { schema, examples } = response.content["application/json"];
    expect([place, answer.body]).toEqual([place, examples[example].value]);
    expect(judge(body, schema, answer.body)).toEqual([]);
    const statuses = operationsOf(body).flatMap(({ operation }) =>
      Object.entries<Body>(operation.responses).flatMap(([code, each]) => (each.$ref?.endsWith(name) ? [code] : [])),
    );
    expect([place, [...new Set(statuses)]]).toEqual([place, [String(answer.status)]]);
  }
});

const anExchange = { method: "GET", target: "/api/purchase-invoices", sent: undefined, status: 200, text: "" };
const page = { content: [], page_number: 0, total_pages: 0, total_elements: 0 };
test.each<[string, Partial<Exchange>, RegExp]>([
  ["a filter beside the list", { target: "/api/purchase-invoices?status=approved" }, /\?status: "approved"/],
  ["a filter that is not told", { target: "/api/purchase-invoices?colour=red" }, /\?colour is neither described/],
  ["a call that is not told", { target: "/api/purchase-orders" }, /not described/],
  ["a status that is not told", { status: 418 }, /the status is not described/],
  ["an answer without a member", { text: "{}" }, /lacks content/],
  ["an answer of another type", { headers: new Headers({ "content-type": "text/html" }) }, /the type text\/html/],
  [
    "a body without a field",
    { method: "POST", target: "/api/purchase-invoices/x", sent: "{}", status: 201 },
    /lacks issue_date/,
  ],
  ["no body", { method: "POST", target: "/api/purchase-invoices/x", status: 201 }, /the body is absent/],
])("every other test of this folder fails where the sandbox accepts or answers %s", async (_, change, told) => {
  const { headers } = await (await startTestSandbox()).call("GET", "/api/purchase-invoices");
  const whole = { ...anExchange, headers, text: JSON.stringify(page) };
  const ordinary = { strict: false, hasOddAnswers: false };
  expect(wrongByDescription(whole, ordinary, false)).toEqual([]);
  expect(wrongByDescription({ ...whole, ...change }, ordinary, false).join("\n")).toMatch(told);
});

const full = (body: Body): Body => ({
  ...body,
  delivery: { actual_delivery_date: "2026-06-14" },
  charges: [{ reason_code: "FC", amount: 50, tax_category: { id: "S", percent: 5 } }],
  attachments: [{ file_name: "a.pdf", file_type: "application/pdf", file_content: "JVBERi0xLjQK" }],
  document_lines: [lineBody({ additional_item_property: { name: "Colour", value: "White" } })],
});
