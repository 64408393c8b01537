import type { Style } from "../report/index.ts";
import { renderTable } from "./tables/table.ts";
import { widthOf, wrapped } from "./wrapped.ts";

/**
 * Wraps headings, paragraphs, lists and tables to the terminal width. Piped output is the Markdown without the
 * markers around generated parts. The pages are our own, so `safe` is not needed.
 */
export function renderMarkdown(page: string, style: Style): string {
  const text = page.replace(/^<!-- .*? -->\n/gm, "");
  if (!style.isTerminal) return text;
  const width = Math.min(style.width, widest);
  return `${blocksOf(text)
    .map((block) => rendered(block, { ...style, width }))
    .join("\n\n")}\n`;
}

/** Maximum width, in columns: wider lines are hard to read. */
const widest = 100;

/** Splits the text into blocks; code blocks, which may be indented under a list item, keep their blank lines. */
function blocksOf(text: string): string[] {
  const blocks: string[] = [];
  for (const [at, part] of text.split(/^( *```[^\n]*\n[\s\S]*?\n *```)$/m).entries()) {
    if (at % 2 === 1) blocks.push(withoutIndent(part));
    else
      blocks.push(
        ...part
          .split(/\n{2,}/)
          .map((each) => each.replace(/^\n+|\n+$/g, ""))
          .filter((each) => each !== ""),
      );
  }
  return blocks;
}

/** Removes from each line the indent of the first. */
function withoutIndent(block: string): string {
  const [indent = ""] = /^ */.exec(block) ?? [];
  return block.replaceAll(new RegExp(`^${indent}`, "gm"), "");
}

function rendered(block: string, style: Style): string {
  if (block.startsWith("```"))
    return block
      .split("\n")
      .slice(1, -1)
      .flatMap((line) => exampleLines(line, style.width - exampleMargin.length))
      .map((line) => (line === "" ? "" : exampleMargin + line))
      .join("\n");
  const [, heading] = /^#+ (.*)$/.exec(block) ?? [];
  if (heading !== undefined) return style.strong(plain(heading));
  if (block.startsWith("|")) return table(block, style);
  if (/^(?:- |\d+\. )/.test(block)) return list(block, style);
  return wrapped(plain(block.trim().replace(/\s*\n\s*/g, " ")), style.width).join("\n");
}

const exampleMargin = "    ";

/** Keeps a command on one line for copying; a comment that does not fit is moved above it. */
function exampleLines(line: string, width: number): string[] {
  const [, typed, remark] = /^(?:(.*\S) {2,})?# (.*)$/.exec(line) ?? [];
  if (widthOf(line) <= width || remark === undefined) return [line];
  return [...wrapped(remark, width - 2).map((each) => `# ${each}`), ...(typed === undefined ? [] : [typed])];
}

function list(block: string, style: Style): string {
  const entries = block.split(/\n(?=- |\d+\. )/).map((each) => plain(each.replace(/\s*\n\s+/g, " ")));
  return entries
    .map((entry) => {
      const [mark = "- "] = /^(?:- |\d+\. )/.exec(entry) ?? [];
      const hanging = " ".repeat(mark.length);
      const lines = wrapped(entry.slice(mark.length), style.width - mark.length - 2);
      return lines.map((line, at) => `  ${at === 0 ? mark : hanging}${line}`).join("\n");
    })
    .join("\n");
}

function table(block: string, style: Style): string {
  const rows = block
    .split("\n")
    .filter((line) => !/^\|[-|: ]+\|$/.test(line))
    .map((line) =>
      line
        .slice(1, -1)
        .split(/(?<!\\)\|/)
        .map((cell) => plain(cell.trim().replaceAll("\\|", "|"))),
    );
  const [columns = [], ...rest] = rows;
  return renderTable({ columns, rows: rest }, style).trimEnd();
}

/** Removes markup that only a browser needs. */
function plain(text: string): string {
  return text
    .replace(/`([^`]*)`/g, "$1")
    .replace(/\*\*([^*]*)\*\*/g, "$1")
    .replace(/\[([^\]]*)\]\(([^)]*)\)/g, (_, words: string, to: string) => (words === to ? words : `${words} (${to})`));
}
