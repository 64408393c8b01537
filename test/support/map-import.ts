import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { mapCommand } from "../../src/commands/map.ts";
import type { Supplier } from "../../src/suppliers/index.ts";
import { invoice } from "./documents.ts";
import { type Given, runCommand } from "./run-command.ts";
import { temporaryFolder } from "./run-selfbill.ts";
import { importFile, writingDesk } from "./sheet-rows.ts";

const party = invoice().accounting_supplier_party;
export const book: readonly Supplier[] = ["100234567400003", "100345678900003", "100456789000003"].map((trn, at) => ({
  supplier: `V10${at}`,
  agreement_number: "SBA-1",
  agreement_date: "2026-01-01",
  agreement_expiry: "2027-01-01",
  accounting_supplier_party: {
    ...party,
    name: `Supplier ${at}`,
    party_name: `Supplier ${at} Trading LLC`,
    tin: trn.slice(0, 10),
    endpoint_id: trn.slice(0, 10),
    party_tax_scheme: { company_id: trn, tax_scheme: "VAT" },
  },
  payment_means: invoice().payment_means,
}));
export const trnOf = (at: number): string =>
  book[at % 3]?.accounting_supplier_party?.party_tax_scheme?.company_id ?? "";

/** Returns the amount as printed in an export. */
export const shown = (fils: bigint): string => `${fils / 100n}.${String(fils % 100n).padStart(2, "0")}`;
/** 5 % of an amount in fils, rounded half away from zero. */
export const vatOf = (net: bigint): bigint => (net * 5n + 50n) / 100n;
/** Plausible amounts that are the same in every run. */
export const amounts = (count: number): bigint[] =>
  Array.from({ length: count }, (_, at) => BigInt(((at + 3) * 7_919_117) % 4_999_999) + 101n);

export interface Edit {
  readonly line: RegExp;
  readonly to: string;
}

/**
 * Edits a map written by `selfbill map`; returns, among other things, the number of changed lines and the totals of
 * an import with the map.
 */
export async function importWith(
  name: string,
  content: string | Uint8Array,
  edits: readonly Edit[],
  answers: Given<typeof mapCommand> = {},
  exchangeRate: readonly string[] = [],
) {
  const folder = temporaryFolder();
  const [file, map] = [join(folder, name), join(folder, "map.yaml")];
  writeFileSync(file, content);
  const options = { out: map, ...answers };
  const report = await runCommand(mapCommand, writingDesk(book), [file], options);
  expect(report.problems.filter(({ code }) => code !== "undecided-column")).toEqual([]);
  const proposed = readFileSync(map, "utf8");
  const edited = edits.reduce((text, { line, to }) => text.replace(line, to), proposed);
  writeFileSync(map, edited);
  const before = new Set(proposed.split("\n"));
  const changed = edited.split("\n").filter((line) => !before.has(line)).length;
  const found = await importFile(name, content, { map, skipInvalid: false, exchangeRate }, book);
  const { view } = found.report;
  const sums = view.view === "table" ? (view.data.by_currency as Record<string, string>[]) : [];
  const says = report.view.view === "raw" ? report.view.text : "";
  return { proposed, says, changed, sums, errors: found.errors, report: found.report, document: found.document };
}

/** Gives a value to a required field that has no column, in place of the map's remark about it. */
export const fill = (path: string, value: string): Edit => ({
  line: new RegExp(`^ {2}# ${path.replaceAll(".", "\\.")}: "".*$`, "m"),
  to: `  ${path}: ${value}`,
});

export const sum = (values: readonly bigint[]): bigint => values.reduce((all, each) => all + each, 0n);
export const fils = (text = ""): bigint => {
  const [whole = "0", decimals = ""] = text.split(".");
  return BigInt(whole) * 100n + BigInt(decimals.padEnd(2, "0"));
};
