import { expect, test } from "vitest";
import { makeStyle, renderTable } from "../../src/render/index.ts";

const terminal = (columns: number) => makeStyle({ isTerminal: true, columns, environment: {}, noColor: true });
const pipe = makeStyle({ isTerminal: false, columns: undefined, environment: {}, noColor: true });

const uuid = "6f0d2f0e-1b77-4c55-8a3e-0b9c7f1d2e33";
const request = {
  columns: ["Number", "Supplier", "Status", "Id"],
  rows: [
    ["SBC-2026-0001", "Desert Lime Trading LLC", "VALIDATION_FAILED", uuid],
    ["SBC-2026-0002", "شركة الليمون الصحراوي للتجارة ذ.م.م", "APPROVED", uuid],
    ["SBC-2026-0003", "沙漠青柠贸易有限责任公司与所有合作伙伴", "PENDING", uuid],
  ],
};

/** The number of columns a line takes on the screen: East Asian characters take two, combining marks none. */
function width(line: string): number {
  return [...line.replace(/\p{M}/gu, "")].reduce((sum, letter) => sum + (/\p{Script=Han}/u.test(letter) ? 2 : 1), 0);
}

test.each([60, 80, 120])(
  "at %i columns no line is longer than the terminal, no word is broken and nothing is cut",
  (columns) => {
    const table = renderTable(request, terminal(columns));
    for (const line of table.trimEnd().split("\n")) expect(width(line)).toBeLessThanOrEqual(columns);
    expect(table).not.toContain("…");
    const words = request.rows.flat().flatMap((cell) => cell.split(" "));
    for (const word of words.filter((each) => !/\p{Script=Han}/u.test(each))) expect(table).toContain(word);
  },
);

test("a table that fits is as wide as its cells", () => {
  const lines = renderTable(request, terminal(200)).trimEnd().split("\n");
  expect(lines).toHaveLength(7);
  expect(new Set(lines.map(width)).size).toBe(1);
});

const money = {
  columns: ["Supplier", "Invoices", "Net AED", "VAT AED", "Gross AED"],
  right: [1, 2, 3, 4],
  rows: [
    ["Desert Lime Trading LLC", "15", "39,885,280.06", "1,994,264.07", "41,879,544.13"],
    ["Sahara Stone FZCO", "3", "205,975.17", "8,437.01", "214,412.18"],
    ["Total", "18", "40,091,255.23", "2,002,701.08", "42,093,956.31"],
  ],
};

test("without room for boxes amounts are below each other all the same", () => {
  expect(renderTable(money, terminal(72))).toBe(
    `${[
      "Supplier            Invoices        Net AED       VAT AED      Gross AED",
      "─".repeat(72),
      "Desert Lime               15  39,885,280.06  1,994,264.07  41,879,544.13",
      "Trading LLC",
      "Sahara Stone FZCO          3     205,975.17      8,437.01     214,412.18",
      "Total                     18  40,091,255.23  2,002,701.08  42,093,956.31",
    ].join("\n")}\n`,
  );
});

test("where a row has no room in one line, it takes several, each with columns of its own", () => {
  expect(renderTable(money, terminal(50))).toBe(
    `${[
      "Supplier                 Invoices        Net AED",
      "       VAT AED      Gross AED",
      "────────────────────────────────────────────────",
      "Desert Lime Trading LLC        15  39,885,280.06",
      "  1,994,264.07  41,879,544.13",
      "Sahara Stone FZCO               3     205,975.17",
      "      8,437.01     214,412.18",
      "Total                          18  40,091,255.23",
      "  2,002,701.08  42,093,956.31",
    ].join("\n")}\n`,
  );
});

test("a long heading gives way before a cell does", () => {
  const columns = ["Box", "What it is", "of which credit notes"];
  const rows = ["9", "10", "11"].map((box) => [box, "Standard rated expenses", "-12.00"]);
  const lines = renderTable({ columns, rows, right: [2] }, terminal(48)).split("\n");
  expect(lines.filter((line) => line.includes("Standard rated expenses"))).toHaveLength(3);
});

test("where words would break, a row or two are a block: cells with their headings", () => {
  expect(
    renderTable({ columns: ["Number", "Supplier", "", "Id"], rows: [["SB-1", "", "sent", uuid]] }, terminal(44)),
  ).toBe(`Number: SB-1  sent\n  Id: ${uuid}\n`);
});

test("an address longer than an id may break after its signs, so that a table stays a table", () => {
  const table = renderTable(
    { columns: ["", "Type"], rows: [["Process", `urn:peppol:pint:${"selfbilling-1:".repeat(5)}`]] },
    terminal(60),
  );
  expect(table).toContain("│ Process");
});

test("in a pipe a table is tab-separated with one line a row, whole and without colour", () => {
  const rows = [["a\tb", "c\nd\u2028e", "\u001b[31mred\u009b1m", "x".repeat(500)]];
  expect(renderTable({ columns: ["A", "B", "C", "D"], rows }, pipe)).toBe(
    `A\tB\tC\tD\na b\tc d e\t^[[31mred<U+009B>1m\t${"x".repeat(500)}\n`,
  );
});

test("without colour a terminal gets no escape at all, with colour only our own", () => {
  const rows = [["\u001b]0;title\u0007", "\u202Eevil", "\u200b", "fine"]];
  expect(renderTable({ columns: ["A", "B", "C", "D"], rows }, terminal(80))).not.toMatch(/[^\P{Cc}\n]|\p{Cf}/u);
  const coloured = makeStyle({ isTerminal: true, columns: 80, environment: { FORCE_COLOR: "1" }, noColor: false });
  const table = renderTable({ columns: ["A", "B", "C", "D"], rows }, coloured);
  expect(table).toContain("\u001b[1mA\u001b[22m");
  expect(table.replaceAll("\u001b[1m", "").replaceAll("\u001b[22m", "")).not.toContain("\u001b");
});

test("SELFBILL_PLAIN=1 has one line a row, each cell with its heading, and no boxes", () => {
  const style = makeStyle({ isTerminal: true, columns: 80, environment: { SELFBILL_PLAIN: "1" }, noColor: true });
  const request = { columns: ["Number", "Gross", "Status"], rows: [["SB-1", "10,500.00", ""]], right: [1] };
  expect(renderTable(request, style)).toBe("Number: SB-1; Gross: 10,500.00\n");
});

test("a cell that goes on in a further line does not begin it like a command in the log of a CI system", () => {
  const told = "queue: north with many more words behind it ::error::boom and ##vso[x] at the end of it all";
  for (const columns of [40, 44, 48, 52, 60])
    expect(renderTable({ columns: ["A", "Also told"], rows: [["", told]] }, terminal(columns))).not.toMatch(
      /^[\s│]*(?:::|##)/m,
    );
});
