import type { Style } from "../../report/index.ts";
import { widthOf } from "../wrapped.ts";
import { cellLines, type Need, needsOf, widthsWithin } from "./columns.ts";

/** Cells must already be safe. If there are no headings, there is no heading line. */
export interface OpenTable {
  readonly heads?: readonly string[];
  readonly rows: ReadonlyArray<readonly string[]>;
  readonly right: readonly number[];
}

/**
 * Puts two spaces between columns. If the table is too wide, a row takes several lines; all but the first are
 * indented.
 */
export function openTable(
  { heads, rows, right }: OpenTable,
  { width, strong }: Pick<Style, "width" | "strong">,
): { readonly text: string; readonly isOneLineARow: boolean } {
  const stack = stackOf(needsOf(heads ?? (rows[0] ?? []).map(() => ""), rows), width);
  const lines = rows.flatMap((row) => rowLines(row, stack, right));
  const isOneLineARow = stack.length === 1;
  if (heads === undefined) return { text: `${lines.join("\n")}\n`, isOneLineARow };
  const above = rowLines(heads, stack, right);
  const rule = "─".repeat(
    Math.min(
      width,
      [...above, ...lines].reduce((most, each) => Math.max(most, widthOf(each)), 0),
    ),
  );
  return { text: `${[...above.map((line) => strong(line)), rule, ...lines].join("\n")}\n`, isOneLineARow };
}

/** The columns of one line, with their widths. */
type StackLine = ReadonlyArray<{ readonly column: number; readonly width: number }>;

const gap = 2;
const indent = "  ";
/** Text columns may shrink to this width so that another column fits next to them. */
const comfortable = 28;

/** Uses one line if possible, otherwise as many columns per line as fit. */
function stackOf(needs: readonly Need[], width: number): StackLine[] {
  const roomFor = (columns: number, at: number): number => width - gap * (columns - 1) - (at === 0 ? 0 : indent.length);
  const whole = widthsWithin(needs, roomFor(needs.length, 0));
  if (whole !== undefined) return [whole.map((each, column) => ({ column, width: each }))];
  const lines: number[][] = [[]];
  for (const column of needs.keys()) {
    const line = [...(lines.at(-1) ?? []), column];
    const eased = line.reduce((sum, at) => sum + easeOf(needs[at]), 0);
    if (line.length === 1 || eased <= roomFor(line.length, lines.length - 1)) lines[lines.length - 1] = line;
    else lines.push([column]);
  }
  return lines.map((line, at) => {
    const room = roomFor(line.length, at);
    const widths = widthsWithin(
      line.map((column) => needs[column] ?? none),
      room,
    );
    return line.map((column, place) => ({ column, width: widths?.[place] ?? room }));
  });
}

const none: Need = { wanted: 0, cells: 0, least: 0 };

function easeOf({ cells, least }: Need = none): number {
  return Math.max(least, Math.min(cells, comfortable));
}

function rowLines(row: readonly string[], stack: readonly StackLine[], right: readonly number[]): string[] {
  return stack.flatMap((line, at) => {
    const cells = line.map(({ column, width }) => cellLines(row[column] ?? "", width));
    const height = Math.max(...cells.map((each) => each.length));
    const drawn = Array.from({ length: height }, (_, level) =>
      cells
        .map((each, place) =>
          aligned(each[level] ?? "", line[place]?.width ?? 0, right.includes(line[place]?.column ?? -1)),
        )
        .join(" ".repeat(gap))
        .trimEnd(),
    );
    return drawn.flatMap((text) => (text === "" ? [] : [`${at === 0 ? "" : indent}${text}`]));
  });
}

function aligned(text: string, width: number, isRight: boolean): string {
  const blanks = " ".repeat(Math.max(0, width - widthOf(text)));
  return isRight ? blanks + text : text + blanks;
}
