import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { CORE_SCHEMA, load } from "js-yaml";
import { describe, expect, test } from "vitest";
import * as z from "zod";
import { type DocumentKind, documentJsonSchema, type JsonSchema, unknownFields } from "../../src/document/index.ts";
import { creditNote, invoice, line } from "../support/documents.ts";
import { top } from "../support/run-selfbill.ts";
import { scenarioInvoices } from "../support/scenarios.ts";

/** zod interprets the JSON Schema, so that the test checks the schema and not our reading of it. */
const judgeOf = (schema: JsonSchema) => z.fromJSONSchema(schema as Parameters<typeof z.fromJSONSchema>[0]);

/**
 * zod accepts an unknown field as soon as one `anyOf` alternative accepts it, so the fields and the alternatives are
 * checked separately.
 */
function judgesOf(kind: DocumentKind) {
  const { anyOf, ...fields } = documentJsonSchema(kind);
  return [judgeOf(fields), judgeOf({ type: "object", anyOf: (anyOf as JsonSchema[]).map(withFields) })];
}

/** Gives each required field an empty schema, because zod ignores `required` for a field without a schema. */
function withFields(alternative: JsonSchema): JsonSchema {
  const properties = Object.fromEntries((alternative.required as string[]).map((name) => [name, {}]));
  return { type: "object", properties, ...alternative };
}

const judges = { invoice: judgesOf("invoice"), "credit-note": judgesOf("credit-note") };

function faults(document: unknown, kind: DocumentKind = "invoice"): string[] {
  return judges[kind].flatMap((judge) => {
    const judged = judge.safeParse(document);
    return judged.success ? [] : judged.error.issues.map((issue) => `${issue.path.join(".")} ${issue.code}`);
  });
}

const folder = join(top, "templates");
const files = readdirSync(folder).filter((name) => /\.(?:yaml|json)$/.test(name));
const kindOf = (name: string): DocumentKind => (name.startsWith("credit-note") ? "credit-note" : "invoice");

describe("what fits", () => {
  test.each(files)("the template %s, read as an editor reads it", (name) => {
    const text = readFileSync(join(folder, name), "utf8");
    const document = name.endsWith(".json") ? JSON.parse(text) : load(text, { schema: CORE_SCHEMA });
    expect(faults(document, kindOf(name))).toEqual([]);
  });

  test.each(files.filter((name) => name.endsWith(".yaml")))(
    "%s names the schema of its kind in its first line",
    (name) => {
      const [first = ""] = readFileSync(join(folder, name), "utf8").split("\n");
      const [, path = ""] = /^# yaml-language-server: \$schema=(\S+)$/.exec(first) ?? [];
      expect(JSON.parse(readFileSync(join(folder, path), "utf8"))).toEqual(documentJsonSchema(kindOf(name)));
    },
  );

  test.each(Object.entries(scenarioInvoices))("an invoice of every kind: %s", (_, document) => {
    expect(faults(document)).toEqual([]);
  });

  test("a credit note, an amount with and without quotes, a reference without quotes", () => {
    expect(faults(creditNote(), "credit-note")).toEqual([]);
    expect(faults({ ...invoice(), prepaid_amount: 100.25, buyer_reference: 4711 })).toEqual([]);
    expect(faults({ ...invoice(), prepaid_amount: "100.25" })).toEqual([]);
  });

  test("an attachment by its path, or with all that is sent", () => {
    expect(faults({ ...invoice(), attachments: [{ file_path: "note.pdf" }] })).toEqual([]);
    const sent = { file_name: "note.pdf", file_type: "application/pdf", file_content: "JVBERi0xLjQK" };
    expect(faults({ ...invoice(), attachments: [sent] })).toEqual([]);
  });
});

test("a supplier by its party or by its name in the book, and none at all does not fit", () => {
  const { accounting_supplier_party: party, ...rest } = invoice();
  expect(faults({ ...rest, supplier: "desert-lime" })).toEqual([]);
  expect(faults({ ...rest, supplier: "desert-lime", accounting_supplier_party: party })).toEqual([]);
  expect(faults(rest)).toEqual([" invalid_union"]);
});

describe("what does not fit", () => {
  const { issue_date: _, ...undated } = invoice();
  const table: [string, unknown, RegExp][] = [
    ["a missing date", undated, /issue_date/],
    ["a date that is none", { ...invoice(), issue_date: "2026-02-30" }, /issue_date/],
    ["flags of seven digits", { ...invoice(), profile_execution_id: "0000000" }, /profile_execution_id/],
    [
      "flags that lost their zeros for want of quotes",
      { ...invoice(), profile_execution_id: 0 },
      /profile_execution_id/,
    ],
    ["a currency that is none", { ...invoice(), document_currency_code: "DHS" }, /document_currency_code/],
    [
      "a VAT category that is none",
      { ...invoice(), document_lines: [line({ classified_tax_category: { id: "X" } })] },
      /document_lines/,
    ],
    ["an amount with a comma", { ...invoice(), prepaid_amount: "1,250.00" }, /prepaid_amount/],
    ["a quantity of nothing", { ...invoice(), document_lines: [{ ...line(), quantity: 0 }] }, /document_lines/],
    ["no line at all", { ...invoice(), document_lines: [] }, /document_lines/],
    ["a misspelt field", { ...invoice(), isue_date: "2026-06-15" }, /unrecognized_keys/],
    ["the buyer, whom the service fills in", { ...invoice(), accounting_customer_party: {} }, /unrecognized_keys/],
    ["an attachment with a name only", { ...invoice(), attachments: [{ file_name: "note.pdf" }] }, /attachments/],
    ["a reason of a credit note on an invoice", { ...invoice(), discrepancy_response: "VD" }, /unrecognized_keys/],
  ];
  test.each(table)("%s", (_, document, at) => {
    expect(faults(document).join("\n")).toMatch(at);
  });

  test("a credit note without its invoice", () => {
    const { billing_reference: __, ...alone } = creditNote();
    expect(faults(alone, "credit-note")).toEqual(["billing_reference invalid_type"]);
  });
});

test.each(["invoice", "credit-note"] as const)(
  "every field of the %s has a sentence, and is one that selfbill knows",
  (kind) => {
    const silent: string[] = [];
    const visit = (schema: JsonSchema, at: string): void => {
      const below = (schema.properties ?? {}) as Record<string, JsonSchema>;
      for (const [name, member] of Object.entries(below)) {
        if (typeof member.description !== "string") silent.push(`${at}.${name}`);
        visit(member, `${at}.${name}`);
      }
      for (const inner of [schema.items, ...((schema.anyOf as unknown[]) ?? [])])
        if (inner) visit(inner as JsonSchema, at);
    };
    const schema = documentJsonSchema(kind);
    visit(schema, "");
    expect(silent).toEqual([]);
    const names = Object.keys(schema.properties as object);
    expect(unknownFields(Object.fromEntries(names.map((name) => [name, "x"])), kind).first).toEqual([]);
  },
);
