import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { SelfBilledDocument } from "../../src/document/index.ts";
import { JsonNumber } from "../../src/json/index.ts";
import { readDocument, readWritten, type SourceDocument, writeYaml } from "../../src/read/index.ts";

type Read = ReturnType<typeof readDocument>;

const kinds = ["invoice", "credit-note"] as const;
const bytesOf = (document: unknown, kind: (typeof kinds)[number]): Uint8Array =>
  Buffer.from(writeYaml(document as SelfBilledDocument, kind, { head: ["Made here."] }));

/** Everything about a document that can be compared, except whether it has a file, including the places of these fields. */
function told(read: Read, paths: readonly string[]): unknown {
  if (!read.ok) return read;
  const { spot, isWritten: _, ...facts } = read.value;
  const places = paths.map((path) => [spot(path), spot(path, "name")]);
  return { ...facts, names: namesOf(facts), places };
}

/** The order of names matters: it is also their order in the body that is sent. */
const namesOf = ({ document }: Pick<SourceDocument, "document">): string => JSON.stringify(document);

const paths = ["note", "document_lines[0].price.base_amount", "document_lines[1]", "supplier", "unknown.inside"];

/** Strings of every kind, including those that a file cannot contain or does not preserve. */
const text = fc.oneof(
  fc.string({ unit: "binary", maxLength: 20 }),
  fc.string({ unit: fc.constantFrom(..."\"'\\\n\t :#-[]{}&*!|>%@`,?~0.é\u0001\u00a0\u202e😀\ufffe"), maxLength: 8 }),
  fc.constantFrom("00010000", "0.10", "true", "null", "~", "", " ", "---", "2026-06-15", "261", "381", "1e3", "\ud83d"),
);
const odd: fc.Arbitrary<unknown> = fc.oneof(fc.constantFrom(undefined, null, true, [], {}), fc.array(text), text);
const group = (members: Record<string, fc.Arbitrary<unknown>>) => fc.record(members, { requiredKeys: [] });
const document = group({
  note: text,
  kind: text,
  reason: odd,
  supplier: text,
  profile_execution_id: text,
  credit_note_type_code: odd,
  invoice_type_code: text,
  billing_reference: fc.array(group({ id: text }), { maxLength: 2 }),
  prepaid_amount: fc.oneof(text, fc.constantFrom("1", "1.50", "01", "-3")),
  unknown: fc.oneof(odd, group({ inside: odd, "a.b[0]": text })),
  document_lines: fc.array(group({ name: text, quantity: text, price: group({ base_amount: odd }) }), { maxLength: 3 }),
  attachments: fc.array(group({ file_path: text }), { maxLength: 1 }),
});

describe("a document that was made here", () => {
  test("is read as its file would be, whatever it holds", () => {
    const file = fc.constantFrom("March.xlsx (SB-1)", "credit note of SB-1", "draft");
    fc.assert(
      fc.property(document, fc.constantFrom(...kinds, undefined), file, (made, kind, name) => {
        const bytes = () => bytesOf(made, kind ?? "invoice");
        const written = { document: made as SelfBilledDocument, bytes };
        expect(told(readWritten(written, name, kind), paths)).toEqual(told(readDocument(bytes(), name, kind), paths));
      }),
      { numRuns: 400 },
    );
  });

  test.each([
    ["a name that no document may hold", JSON.parse('{"note":"a","unknown":{"__proto__":"b"}}')],
    ["a nest deeper than files may be", Array.from({ length: 70 }).reduce((inner) => ({ inner }), "x")],
    ["a text beyond what a file may hold", { note: ",".repeat(1_000_001) }],
    ["no fields", {}],
    ["a number", { note: "a", unknown: new JsonNumber("1.50") }],
    ["a text of blanks", { note: " ", unknown: " ", reason: "" }],
    ["a sign that no invoice can carry", { note: "a\u0001" }],
    ["such a sign in a name", { "no\u0001te": "a" }],
    ["half of a character", { note: "\ud83d" }],
  ])("is refused, or read, as its file is: %s", (_, made) => {
    const bytes = () => bytesOf(made, "invoice");
    const written = { document: made as SelfBilledDocument, bytes };
    expect(told(readWritten(written, "draft", "invoice"), paths)).toEqual(
      told(readDocument(bytes(), "draft", "invoice"), paths),
    );
  });

  test("is not written as a file before somebody asks for a place in it", () => {
    let written = 0;
    const made = { note: "Tiles", document_lines: [{ name: "Tile" }] } as SelfBilledDocument;
    const bytes = () => {
      written += 1;
      return bytesOf(made, "invoice");
    };
    const read = readWritten({ document: made, bytes }, "draft", "invoice");
    expect(written).toBe(0);
    if (!read.ok) throw new Error("it can be read");
    expect(read.value.spot("document_lines[0].name").line).toBe(4);
    expect(read.value.spot("note").line).toBe(2);
    expect(written).toBe(1);
  });
});
