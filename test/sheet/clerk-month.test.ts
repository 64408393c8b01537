import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { importSheet } from "../../src/commands/import.ts";
import { validate } from "../../src/commands/validate.ts";
import type { Report } from "../../src/report/index.ts";
import { type Clerk, clerkAt, clerkMonth, twice } from "../support/clerk-month.ts";
import { book, fils, shown, trnOf, vatOf } from "../support/map-import.ts";
import { runCommand } from "../support/run-command.ts";
import { temporaryFolder } from "../support/run-selfbill.ts";
import { type RawCell, workbook } from "../support/workbook.ts";

const errorsOf = ({ problems }: Report) => problems.filter(({ severity }) => severity === "error");

async function imported(clerk: Clerk, content: Buffer, name = "June.xlsx"): Promise<Report> {
  const file = join(clerk.folder, name);
  writeFileSync(file, content);
  return runCommand(importSheet, clerk.desk, [file], {});
}

const sums = ({ view }: Report) => (view.view === "table" ? (view.data.by_currency as Record<string, string>[]) : []);

test("a month of 25 rows in a clerk's own workbook", async () => {
  const month = clerkMonth();
  const clerk = clerkAt(
    temporaryFolder(),
    [...book, twice],
    [
      ["Is this right?", "yes"],
      ["TRN 100345678900003 is in your supplier book twice", "V101"],
    ],
  );
  const report = await imported(clerk, month.content);
  expect(clerk.asked.map(({ message }) => message)).toEqual([
    "Is this right?",
    "Keep the meaning of these headings for next month, under the name:",
    "TRN 100345678900003 is in your supplier book twice. Which name do you keep?",
  ]);
  expect(errorsOf(report).map(({ message }) => message)).toEqual([
    "TRN No. is empty in row 16, so the supplier of PB-112 is not known (the row has Supplier 2 Trading LLC).",
  ]);
  const left = report.problems.filter(({ code }) => code === "rows-left-out").map(({ message }) => message);
  expect(left).toEqual([
    "1 row was left out as a total: row 31.",
    "2 rows were left out below the last document, as notes or signatures: row 33, 34 (Prepared by: Amina).",
  ]);
  const missing = clerkMonth().lines[11]?.net ?? 0n;
  expect(fils(sums(report)[0]?.net)).toBe(month.net - missing);
  const next = await imported(clerk, month.content, "July.xlsx");
  expect([clerk.asked.length, errorsOf(next).length]).toEqual([3, 1]);
});

test("a total below the last document that does not agree stops the sheet", async () => {
  const clerk = clerkAt(temporaryFolder(), book, [["Is this right?", "yes"]]);
  const report = await imported(clerk, clerkMonth({ total: 100n }).content);
  expect(errorsOf(report).map(({ code }) => code)).toContain("control-differs");
});

test("sums in one column are compared with those of the documents", async () => {
  const run = async (vat: bigint) => {
    const { net } = clerkMonth();
    const block = (says: string, sum: bigint): RawCell[] => [
      ...Array.from({ length: 12 }, () => ""),
      says,
      { v: shown(sum) },
    ];
    const tail = [block("Net total", net), block("VAT 5%", vat), block("Net payable", net + vat)];
    const clerk = clerkAt(temporaryFolder(), book, [["Is this right?", "yes"]]);
    const { content, lines } = clerkMonth({ tail, trns: true });
    const due = lines.reduce((sum, line) => sum + vatOf(line.net), 0n);
    return { errors: errorsOf(await imported(clerk, content)).map(({ code }) => code), due };
  };
  const { due } = await run(0n);
  expect((await run(due)).errors).toEqual([]);
  expect((await run(due + 5n)).errors).toEqual(["control-differs", "control-differs"]);
});

test("a row below the signatures that could be a document is not left out", async () => {
  const clerk = clerkAt(temporaryFolder(), book, [["Is this right?", "yes"]]);
  const tail = [["26", "PB-126", "", "", "Supplier 1 Trading LLC"]];
  const report = await imported(clerk, clerkMonth({ tail, trns: true }).content);
  expect(errorsOf(report).length).toBeGreaterThan(0);
});

test("for the date the cursor stands on the column that holds dates, and formulas without results are refused", async () => {
  const rows: RawCell[][] = [
    ["Inv. No", "Firm", "When", "TRN", "Item", "HS", "Qty", "Price", "Sum"],
    ["B-1", "Desert Lime", { v: "46174", s: 1 }, trnOf(0), "Tile", "69072100", { v: "2" }, { v: "5" }, { f: "G2*H2" }],
    ["B-2", "Desert Lime", { v: "46175", s: 1 }, trnOf(0), "Tile", "69072100", { v: "2" }, { v: "5" }, { f: "G3*H3" }],
  ];
  const clerk = clerkAt(temporaryFolder(), book, [
    ["Which column has the date of the bill?", "When"],
    ["Is this right?", "change"],
    ["Which column?", "Sum"],
    ["What is in Sum?", "net"],
    ["Is this right?", "yes"],
  ]);
  await imported(clerk, workbook([{ name: "June", rows }]));
  const date = clerk.asked.find(({ message }) => message.startsWith("Which column has the date"));
  expect(date?.form === "choose" && date.choices[0]?.value).toBe("When");
  expect(clerk.said.join("\n")).toContain(
    "Sum was not taken: its cells are formulas whose results are not in the file. Open it in Excel, save it, and begin again.",
  );
});

test("in scripts a supplier that is in the book twice is refused with the line that mends it", async () => {
  const { folder, desk } = clerkAt(temporaryFolder(), [...book, twice], []);
  const file = join(folder, "a.csv");
  writeFileSync(file, `Invoice number,Issue date,Supplier\nB-1,2026-06-15,V101\n`);
  const map = join(folder, "map.yaml");
  writeFileSync(
    map,
    "version: 2\ncolumns:\n  No: document_number\n  Day: issue_date\nsupplier: { column: TRN, by: trn }\n",
  );
  writeFileSync(file, `No,Day,TRN\nB-1,2026-06-15,${trnOf(1)}\n`);
  const report = await runCommand(importSheet, { ...desk, ask: { ...desk.ask, possible: false } }, [file], { map });
  expect(errorsOf(report).find(({ code }) => code === "no-supplier")?.hint).toBe(
    "Keep one of the names, and remove each other one: selfbill suppliers remove 'SUPPLIER 1 (OLD)'",
  );
});

test("validate takes a sheet, and names each document with its cells", async () => {
  const clerk = clerkAt(temporaryFolder(), book, [["Is this right?", "yes"]]);
  await imported(clerk, clerkMonth().content);
  const pieces: string[] = [];
  const desk = { ...clerk.desk, write: async (text: string) => pieces.push(text) > 0 };
  const report = await runCommand(validate, desk, [join(clerk.folder, "June.xlsx")], { all: true });
  expect(report.outcome).toBe("partial");
  expect(pieces.join("")).toContain("sheet June, cell F16");
  expect(pieces.join("")).toContain("TRN No. is empty in row 16");
});
