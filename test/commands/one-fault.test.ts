import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { validate } from "../../src/commands/validate.ts";
import { palmLedger } from "../support/documents.ts";
import { offlineDesk } from "../support/offline-desk.ts";
import { runCommand } from "../support/run-command.ts";
import { temporaryFolder } from "../support/run-selfbill.ts";

/** One error gives one finding: rules that depend only on an invalid or missing field report nothing. */

const template = readFileSync("templates/standard-invoice.yaml", "utf8");
let folder: string;
beforeEach(() => {
  folder = temporaryFolder();
});

interface Found {
  readonly id: string;
  readonly path?: string;
  readonly text?: string;
  readonly hint?: string;
}

/** Returns the findings in the changed template, each as `code at path`. */
async function findings(text: string, ...changes: readonly [RegExp, string][]): Promise<string[]> {
  return (await messages(text, ...changes)).map(({ id, path }) => `${id} ${path ?? ""}`);
}

async function messages(text: string, ...changes: readonly [RegExp, string][]): Promise<Found[]> {
  const file = join(folder, "march.yaml");
  writeFileSync(
    file,
    changes.reduce((all, [from, to]) => all.replace(from, to), text),
  );
  const desk = offlineDesk({ buyer: palmLedger });
  const options = {
    format: "jsonl",
  };
  await runCommand(validate, desk, [file], options);
  const all = desk.pieces
    .join("")
    .trim()
    .split("\n")
    .map((each) => JSON.parse(each));
  return all.flatMap((each) => each.findings ?? []);
}

test.each<[string, readonly [RegExp, string][], readonly string[]]>([
  ["the currency DHS", [[/AED(?=\n)/, "DHS"]], ["wrong-value document_currency_code"]],
  ["the unit box", [[/XBX/, "box"]], ["wrong-value document_lines[0].unit_code"]],
  [
    "the country Oman",
    [[/country_code: AE/, "country_code: Oman"]],
    ["wrong-value accounting_supplier_party.postal_address.country_code"],
  ],
  ["no city", [[/\n.*city_name.*/, ""]], ["missing-field accounting_supplier_party.postal_address.city_name"]],
  ["no price", [[/\n.*price:.*\n.*base_amount: 250.*/, ""]], ["missing-field document_lines[0].price"]],
  ["no way to pay", [[/\npayment_means:[\s\S]*?LLC\n/, "\n"]], ["missing-field payment_means"]],
  ["no issue date", [[/\nissue_date.*/, ""]], ["missing-field issue_date"]],
  [
    "a prepaid amount of three decimals",
    [[/$/, "\nprepaid_amount: 10.005\n"]],
    ["wrong-value prepaid_amount", "prepayment-unnamed prepaid_amount"],
  ],
  [
    "a rounding of three decimals",
    [[/$/, "\npayable_rounding_amount: 0.005\n"]],
    ["wrong-value payable_rounding_amount"],
  ],
])("%s is told once", async (_, changes, expected) => {
  expect(await findings(template, ...changes)).toEqual(expected);
});

const dollars = readFileSync("templates/foreign-currency-invoice.yaml", "utf8");

test.each<[string, string, readonly [RegExp, string][], readonly string[]]>([
  ["a summary without a period", template, [[/"00000000"/, '"00010000"']], ["scenario-field-missing invoice_period"]],
  [
    "the rate of another currency",
    dollars,
    [[/source_currency_code: USD/, "source_currency_code: EUR"]],
    ["wrong-value tax_exchange_rate.source_currency_code"],
  ],
  [
    "the rate to another currency",
    dollars,
    [[/target_currency_code: AED/, "target_currency_code: USD"]],
    ["IBR-153-AE tax_exchange_rate"],
  ],
  [
    "the rate of another currency, in euros",
    dollars.replace("document_currency_code: USD", "document_currency_code: EUR"),
    [],
    ["wrong-value tax_exchange_rate.source_currency_code"],
  ],
  [
    "4 percent on a line of category S",
    template,
    [[/percent: 5/, "percent: 4"]],
    ["IBR-190-AE document_lines[0].classified_tax_category.percent"],
  ],
  [
    "4 percent on all lines of category S",
    template,
    [[/percent: 5/g, "percent: 4"]],
    ["IBR-190-AE document_lines[0].classified_tax_category.percent"],
  ],
])("%s is told once, as one fault", async (_, text, changes, expected) => {
  expect(await findings(text, ...changes)).toEqual(expected);
});

test("what the description of the service leaves open is not told as a fact of the service", async () => {
  const file = "attachments:\n  - file_name: a.gif\n    file_type: image/gif\n    file_content: R0lGODlhAQABAAAAACw=\n";
  const found = await messages(template, [/$/, `\n${file}cost_centre: 12\n`]);
  expect(found.map(({ text, hint }) => `${text} ${hint}`).join("\n")).not.toMatch(/service ignores/);
  expect(found.map(({ text }) => text)).toContain(
    "image/gif is not a type of file that the Peppol network accepts (IBR-CL-24).",
  );
  expect(found.map(({ hint }) => hint).join(" ")).toContain("A service may ignore it without a word.");
});

test("more decimals than the amount to pay may have are no fault where they are zeros, or cancel out", async () => {
  expect(await findings(template, [/$/, "\npayable_rounding_amount: 0.100\n"])).toEqual([]);
  const both = "\nprepaid_amount: 10.005\npayable_rounding_amount: 0.005\n";
  expect(await findings(template, [/$/, both])).toEqual(["prepayment-unnamed prepaid_amount"]);
});

test("a rule that is broken for itself is told beside the wrong field", async () => {
  const found = await findings(template, [/city_name.*/, ""], [/"100234567400003"/, '"900234567400003"']);
  expect(found).toContain("missing-field accounting_supplier_party.postal_address.city_name");
  expect(found.length).toBeGreaterThan(1);
});
