import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { checkFields, unknownFields } from "../../src/document/index.ts";
import { JsonNumber } from "../../src/json/index.ts";
import { guessKind, readDocument, type SourceDocument } from "../../src/read/index.ts";
import { invoice, palmLedger } from "../support/documents.ts";

const right = readFileSync("test/fixtures/right/invoice.yaml", "utf8");

function read(text: string | Uint8Array, file = "march.yaml"): SourceDocument {
  const source = readDocument(typeof text === "string" ? Buffer.from(text) : text, file);
  if (!source.ok) throw new Error(source.problems.map(({ message }) => message).join("\n"));
  return source.value;
}

describe("the right invoice", () => {
  const forms: ReadonlyArray<[string, Uint8Array]> = [
    ["plain UTF-8", Buffer.from(right)],
    ["UTF-8 with a byte order mark", Buffer.from(`\ufeff${right}`)],
    ["Windows line ends and a byte order mark", Buffer.from(`\ufeff${right.replaceAll("\n", "\r\n")}`)],
    ["old Mac line ends", Buffer.from(right.replaceAll("\n", "\r"))],
    ["UTF-16 little endian with its mark", Buffer.from(`\ufeff${right}`, "utf16le")],
    ["UTF-16 big endian with its mark", Buffer.from(`\ufeff${right}`, "utf16le").swap16()],
    ["document marks around it", Buffer.from(`%YAML 1.2\n---\n${right}...\n`)],
    ["a dividing line at its end", Buffer.from(`${right}---\n`)],
    ["JSON", Buffer.from(JSON.stringify(invoice(), null, 2))],
    ["JSON in one line", Buffer.from(JSON.stringify(invoice()))],
  ];

  test.each(forms)("is the same document as %s", (form, bytes) => {
    const { document } = read(bytes, form.startsWith("JSON") ? "march.json" : "march.yaml");
    expect(document).toEqual(invoice());
    expect(checkFields(document, { kind: "invoice", version: "20260101", profile: palmLedger })).toEqual([]);
    expect(unknownFields(document, "invoice").first).toEqual([]);
  });

  test("is read from standard input by its first character", () => {
    expect(read(right, "-").format).toBe("yaml");
    expect(read(JSON.stringify(invoice()), "-").format).toBe("json");
  });
});

describe("a scalar of a known field", () => {
  test.each(["00010000", "0.10", "2026-06-15", "true", "0x1F", "1e3", "+5", "007", "1_000", "12:30", "=", ".inf"])(
    "written %s without quotes stays this text",
    (text) => {
      expect(read(`note: ${text}\nprepaid_amount: ${text}\n`).document).toEqual({ note: text, prepaid_amount: text });
    },
  );

  test.each(["0.10", "12345678901234567890.12", "1E400", "-0", "true"])(
    "written %s in JSON stays this text",
    (text) => {
      expect(read(`{"note": ${text}, "prepaid_amount": ${text}}`, "a.json").document).toEqual({
        note: text,
        prepaid_amount: text,
      });
    },
  );

  test.each(["", "~", "null", "Null", "NULL", '""', "'  '"])("written %j is absent", (text) => {
    expect(read(`note: ${text}\nbuyer_reference: PO-1\n`).document).toEqual({ buyer_reference: "PO-1" });
  });

  test("written null in JSON is absent", () => {
    expect(read('{"note": null, "charges": [null], "buyer_reference": ""}', "a.json").document).toEqual({
      charges: [undefined],
    });
  });

  test("keeps quotes, folds and blocks as YAML means them", () => {
    const { document } = read("note: |\n  first\n  second\nbuyer_reference: 'it''s'\naccounting_cost: one\n  two\n");
    expect(document).toEqual({ note: "first\nsecond\n", buyer_reference: "it's", accounting_cost: "one two" });
  });
});

describe("a field that the request does not know", () => {
  test("keeps its JSON type and the digits of its numbers", () => {
    const text = "extra: { a: 1.50, b: true, c: ~, d: '5', e: x, f: [1, 2], g: 1e3 }\n";
    expect(read(text).document).toEqual({
      extra: {
        a: new JsonNumber("1.50"),
        b: true,
        c: null,
        d: "5",
        e: "x",
        f: [new JsonNumber("1"), new JsonNumber("2")],
        g: new JsonNumber("1e3"),
      },
    });
  });

  test.each(["007", "+5", ".5", "5.", "0x1F", "0o17", ".inf", ".nan"])(
    "written %s is a text, because no JSON number has these digits",
    (text) => expect(read(`extra: ${text}\n`).document).toEqual({ extra: text }),
  );

  test("is the same out of JSON", () => {
    expect(read('{"extra": [1.50, true, null, "5"]}', "a.json").document).toEqual({
      extra: [new JsonNumber("1.50"), true, null, "5"],
    });
  });
});

describe("the keys of objects that programs keep data in", () => {
  test.each(['{"__proto__": {"polluted": 1}}', '{"a": {"constructor": {"prototype": {"polluted": 1}}}}'])(
    "%s reach nothing",
    (text) => {
      expect(readDocument(Buffer.from(text), "a.json").ok).toBe(false);
      expect(readDocument(Buffer.from(text), "a.yaml").ok).toBe(false);
      expect(({} as Record<string, unknown>).polluted).toBeUndefined();
    },
  );

  test("that only look like them are ordinary unknown fields", () => {
    expect(read("toString: 1\nhasOwnProperty: x\nvalueOf: { a: b }\n").document).toEqual({
      toString: new JsonNumber("1"),
      hasOwnProperty: "x",
      valueOf: { a: "b" },
    });
  });
});

describe("the kind of a document", () => {
  test.each([
    ["credit_note_type_code: 261", "credit-note"],
    ["invoice_type_code: 389", "invoice"],
    ["invoice_type_code: 261", "credit-note"],
    ["invoice_type_code: 381", "credit-note"],
    ["discrepancy_response: DL8.61.1.D", "credit-note"],
    ["credit_note_type_code: ~\ninvoice_type_code: 389", "invoice"],
    ["note: nothing said", undefined],
  ])("that says %j is %s", (text, kind) => {
    const source = read(`${text}\n`);
    expect(source.kindHint).toBe(kind);
    expect(source.kind).toBe(kind ?? "invoice");
    expect(guessKind(source.document)).toBe(kind ?? "invoice");
  });

  test("is what the caller says when the caller says it", () => {
    const source = readDocument(Buffer.from("invoice_type_code: 389\n"), "a.yaml", "credit-note");
    expect(source.ok && [source.value.kind, source.value.kindHint]).toEqual(["credit-note", "invoice"]);
  });
});
