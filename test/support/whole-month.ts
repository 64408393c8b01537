import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInvoice } from "../../src/commands/create-invoice.ts";
import { changingService, type Passing } from "./changing-service.ts";
import { invoice } from "./documents.ts";
import { type MonthDocument, monthOfDocuments, sendAll, supplierOf, tins, withoutRefused } from "./month.ts";
import { type Noted, notedOf } from "./month-ledger.ts";
import { runCommand } from "./run-command.ts";
import { type ServiceDesk, serviceDesk } from "./service-desk.ts";
import { row, type SheetRow, sheetOf } from "./sheet-rows.ts";
import { SettableClock, startTestSandbox } from "./start-sandbox.ts";
import { factsAt, supplier, type Typed, tiles, transfer, walkThrough } from "./wizard-answers.ts";
import { workbook } from "./workbook.ts";

const sandboxTins = { rejected: "1999999913", pending: "1999999939" } as const;

/** Two rows per invoice, as typed into the ready-made sheet, with the clerk's notes about them. */
function sheetRows(count: number): { rows: SheetRow[]; noted: Noted[] } {
  const rows: SheetRow[] = [];
  const noted: Noted[] = [];
  for (let at = 0; at < count; at += 1) {
    const fate = at % 11 === 3 ? "rejected" : at % 17 === 5 ? "pending" : "approved";
    const tin = fate === "approved" ? "1002345674" : sandboxTins[fate];
    const number = `SH-${String(at + 1).padStart(3, "0")}`;
    const day = `2026-06-${String(1 + (at % 15)).padStart(2, "0")}`;
    const isForeign = at % 5 === 1;
    const [currency, rate] = isForeign ? ["USD", "3.6725"] : ["AED", "1"];
    const lines = [0, 1].map((line) => {
      const isZero = !isForeign && at % 7 === 2 && line === 1;
      return {
        quantity: `${1 + ((at + line) % 9)}${at % 4 === 0 ? ".2" : ""}`,
        // No product ends in half a fils, where the official rule's binary arithmetic could round the other way.
        price: `${20 + at + line}.${String((at * 41 + line * 7) % 100).padStart(2, "0")}4`,
        category: isZero ? "Z" : "S",
        percent: isZero ? "0" : "5",
      };
    });
    for (const { quantity, price, category, percent } of lines)
      rows.push(
        row({
          ...{ "Invoice number": number, "Invoice date": day, Currency: currency, "VAT category": category },
          ...(isForeign ? { "Exchange rate": rate } : { "Exchange rate": undefined }),
          ...{ "Supplier TRN": `${tin}00003`, "Supplier TIN": tin, "VAT rate": `${percent}%` },
          ...{ Quantity: { v: quantity }, "Unit price": { v: price } },
        }),
      );
    noted.push({ number, isCredit: false, day, trn: `${tin}00003`, currency, rate, lines, fate });
  }
  return { rows, noted };
}

/** Creates an invoice with the wizard. */
async function byQuestions(desk: ServiceDesk, number: string): Promise<MonthDocument> {
  const typed: Typed = [...supplier, ...tiles, ...transfer];
  const { written } = await walkThrough(typed, await factsAt(desk));
  if (written === undefined) throw new Error("the wizard wrote nothing");
  return { document: { ...written.document, document_number: number }, fate: "approved" };
}

/**
 * A desk that has sent a month of documents, from files, a spreadsheet and the wizard, and one more that is in doubt;
 * the service has processed all of them, but has not been queried yet. `documents` are the clerk's notes about them.
 */
export async function wholeMonth(
  count: number,
  change: (passing: Passing) => void,
): Promise<{ readonly desk: ServiceDesk; readonly documents: readonly Noted[] }> {
  const clock = new SettableClock();
  const sandbox = await startTestSandbox({ clock });
  const desk = serviceDesk(await changingService(sandbox, change), { clock, sameClock: true });
  // The service would refuse a credit note for a failed invoice.
  const fromFiles = withoutRefused(monthOfDocuments(Math.floor((count * 5) / 11)));
  const wizard = [await byQuestions(desk, "WZ-1"), await byQuestions(desk, "WZ-2")];
  const { rows, noted } = sheetRows(count - fromFiles.length - wizard.length);
  const written = [...fromFiles, ...wizard].map(notedOf);
  await sendAll(desk, [...fromFiles, ...wizard], "invoice");
  await sendAll(desk, fromFiles, "credit-note");
  const words = { yes: true, sendAnyway: true, allowSimilar: true, acceptChangedSupplier: true };
  const sheet = join(desk.folder, "June.xlsx");
  writeFileSync(sheet, workbook([sheetOf(rows)]));
  const sent = await runCommand(createInvoice, desk, [sheet], words);
  if (sent.outcome !== "done") throw new Error(JSON.stringify(sent.problems));
  const lost = invoice({ document_number: "SB-LOST", issue_date: "2026-06-15", ...supplierOf(tins[0]) });
  await sandbox.call("POST", "/sandbox/faults", { faults: [{ fault: "close", method: "POST", processed: true }] });
  await sendAll(desk, [{ document: lost, fate: "in-doubt" }], "invoice", "in_doubt");
  clock.advance(3_600);
  return {
    desk,
    documents: [...written, ...noted, notedOf({ document: lost, fate: "in-doubt" })],
  };
}
