import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { mapCommand } from "../../src/commands/map.ts";
import { book, type Edit, fill, importWith } from "../support/map-import.ts";
import { jewellery } from "../support/more-exports.ts";
import { runCommand } from "../support/run-command.ts";
import { runSelfbill, temporaryFolder } from "../support/run-selfbill.ts";
import { writingDesk } from "../support/sheet-rows.ts";
import { TerminalRun } from "../support/terminal.ts";

const nature = fill("document_lines.commodity_classification.nature_code", "DL8.48.8.2");
const gtin = fill("document_lines.standard_item_identification.id", '"4006381333931"');
const makingCode: Edit = {
  line: /^ {4}# (document_lines\.additional_item_identification\.id): "".*$/m,
  to: '    $1: "998892"',
};
const one = (text: string): string => text.replace(/\s+/g, " ");

describe("gold and its making in one row", () => {
  const answers = { zeroRate: "reverse-charge" } as const;
  const rows = (head: string, ...lines: string[]): string =>
    [`Voc No,Voc Date,Due Date,Party Code,Stock Description,Pure Wt,${head}`, ...lines, ""].join("\n");
  const start = "M-1,2026-05-05,2026-06-05,V100,Gold bangle 22K,10";

  test("are two lines, the making with the VAT and the item in its description; a bar without making is one", async () => {
    const { name, content } = jewellery();
    const { document } = await importWith(name, content, [nature, gtin, makingCode], answers);
    const lines = document("MP-00").document_lines ?? [];
    expect(
      lines.map((line) => [line.name, line.description, line.classified_tax_category?.id, line.price?.base_amount]),
    ).toEqual([
      ["Gold bangle 22K", "Gold bangle 22K", "AE", expect.anything()],
      ["Making charge", "Gold bangle 22K", "S", "100"],
    ]);
    expect(lines[1]?.standard_item_identification).toBeUndefined();
    expect(document("MP-03").document_lines).toHaveLength(1);
  });

  test("are asked about, never chosen", async () => {
    const { name, content } = jewellery();
    const folder = temporaryFolder();
    writeFileSync(join(folder, name), content);
    const { problems } = await runCommand(mapCommand, writingDesk(book), [join(folder, name)]);
    expect(problems.map(({ message }) => message)).toEqual([
      "Gold Amt: 20 rows have no VAT, which can mean reverse-charge, zero-rated, exempt or out-of-scope; no column says which.",
    ]);
  });

  test("are one line of their total where the VAT is that of both", async () => {
    const csv = rows("Gold Amt,Making Amt,VAT Amt,TOTAL Amt", `${start},1000.00,100.00,55.00,1155.00`);
    const { says, sums } = await importWith("a.csv", csv, [], answers);
    expect(one(says)).toContain("Gold Amt and Making Amt are one line of their total");
    expect(sums.map(({ net, vat }) => [net, vat])).toEqual([["1100", "55"]]);
  });

  test("are told where a column has the gold alone", async () => {
    const csv = rows("Gold Amt,Making Amt,Net Amount", `${start},1000.00,100.00,1000.00`);
    const { says } = await importWith("a.csv", csv, [], answers);
    expect(one(says)).toContain("Making Amt is in no line: Net Amount is not the total of Gold Amt and Making Amt");
  });

  test("are a credit note of two lines where they are below zero", async () => {
    const invoice = `${start},1000.00,100.00,5.00,1105.00`;
    const csv = rows(
      "Gold Amt,Making Amt,VAT Amt,TOTAL Amt",
      invoice,
      invoice.replace("M-1", "M-2").replace("1000.00,100.00,5.00,1105.00", "(200.00),(20.00),(1.00),(221.00)"),
    );
    const { errors } = await importWith("a.csv", csv, [nature, gtin, makingCode], answers);
    // The only missing fields are those that a credit note needs in addition; the amounts match the control columns.
    expect(new Set(errors.map(({ code }) => code))).toEqual(new Set(["missing-field"]));
  });
});

const suppliers = [
  "Code,Vendor Name,Legal name,TRN,Licence number,Licence type,Licence authority,E-mail,Phone,Street,City,Emirate,Country,IBAN,Agreement number,Agreement date",
  ...book.map(
    ({ supplier, accounting_supplier_party: party }) =>
      `${supplier},${party?.name},${party?.party_name},${party?.party_tax_scheme?.company_id},CN-1029384,trade licence,Dubai Department of Economy and Tourism,a@supplier.example,+97142000111,Al Quoz Street 14,Dubai,Dubai,AE,AE560990000001234567890,SBA-1,2026-01-01`,
  ),
  "",
].join("\n");

test("at a terminal: map asks, three lines are edited, import agrees, and all documents are created in practice", async () => {
  const home = temporaryFolder();
  const { name, content, documents } = jewellery();
  writeFileSync(join(home, name), content);
  writeFileSync(join(home, "suppliers.csv"), suppliers);
  const run = (...words: string[]) => runSelfbill([...words, "--sandbox"], { home, cwd: home });
  expect((await run("suppliers", "import", "suppliers.csv")).code).toBe(0);
  const words = ["map", name, "--out", "map.yaml", "--sandbox"];
  const asked = new TerminalRun(words, { home, cwd: home, columns: 100 });
  await asked.choose("Gold Amt: 20 rows have no VAT. What is it?", "reverse charge");
  expect(await asked.ended()).toBe(0);
  const map = join(home, "map.yaml");
  const edits = [nature, gtin, makingCode];
  const text = readFileSync(map, "utf8");
  writeFileSync(
    map,
    edits.reduce((all, { line, to }) => all.replace(line, to), text),
  );
  const checked = await run("import", name, "--map", "map.yaml");
  expect(checked.stderr).toContain(`${documents} documents valid`);
  const sent = await run("create-invoice", name, "--map", "map.yaml", "--yes");
  expect(sent.code).toBe(0);
  expect(`${sent.stdout}${sent.stderr}`).toContain(`${documents} documents were sent to the sandbox`);
});
