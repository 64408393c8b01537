import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import type { SelfBilledDocument } from "../../src/document/index.ts";
import { check, readDocument } from "../../src/library/index.ts";
import { writeYaml } from "../../src/read/index.ts";
import { invoice } from "../support/documents.ts";
import { temporaryFolder } from "../support/run-selfbill.ts";
import { runValidate as run } from "../support/run-validate.ts";

let folder: string;
beforeEach(() => {
  folder = temporaryFolder();
});

function file(name: string, content: string | Uint8Array): string {
  const path = join(folder, name).replaceAll("\\", "/");
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
  return path;
}

/** An invoice with one value changed. */
function withValue(path: string, value: string): SelfBilledDocument {
  const document = structuredClone(invoice());
  const steps = path.split(/[.[\]]+/).filter((step) => step !== "");
  let at = document as Record<string, unknown>;
  for (const step of steps.slice(0, -1)) {
    at[step] ??= {};
    at = at[step] as Record<string, unknown>;
  }
  at[steps.at(-1) as string] = value;
  return document;
}

const supplier = "accounting_supplier_party";

/** Each kind of value with one meaning: where it is, what was written, what is meant. */
const safe: ReadonlyArray<readonly [path: string, from: string, to: string]> = [
  ["issue_date", "15/06/2026", "2026-06-15"],
  ["due_date", "25 Dec 2026", "2026-12-25"],
  ["due_date", "Sept 5, 2026", "2026-09-05"],
  ["due_date", "٢٥/١٢/٢٠٢٦", "2026-12-25"],
  ["due_date", "2026-7-5", "2026-07-05"],
  ["issue_date", " 2026-06-15 ", "2026-06-15"],
  ["issue_time", "10:30:00 ", "10:30:00"],
  ["document_currency_code", "aed", "AED"],
  ["document_currency_code", "AED ", "AED"],
  ["document_currency_code", "UAE dirham", "AED"],
  ["document_lines[0].unit_code", "boxes", "XBX"],
  ["document_lines[0].unit_code", "kg", "KGM"],
  ["document_lines[0].commodity_classification.commodity_code", "goods", "G"],
  ["payment_means[0].payment_means_code", "bank transfer", "30"],
  [`${supplier}.postal_address.country_code`, "United Arab Emirates", "AE"],
  [`${supplier}.postal_address.country_code`, "ae", "AE"],
  [`${supplier}.postal_address.country_subentity`, "Dubai", "DXB"],
  [`${supplier}.email`, "billing@desertlime.example ", "billing@desertlime.example"],
  [`${supplier}.party_tax_scheme.tax_scheme`, "vat", "VAT"],
];

/** One meaning, but money, tax, a party or an account depends on it, or the meaning is a guess. */
const unsafe: typeof safe = [
  ["document_lines[0].price.base_amount", "1,250.00", "1250.00"],
  ["document_lines[0].quantity", "٤٠", "40"],
  ["document_lines[0].quantity", " 40", "40"],
  ["document_lines[0].classified_tax_category.id", "s", "S"],
  ["document_lines[0].classified_tax_category.id", "standard rate", "S"],
  ["document_lines[0].classified_tax_category.percent", "5%", "5"],
  ["document_lines[0].unit_code", "kgs", "KGM"],
  ["document_currency_code", "$", "USD"],
  ["due_date", "25 Junuary 2026", "2026-06-25"],
  ["profile_execution_id", " 00000000", "00000000"],
  [`${supplier}.tin`, "100 2345 674", "1002345674"],
  [`${supplier}.party_tax_scheme.company_id`, "100-2345-6740-0003", "100234567400003"],
  ["seller_supplier_party.id", "100555666500003 ", "100555666500003"],
];

/** Two meanings, none, or one that is wrong as well. */
const none: ReadonlyArray<readonly [path: string, from: string]> = [
  ["due_date", "03/04/2026"],
  ["due_date", "31/06/2026"],
  ["due_date", "25/06/1447"],
  ["due_date", "31/12/26"],
  ["document_currency_code", "dollar"],
  ["document_lines[0].unit_code", "some"],
  ["document_lines[0].quantity", "1,250"],
  ["document_lines[0].quantity", "1e3"],
  ["document_lines[0].quantity", "-4"],
  [`${supplier}.party_tax_scheme.company_id`, "1002345674000"],
  [`${supplier}.postal_address.country_subentity`, "Muscat"],
];

describe("a finding says the value that is meant", () => {
  const fixesAt = async (path: string, written: string) => {
    const { out } = await run([file("a.yaml", written)], { format: "json" });
    const found = JSON.parse(out).results[0].findings.filter((each: { path: string }) => each.path === path);
    expect(found).toHaveLength(1);
    return found[0].fix;
  };
  test.each([...safe.map((each) => [...each, true] as const), ...unsafe.map((each) => [...each, false] as const)])(
    "%s: %j is %j (safe: %s)",
    async (path, from, to, isSafe) => {
      expect(await fixesAt(path, writeYaml(withValue(path, from), "invoice"))).toEqual({
        safe: isSafe,
        edits: [{ path, from, to }],
      });
      const { findings } = check(withValue(path, from));
      expect(findings.find((each) => each.path === path)?.fix).toEqual({ safe: isSafe, edits: [{ path, from, to }] });
      expect(check(withValue(path, to)).findings.filter((each) => each.path === path && each.fix)).toEqual([]);
    },
  );

  test.each(none)("%s: of %j it says none", async (path, from) => {
    expect(await fixesAt(path, writeYaml(withValue(path, from), "invoice"))).toBeNull();
  });

  test("what the library read from text has it, too", () => {
    const read = readDocument("issue_date: 15/06/2026\n");
    const found = read.ok ? check(read.value).findings : [];
    expect(found.find(({ path }) => path === "issue_date")).toMatchObject({
      line: 1,
      fix: { safe: true, edits: [{ path: "issue_date", from: "15/06/2026", to: "2026-06-15" }] },
    });
  });

  test("a value that stands in another place than the file is not said", async () => {
    const document = { ...invoice(), document_currency_code: "usd" };
    const path = file("a.yaml", writeYaml(document, "invoice"));
    const { out } = await run([path], { format: "json", exchangeRate: ["3.6725"] });
    const fixed = JSON.parse(out).results[0].findings.flatMap((each: { path: string; fix: unknown }) =>
      each.fix ? [each.path] : [],
    );
    expect(fixed).toEqual(["document_currency_code"]);
  });

  test("in SARIF a safe one replaces the value inside its quotes", async () => {
    const path = file(
      "a.yaml",
      writeYaml(invoice({ document_currency_code: "aed", issue_date: "15/06/2026" }), "invoice")
        .replace('"15/06/2026"', "15/06/2026")
        .replace("quantity: 40", 'quantity: "4 0"'),
    );
    const { out } = await run([path], { format: "sarif" });
    const results: { fixes?: { artifactChanges: { replacements: unknown }[] }[] }[] = JSON.parse(out).runs[0].results;
    expect(results.map(({ fixes }) => fixes?.[0]?.artifactChanges[0]?.replacements)).toEqual([
      [{ deletedRegion: { startLine: 2, startColumn: 13, endColumn: 23 }, insertedContent: { text: "2026-06-15" } }],
      [{ deletedRegion: { startLine: 4, startColumn: 25, endColumn: 28 }, insertedContent: { text: "AED" } }],
      undefined,
    ]);
  });

  test("in SARIF a JSON number is not replaced by a text without quotes", async () => {
    const document = JSON.stringify(invoice({ issue_date: "15/06/2026", due_date: "20261225" }), undefined, 1);
    const { out } = await run([file("a.json", document.replace('"20261225"', "20261225"))], { format: "sarif" });
    expect(JSON.parse(out).runs[0].results.map((each: { fixes?: unknown }) => each.fixes !== undefined)).toEqual([
      true,
      false,
    ]);
  });
});
