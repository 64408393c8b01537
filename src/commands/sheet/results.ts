import { basename, dirname } from "node:path";
import type { Desk } from "../../desk/index.ts";
import { type Problem, problem } from "../../problem/index.ts";
import { findingLine } from "../../render/index.ts";
import type { SubmissionResult } from "../../report/index.ts";
import type { RowResult } from "../../sheet/index.ts";
import { otherFile } from "../answer/left-list.ts";
import type { OpenedSheet } from "./drafts.ts";

export function wrongResultsFile(results: string | undefined): Problem | undefined {
  if (results === undefined || /\.(?:xlsx|csv)$/i.test(results)) return undefined;
  return problem("bad-usage", `--results ${results} is neither .xlsx nor .csv.`, "Write --results march-results.xlsx.");
}

/**
 * Returns a problem if there is a file that --results may not replace, because no run wrote it as results. Problem:
 * `bad-usage`.
 */
export async function otherThanResults(results: string | undefined, desk: Desk): Promise<Problem | undefined> {
  if (results === undefined) return undefined;
  const { isResultsSheet } = await import("../../sheet/index.ts");
  const isLike = (bytes: Uint8Array): boolean => isResultsSheet(bytes, results);
  return otherFile(results, desk, isLike, "Nothing was done: --results would replace", "a sheet with results");
}

/**
 * Writes the sheet with the results; replaces those of an earlier run. A failure is a warning, because documents may already
 * have been sent.
 */
export async function writeResults(
  out: string,
  opened: OpenedSheet,
  results: readonly SubmissionResult[],
  words: (result: SubmissionResult) => string,
  desk: Desk,
): Promise<readonly Problem[]> {
  const room = await import("../../sheet/index.ts");
  const form = /\.csv$/i.test(out) ? "csv" : "xlsx";
  const content = await room.resultsSheet(opened.table, rowResults(opened, results, words), form);
  const written = await desk.output.write(dirname(out), basename(out), content, { replace: true, private: true });
  if (!written.ok) return written.problems.map((each) => ({ ...each, severity: "warning" }));
  desk.say(`The sheet with the results was written to ${out}.`);
  return [];
}

function rowResults(
  { drafts, problems, table }: OpenedSheet,
  results: readonly SubmissionResult[],
  words: (result: SubmissionResult) => string,
): Map<number, RowResult> {
  const rows = new Map<number, RowResult>();
  const rowOf = (where: Problem["where"], own: readonly number[]) => rowIn(where, own, table.sheet);
  const byName = new Map(results.map((result) => [result.file, result]));
  for (const { name, made } of drafts) {
    const result = byName.get(name);
    if (result === undefined) continue;
    const number = result.documentNumber ?? "";
    for (const [at, row] of made.rows.entries()) {
      const own = result.problems.filter(({ where }) => rowOf(where, made.rows) === row);
      const general = at === 0 ? result.problems.filter(({ where }) => rowOf(where, made.rows) === undefined) : [];
      const findings = at === 0 ? (result.findings ?? []).map(findingLine) : [];
      const errors = [...[...own, ...general].map(sentence), ...findings];
      rows.set(row, { number, id: result.id ?? "", status: words(result), errors });
    }
  }
  for (const each of problems) {
    const row = each.where?.cell === undefined || !isOf(table.sheet, each.where) ? undefined : each.where.line;
    if (row === undefined || each.severity === "warning") continue;
    const before = rows.get(row) ?? { number: "", id: "", status: "not sent: not valid", errors: [] };
    rows.set(row, { ...before, errors: [...before.errors, sentence(each)] });
  }
  return rows;
}

/** Returns the row of the cell; undefined for cells of other sheets and files. */
function rowIn(where: Problem["where"], rows: readonly number[], sheet: Place): number | undefined {
  if (!isOf(sheet, where)) return undefined;
  return where?.cell !== undefined && where.line !== undefined && rows.includes(where.line) ? where.line : undefined;
}

function sentence({ where, message, hint, severity }: Problem): string {
  const place = where?.cell === undefined ? "" : `${where.cell}: `;
  return `${severity === "warning" ? "warning: " : ""}${place}${message} ${hint}`.trim();
}

type Place = OpenedSheet["table"]["sheet"];

/** Whether the position is in this sheet; false for a cell of a second sheet that the map joins. */
export function isOf({ name, file }: Place, where: Problem["where"]): boolean {
  return where?.sheet === name && (where?.file === undefined || where.file === file);
}
