import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { createInvoice } from "../../src/commands/create-invoice.ts";
import { numbers } from "../../src/commands/numbers.ts";
import { resubmit } from "../../src/commands/resubmit.ts";
import type { SelfBilledDocument } from "../../src/document/index.ts";
import { writeYaml } from "../../src/read/index.ts";
import type { Report } from "../../src/report/index.ts";
import { invoice, line } from "../support/documents.ts";
import { given } from "../support/journal-file.ts";
import { type Given, runCommand } from "../support/run-command.ts";
import { type ServiceDesk, serviceDesk } from "../support/service-desk.ts";
import { row, sheetOf } from "../support/sheet-rows.ts";
import { wrongTrn } from "../support/shop.ts";
import { SettableClock, startTestSandbox } from "../support/start-sandbox.ts";
import { workbook } from "../support/workbook.ts";

async function numberedDesk(): Promise<{ desk: ServiceDesk; sandbox: Awaited<ReturnType<typeof startTestSandbox>> }> {
  const sandbox = await startTestSandbox();
  const desk = serviceDesk(sandbox, { numberSeries: "SB-{yyyy}-{00000}" });
  return { desk: { ...desk, journalIsNew: async () => ({ ok: true, value: false }) }, sandbox };
}

function unnumbered(desk: ServiceDesk, name: string, change: Partial<SelfBilledDocument> = {}): string {
  const { document_number: _, ...document } = invoice({ note: `Paper ${name}`, buyer_reference: name, ...change });
  return desk.file(`${name}.yaml`, writeYaml(document, "invoice"));
}

function create(desk: ServiceDesk, words: string[], more: Given<typeof createInvoice> = {}): Promise<Report> {
  return runCommand(createInvoice, desk, words, { yes: true, allowSimilar: true, ...more });
}

function shown(desk: ServiceDesk, words: string[] = [], all = false): Promise<Report> {
  return runCommand(numbers, desk, words, { all });
}

const numbersOf = (report: Report) =>
  report.view.view === "submissions" ? report.view.results.map((each) => each.documentNumber) : [];

describe("a profile with a number series", () => {
  test("numbers a batch in the order of its files, and the same run again changes nothing", async () => {
    const { desk, sandbox } = await numberedDesk();
    const files = ["a", "b", "c", "d"].map((name) => unnumbered(desk, name));
    const first = await create(desk, files);
    expect(numbersOf(first)).toEqual(["SB-2026-00001", "SB-2026-00002", "SB-2026-00003", "SB-2026-00004"]);
    expect(numbersOf(await create(desk, files))).toEqual(numbersOf(first));
    const list = await sandbox.call("GET", `/api/purchase-invoices?document_number=SB-2026-00003`);
    expect(JSON.stringify(list.body)).toContain("SB-2026-00003");
    const known = given(await desk.openedJournal.find(`sandbox:${sandbox.businessProfileId}`, "SB-2026-00002"));
    expect(known).toMatchObject([{ documentNumber: "SB-2026-00002" }]);
  });

  test("a dry run takes none, and says which series numbers the document", async () => {
    const { desk } = await numberedDesk();
    const file = unnumbered(desk, "a");
    const dry = await create(desk, [file], { dryRun: true });
    expect(desk.said).toContain("Number: the next of the series SB-2026-##### when it is sent; a dry run uses none.");
    expect(JSON.stringify(dry)).not.toContain("SB-2026-00001");
    expect(numbersOf(await create(desk, [file]))).toEqual(["SB-2026-00001"]);
  });

  test("a number of the file stays, and its series does not move", async () => {
    const { desk } = await numberedDesk();
    const own = desk.file("own.yaml", writeYaml(invoice({ document_number: "MY-1" }), "invoice"));
    expect(numbersOf(await create(desk, [own, unnumbered(desk, "a")]))).toEqual(["MY-1", "SB-2026-00001"]);
  });

  test("a number that the service calls taken blocks until somebody says that it is used elsewhere", async () => {
    const { desk, sandbox } = await numberedDesk();
    const elsewhere = serviceDesk(sandbox);
    const other = invoice({ document_number: "SB-2026-00001", document_lines: [line({ quantity: "3" })] });
    const taken = elsewhere.file("x.yaml", writeYaml(other, "invoice"));
    expect((await create(elsewhere, [taken])).outcome).toBe("done");
    const file = unnumbered(desk, "a");
    for (const _ of [1, 2]) {
      const refused = await create(desk, [file]);
      const said = refused.view.view === "submissions" ? refused.view.results[0]?.problems : [];
      expect(said?.map(({ code, hint }) => [code, hint])).toContainEqual([
        "number-taken",
        "SB-2026-00001 came from the series of the profile. If another program used it: selfbill numbers skip SB-2026-00001, then run the same command again.",
      ]);
    }
    expect((await shown(desk)).view).toMatchObject({
      rows: [["SB-2026-00001", "invoice", expect.stringContaining("gap"), expect.any(String), file]],
      data: { series: [{ series: "SB-2026-#####", handed_out: 1, last: "SB-2026-00001", gaps: 1 }] },
    });
    expect((await shown(desk, ["skip", "SB-2026-00001"])).outcome).toBe("done");
    expect(numbersOf(await create(desk, [file]))).toEqual(["SB-2026-00002"]);
    expect((await shown(desk, ["skip", "SB-2026-00002"])).problems).toMatchObject([{ code: "bad-usage" }]);
    expect((await shown(desk, ["jump"])).problems).toMatchObject([{ code: "bad-usage" }]);
  });

  test("numbers the rows of a spreadsheet without a column of numbers in their order, and the same sheet again changes nothing", async () => {
    const { desk, sandbox } = await numberedDesk();
    const path = join(desk.folder, "march.xlsx");
    const rows = [2, 3, 4].map((at) => {
      const { "Invoice number": _, ...cells } = row({ Description: `Tiles of row ${at}`, Quantity: String(at) });
      return cells;
    });
    writeFileSync(path, workbook([sheetOf(rows)]));
    const expected = ["SB-2026-00001", "SB-2026-00002", "SB-2026-00003"];
    expect(numbersOf(await create(desk, [path]))).toEqual(expected);
    expect(numbersOf(await create(desk, [path]))).toEqual(expected);
    const account = `sandbox:${sandbox.businessProfileId}`;
    const found = await Promise.all(expected.map((number) => desk.openedJournal.find(account, number)));
    expect(found.map((each) => given(each)[0]?.lines[0]?.quantity)).toEqual(["2", "3", "4"]);
  });

  test("a document that is sent again after its validation failed keeps its number, and the series does not move", async () => {
    const clock = new SettableClock();
    const sandbox = await startTestSandbox({ clock });
    const desk = serviceDesk(sandbox, { clock, numberSeries: "SB-{yyyy}-{00000}" });
    const { accounting_supplier_party: wrong } = wrongTrn();
    const file = unnumbered(desk, "a", wrong && { accounting_supplier_party: wrong });
    const failing = { sendAnyway: true, serviceVersion: "20260507" };
    expect(numbersOf(await create(desk, [file], failing))).toEqual(["SB-2026-00001"]);
    clock.advance(10);
    unnumbered(desk, "a");
    const options = { yes: true, acceptChangedSupplier: true };
    const again = await runCommand(resubmit, desk, ["SB-2026-00001"], options);
    expect([again.outcome, numbersOf(again)]).toEqual(["done", ["SB-2026-00001"]]);
    expect(numbersOf(await create(desk, [unnumbered(desk, "b")]))).toEqual(["SB-2026-00002"]);
    const isNew = async () => ({ ok: true, value: false }) as const;
    expect((await shown({ ...desk, journalIsNew: isNew }, [], true)).view).toMatchObject({
      rows: [
        ["SB-2026-00001", "invoice", "created", expect.any(String), file],
        ["SB-2026-00002", "invoice", "created", expect.any(String), expect.any(String)],
      ],
    });
    const verified = await desk.openedJournal.verify();
    expect(verified.ok && verified.value.damage).toBeUndefined();
  });
});
