import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { check, officialRules } from "../../src/check/index.ts";
import { convert } from "../../src/commands/convert.ts";
import { customerPartyOf, type SelfBilledDocument } from "../../src/document/index.ts";
import { parseJson } from "../../src/json/index.ts";
import { readDocument } from "../../src/read/index.ts";
import type { Report } from "../../src/report/index.ts";
import { toUbl, toXml, type UblElement } from "../../src/ubl/index.ts";
import { creditNote, inDollars, invoice, palmLedger } from "../support/documents.ts";
import { add, make, remove, set } from "../support/edit-tree.ts";
import { offlineDesk } from "../support/offline-desk.ts";
import { kindOf, treeOf } from "../support/rule-cases.ts";
import { runCommand } from "../support/run-command.ts";
import { runSelfbill, temporaryFolder } from "../support/run-selfbill.ts";
import { scenarioInvoices } from "../support/scenarios.ts";

let folder: string;
beforeEach(() => {
  folder = temporaryFolder();
});

function xmlFile(document: SelfBilledDocument, edit: (root: UblElement) => void = () => undefined): string {
  const root = treeOf(document);
  edit(root);
  const path = join(folder, "received.xml");
  writeFileSync(path, toXml(root));
  return path;
}

async function run(file: string, jsonFormat = false): Promise<Report> {
  return runCommand(convert, offlineDesk(), [file], { jsonFormat });
}

async function converted(file: string): Promise<{ yaml: string; problems: string[] }> {
  const { view, problems, outcome } = await run(file);
  if (view.view !== "raw") throw new Error(problems[0]?.message);
  expect(outcome).toBe("done");
  const told = problems.map(({ code, severity, where, message }) => `${severity} ${code} ${where?.line} ${message}`);
  return { yaml: view.text, problems: told };
}

function documentIn(yaml: string): SelfBilledDocument {
  const read = readDocument(Buffer.from(yaml), "received.yaml");
  if (!read.ok) throw new Error(read.problems[0].message);
  return read.value.document;
}

const documents: [string, SelfBilledDocument][] = [
  ...Object.entries(scenarioInvoices),
  ["a credit note", creditNote()],
  ["a credit note in dollars", creditNote(inDollars)],
];

test.each(documents)("%s: XML into YAML into XML is the same, and passes every published rule", async (_, document) => {
  const { yaml, problems } = await converted(xmlFile(document));
  expect(problems).toEqual([]);
  const back = documentIn(yaml);
  const again = toUbl(back, {
    kind: kindOf(back),
    uuid: "b7f3c2d0-5e1a-4f68-9a41-2c8d7e6f5a90",
    customer: customerPartyOf(palmLedger),
  });
  expect(toXml(again)).toBe(toXml(treeOf(document)));
  expect(check(again, { rules: officialRules })).toEqual([]);
});

test("the YAML says where it comes from, whose invoice it is, and what got lost", async () => {
  const file = xmlFile(invoice(), (root) => add(root, "", make("cbc:TaxPointDate", "2026-06-10")));
  const { yaml, problems } = await converted(file);
  const line =
    readFileSync(file, "utf8")
      .split("\n")
      .findIndex((text) => text.includes("TaxPointDate")) + 1;
  expect(yaml.split("\n").slice(0, 3)).toEqual([
    "# A self-billed invoice, converted from received.xml by selfbill.",
    "# The buyer there is Palm Ledger Holdings LLC; the service fills in yours from the business profile.",
    `# Line ${line}: /Invoice/cbc:TaxPointDate: “2026-06-10” has no field in a selfbill document.`,
  ]);
  expect(problems).toEqual([
    `warning not-carried-over ${line} /Invoice/cbc:TaxPointDate: “2026-06-10” has no field in a selfbill document.`,
  ]);
  expect(documentIn(yaml)).not.toHaveProperty("tax_point_date");
});

test("an amount that the lines do not come to is told apart from what has no field", async () => {
  const file = xmlFile(invoice(), (root) => set(root, "cac:LegalMonetaryTotal/cbc:PayableAmount", "10500.01"));
  const { problems } = await converted(file);
  expect(problems).toEqual([
    expect.stringMatching(
      /^warning amount-changed \d+ \/Invoice\/cac:LegalMonetaryTotal\/cbc:PayableAmount: 10500\.01 in the XML, 10500\.00 /,
    ),
  ]);
});

test("with --out the file is written and the next step told; a file that is there is kept", async () => {
  const out = join(folder, "received.yaml");
  const words = ["convert", xmlFile(invoice()), "--out", out];
  const first = await runSelfbill(words, { home: folder });
  expect([first.code, first.stderr]).toEqual([0, ""]);
  expect(first.stdout).toContain(`selfbill validate ${out}`);
  expect(documentIn(readFileSync(out, "utf8")).document_number).toBe("SB-2026-0001");
  writeFileSync(out, "mine");
  const again = await runSelfbill(words, { home: folder });
  expect([again.code, again.stderr]).toEqual([27, expect.stringContaining("file-exists")]);
  expect(readFileSync(out, "utf8")).toBe("mine");
});

test("--json-format writes the request's JSON, numbers as numbers", async () => {
  const { view } = await run(xmlFile(invoice()), true);
  if (view.view !== "raw") throw new Error("nothing shown");
  expect(parseJson(view.text).ok).toBe(true);
  expect(view.text).toContain('"quantity": 40,');
  expect(view.text).toContain('"document_number": "SB-2026-0001"');
});

describe("refused", () => {
  test.each<[string, (root: UblElement) => void, string]>([
    ["an ordinary invoice", (root) => set(root, "cbc:InvoiceTypeCode", "380"), "its type code is 380, not 389."],
    [
      "one outside the scope of VAT",
      (root) => set(root, "cbc:InvoiceTypeCode", "480"),
      "its type code is 480, not 389.",
    ],
    ["one without a type", (root) => remove(root, "cbc:InvoiceTypeCode"), "it has no type code, not 389."],
  ])("%s", async (_, edit, says) => {
    const report = await run(xmlFile(invoice(), edit));
    expect([report.outcome, report.problems[0]?.code, report.view.view]).toEqual([
      "invalid",
      "not-self-billed",
      "nothing",
    ]);
    expect(report.problems[0]?.message).toBe(`This is not a self-billed invoice: ${says}`);
    expect(report.problems[0]?.where?.line).toBeGreaterThan(0);
  });

  test("a YAML document, a broken XML file and a file that is not there", async () => {
    const path = join(folder, "odd.xml");
    writeFileSync(path, "<Invoice><cbc:ID></Invoice>");
    expect((await run(path)).problems[0]?.code).toBe("bad-syntax");
    expect((await run(join(folder, "none.xml"))).problems[0]?.code).toBe("file-unreadable");
    expect((await run("templates/standard-invoice.yaml")).outcome).toBe("invalid");
  });
});

test("as a user types it: standard input, YAML on standard output, losses on the other", async () => {
  const file = xmlFile(invoice(), (root) => add(root, "", make("cbc:TaxPointDate", "2026-06-10")));
  const ran = await runSelfbill(["convert", "-"], { home: folder, input: readFileSync(file) });
  expect(ran.code).toBe(0);
  expect(ran.stdout).toMatch(/^# A self-billed invoice, converted from standard input by selfbill\.\n/);
  expect(documentIn(ran.stdout).issue_date).toBe("2026-06-15");
  expect(ran.stderr).toContain("not-carried-over");
  const asJson = await runSelfbill(["convert", file, "--json"], { home: folder });
  expect(JSON.parse(asJson.stdout)).toMatchObject({ outcome: "done", problems: [{ code: "not-carried-over" }] });
});

test("--json-format: signs that a terminal obeys are escaped, and the value is what it was", async () => {
  const note = "a\u202eb \u009b31m \u200b\u2028c";
  const { view } = await run(xmlFile({ ...invoice(), note }), true);
  if (view.view !== "raw") throw new Error("it is not converted");
  expect(view.text).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}\p{Zl}]/u);
  expect(JSON.parse(view.text)).toMatchObject({ note });
});
