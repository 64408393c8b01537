import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { book, trnOf } from "../support/map-import.ts";
import { temporaryFolder } from "../support/run-selfbill.ts";
import { importFile } from "../support/sheet-rows.ts";

const columns = `columns:
  No: document_number
  Day: issue_date
  Item: [document_lines.name, document_lines.description]
  Qty: document_lines.quantity
  Price: document_lines.price.base_amount
  HS: document_lines.commodity_classification.item_classification_code
supplier: { column: TRN, by: trn }
defaults:
  due_date: 2026-07-31
  document_lines.unit_code: H87
  document_lines.commodity_classification.commodity_code: G
  document_lines.classified_tax_category.id: S
  document_lines.classified_tax_category.percent: "5"
`;
const head = "No,GRN,Day,TRN,Item,Qty,Price,HS";
const line = (no: string, grn: string, day: string, at: number): string =>
  `${no},${grn},${day},${trnOf(at)},Tile,1,10,69072100`;

async function labels(group: string, rows: readonly string[], version = "version: 2\n") {
  const map = join(temporaryFolder(), "map.yaml");
  writeFileSync(map, `${version}${group}${columns}`);
  const { report } = await importFile("a.csv", `${[head, ...rows].join("\n")}\n`, { map }, book);
  const documents =
    report.view.view === "table" ? (report.view.data.documents as { label: string; rows: number[] }[]) : [];
  return {
    documents: documents.map(({ label, rows: own }) => `${label}: ${own.join(" ")}`),
    said: report.problems.filter(({ code }) => code === "two-values"),
  };
}

describe("rows are grouped by several columns", () => {
  const rows = [
    line("1", "G5", "2026-06-15", 0),
    line("1", "G5", "2026-06-15", 1),
    line("1", "G6", "2026-06-15", 0),
    line("1", "g 5", "2026-06-15", 0),
  ];
  test.each(["group_by: [TRN, GRN]\n", "group_by: supplier + GRN\n", 'group_by: "TRN + GRN"\n'])(
    "%s",
    async (group) => {
      const { documents, said } = await labels(group, rows);
      expect(documents).toEqual([`${trnOf(0)}, G5: 2 5`, `${trnOf(1)}, G5: 3`, `${trnOf(0)}, G6: 4`]);
      expect(said.map(({ severity, where }) => [severity, where?.line])).toEqual([["warning", 5]]);
    },
  );

  test("by supplier and month", async () => {
    const days = ["2026-06-15", "2026-06-30", "2026-07-01"].map((day) => line("1", "G5", day, 0));
    expect((await labels("group_by: supplier + month\n", days)).documents).toEqual([
      `${trnOf(0)}, 2026-06: 2 3`,
      `${trnOf(0)}, 2026-07: 4`,
    ]);
  });

  test("a list in a map of an earlier version names alternatives", async () => {
    expect((await labels("group_by: [Bill, GRN, TRN]\n", rows, "")).documents).toEqual(["G5: 2 3 5", "G6: 4"]);
  });

  test("a column that the sheet lacks is refused", async () => {
    expect((await labels("group_by: supplier + Receipt no\n", rows)).documents).toEqual([]);
  });
});

test("two suppliers under one number are not told to write the same supplier", async () => {
  const { said } = await labels("", [line("1", "G5", "2026-06-15", 0), line("1", "G5", "2026-06-15", 1)]);
  expect(said[0]?.hint).toContain("group_by: number + supplier");
  const other = await labels("", [line("1", "G5", "2026-06-15", 0), line("1", "G5", "2026-06-16", 0)]);
  expect(other.said[0]?.hint).toBe("Write the same value in all its rows, or in its first row only.");
});

test("G5 and g5 are one document, and that is said", async () => {
  const { documents, said } = await labels("", [line("G5", "x", "2026-06-15", 0), line("g 5", "x", "2026-06-15", 0)]);
  expect(documents).toEqual(["G5: 2 3"]);
  expect(said.map(({ severity, message }) => [severity, message])).toEqual([
    ["warning", "g 5 and G5 are one document: numbers are compared without case and blanks."],
  ]);
});
