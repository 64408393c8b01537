import { type Row, shownText } from "../cell.ts";
import type { ColumnFacts } from "./facts.ts";
import { plainHeading } from "./heading-parts.ts";
import type { FoundSheet } from "./join-key.ts";
import { yamlName } from "./map-lines.ts";
import type { ExportProgram } from "./programs.ts";

/** Plain-language reasons why columns are not used. */
const reasons = {
  empty: "No cell has anything",
  said: "Another column says it, or an assumption leaves it out",
  idle: "No field of a document has it",
  unfit: "Its cells are not what the heading says",
  unknown: "The heading is not known",
} as const;

/** The reason given for empty columns. */
export const nothingInIt = reasons.empty;

/** Columns left unused for the same reason. */
export interface LeftColumns {
  readonly because: string;
  readonly headings: readonly string[];
}

/** Returns the columns that the map does not use, grouped by reason. */
export function leftColumns(
  parts: readonly string[],
  sheets: readonly FoundSheet[],
  facts: readonly ColumnFacts[],
  program: ExportProgram | undefined,
): LeftColumns[] {
  const text = parts.filter((each) => !/^\s*#/.test(each)).join("\n");
  const isNamed = (heading: string): boolean => {
    const name = yamlName(heading).replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
    return new RegExp(`(?:^ *|[:[{,] )${name}(?=:|,|\\]| \\}|$)`, "m").test(text);
  };
  const left = sheets.flatMap(({ sheet, head, rows }) =>
    headingsOf(head)
      .filter((heading) => !isNamed(heading) && !isNamed(`${sheet.name}!${heading}`))
      .map((heading) => {
        const found = facts.find((each) => each.heading === heading && each.rows === rows);
        return { heading, because: reasonOf(found, program) };
      }),
  );
  return Object.values(reasons).flatMap((because) => {
    const headings = left.filter((each) => each.because === because).map(({ heading }) => heading);
    return headings.length === 0 ? [] : [{ because, headings }];
  });
}

const headingsOf = (head: Row): string[] =>
  head.cells.map((cell) => shownText(cell).trim()).filter((heading) => heading !== "");

function reasonOf(found: ColumnFacts | undefined, program: ExportProgram | undefined): string {
  if (found === undefined) return reasons.unknown;
  if (found.isBlank) return reasons.empty;
  if (found.role !== undefined) return found.fits ? reasons.said : reasons.unfit;
  return program?.headings.has(plainHeading(found.heading)) ? reasons.idle : reasons.unknown;
}

/** Returns the `ignore` line of a map, with a comment for each reason. */
export function ignoredLines(left: readonly LeftColumns[]): string[] {
  if (left.length === 0) return [];
  const remarks = left.map(({ because, headings }) => `# ${because}: ${headings.join(", ")}.`);
  const all = left.flatMap(({ headings }) => headings);
  return ["", "# Columns that are not used.", ...remarks, `ignore: [${all.map(yamlName).join(", ")}]`];
}
