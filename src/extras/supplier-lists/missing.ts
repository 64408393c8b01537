import { tableView } from "../../commands/answer/columns.ts";
import { stoppedBy, succeeded } from "../../commands/answer/stopped-by.ts";
import { writeFiles, wrongFiles } from "../../commands/answer/write-files.ts";
import type { SupplierGap } from "../../commands/intake/suppliers-of-list.ts";
import type { Desk } from "../../desk/index.ts";
import { valueAt } from "../../document/index.ts";
import { suggest } from "../../problem/index.ts";
import type { Report } from "../../report/index.ts";
import {
  fieldWord,
  gapSentence,
  memberPath,
  missingIn,
  notUsable,
  type Supplier,
  type SupplierBook,
  sharedAccounts,
} from "../../suppliers/index.ts";
import { knownNames } from "./columns.ts";
import { headingField, headingsOfFields } from "./headings.ts";

/** Reports the incomplete entries, each with one sentence; with `out`, also writes a workbook for `import --update`. */
export async function missingReport(
  { suppliers }: SupplierBook,
  { out, force }: { readonly out: string | undefined; readonly force: boolean },
  desk: Desk,
): Promise<Report> {
  const wrong = wrongFiles(out === undefined ? [] : [out], ["xlsx"]);
  if (!wrong.ok) return stoppedBy(wrong.problems);
  const gaps = suppliers.flatMap((supplier): SupplierGap[] => {
    const sentence = gapSentence(supplier);
    return sentence === undefined ? [] : [{ supplier, sentence }];
  });
  const files = out === undefined ? [] : [{ path: out, content: await workbookOf(gaps) }];
  const written = await writeFiles(files, force, desk);
  if (!written.ok) return stoppedBy(written.problems);
  const data = { suppliers: gaps.map(gapJson), files: written.value };
  if (written.value.length > 0) {
    const facts: [string, string][] = [
      ["Suppliers", String(gaps.length)],
      ["Written to", written.value.join(", ")],
      ["Next", `fill it in, then: ${suggest`suppliers import FILE --update`}`],
    ];
    return succeeded({ view: "facts", facts, data }, false, sharedAccounts(suppliers));
  }
  const shown = tableView(gaps, {
    Supplier: ({ supplier }) => supplier.supplier,
    Name: ({ supplier }) => legalName(supplier),
    "What is missing": "sentence",
  });
  const empty = "No supplier of the book lacks anything that documents need.";
  return succeeded({ ...shown, data, empty }, false, sharedAccounts(suppliers));
}

function gapJson({ supplier, sentence }: SupplierGap) {
  return {
    supplier: supplier.supplier,
    name: legalName(supplier),
    missing: missingIn(supplier),
    not_valid: notUsable(supplier).map(([field, given]) => ({ field, given })),
    sentence,
  };
}

/** Writes a workbook that `suppliers import --update` can read back. */
export async function workbookOf(gaps: readonly SupplierGap[]): Promise<Uint8Array> {
  // Load the spreadsheet writer only on demand.
  const { gapHeadings, gapWorkbook } = await import("../../sheet/index.ts");
  const known = knownNames();
  const usual = gapHeadings.map((heading) => headingField(heading, known).field);
  const further = new Set(gaps.flatMap(({ supplier }) => notUsable(supplier).map(([field]) => field)));
  const fields = [...usual, ...[...further].filter((field) => !usual.includes(field))];
  const rows = gaps.map(({ supplier, sentence }) => {
    const given = new Map(notUsable(supplier));
    return [...fields.map((field) => textOf(supplier, field) ?? given.get(field) ?? ""), sentence];
  });
  return gapWorkbook(fields.slice(usual.length), rows);
}

function textOf(supplier: Supplier, field: string): string | undefined {
  const value = valueAt(supplier, memberPath(field));
  return typeof value === "string" ? value : undefined;
}

function legalName(supplier: Supplier): string {
  return textOf(supplier, "party_name") ?? textOf(supplier, "accounting_supplier_party.name") ?? "";
}

/** Lists each field with the headings that are recognised for it. */
export function headingsReport(): Report {
  const all = headingsOfFields().map(([field, headings]) => ({ field, says: fieldWord(field), headings }));
  const shown = tableView(all, {
    Field: "field",
    "What it is": "says",
    Headings: ({ headings }) => headings.join(", "),
  });
  return succeeded({ ...shown, data: { headings: all }, empty: "" });
}
