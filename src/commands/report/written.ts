import type { Desk } from "../../desk/index.ts";
import { writeJson } from "../../json/index.ts";
import { ok, type Problem, problem, type Result } from "../../problem/index.ts";
import { pathLines } from "../../render/index.ts";
import type { View } from "../../report/index.ts";
import { csvRows, type Section, sheetOf } from "../answer/section.ts";
import { sectionsText } from "../answer/table-answer.ts";
import { endingOf, writeFiles } from "../answer/write-files.ts";
import { unknownInvoices } from "./credited-invoices.ts";
import type { PeriodDocument } from "./period-documents.ts";
import { withoutRate } from "./sections.ts";
import { chargedWithoutTrn } from "./vat-return.ts";

/** A report in each of its forms. */
interface ReportForms {
  readonly title: string;
  readonly sandbox: boolean;
  /** The report for scripts. */
  readonly told: Record<string, unknown>;
  /** The sections for a screen and a pipe; undefined if there is nothing to show. */
  readonly parts: readonly Section[] | undefined;
  /** The text shown if there are no `parts`. */
  readonly none: string;
  readonly page: () => string;
  readonly sheets: () => readonly Section[];
  /** Builds the table for a CSV file, which holds only one. */
  readonly table: () => Section;
}

/** Writes the files of --out and shows the report, or the names of the files. Problems: any file-writing problem. */
export async function writtenReport(
  { title, sandbox, told, parts, none, page, sheets, table }: ReportForms,
  {
    output,
    out,
    force,
  }: { readonly output: string | undefined; readonly out: readonly string[]; readonly force: boolean },
  desk: Desk,
): Promise<Result<View>> {
  const room = () => import("../../sheet/index.ts");
  const csv = async (): Promise<string> => (await room()).writeCsv(csvRows(table()));
  const contentFor = async (path: string): Promise<string | Uint8Array> => {
    if (endingOf(path) === "json") return `${writeJson(told, 2)}\n`;
    if (endingOf(path) === "html") return page();
    return endingOf(path) === "xlsx" ? (await room()).writeXlsx(sheets().map(sheetOf)) : csv();
  };
  const contents = out.map(async (path) => ({ path, content: await contentFor(path) }));
  const files = await writeFiles(await Promise.all(contents), force, desk);
  if (!files.ok) return files;
  const style = { ...desk.dataStyle, ...(output === undefined ? {} : { isTerminal: output === "table" }) };
  const head = style.strong(`${title}${sandbox ? " (SANDBOX)" : ""}`);
  const screen = parts === undefined ? none : `${head}\n\n${sectionsText(parts, style)}`;
  const text = output === "csv" ? await csv() : files.value.length > 0 ? pathLines(files.value) : screen;
  return ok({ view: "raw", text, data: { ...told, files: files.value } });
}

/** Returns remarks about documents that the totals exclude, and about unknown facts. */
export function reportRemarks(documents: readonly PeriodDocument[]): Problem[] {
  const rates = withoutRate(documents).map(({ called, currency }) => {
    const message = `The exchange rate of ${called} (${currency}) is not known: its amounts in AED are missing here.`;
    return problem("rate-unknown", message, "Add them by hand, or try --refresh.", { severity: "warning" });
  });
  return [...rates, ...unknownInvoices(documents), ...chargedWithoutTrn(documents)];
}

export const countsWords =
  "Delivered and pending documents are counted, credit notes are subtracted. Rejected, failed and in-doubt documents, and credit notes of such invoices, are not in the totals.";
