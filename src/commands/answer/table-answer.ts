import type { Desk } from "../../desk/index.ts";
import { amount, isDecimalText, money } from "../../document/index.ts";
import { pathLines, renderTable, safe, tableLines } from "../../render/index.ts";
import type { Report, Style } from "../../report/index.ts";
import { rightOf } from "./columns.ts";
import { csvRows, type Section, sheetOf } from "./section.ts";
import { stoppedBy, succeeded } from "./stopped-by.ts";
import { endingOf, writeFiles } from "./write-files.ts";

export interface TableAnswer {
  readonly section: Section;
  readonly shown?: Section;
  /** Shown below `section`, or on separate sheets of a workbook. */
  readonly more?: readonly Section[];
  readonly data: Record<string, unknown>;
  readonly sandbox: boolean;
}

export async function tableReport(
  { section, shown = section, more = [], data, sandbox }: TableAnswer,
  {
    output,
    out,
    force,
  }: { readonly output: string | undefined; readonly out: readonly string[]; readonly force: boolean },
  desk: Desk,
): Promise<Report> {
  const room = await import("../../tables/index.ts");
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

/** For piped output, writes tab-separated lines below each title. */
export function sectionsText(sections: readonly Section[], style: Style): string {
  return sections.map((each) => sectionText(each, style)).join("\n");
}

function sectionText({ title, columns, rows, notes = [] }: Section, style: Style): string {
  const shown = rows.map((row) => row.map((text, at) => (columns[at]?.is === "money" ? forPeople(text) : text)));
  const table =
    rows.length === 0
      ? "None.\n"
      : renderTable({ columns: columns.map((each) => each.title), rows: shown, right: rightOf(columns) }, style);
  const head = style.isTerminal ? inLines(title, style.width).split("\n") : [title];
  return `${head.map((line) => `${style.strong(line)}\n`).join("")}${table}${notes.map((note) => `${inLines(note, style.width)}\n`).join("")}`;
}

function forPeople(text: string): string {
  return isDecimalText(text) ? money.forPeople(amount(text)) : text;
}

/** `width` is in columns. */
export function inLines(text: string, width: number): string {
  const lines: string[] = [""];
  for (const word of safe(text).split(" ")) {
    const line = lines.at(-1) ?? "";
    if (line !== "" && line.length + 1 + word.length > width) lines.push(word);
    else lines[lines.length - 1] = line === "" ? word : `${line} ${word}`;
  }
  return lines.join("\n");
}
