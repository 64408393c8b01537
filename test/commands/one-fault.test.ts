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

/** Returns the findings in the changed template, each as `code at path`. */
async function findings(...changes: readonly [RegExp, string][]): Promise<string[]> {
  const file = join(folder, "march.yaml");
  writeFileSync(
    file,
    changes.reduce((text, [from, to]) => text.replace(from, to), template),
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
  return all.flatMap((each) =>
    (each.findings ?? []).map((one: { id: string; path?: string }) => `${one.id} ${one.path ?? ""}`),
  );
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
  expect(await findings(...changes)).toEqual(expected);
});

test("more decimals than the amount to pay may have are no fault where they are zeros, or cancel out", async () => {
  expect(await findings([/$/, "\npayable_rounding_amount: 0.100\n"])).toEqual([]);
  const both = "\nprepaid_amount: 10.005\npayable_rounding_amount: 0.005\n";
  expect(await findings([/$/, both])).toEqual(["prepayment-unnamed prepaid_amount"]);
});

test("a rule that is broken for itself is told beside the wrong field", async () => {
  const found = await findings([/city_name.*/, ""], [/"100234567400003"/, '"900234567400003"']);
  expect(found).toContain("missing-field accounting_supplier_party.postal_address.city_name");
  expect(found.length).toBeGreaterThan(1);
});
