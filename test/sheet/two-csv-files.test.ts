import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { importSheet } from "../../src/commands/import.ts";
import { mapCommand } from "../../src/commands/map.ts";
import type { Report } from "../../src/report/index.ts";
import { failedSheet, openSheet, readMap, tableOf } from "../../src/sheet/index.ts";
import type { Supplier } from "../../src/suppliers/index.ts";
import { invoice } from "../support/documents.ts";
import { runCommand } from "../support/run-command.ts";
import { runSelfbill, temporaryFolder } from "../support/run-selfbill.ts";
import { writingDesk } from "../support/sheet-rows.ts";

const party = invoice().accounting_supplier_party;
const book: readonly Supplier[] = [
  {
    ...{ supplier: "V1000", agreement_number: "SBA-1", agreement_date: "2026-01-01", agreement_expiry: "2027-01-01" },
    accounting_supplier_party: party,
    payment_means: invoice().payment_means,
  },
];

/**
 * Posted purchase invoices as an ERP exports them: a file of headers, with semicolons, and one of lines, with commas.
 */
const headers = (...rows: string[]): string =>
  [
    "No.;Buy-from Vendor No.;Vendor Name;Posting Date;Due Date;Currency Code;Amount;VAT Amount;Amount Including VAT",
    ...rows,
    "",
  ].join("\r\n");
const lines = (...rows: string[]): string =>
  ["Document No.,Description,Quantity,Unit of Measure,Unit Cost,Line Amount,VAT %,HS Code", ...rows, ""].join("\r\n");

const right = {
  headers: headers(
    'PPI-1001;V1000;Desert Lime Trading LLC;15/06/2026;15/07/2026;AED;"1,250.00";62.50;"1,312.50"',
    "PPI-1002;V1000;Desert Lime Trading LLC;16/06/2026;16/07/2026;AED;99.99;5.00;104.99",
  ),
  lines: lines(
    'PPI-1001,"Floor tile, 60x60 cm",40,box,25,"1,000.00",5,69072100',
    "PPI-1002,Grout,3,PCS,33.33,99.99,5,32149000",
    'PPI-1001,"Skirting, white",10,box,25,250.00,5,69072100',
  ),
};

interface Written {
  readonly folder: string;
  readonly map: string;
  /** The output of `selfbill map`. */
  readonly said: string;
}

/** Writes both files and the map that selfbill proposes for them, with missing values filled in. */
async function written(files: { headers: string; lines: string } = right): Promise<Written> {
  const folder = temporaryFolder();
  const [own, beside, map] = ["lines.csv", "bills.csv", "map.yaml"].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  writeFileSync(own, files.lines);
  writeFileSync(beside, files.headers);
  const options = { out: map, headers: beside };
  const report = await runCommand(mapCommand, writingDesk(book), [own], options);
  if (report.outcome !== "done") throw new Error(JSON.stringify(report.problems));
  const code = "document_lines.commodity_classification.commodity_code";
  const text = readFileSync(map, "utf8").replace(new RegExp(`^ {2}# (${code}: )"".*$`, "m"), "  $1G");
  writeFileSync(map, text);
  return { folder, map, said: report.view.view === "raw" ? report.view.text : "" };
}

function imported(
  { folder, map }: Pick<Written, "folder" | "map">,
  file = "lines.csv",
  results: string | undefined = undefined,
): Promise<Report> {
  const options = {
    ...{
      map,
      sheet: undefined,
      dateOrder: undefined,
      kind: undefined,
      out: undefined,
      force: false,
      skipInvalid: false,
    },
    ...{ results, all: false, sandbox: false, profile: undefined, exchangeRate: [], rateDate: undefined },
  };
  return runCommand(importSheet, writingDesk(book), [join(folder, file)], options);
}

const errorsOf = ({ problems }: Report) => problems.filter(({ severity }) => severity === "error");
const placesOf = (report: Report, folder: string) =>
  errorsOf(report).map(({ code, where }) => [
    code,
    where?.file?.replace(join(folder, "/"), ""),
    where?.sheet,
    where?.cell,
  ]);

test("selfbill map joins the lines to the headers, and its map imports both to the fils", async () => {
  const here = await written();
  expect(here.said).toMatch(/^Joined with bills\.csv: 3 rows below the headings\./);
  const map = readFileSync(here.map, "utf8");
  expect(map).toContain('headers: { sheet: "bills.csv", key: "No." }');
  expect(map).toContain("in the same folder");
  expect(map).toContain('group_by: "Document No."');
  const report = await imported(here);
  expect(errorsOf(report)).toEqual([]);
  const { view } = report;
  expect(view.view === "table" && view.data.by_currency).toMatchObject([
    { currency: "AED", documents: 2, net: "1349.99", vat: "67.5", gross: "1417.49" },
  ]);
});

test("what is wrong is told at its file and row", async () => {
  const map = (await written()).map;
  const inFolder = async (files: { headers: string; lines: string }) => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, "lines.csv"), files.lines);
    writeFileSync(join(folder, "bills.csv"), files.headers);
    return placesOf(await imported({ folder, map }), folder);
  };
  const header = "PPI-1002;V1000;Desert Lime Trading LLC;16/06/2026;16/07/2026;AED;99.99;5.00;104.99";
  const line = "PPI-1002,Grout,3,PCS,33.33,99.99,5,32149000";
  const date = header.replace("16/06/2026", "soon");
  expect(await inFolder({ headers: headers(date), lines: lines(line) })).toEqual([
    ["wrong-cell", "bills.csv", undefined, "D2"],
  ]);
  const quantity = line.replace(",3,", ",three,");
  expect(await inFolder({ headers: headers(header), lines: lines(quantity) })).toContainEqual([
    "wrong-cell",
    "lines.csv",
    undefined,
    "C2",
  ]);
  // The ERP's total for the document differs.
  const total = header.replace("104.99", "105.00");
  expect(await inFolder({ headers: headers(total), lines: lines(line) })).toEqual([
    ["control-differs", "bills.csv", undefined, "I2"],
  ]);
  const stray = line.replace("PPI-1002", "PPI-9");
  expect(await inFolder({ headers: headers(header), lines: lines(line, stray) })).toEqual([
    ["row-not-joined", "lines.csv", undefined, "A3"],
  ]);
  const alone = await inFolder({ headers: headers(header, header.replace("1002", "1003")), lines: lines(line) });
  expect(alone.length).toBeGreaterThan(0);
  for (const [, file, , cell] of alone) expect([file, String(cell).slice(1)]).toEqual(["bills.csv", "3"]);
  expect(await inFolder({ headers: headers(header, header), lines: lines(line) })).toEqual([
    ["row-not-joined", "bills.csv", undefined, "A3"],
  ]);
  // Unquoted commas and semicolons shift the values after them.
  const movedLine = line.replace("Grout", "Grout, white");
  expect(await inFolder({ headers: headers(header), lines: lines(movedLine) })).toEqual([
    ["not-a-sheet", "lines.csv", undefined, "A2"],
  ]);
  const movedHeader = header.replace("Desert Lime", "Desert; Lime");
  expect(await inFolder({ headers: headers(movedHeader), lines: lines(line) })).toEqual([
    ["not-a-sheet", "bills.csv", undefined, "A2"],
  ]);
});

test("what is wrong in the headers is not told at a line of the same number", async () => {
  const { folder, map } = await written();
  writeFileSync(join(folder, "bills.csv"), right.headers.replace("Desert Lime", "Desert; Lime"));
  writeFileSync(
    join(folder, "lines.csv"),
    right.lines.replaceAll("PPI-1001", "PPI-X").replaceAll("PPI-1002", "PPI-1001").replaceAll("PPI-X", "PPI-1002"),
  );
  const out = join(folder, "results.csv");
  expect(placesOf(await imported({ folder, map }, "lines.csv", out), folder)).toContainEqual([
    ...["not-a-sheet", "bills.csv", undefined, "A2"],
  ]);
  const [, second = ""] = readFileSync(out, "utf8").split(/\r?\n/);
  expect(second).toContain("PPI-1002");
  expect(second).not.toContain("moved to another column");
});

test("a file of headers that is missing, elsewhere, or named in place of the lines is told", async () => {
  const here = await written();
  expect((await imported(here, "bills.csv")).problems).toMatchObject([
    { code: "bad-usage", message: "bills.csv has the documents, by headers in the map." },
  ]);
  const folder = temporaryFolder();
  writeFileSync(join(folder, "lines.csv"), right.lines);
  expect((await imported({ folder, map: here.map })).problems).toMatchObject([
    { code: "file-unreadable", where: { file: join(folder, "bills.csv") } },
  ]);
  const map = join(folder, "map.yaml");
  const text = readFileSync(here.map, "utf8");
  writeFileSync(map, text.replace('sheet: "bills.csv"', "sheet: ../bills.csv"));
  expect((await imported({ folder, map })).problems).toMatchObject([{ code: "bad-map" }]);
  writeFileSync(map, text.replace('sheet: "bills.csv"', "sheet: Bills"));
  expect((await imported({ folder, map })).problems).toMatchObject([
    { code: "bad-map", hint: expect.stringContaining("CSV file in the same folder") },
  ]);
});

test("lines alone are not taken for documents: the other file is asked for", async () => {
  const file = join(temporaryFolder(), "lines.csv");
  writeFileSync(file, right.lines);
  const report = await runCommand(mapCommand, writingDesk(book), [file]);
  const { view } = report;
  const unclear = view.view === "raw" ? (view.data as { unclear: string[] }).unclear : [];
  expect(unclear.join()).toContain("--headers FILE");
});

test("rows of documents that failed are a workbook of both, which the same map reads", async () => {
  const here = await written();
  const read = readMap(readFileSync(here.map), "map.yaml", { kind: "invoice" });
  if (!read.ok) throw new Error(read.problems[0].message);
  const beside = { file: join(here.folder, "bills.csv"), bytes: Buffer.from(right.headers) };
  const opened = openSheet(Buffer.from(right.lines), join(here.folder, "lines.csv"), undefined, read.value, beside);
  const table = opened.ok ? tableOf(opened.value, read.value) : opened;
  if (!table.ok) throw new Error(table.problems[0].message);
  writeFileSync(join(here.folder, "left.xlsx"), await failedSheet(table.value, new Set([3]), "xlsx"));
  const report = await imported(here, "left.xlsx");
  expect(errorsOf(report)).toEqual([]);
  expect(report.view.view === "table" && report.view.rows.map(([label]) => label)).toEqual(["PPI-1002"]);
});

test("where rows that fail are to be written, it must be a workbook, which is said first", async () => {
  const here = await written();
  const home = join(here.folder, "home");
  mkdirSync(home);
  const words = ["create-invoice", "lines.csv", "--map", "map.yaml", "--dry-run", "--failed-to"];
  const csv = await runSelfbill([...words, "left.csv"], { home, cwd: here.folder, env: {} });
  expect([csv.code, csv.stderr]).toEqual([2, expect.stringContaining("cannot hold the rows of two files")]);
});
