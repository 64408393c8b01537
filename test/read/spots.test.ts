import { describe, expect, test } from "vitest";
import { readDocument, type SourceDocument, withSpots } from "../../src/read/index.ts";

const yaml = `# a comment
issue_date: 2026-06-15
note: "quoted"
buyer_reference: |
  block
due_date:
document_lines:
  - name: Tile
    price:
      base_amount: 250
    charges: []
  -
  - { name: Pipe, quantity: 3 }
odd.name[0]: x
`;

const json = `{
  "issue_date": "2026-06-15",
  "document_lines": [
    { "name": "Tile", "price": { "base_amount": 250 } },
    null
  ]
}`;

function read(text: string, file: string): SourceDocument {
  const source = readDocument(Buffer.from(text), file, "invoice");
  if (!source.ok) throw new Error(source.problems[0].message);
  return source.value;
}

function placeOf(source: SourceDocument, path: string, of?: "name" | "value"): string {
  const { line, column } = source.spot(path, of);
  return `${line}:${column}`;
}

describe("in YAML the place", () => {
  const source = read(yaml, "march.yaml");
  test.each([
    ["issue_date", "2:13"],
    ["note", "3:7"],
    ["buyer_reference", "4:18"],
    ["document_lines", "8:3"],
    ["document_lines[0]", "8:5"],
    ["document_lines[0].price.base_amount", "10:20"],
    ["document_lines[1]", "12:3"],
    ["document_lines[2].quantity", "13:29"],
    ["odd.name[0]", "14:14"],
  ])("of %s is that of its value, %s", (path, place) => expect(placeOf(source, path)).toBe(place));

  test.each([
    ["due_date", "6:1"],
    ["document_lines[0].price.base_quantity", "9:5"],
    ["document_lines[0].classified_tax_category.id", "8:5"],
    ["document_lines[0].charges[3].amount", "11:5"],
    ["document_lines[9].name", "7:1"],
    ["document_currency_code", "2:1"],
    ["accounting_supplier_party.postal_address.city_name", "2:1"],
    ["", "2:1"],
  ])("of %s, which is not there, is the name of the nearest group above, %s", (path, place) =>
    expect(placeOf(source, path)).toBe(place),
  );

  test("of what is missing from the top level comes without an excerpt, which would mislead", () => {
    expect(source.spot("document_currency_code").excerpt).toBeUndefined();
    expect(source.spot("document_lines[9].name").excerpt).toBe("document_lines:");
  });

  test("of a name is where the name stands", () => {
    expect(placeOf(source, "document_lines[0].price.base_amount", "name")).toBe("10:7");
  });

  test("comes with file, path and the line itself", () => {
    expect(source.spot("issue_date")).toEqual({
      file: "march.yaml",
      line: 2,
      column: 13,
      path: "issue_date",
      excerpt: "issue_date: 2026-06-15",
    });
  });
});

describe("in JSON the place", () => {
  const source = read(json, "march.json");
  test.each([
    ["issue_date", "2:17"],
    ["document_lines[0].name", "4:15"],
    ["document_lines[0].price.base_amount", "4:49"],
    ["document_lines[0].price.base_quantity", "4:23"],
    ["document_lines[1]", "5:5"],
    ["note", "1:1"],
  ])("of %s is %s", (path, place) => expect(placeOf(source, path)).toBe(place));

  test("is the same with Windows line ends", () => {
    expect(placeOf(read(json.replaceAll("\n", "\r\n"), "a.json"), "document_lines[0].name")).toBe("4:15");
  });

  test("in a line of megabytes comes with the part of the line around it", () => {
    const source = read(`{"note": "${"x".repeat(3_000_000)}", "buyer_reference": "PO"}`, "a.json");
    const { excerpt, column } = source.spot("buyer_reference");
    expect(column).toBe(3_000_033);
    expect(excerpt).toMatch(/^…x+", "buyer_reference": "PO"\}$/);
    expect(excerpt).toHaveLength(161);
  });
});

describe("problems of fields", () => {
  const problem = (path: string, absent = false) => ({
    path,
    code: absent ? ("missing-field" as const) : ("wrong-value" as const),
    tier: "T1" as const,
    absent,
    always: true,
    message: `${path} is wrong.`,
    hint: "Right it.",
  });

  test("come out in file order with their places; unknown fields are warnings at their names", () => {
    const source = read(yaml, "march.yaml");
    const found = withSpots(
      [
        problem("document_lines[2].quantity"),
        problem("document_lines[0].price.allowance", true),
        problem("issue_date"),
        { path: "odd.name[0]", name: "odd.name[0]", didYouMean: "note" },
      ],
      source,
    );
    expect(found.map(({ code, severity, where }) => `${where?.line}:${where?.column} ${severity} ${code}`)).toEqual([
      "2:13 error wrong-value",
      "9:5 error missing-field",
      "13:29 error wrong-value",
      "14:1 warning unknown-field",
    ]);
    expect(found[3]?.hint).toContain("Did you mean note?");
  });

  test("that a scenario flag causes stand at the flag, or at the group that lacks the field", () => {
    const source = read("note: x\nprofile_execution_id: '00010001'\ndelivery: { terms: EXW }\n", "march.yaml");
    const demanded = (path: string) => ({ ...problem(path, true), code: "scenario-field-missing" as const });
    const found = withSpots([demanded("delivery.delivery_location.address"), demanded("invoice_period")], source);
    expect(found.map(({ where }) => `${where?.line}:${where?.column} ${where?.path}`)).toEqual([
      "2:23 invoice_period",
      "3:1 delivery.delivery_location.address",
    ]);
  });

  test("tell letters of another script that look like the right ones", () => {
    const source = read("issue_d\u0430te: 2026-06-15\n", "march.yaml");
    const [found] = withSpots([{ path: "issue_d\u0430te", name: "issue_d\u0430te" }], source);
    expect(found?.message).toMatch(
      / is not a field of the document\. Its \u0430 is a Cyrillic letter that looks like a\.$/,
    );
  });

  test("are said once where a field is refused and unknown as well", () => {
    const found = withSpots([problem("note"), { path: "note", name: "note" }], read(yaml, "march.yaml"));
    expect(found.map(({ code }) => code)).toEqual(["wrong-value"]);
  });
});
