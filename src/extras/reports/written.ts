import { csvRows, type Section, sheetOf } from "../../commands/answer/section.ts";
import { sectionsText } from "../../commands/answer/table-answer.ts";
import { endingOf, writeFiles } from "../../commands/answer/write-files.ts";
import { unknownInvoices } from "../../commands/period/credited-invoices.ts";
import type { PeriodDocument } from "../../commands/period/period-documents.ts";
import { withoutRate } from "../../commands/period/sections.ts";
import { chargedWithoutTrn } from "../../commands/period/vat-return.ts";
import type { Desk } from "../../desk/index.ts";
import { writeJson } from "../../json/index.ts";
import { ok, type Problem, problem, type Result } from "../../problem/index.ts";
import { pathLines } from "../../render/index.ts";
import type { View } from "../../report/index.ts";

interface ReportForms {
  readonly title: string;
  readonly sandbox: boolean;
  /** Builds the data for scripts. Called only if needed, because the data grows with the period. */
  readonly told: () => Record<string, unknown>;
  /** The tables; undefined if there is nothing to show. */
  readonly parts: readonly Section[] | undefined;
  readonly none: string;
  readonly page: () => string;
  readonly sheets: () => readonly Section[];
  /** Builds the only table that a CSV file can have. */
  readonly table: () => Section;
}

/** Writes or shows the report in the requested format. Problems: any file-writing problem. */
export async function writtenReport(
  { title, sandbox, told, parts, none, page, sheets, table }: ReportForms,
  {
    output,
    out,
    force,
  }: { readonly output: string | undefined; readonly out: readonly string[]; readonly force: boolean },
  desk: Desk,
): Promise<Result<View>> {
  const room = () => import("../../tables/index.ts");
  const csv = async (): Promise<string> => (await room()).writeCsv(csvRows(table()));
  const contentFor = async (path: string): Promise<string | Uint8Array> => {
    if (endingOf(path) === "json") return `${writeJson(told(), 2)}\n`;
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
  return ok({
    view: "raw",
    text,
    get data() {
      return { ...told(), files: files.value };
    },
  });
}

/** Reports documents excluded from the totals, and unknown facts. */
export function reportRemarks(documents: readonly PeriodDocument[], hasLists: boolean): Problem[] {
  const rates = withoutRate(documents).map(({ called, currency }) => {
    const message = `The exchange rate of ${called} (${currency}) is not known: its amounts in AED are missing here.`;
    return problem("rate-unknown", message, "Add them by hand, or try --refresh.", { severity: "warning" });
  });
  return [...rates, ...unknownInvoices(documents, hasLists), ...chargedWithoutTrn(documents)];
}

export const countsWords =
  "Delivered and pending documents are counted, credit notes are subtracted. Rejected, failed and in-doubt documents, and credit notes of such invoices, are not in the totals.";
