import { fail, ok, type Problem, problem, type Result } from "../../problem/index.ts";
import { type Row, type Sheet, shownText } from "../cell.ts";
import { factsOf } from "./facts.ts";
import type { Recognised } from "./roles.ts";

/** A sheet, its headings and the rows below them. */
export interface FoundSheet {
  readonly sheet: Sheet;
  readonly head: Row;
  readonly rows: readonly Row[];
  /** Whether the columns of a document may stand in its first row only. */
  readonly isParentFirst?: boolean;
}

/**
 * Finds the column of the documents sheet that the lines are joined on: the one with a known heading, otherwise the one
 * that contains the most of the lines' document numbers (at least half of them); its heading may be the ambiguous
 * `No.`. Problem: `no-heading`, if there is none.
 */
export function withKey(
  own: Recognised,
  lines: FoundSheet,
  theirs: Recognised,
  documents: FoundSheet,
): Result<Recognised> {
  const { number } = own.columns;
  if (number === undefined) return fail(noNumber(lines.sheet));
  if (theirs.columns.number !== undefined) return ok(theirs);
  const wanted = [...textsIn(lines, number.column)];
  const scored = factsOf(documents.head, documents.rows).map((facts) => {
    const there = textsIn(documents, facts.column);
    return { facts, count: wanted.filter((each) => there.has(each)).length };
  });
  const [best] = scored.sort((a, b) => b.count - a.count);
  if (best === undefined || best.count === 0 || best.count * 2 < wanted.length) return fail(noNumber(documents.sheet));
  const { facts } = best;
  const columns = { ...theirs.columns, number: { ...facts, role: "number" as const } };
  return ok({ ...theirs, columns });
}

function textsIn({ rows }: FoundSheet, column: number): Set<string> {
  const texts = rows.map(({ cells }) => shownText(cells[column]).trim());
  return new Set(texts.filter((text) => text !== ""));
}

function noNumber({ file }: Sheet): Problem {
  const hint = "Give that column the same heading in both files, such as Invoice no., and export them again.";
  return problem("no-heading", "No column is known to have the number of the document.", hint, { where: { file } });
}
