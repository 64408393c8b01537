import { csvField } from "../document/index.ts";
import type { SubmissionResult } from "../report/index.ts";
import { findingLine } from "./findings.ts";
import { safe } from "./safe.ts";

const columns = [
  "file",
  "outcome",
  "kind",
  "document_number",
  "id",
  "supplier",
  "supplier_trn",
  "currency",
  "net",
  "vat",
  "gross",
  "payable_aed",
  "overall_status",
  "replayed",
  "codes",
  "message",
  "validation_results",
];

export function renderCsv(results: readonly SubmissionResult[]): string {
  return csvLines([columns, ...results.map(cells)]);
}

export function csvLines(rows: ReadonlyArray<readonly string[]>): string {
  return rows.map((row) => `${row.map((text) => csvField(safe(text))).join(",")}\r\n`).join("");
}

function cells(result: SubmissionResult): string[] {
  const { supplier, totals, problems } = result;
  return [
    result.file,
    result.outcome,
    result.kind,
    result.documentNumber ?? "",
    result.id ?? "",
    supplier?.name ?? "",
    supplier?.trn ?? "",
    result.currency ?? "",
    totals?.tax_exclusive_amount ?? "",
    totals?.tax_amount ?? "",
    totals?.tax_inclusive_amount ?? "",
    totals?.payable_amount_in_aed ?? "",
    result.overallStatus ?? "",
    String(result.replayed ?? false),
    problems.map(({ code }) => code).join(" "),
    (problems.find(({ severity }) => severity === "error") ?? problems[0])?.message ?? "",
    (result.findings ?? []).map(findingLine).join("\n"),
  ];
}
