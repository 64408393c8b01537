import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { createInvoice } from "../../src/commands/create-invoice.ts";
import { importSheet } from "../../src/commands/import.ts";
import { makeStyle, renderReport } from "../../src/render/index.ts";
import { given } from "../support/journal-file.ts";
import { savedByOffice, withoutOffice } from "../support/office.ts";
import { runCommand } from "../support/run-command.ts";
import { serviceDesk } from "../support/service-desk.ts";
import { importFile, importRows, row, type SheetRow, sheetOf } from "../support/sheet-rows.ts";
import { startTestSandbox } from "../support/start-sandbox.ts";
import { styles, workbook } from "../support/workbook.ts";

const hostile = ['=HYPERLINK("http://evil.example","Click")', "+1+1", "-1+1", "@SUM(1)", "\t=1+1", "＝1+1", '"=1+1'];

/** The results file for a sheet with hostile names. */
async function hostileResults(form: "csv" | "xlsx"): Promise<Buffer> {
  const rows = hostile.map((name, at) => row({ "Invoice number": `SB-${at}`, "Supplier name": name }));
  const { folder } = await importRows(rows, {}, {});
  const results = join(folder, `results.${form}`);
  await importFile("March.xlsx", workbook([sheetOf(rows)]), { results });
  return readFileSync(results);
}

test("in CSV no text can become a formula, and a negative amount stays a number", async () => {
  const text = (await hostileResults("csv")).toString();
  for (const name of hostile) expect(text).not.toContain(`,${name}`);
  expect(text).toContain(`"'=HYPERLINK(""http://evil.example"",""Click"")"`);
  const { folder } = await importRows([row({ Net: "-12.50" })]);
  const results = join(folder, "r.csv");
  await importFile("March.xlsx", workbook([sheetOf([row({ Net: "-12.50", Total: "-12.50x" })])]), { results });
  expect(readFileSync(results, "utf8")).toMatch(/,-12\.50,'-12\.50x,/);
});

const skip = withoutOffice();
if (skip) console.log("skipped: the results in a real spreadsheet program need soffice (libreoffice-calc-nogui)");

describe.skipIf(skip)("in LibreOffice", () => {
  test.each(["xlsx", "csv"] as const)("a results file (%s) with hostile names holds no formula", async (form) => {
    const seen = (await savedByOffice(await hostileResults(form), form, "fods")).toString();
    expect(seen).toContain("HYPERLINK");
    expect(seen).not.toContain("table:formula");
    expect(seen).not.toContain("text:a ");
  });

  test("a TRN that was a number comes back as a text, amounts and dates as the sheet shows them", async () => {
    const cells: SheetRow = {
      "Supplier TRN": { v: "100234567400003" },
      "Invoice date": { v: "46188", s: styles.date },
      "Unit price": { v: "1250.0999999999999" },
    };
    const { folder } = await importRows([row(cells)]);
    const results = join(folder, "results.xlsx");
    await importFile("March.xlsx", workbook([sheetOf([row(cells)])]), { results });
    const seen = (await savedByOffice(readFileSync(results), "xlsx", "fods")).toString();
    expect(seen).toMatch(/office:value-type="string"[^>]*>\s*<text:p>100234567400003</);
    expect(seen).toContain('office:value="1250.1"');
    expect(seen).toContain("2026-06-15");
  });
});

describe("create-invoice gives a sheet back", () => {
  test("with number, id and status in each row, in its order; again it is known and sent once", async () => {
    const sandbox = await startTestSandbox();
    const desk = serviceDesk(sandbox);
    const line = { Item: "Grout", Description: "Grout, grey", Quantity: "3", Unit: "kg", "Unit price": "10" };
    const rows = [
      row(),
      row({ "Invoice number": "SB-2", Quantity: "7" }),
      {
        "Invoice number": "SB-1",
        "VAT category": "S",
        "VAT rate": "5%",
        "Goods or services": "goods",
        "HS code": "32149000",
        ...line,
      },
    ];
    const file = join(desk.folder, "March.xlsx");
    writeFileSync(file, workbook([sheetOf(rows)]));
    const results = join(desk.folder, "results.csv");
    const run = () => runCommand(createInvoice, desk, [file], { yes: true, results });
    expect((await run()).outcome).toBe("done");
    const told = readFileSync(results, "utf8")
      .trimEnd()
      .split("\r\n")
      .slice(1)
      .map((text) => text.split(",").slice(-4));
    expect(told.map(([number, , status]) => [number, status])).toEqual([
      ["SB-1", "PENDING"],
      ["SB-2", "PENDING"],
      ["SB-1", "PENDING"],
    ]);
    expect(told[0]?.[1]).toBe(told[2]?.[1]);
    expect(told[0]?.[1]).not.toBe(told[1]?.[1]);
    const again = await run();
    expect(again.view.view === "submissions" && again.view.results.map(({ replayed }) => replayed)).toEqual([
      true,
      true,
    ]);
    const { body } = await sandbox.call("GET", "/api/purchase-invoices");
    const numbers = (body.content as { document_number: string }[]).map((each) => each.document_number);
    expect(numbers.sort()).toEqual(["SB-1", "SB-2"]);
  });

  test("a sheet is a batch: nothing is sent while a row is wrong; --skip-invalid sends the others; the list names the sheet", async () => {
    const sandbox = await startTestSandbox();
    const desk = serviceDesk(sandbox);
    const rows = [row(), row({ "Invoice number": "SB-2", "Unit price": "#REF!" })];
    const file = join(desk.folder, "March.xlsx");
    writeFileSync(file, workbook([sheetOf(rows)]));
    const failedTo = join(desk.folder, "left.txt");
    const run = (skipInvalid: boolean) => runCommand(createInvoice, desk, [file], { yes: true, skipInvalid, failedTo });
    const held = await run(false);
    expect([held.outcome, given(await desk.openedJournal.ofFile(`sandbox:${sandbox.businessProfileId}`, "-"))]).toEqual(
      ["invalid", []],
    );
    const some = await run(true);
    expect(some.view.view === "submissions" && some.view.results.map(({ outcome }) => outcome)).toEqual([
      "done",
      "invalid",
    ]);
    expect(readFileSync(failedTo, "utf8").split("\n").slice(1)).toEqual([file, ""]);
  });

  test.each([
    ["invoice.yaml", "document_number: SB-1\n"],
    [
      "march.xlsx",
      workbook([
        {
          rows: [
            ["Name", "Salary"],
            ["A", "1"],
          ],
        },
      ]),
    ],
  ])("--failed-to never replaces %s", async (name, content) => {
    const sandbox = await startTestSandbox();
    const desk = serviceDesk(sandbox);
    const file = join(desk.folder, "March.xlsx");
    writeFileSync(file, workbook([sheetOf([row()])]));
    const failedTo = join(desk.folder, name);
    writeFileSync(failedTo, content);
    const report = await runCommand(createInvoice, desk, [file], { yes: true, failedTo });
    expect([report.outcome, report.problems[0]?.message]).toEqual([
      "usage",
      `Nothing was sent: --failed-to would replace ${failedTo}, which is not a list of what failed.`,
    ]);
    expect(readFileSync(failedTo)).toEqual(Buffer.from(content));
    expect((await sandbox.call("GET", "/api/purchase-invoices")).body.content).toEqual([]);
  });

  test.each(["csv", "xlsx"] as const)("--results replaces those of an earlier run, and no other %s", async (form) => {
    const sandbox = await startTestSandbox();
    const desk = serviceDesk(sandbox);
    const file = join(desk.folder, "March.xlsx");
    const sheet = workbook([sheetOf([row()])]);
    writeFileSync(file, sheet);
    const results = join(desk.folder, `salaries.${form}`);
    const content = form === "csv" ? "Name,Salary\nA,1\n" : sheet;
    writeFileSync(results, content);
    const report = await runCommand(createInvoice, desk, [file], { yes: true, results });
    expect([report.outcome, report.problems[0]?.message]).toEqual([
      "usage",
      `Nothing was done: --results would replace ${results}, which is not a sheet with results.`,
    ]);
    expect(readFileSync(results)).toEqual(Buffer.from(content));
    expect((await sandbox.call("GET", "/api/purchase-invoices")).body.content).toEqual([]);
    const own = join(desk.folder, `results.${form}`);
    for (const _ of [1, 2])
      expect((await runCommand(createInvoice, desk, [file], { yes: true, results: own })).outcome).toBe("done");
    expect((await runCommand(importSheet, desk, [file], { kind: "invoice", results })).outcome).toBe("usage");
    expect(readFileSync(results)).toEqual(Buffer.from(content));
  });

  test.each(["csv", "xlsx"] as const)(
    "--failed-to writes the rows of what failed as a sheet of the same shape (%s), which is sent once corrected",
    async (form) => {
      const sandbox = await startTestSandbox();
      const desk = serviceDesk(sandbox);
      const second = { Item: "Grout", Description: "Grout, grey", Quantity: "3", Unit: "kg", "Unit price": "ten" };
      const vat = { "VAT category": "S", "VAT rate": "5%", "Goods or services": "goods", "HS code": "32149000" };
      const texts = { Quantity: "40", "Unit price": "250", "VAT rate": "5%" };
      const rows = [
        row(texts),
        row({ ...texts, "Invoice number": "SB-2", "Due date": "2026-07-16" }),
        { "Invoice number": "SB-2", ...second, ...vat },
        row({ ...texts, "Invoice number": "SB-3", Quantity: "7", Remark: "-1,250.00" }),
      ];
      const file = join(desk.folder, `March.${form}`);
      const asCsv = (all: readonly (readonly unknown[])[]): string =>
        all.map((cells) => cells.map((cell) => JSON.stringify(cell ?? "")).join(";")).join("\n");
      writeFileSync(file, form === "csv" ? asCsv(sheetOf(rows).rows) : workbook([sheetOf(rows)]));
      const failedTo = join(desk.folder, `left.${form}`);
      const send = (name: string, to: string | undefined) =>
        runCommand(createInvoice, desk, [name], { yes: true, skipInvalid: true, failedTo: to });
      const some = await send(file, failedTo);
      expect(some.view.view === "submissions" && some.view.results.map(({ outcome }) => outcome)).toEqual([
        "done",
        "invalid",
        "done",
      ]);
      const again = await importFile(`left.${form}`, readFileSync(failedTo), { out: undefined, skipInvalid: false });
      const { view } = again.report;
      expect(view.view === "table" && view.rows.map(([label, at]) => [label, at])).toEqual([["SB-2", "2–3"]]);
      expect(again.errors.map(({ where }) => where?.excerpt)).toEqual(["Unit price: ten"]);
      if (form === "csv") {
        const [head] = readFileSync(failedTo, "utf8").split("\r\n");
        expect(head).toBe(`\ufeff${sheetOf(rows).rows[0]?.join(";")}`);
        writeFileSync(failedTo, readFileSync(failedTo, "utf8").replace("ten", "10"));
        expect((await send(failedTo, undefined)).outcome).toBe("done");
        const { body } = await sandbox.call("GET", "/api/purchase-invoices");
        expect((body.content as unknown[]).length).toBe(3);
      }
    },
  );

  test("--failed-to has no row of a document that may have been created, and takes the form of the sheet", async () => {
    const sandbox = await startTestSandbox();
    const desk = serviceDesk(sandbox);
    const file = join(desk.folder, "March.xlsx");
    writeFileSync(file, workbook([sheetOf([row(), row({ "Invoice number": "SB-2", Item: undefined })])]));
    const other = await runCommand(createInvoice, desk, [file], { yes: true, failedTo: join(desk.folder, "left.csv") });
    expect(other.problems.map(({ message }) => message)).toEqual([
      expect.stringContaining("takes the rows of one .xlsx file"),
    ]);
    const failedTo = join(desk.folder, "left.xlsx");
    // A run that sends nothing keeps the file that an earlier run wrote.
    const earlier = workbook([sheetOf([row({ "Invoice number": "SB-9" })])]);
    writeFileSync(failedTo, earlier);
    const options = { yes: true, skipInvalid: true, failedTo };
    const stopped = await runCommand(createInvoice, desk, [file], { ...options, maxFiles: 0 });
    expect([stopped.outcome, readFileSync(failedTo)]).toEqual(["usage", earlier]);
    await sandbox.call("POST", "/sandbox/faults", { faults: [{ fault: "close", method: "POST", processed: true }] });
    const run = await runCommand(createInvoice, desk, [file], options);
    expect(run.outcome).toBe("in_doubt");
    const left = await importFile("left.xlsx", readFileSync(failedTo), { out: undefined, skipInvalid: false });
    const { view } = left.report;
    expect(view.view === "table" && view.rows.map(([label]) => label)).toEqual(["SB-2"]);
  });

  test("--failed-to has the row whose number belongs to other content, and says why a row is not in it", async () => {
    const sandbox = await startTestSandbox();
    const said: string[] = [];
    const desk = { ...serviceDesk(sandbox), say: (text: string) => void said.push(text) };
    const file = join(desk.folder, "March.xlsx");
    const sheet = (...rows: SheetRow[]) => writeFileSync(file, workbook([sheetOf(rows)]));
    const failedTo = join(desk.folder, "left.xlsx");
    const run = () => runCommand(createInvoice, desk, [file], { yes: true, failedTo });
    sheet(row());
    expect((await run()).outcome).toBe("done");
    expect(said.at(-1)).toBe(`${failedTo} has only the headings.`);
    const similar = row({ "Invoice number": "SB-2" });
    sheet(row({ Quantity: "41" }), similar);
    expect((await run()).outcome).toBe("duplicate");
    expect(said.at(-1)).toBe(
      `The rows of 1 document that was not created are in ${failedTo}. Not in it, because they may exist: 1 document (not sent: a similar document exists).`,
    );
    const left = await importFile("left.xlsx", readFileSync(failedTo), { out: undefined, skipInvalid: false });
    const { view } = left.report;
    expect(view.view === "table" && view.rows.map(([label]) => label)).toEqual(["SB-1"]);
  });

  test("a row without a number stops all of the sheet, --skip-invalid or not", async () => {
    const sandbox = await startTestSandbox();
    const desk = serviceDesk(sandbox);
    const file = join(desk.folder, "March.xlsx");
    writeFileSync(file, workbook([sheetOf([row(), row({ "Invoice number": undefined })])]));
    const report = await runCommand(createInvoice, desk, [file], { yes: true, skipInvalid: true });
    expect(report.outcome).toBe("invalid");
    expect((await sandbox.call("GET", "/api/purchase-invoices")).body.content).toEqual([]);
    const style = makeStyle({ isTerminal: false, columns: undefined, environment: {}, noColor: true });
    const end = renderReport(report, style, style).talk;
    expect(end).toContain("✗ Rows of ");
    expect(end).toContain("that belong to no document have errors, so this run sent nothing of it.");
    expect(end).toContain("– 1 document was not sent");
    expect(end).not.toContain("not valid");
  });

  test("what the service refuses is told at the cell", async () => {
    const sandbox = await startTestSandbox();
    const desk = serviceDesk(sandbox);
    const rows = [row({ "Supplier TIN": "1002345674", "Licence number": undefined })];
    const file = join(desk.folder, "March.csv");
    writeFileSync(
      file,
      sheetOf(rows)
        .rows.map((cells) =>
          cells.map((cell) => JSON.stringify(typeof cell === "object" ? (cell.v ?? "") : (cell ?? ""))).join(","),
        )
        .join("\n")
        .replace('"0.05"', '"5%"'),
    );
    const report = await runCommand(createInvoice, desk, [file], { yes: true, sendAnyway: true });
    const problems = report.view.view === "submissions" ? report.view.results.flatMap((each) => each.problems) : [];
    expect(problems.length).toBeGreaterThan(0);
    for (const each of problems) expect(each.where?.cell, each.message).toMatch(/^[A-Z]{1,2}2$/);
  });
});

test("the results never take the place of the sheet or of its map", async () => {
  const { folder } = await importRows([row()]);
  const results = join(folder, "March.xlsx");
  const desk = serviceDesk(await startTestSandbox());
  const report = await runCommand(createInvoice, desk, [results], { yes: true, results });
  expect([report.outcome, report.problems[0]?.code]).toEqual(["usage", "bad-usage"]);
});
