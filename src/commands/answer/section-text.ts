import { amount, isDecimalText, money } from "../../document/index.ts";
import { renderTable, safe } from "../../render/index.ts";
import type { Style } from "../../report/index.ts";
import type { Section } from "./section.ts";

/** Formats sections for a screen, one below the other; for a pipe as lines with tabs, each below its title. */
export function sectionsText(sections: readonly Section[], style: Style): string {
  return sections.map((each) => sectionText(each, style)).join("\n");
}

function sectionText({ title, columns, rows, notes = [] }: Section, style: Style): string {
  const right = columns.flatMap(({ is }, at) => (is === undefined || is === "day" ? [] : [at]));
  const shown = rows.map((row) => row.map((text, at) => (columns[at]?.is === "money" ? forPeople(text) : text)));
  const table =
    rows.length === 0
      ? "None.\n"
      : renderTable({ columns: columns.map((each) => each.title), rows: shown, right }, style);
  const head = style.isTerminal ? inLines(title, style.width).split("\n") : [title];
  return `${head.map((line) => `${style.strong(line)}\n`).join("")}${table}${notes.map((note) => `${inLines(note, style.width)}\n`).join("")}`;
}

function forPeople(text: string): string {
  return isDecimalText(text) ? money.forPeople(amount(text)) : text;
}

/** Wraps a sentence to a width in columns. */
export function inLines(text: string, width: number): string {
  const lines: string[] = [""];
  for (const word of safe(text).split(" ")) {
    const line = lines.at(-1) ?? "";
    if (line !== "" && line.length + 1 + word.length > width) lines.push(word);
    else lines[lines.length - 1] = line === "" ? word : `${line} ${word}`;
  }
  return lines.join("\n");
}
