import { describe, expect, test } from "vitest";
import { builtInMap, openSheet } from "../../src/sheet/index.ts";
import { writeXlsx } from "../../src/tables/write-xlsx.ts";
import { type Packing, styles, workbook, zip } from "../support/workbook.ts";

const map = builtInMap("invoice");
const rows = [
  ["Invoice number", "Item", "Quantity", "Unit price", "VAT rate", "Invoice date"],
  ["SB-1", "Tile", { v: "40" }, { v: "305.5" }, { v: "0.05", s: styles.percent }, { v: "46188", s: styles.date }],
];
const small = (packing: Packing = {}): Buffer => workbook([{ name: "Invoices", rows, hiddenColumns: [9] }], packing);

/**
 * Runs the work without stack traces: for thousands of refusals, collecting them would take longer than the reading
 * itself.
 */
function withoutStacks<T>(work: () => T): T {
  const depth = Error.stackTraceLimit;
  Error.stackTraceLimit = 0;
  try {
    return work();
  } finally {
    Error.stackTraceLimit = depth;
  }
}

/** The content of a workbook, or the message that rejects it. */
function read(bytes: Uint8Array): { readonly cells?: string; readonly refused?: string } {
  const sheet = withoutStacks(() => openSheet(bytes, "March.xlsx", undefined, map));
  if (!sheet.ok) return { refused: sheet.problems.map(({ code, message }) => `${code}: ${message}`).join("\n") };
  return { cells: JSON.stringify({ ...sheet.value, hiddenColumns: [...sheet.value.hiddenColumns] }) };
}

const written = await writeXlsx([
  {
    name: "Invoices",
    rows: [
      ["Invoice number", "Item"],
      ["SB-1", "Tile"],
    ].map((row) => row.map((text) => ({ text }))),
    widths: [9],
    sticky: 1,
  },
]);

describe("every byte of a workbook may be damaged", () => {
  test.each<[string, Uint8Array]>([
    ["packed", small()],
    ["not packed, as a damaged amount stays readable", small({ stored: true })],
    ["as a stream writes it", small({ sizesFollow: true })],
    ["with ZIP64", small({ zip64: true })],
    ["as a stream writes it with ZIP64", small({ zip64: true, sizesFollow: true })],
    ["that selfbill wrote", written],
  ])("%s: refused in a sentence, or the same cells", (_, bytes) => {
    const { cells } = read(bytes);
    expect(cells).toContain("Tile");
    const wrong: string[] = [];
    let refusals = 0;
    for (const [at, byte] of bytes.entries())
      for (const flip of [1 << (at % 8), 0xff]) {
        const damaged = Uint8Array.from(bytes);
        damaged[at] = byte ^ flip;
        const came = read(damaged);
        const inWords = /^not-a-sheet: (?:The workbook is damaged: [ -~]{10,160}\.|This is not an Excel workbook .+)$/;
        if (came.refused !== undefined) refusals += 1;
        if (came.cells !== cells && !inWords.test(came.refused ?? ""))
          wrong.push(`${at}: ${came.refused ?? came.cells}`);
      }
    expect(wrong).toEqual([]);
    expect(refusals).toBeGreaterThan(bytes.length);
  });

  test("a workbook that is cut off anywhere is refused", () => {
    const bytes = small({ stored: true });
    const whole = [...bytes.keys()].filter((at) => read(bytes.subarray(0, at)).cells !== undefined);
    expect(whole).toEqual([]);
  });
});

describe("what contradicts itself is told", () => {
  const parts = { "_rels/.rels": "<Relationships/>", "a.xml": "<a/>" };
  const told = (bytes: Buffer): string | undefined => read(bytes).refused;

  test("a part that is changed, with its name", () => {
    const bytes = small({ stored: true });
    bytes.write("905.5", bytes.indexOf("305.5"));
    expect(told(bytes)).toBe(
      "not-a-sheet: The workbook is damaged: the content of xl/worksheets/sheet1.xml does not match its checksum.",
    );
  });

  test("a part under two names, twice, or encrypted", () => {
    const renamed = zip(parts);
    renamed.write("b", renamed.lastIndexOf("a.xml"));
    expect(told(renamed)).toContain("the header of b.xml is not what the list of parts says");
    const twice = zip({ ...parts, "b.xml": "<b/>" });
    for (let at = twice.indexOf("b.xml"); at >= 0; at = twice.indexOf("b.xml")) twice.write("a", at);
    expect(told(twice)).toContain("the part a.xml appears twice");
    const encrypted = zip(parts);
    for (const sign of ["PK\x03\x04", "PK\x01\x02"]) {
      const at = encrypted.indexOf(sign) + (sign === "PK\x03\x04" ? 6 : 8);
      encrypted[at] = 1;
    }
    expect(told(encrypted)).toContain("the part _rels/.rels is encrypted");
  });

  test("a cell that names a text, and a list that names a part, which do not exist", () => {
    expect(told(workbook([{ rows: [["Item"], [{ t: "s", v: "3" }]] }]))).toContain(
      "row 2 names a text that does not exist",
    );
    expect(told(zip({ "_rels/.rels": relation("officeDocument", "xl/workbook.xml") }))).toBe(
      "not-a-sheet: The workbook is damaged: the part xl/workbook.xml is missing.",
    );
  });

  test("a remark behind the end is no damage", () => {
    const bytes = small();
    bytes.writeUInt16LE(5, bytes.length - 2);
    expect(read(Buffer.concat([bytes, Buffer.from("March")])).cells).toBe(read(small()).cells);
  });
});

function relation(type: string, target: string): string {
  return `<Relationships><Relationship Id="a" Type="x/${type}" Target="${target}"/></Relationships>`;
}
