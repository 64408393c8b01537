import { expect, test } from "vitest";
import { fieldPath, serviceErrors } from "../../src/send/service-errors.ts";

const read = (body: unknown) => serviceErrors(Buffer.from(typeof body === "string" ? body : JSON.stringify(body)));
const fields = (body: unknown) => read(body).fields.map(({ path, message }) => [path, message]);

test("the published shapes: a message, a map of fields, both", () => {
  expect(read({ errors: { message: "No business profile exists" } })).toEqual({
    messages: ["No business profile exists"],
    fields: [],
  });
  expect(
    fields({ errors: { issue_date: "is mandatory", "document_lines[0].price.base_amount": "must be positive" } }),
  ).toEqual([
    ["issue_date", "is mandatory"],
    ["document_lines[0].price.base_amount", "must be positive"],
  ]);
  expect(read({ errors: { message: "Check these", issue_date: "is mandatory" } })).toMatchObject({
    messages: ["Check these"],
    fields: [{ path: "issue_date" }],
  });
});

test("lists of messages, objects and nested names", () => {
  expect(fields({ errors: { issue_date: ["is mandatory", "is wrong"] } })).toEqual([
    ["issue_date", "is mandatory; is wrong"],
  ]);
  expect(fields({ errors: { issue_date: { message: "is mandatory", code: "E1" } } })).toEqual([
    ["issue_date", "is mandatory"],
  ]);
  expect(fields({ errors: { accounting_supplier_party: { postal_address: { country_code: "unknown" } } } })).toEqual([
    ["accounting_supplier_party.postal_address.country_code", "unknown"],
  ]);
  expect(fields({ errors: { document_lines: [{ price: { base_amount: "negative" } }, { name: "missing" }] } })).toEqual(
    [
      ["document_lines[0].price.base_amount", "negative"],
      ["document_lines[1].name", "missing"],
    ],
  );
});

test.each(["field", "path", "name", "property", "pointer"])("a list of objects with %s", (key) => {
  expect(
    fields({ errors: [{ [key]: "attachments[0].fileType", defaultMessage: "unknown type", code: "E1" }] }),
  ).toEqual([["attachments[0].file_type", "unknown type"]]);
});

test("a list of sentences, and objects without a field", () => {
  expect(read({ errors: ["first", { message: "second" }, { code: "E3" }] })).toEqual({
    messages: ["first", "second", "E3"],
    fields: [],
  });
});

test("gateways: message, error, problem+json, an error object", () => {
  expect(read({ message: "rate limit exceeded", request_id: "a1" }).messages).toEqual(["rate limit exceeded"]);
  expect(read({ error: "profile not found" }).messages).toEqual(["profile not found"]);
  expect(read({ title: "Bad Request", detail: "no such thing", status: 400 }).messages).toEqual([
    "no such thing",
    "Bad Request",
  ]);
  expect(read({ error: { message: "inner", code: 7 } }).messages).toEqual(["inner"]);
  expect(read({ errors: "plain" }).messages).toEqual(["plain"]);
});

test.each([
  ["", undefined],
  ["<html><head><title>502 Bad\n Gateway</title></head></html>", "502 Bad Gateway"],
  ["upstream connect error", "upstream connect error"],
  ["[]", "[]"],
  ["{}", "{}"],
  ['{"errors":null}', '{"errors":null}'],
  ['{"errors":{"__proto__":"x"}}', '{"errors":{"__proto__":"x"}}'],
  ['{"a":1,"a":2}', '{"a":1,"a":2}'],
  ["x".repeat(2_000), `${"x".repeat(500)}… (2000 characters)`],
])("a body without a known shape is kept as it is, capped: %j", (body, raw) => {
  expect(read(body)).toEqual({ messages: [], fields: [], ...(raw === undefined ? {} : { raw }) });
});

test("bytes that are no UTF-8, and thousands of errors, do no harm", () => {
  expect(serviceErrors(Buffer.from([0xff, 0xfe, 0x00])).raw).toBeDefined();
  const many = Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`f${index}`, "x"]));
  expect(read({ errors: many }).fields).toHaveLength(1_000);
});

test.each([
  ["documentLines[0].price.baseAmount", "document_lines[0].price.base_amount"],
  ["document_lines.0.price.base_amount", "document_lines[0].price.base_amount"],
  ["/document_lines/0/price", "document_lines[0].price"],
  ["#/documentLines/12", "document_lines[12]"],
  ["$.issueDate", "issue_date"],
  ["body.issue_date", "issue_date"],
  ["document_lines['0']['price']", "document_lines[0].price"],
  ["issue_date", "issue_date"],
  ["", ""],
])("the key %s is the field %s", (key, path) => {
  expect(fieldPath(key)).toBe(path);
});

test("an answer that is nothing but errors is read, too, and a key without an end", () => {
  const many = Array.from({ length: 200_000 }, () => "no");
  expect(read({ errors: { message: many }, message: many }).messages).toEqual(["no"]);
  expect(read({ errors: many }).messages).toEqual(["no"]);
  expect(read({ errors: { ["[".repeat(1_000_000)]: "no" } }).fields).toMatchObject([{ message: "no" }]);
});
