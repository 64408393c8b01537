import fc from "fast-check";
import { expect, test } from "vitest";
import type { SelfBilledDocument } from "../../src/document/index.ts";
import { readDocument, writeYaml } from "../../src/read/index.ts";
import { creditNote, inDollars, invoice, line } from "../support/documents.ts";

function readBack(yaml: string, kind: "invoice" | "credit-note" = "invoice") {
  const read = readDocument(new TextEncoder().encode(yaml), "written.yaml", kind);
  if (!read.ok) throw new Error(`${read.problems[0].message}\n${yaml}`);
  return read.value.document;
}

test("a written document reads back as the same document", () => {
  const document = creditNote({
    ...inDollars,
    document_lines: [line({ quantity: "4" }), line({ additional_item_property: [{ name: "Finish", value: "Matt" }] })],
    charges: [{ amount: "50.00", reason_code: "FC", tax_category: { id: "S", percent: "5.0", tax_scheme: "VAT" } }],
  });
  expect(readBack(writeYaml(document, "credit-note"), "credit-note")).toEqual(document);
});

test("a supplier book of very many lines is written, too", () => {
  const suppliers = Array.from({ length: 200_000 }, (_, at) => ({ supplier: `lime ${at}` }));
  const yaml = writeYaml({ suppliers } as unknown as SelfBilledDocument, "invoice");
  expect(yaml.trimEnd().split("\n")).toHaveLength(200_001);
});

test("any text reads back as it was, also one that looks like something else", () => {
  const word = fc.oneof(
    fc.string({ unit: "grapheme", minLength: 1 }),
    fc.constantFrom(
      "no",
      "~",
      "null",
      "007",
      "1.0",
      "- a",
      "a: b",
      "a #b",
      "0x1F",
      "'",
      '"',
      "\u202eabc",
      "é\u00a0ß",
      "نص",
      "😀\u2028x",
    ),
  );
  fc.assert(
    fc.property(word, (text) => {
      // A blank string counts as absent, and a document cannot contain lone surrogates or control characters.
      // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
      fc.pre(text.trim() !== "" && !/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff\p{Surrogate}]/u.test(text));
      const document = invoice({
        note: text,
        billing_reference: [{ id: text }],
        document_lines: [line({ name: text })],
      });
      expect(readBack(writeYaml(document, "invoice"))).toEqual(document);
    }),
    { numRuns: 500 },
  );
});

test("digits of flags, numbers and dates stay what their author wrote", () => {
  const yaml = writeYaml(invoice({ profile_execution_id: "00010000", prepaid_amount: "1.50" }), "invoice");
  expect(yaml).toContain('profile_execution_id: "00010000"\n');
  expect(yaml).toContain("prepaid_amount: 1.50\n");
  expect(yaml).toContain("issue_date: 2026-06-15\n");
});

test("a remark stays a comment whatever it quotes", () => {
  const yaml = writeYaml(invoice(), "invoice", { head: ["For A\nnote: forged"], above: { issue_date: "Today" } });
  expect(readBack(yaml).note).toBeUndefined();
  expect(yaml).toContain("# For A note: forged\n");
  expect(yaml).toContain("# Today\nissue_date:");
});
