import type { Desk } from "../../desk/index.ts";
import { pathLines, tableLines } from "../../render/index.ts";
import type { Report } from "../../report/index.ts";
import { csvRows, type Section, sheetOf } from "./section.ts";
import { sectionsText } from "./section-text.ts";
import { stoppedBy, succeeded } from "./stopped-by.ts";
import { endingOf, writeFiles } from "./write-files.ts";

/** A table in the forms of --output and --out. */
export interface TableAnswer {
  /** Every column. */
  readonly section: Section;
  /** The columns for a screen; the whole table if absent. */
  readonly shown?: Section;
  /** Additional tables: below this one on a screen, on sheets of their own in a workbook. */
  readonly more?: readonly Section[];
  readonly data: Record<string, unknown>;
  readonly sandbox: boolean;
}

/** Writes the files of --out, and shows the table or the names of the files. */
export async function tableReport(
  { section, shown = section, more = [], data, sandbox }: TableAnswer,
  {
    output,
    out,
    force,
  }: { readonly output: string | undefined; readonly out: readonly string[]; readonly force: boolean },
  desk: Desk,
): Promise<Report> {
  const room = await import("../../sheet/index.ts");
  const csv = (): string => room.writeCsv(csvRows(section));
  const contents = out.map(async (path) => ({
    path,
    content: endingOf(path) === "csv" ? csv() : await room.writeXlsx([section, ...more].map(sheetOf)),
  }));
  const written = await writeFiles(await Promise.all(contents), force, desk);
  if (!written.ok) return stoppedBy(written.problems, sandbox);
  const style = { ...desk.dataStyle, ...(output === undefined ? {} : { isTerminal: output === "table" }) };
  const table =
    output === "csv" ? csv() : style.isTerminal ? sectionsText([shown, ...more], style) : tableLines(csvRows(section));
  const text = written.value.length > 0 ? pathLines(written.value) : table;
  return succeeded({ view: "raw", text, data: { ...data, files: written.value } }, sandbox);
}
