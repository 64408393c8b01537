import fc from "fast-check";
import { expect, test } from "vitest";
import type { SelfBilledDocument } from "../../src/document/index.ts";
import { writeJson } from "../../src/json/index.ts";
import { readDocument } from "../../src/read/index.ts";

/**
 * Any text that an invoice can contain: letters of every script, quotes, brackets, backslashes, line endings, spaces
 * of all kinds.
 */
const text = fc
  .oneof(
    fc.string({ unit: "binary", maxLength: 40 }),
    fc.string({ unit: fc.constantFrom(..."\"'\\\n\t :#-[]{}&*!|>%@`,?~0.éΝ٥\u00a0\u202e😀"), maxLength: 12 }),
    fc.constantFrom(
      "00010000",
      "0.10",
      "true",
      "null",
      "~",
      "<<",
      "---",
      "2026-06-15",
      "1e3",
      "0x1F",
      "007",
      " x ",
      "\r\n",
    ),
  )
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are refused, as another test shows
  .filter((value) => value.trim() !== "" && !/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/.test(value));

const document: fc.Arbitrary<SelfBilledDocument> = fc.record(
  {
    note: text,
    buyer_reference: text,
    prepaid_amount: text,
    accounting_supplier_party: fc.record({ name: text, party_tax_scheme: fc.record({ company_id: text }) }),
    document_lines: fc.array(fc.record({ name: text, price: fc.record({ base_amount: text }) }), { maxLength: 4 }),
  },
  { requiredKeys: [] },
);

function readBack(written: string, file: string): unknown {
  const source = readDocument(Buffer.from(written), file, "invoice");
  if (!source.ok) throw new Error(`${source.problems[0].message}\n${written}`);
  return source.value.document;
}

/** A double-quoted YAML string in which all characters except printable ASCII are escaped. */
const quoted = (value: string): string =>
  `"${[...value].map((char) => (/[ !#-[\]-~]/.test(char) ? char : escaped(char))).join("")}"`;

function escaped(char: string): string {
  return `\\U${(char.codePointAt(0) ?? 0).toString(16).padStart(8, "0")}`;
}

function asYaml(value: unknown, margin: string): string {
  if (typeof value === "string") return ` ${quoted(value)}\n`;
  if (Array.isArray(value)) {
    if (value.length === 0) return " []\n";
    return `\n${value.map((item) => `${margin}-${asYaml(item, `${margin}  `)}`).join("")}`;
  }
  const members = Object.entries(value as object);
  if (members.length === 0) return " {}\n";
  return `\n${members.map(([key, member]) => `${margin}${key}:${asYaml(member, `${margin}  `)}`).join("")}`;
}

test("what is written as JSON is read back as it was, text by text", () => {
  fc.assert(
    fc.property(document, fc.constantFrom(0, 2), (value, indent) => {
      expect(readBack(writeJson(value, indent), "march.json")).toEqual(value);
    }),
  );
});

test("what is written as YAML is read back as it was, text by text", () => {
  fc.assert(
    fc.property(document, (value) => {
      expect(readBack(asYaml(value, ""), "march.yaml")).toEqual(value);
    }),
  );
});

test("reading, writing and reading again changes nothing", () => {
  const plain = fc.string({ unit: fc.constantFrom(..."0123456789.eE+-xABC_~"), minLength: 1, maxLength: 12 });
  fc.assert(
    fc.property(plain, (scalar) => {
      const source = readDocument(Buffer.from(`note: ${scalar}\nunknown: [${scalar}]\n`), "a.yaml", "invoice");
      fc.pre(source.ok);
      if (!source.ok) return;
      const { document: first } = source.value;
      expect(readBack(writeJson(first), "a.json")).toEqual(first);
      if (first.note !== undefined) expect(first.note).toBe(scalar);
    }),
  );
});

test("no file of any bytes or signs makes reading throw", () => {
  const signs = fc.string({ unit: fc.constantFrom(..."ab:- \n\t\"'[]{},#&*!|>%?~\\0.1\u00a0"), maxLength: 60 });
  fc.assert(
    fc.property(
      fc.oneof(signs, fc.string({ unit: "binary" })),
      fc.constantFrom("a.yaml", "a.json", "-"),
      (some, file) => {
        const read = readDocument(Buffer.from(some), file, "invoice");
        if (read.ok) return;
        for (const problem of read.problems) expect([problem.message, problem.hint]).not.toContain("");
      },
    ),
    { numRuns: 500 },
  );
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 40 }), (bytes) => {
      const read = readDocument(bytes, "a.yaml", "invoice");
      expect(read.ok || read.problems.length > 0).toBe(true);
    }),
    { numRuns: 500 },
  );
});
