import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "csv-parse/sync";
import { describe, expect, test } from "vitest";
import { savedByOffice, withoutOffice } from "../support/office.ts";
import { startRecorder } from "../support/recorder.ts";
import { runSelfbill, temporaryFolder } from "../support/run-selfbill.ts";
import { startSandboxProcess } from "../support/sandbox-process.ts";
import { cellOf, importFile } from "../support/sheet-rows.ts";
import { type Planted, thousandRowSheet } from "../support/thousand-rows.ts";
import { variablesOf } from "../support/variables-of.ts";
import { styles, workbook } from "../support/workbook.ts";

const skip = withoutOffice();
if (skip) console.log("skipped: the tests with a real spreadsheet program need soffice (libreoffice-calc-nogui)");

interface Totals {
  readonly label: string;
  readonly totals: Readonly<Record<string, string>>;
}

const fils = (text = ""): string => (text.includes(".") ? text.padEnd(text.indexOf(".") + 3, "0") : `${text}.00`);

describe.skipIf(skip)("a sheet of 1,000 rows that LibreOffice saved", () => {
  test("becomes documents whose totals agree with the sheet's own formulas to the fils", async () => {
    const made = workbook([thousandRowSheet()]);
    const { report, errors } = await importFile("March.xlsx", await savedByOffice(made, "xlsx", "xlsx"));
    expect([errors, report.outcome]).toEqual([[], "done"]);
    const documents = report.view.view === "table" ? (report.view.data.documents as Totals[]) : [];
    const ours = documents.map(({ label, totals }) => [
      label,
      fils(totals.tax_exclusive_amount),
      fils(totals.tax_amount),
      fils(totals.tax_inclusive_amount),
    ]);
    const rows: Record<string, string>[] = parse(await savedByOffice(made, "xlsx", "csv"), {
      columns: true,
      bom: true,
    });
    expect(rows).toHaveLength(1000);
    const theirs = new Map(
      rows.map(({ "Invoice number": number = "", Net, VAT, Total }) => [number, [fils(Net), fils(VAT), fils(Total)]]),
    );
    expect(ours).toEqual([...theirs].map(([number, sums]) => [number, ...sums]));
    expect(ours.length).toBeGreaterThan(350);
  });
});

/** Fifty errors of many kinds, each in a different document. */
const planted: readonly Planted[] = plant([
  ["Supplier TRN", "1.00235E+14", "digits-lost"],
  ["Supplier TRN", { v: "1002345674000030" }, "digits-lost"],
  ["Supplier TRN", "10023456740003", "wrong-value"],
  ["Supplier TRN", "100234567400009", "wrong-value"],
  ["Supplier TRN", { v: "#N/A", t: "e" }, "wrong-cell"],
  ["Supplier TIN", "2002345674", "wrong-value"],
  ["Supplier TIN", "100234567", "wrong-value"],
  ["Invoice date", "03/04/2026", "ambiguous-date"],
  ["Invoice date", "1/2/26", "ambiguous-date"],
  ["Invoice date", "31/06/2026", "wrong-cell"],
  ["Invoice date", "yesterday", "wrong-cell"],
  ["Discount", "5%", "wrong-cell"], // the row has a discount reason
  ["Invoice date", { v: "41" }, "wrong-cell"],
  ["Invoice date", undefined, "missing-field"],
  ["Due date", "06-07-2026", "ambiguous-date"],
  ["Due date", "end of July", "wrong-cell"],
  ["Due date", { v: "1", t: "b" }, "wrong-cell"],
  ["Unit price", "1.250,00", "wrong-cell"],
  ["Unit price", "250,5", "wrong-cell"],
  ["Unit price", "USD 250", "wrong-value"],
  ["Unit price", "two hundred", "wrong-cell"],
  ["Unit price", { v: "#REF!", t: "e", f: "#REF!" }, "wrong-cell"],
  ["Unit price", { f: "1+1" }, "wrong-cell"],
  ["Unit price", { v: "0.05", s: styles.percent }, "wrong-cell"],
  ["Unit price", "2.5E+3", "digits-lost"],
  ["Unit price", "-5", "wrong-value"],
  ["Unit price", undefined, "missing-field"],
  ["Quantity", "0", "wrong-value"],
  ["Quantity", "-3", "wrong-value"],
  ["Quantity", "3 boxes", "wrong-cell"],
  ["Quantity", { v: "46188", s: styles.date }, "wrong-cell"],
  ["Quantity", "#VALUE!", "wrong-cell"],
  ["Unit", "crate full", "wrong-value"],
  ["Unit", "#NAME?", "wrong-cell"],
  ["VAT category", "X", "wrong-value"],
  ["VAT rate", "five", "wrong-cell"],
  ["Currency", "doubloons", "wrong-value"],
  ["Supplier emirate", "Dubay", "wrong-value"],
  ["Supplier country", "Atlantis", "wrong-value"],
  ["Supplier e-mail", "billing at desertlime", "wrong-value"],
  ["Supplier telephone", undefined, "missing-field"],
  ["Licence type", "badge", "wrong-value"],
  ["Licence number", "###########", "wrong-cell"],
  ["Payment", "barter", "wrong-value"],
  ["IBAN", "5.6099E+20", "digits-lost"],
  ["Goods or services", "stuff", "wrong-value"],
  ["Item", { v: "#REF!", t: "e" }, "wrong-cell"],
  ["Description", "Tile_x0007__x0008_", "wrong-cell"],
  ["Invoice number", undefined, "row-without-number"],
  ["Invoice number", { v: "#DIV/0!", t: "e" }, "wrong-cell"],
]);

/** Puts the faults in rows 2, 22, 42 …, each of which is the first row of a document. */
function plant(faults: ReadonlyArray<readonly [string, Planted["cell"], string]>): Planted[] {
  return faults.map(([heading, cell, code], at) => ({ row: 2 + at * 20, heading, cell, code }));
}

test("fifty faults in 1,000 rows are found in one run, each in its cell, and nothing is sent", async () => {
  const sandbox = await startSandboxProcess(temporaryFolder());
  const { baseUrl, requests } = await startRecorder(sandbox.baseUrl);
  const env = variablesOf({ ...sandbox, baseUrl });
  const home = temporaryFolder();
  const sheet = thousandRowSheet(planted);
  const file = join(home, "March.xlsx");
  writeFileSync(file, workbook([sheet]));
  const ran = await runSelfbill(["create-invoice", file, "--yes", "--json"], { home, env });
  const answer = JSON.parse(ran.stdout) as { results: { problems: Found[] }[] };
  const errors = answer.results.flatMap(({ problems }) => problems).filter(({ severity }) => severity === "error");
  const found = errors.map(({ cell, code }) => `${cell} ${code}`).sort();
  expect(planted).toHaveLength(50);
  expect(found).toEqual(planted.map(({ row, heading, code }) => `${cellOf(sheet, heading, row)} ${code}`).sort());
  expect(new Set(errors.map(({ sheet: name, file: named }) => [name, named].join()))).toEqual(
    new Set([`Invoices,${file}`]),
  );
  expect([ran.code, requests]).toEqual([20, []]);
});

interface Found {
  readonly cell: string | null;
  readonly code: string;
  readonly severity: string;
  readonly sheet: string | null;
  readonly file: string | null;
}
