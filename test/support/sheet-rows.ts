import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { importSheet } from "../../src/commands/import.ts";
import type { Desk } from "../../src/desk/index.ts";
import type { SelfBilledDocument } from "../../src/document/index.ts";
import { fail, ok, type Problem, problem } from "../../src/problem/index.ts";
import { readDocument } from "../../src/read/index.ts";
import type { Report } from "../../src/report/index.ts";
import type { Supplier } from "../../src/suppliers/index.ts";
import { offlineDesk } from "./offline-desk.ts";
import { plainRow } from "./plain-row.ts";
import { type Given, runCommand } from "./run-command.ts";
import { temporaryFolder } from "./run-selfbill.ts";
import { settingsOf } from "./settings.ts";
import { letters, type RawCell, type RawSheet, styles, workbook } from "./workbook.ts";

export type SheetRow = Readonly<Record<string, RawCell>>;

/**
 * The rows' supplier (without its TIN) and its account, as constants in a map; each line is indented by two spaces.
 */
export const supplierConstants = `  accounting_supplier_party.name: Desert Lime Trading
  accounting_supplier_party.party_name: Desert Lime Trading LLC
  accounting_supplier_party.email: billing@desertlime.example
  accounting_supplier_party.telephone: "+97142000111"
  accounting_supplier_party.endpoint_id: "1002345674"
  accounting_supplier_party.scheme_agency_id: TL
  accounting_supplier_party.company_id: CN-1029384
  accounting_supplier_party.authority_name: Dubai Department of Economy and Tourism
  accounting_supplier_party.party_tax_scheme.company_id: "100234567400003"
  accounting_supplier_party.postal_address.street_name: Al Quoz Street 14
  accounting_supplier_party.postal_address.city_name: Dubai
  accounting_supplier_party.postal_address.country_subentity: DXB
  accounting_supplier_party.postal_address.country_code: AE
  payment_means.payment_means_code: "30"
  payment_means.payee_financial_account.id: AE560990000001234567890
`;

export function row(change: SheetRow = {}): SheetRow {
  const numbers = { Quantity: { v: "40" }, "Unit price": { v: "250" }, "VAT rate": { v: "0.05", s: styles.percent } };
  return { ...plainRow, ...numbers, ...change };
}

/** A sheet with these rows below the headings, which are in the order of the rows' keys. */
export function sheetOf(rows: readonly SheetRow[], more: Omit<RawSheet, "rows"> = {}): RawSheet {
  const headings = [...new Set(rows.flatMap((each) => Object.keys(each)))];
  return {
    name: "Invoices",
    ...more,
    rows: [headings, ...rows.map((each) => headings.map((heading) => each[heading]))],
  };
}

/** The address of the cell under this heading; `row` counts from 1. */
export function cellOf(sheet: RawSheet, heading: string, row: number): string {
  return `${letters(sheet.rows[0]?.indexOf(heading) ?? -1)}${row}`;
}

/** The outcome of `selfbill import` for a file. */
export interface Imported {
  readonly report: Report;
  readonly errors: readonly Problem[];
  readonly folder: string;
  /** `name` is the file name without its extension. */
  document(name: string): SelfBilledDocument;
}

/** Imports a file, and writes the valid documents. */
export async function importFile(
  name: string,
  content: string | Uint8Array,
  given: Given<typeof importSheet> = {},
  suppliers: readonly Supplier[] = [],
): Promise<Imported> {
  const folder = temporaryFolder();
  const file = join(folder, name);
  writeFileSync(file, content);
  const out = join(folder, "out");
  const report = await runCommand(importSheet, writingDesk(suppliers), [file], { out, skipInvalid: true, ...given });
  return {
    report,
    errors: report.problems.filter(({ severity }) => severity === "error"),
    folder,
    document(wanted) {
      const read = readDocument(readFileSync(join(out, `${wanted}.yaml`)), `${wanted}.yaml`);
      if (!read.ok) throw new Error(read.problems[0].message);
      return read.value.document;
    },
  };
}

export function importRows(
  rows: readonly SheetRow[],
  given: Given<typeof importSheet> = {},
  more: Omit<RawSheet, "rows"> = {},
): Promise<Imported> {
  return importFile("March.xlsx", workbook([sheetOf(rows, more)]), given);
}

export function writingDesk(suppliers: readonly Supplier[] = []): Desk {
  const desk = offlineDesk({ suppliers });
  return {
    ...desk,
    settings: async () => ok(settingsOf()),
    now: () => new Date("2026-06-20T08:00:00Z"),
    output: {
      ...desk.output,
      absolute: (path) => resolve(path),
      write: async (folder, name, content, { replace = false } = {}) => {
        const path = join(folder, name);
        if (existsSync(path) && !replace) return fail(problem("file-exists", `${path} is there.`, "Remove it."));
        mkdirSync(folder, { recursive: true });
        writeFileSync(path, content);
        return ok(path);
      },
    },
  };
}
