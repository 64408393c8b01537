import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createCreditNote } from "../../src/commands/create-credit-note.ts";
import { xml } from "../../src/commands/xml.ts";
import { fail, problem } from "../../src/problem/index.ts";
import { readDocument } from "../../src/read/index.ts";
import { invoice } from "../support/documents.ts";
import { runCommand } from "../support/run-command.ts";
import { serviceDesk } from "../support/service-desk.ts";
import { startTestSandbox } from "../support/start-sandbox.ts";
import { desertLime } from "../support/suppliers.ts";

async function deskWithNamed() {
  const desk = serviceDesk(await startTestSandbox(), { suppliers: [desertLime()] });
  const { accounting_supplier_party: _, payment_means: __, ...rest } = invoice();
  return { desk, file: desk.file("march.json", JSON.stringify({ supplier: "Desert-Lime", ...rest })) };
}

test("a credit note made from a file that names its supplier describes it in full", async () => {
  const { desk, file } = await deskWithNamed();
  const out = join(desk.folder, "note.yaml");
  const options = { from: file, reason: "DL8.61.1.D", line: ["1=2"], out };
  expect((await runCommand(createCreditNote, desk, [], options)).outcome).toBe("done");
  const read = readDocument(readFileSync(out), out);
  expect(read.ok && read.value.document).not.toHaveProperty("supplier");
  expect(read.ok && read.value.document.accounting_supplier_party).toEqual(invoice().accounting_supplier_party);
});

test("the UBL of a document that names its supplier has its party and its account", async () => {
  const { desk, file } = await deskWithNamed();
  const { view } = await runCommand(xml, desk, [file]);
  const text = view.view === "raw" ? view.text : "";
  expect(text).toContain("<cbc:CompanyID>100234567400003</cbc:CompanyID>");
  expect(text).toContain("AE560990000001234567890");
});

test("a damaged book is told by every document that names a supplier, and by no other", async () => {
  const { desk, file } = await deskWithNamed();
  const other = desk.file("other.json", JSON.stringify(invoice()));
  const broken = { ...desk, suppliers: async () => fail(problem("suppliers-broken", "It is broken.", "Mend it.")) };
  const codes = async (words: string[]): Promise<string[]> =>
    (await runCommand(xml, broken, words)).problems.map(({ code }) => code);
  expect(await codes([file])).toEqual(["suppliers-broken"]);
  expect(await codes([other])).toEqual([]);
});
