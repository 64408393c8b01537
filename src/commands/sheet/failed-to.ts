import { basename, dirname } from "node:path";
import type { Desk } from "../../desk/index.ts";
import { fail, ok, type Problem, problem, type Result } from "../../problem/index.ts";
import { safe, statusWord } from "../../render/index.ts";
import type { SubmissionResult } from "../../report/index.ts";
import { otherFile } from "../answer/left-list.ts";
import { isSheetFile, type OpenedSheet } from "./drafts.ts";
import { isOf } from "./results.ts";

const formOf = (file: string): "csv" | "xlsx" | undefined =>
  /\.[ct]sv$/i.test(file) ? "csv" : /\.xls[xm]$/i.test(file) ? "xlsx" : undefined;

/**
 * Returns a problem if --failed-to names a spreadsheet that cannot take the rows: the run must read a single
 * spreadsheet, and the new one must have its format or be a workbook.
 */
export function wrongFailedTo(
  failedTo: string | undefined,
  files: readonly string[],
  map: string | undefined,
  desk: Desk,
): Problem | undefined {
  if (failedTo === undefined || !isSheetFile(failedTo)) return undefined;
  const [only = "", ...more] = files;
  const form = formOf(only);
  const fits = form !== undefined && (form === formOf(failedTo) || formOf(failedTo) === "xlsx");
  if (more.length > 0 || !fits)
    return problem(
      "bad-usage",
      `--failed-to ${failedTo} takes the rows of one ${form === "xlsx" || form === "csv" ? `.${form}` : ".xlsx or .csv"} file.`,
      "Name one spreadsheet and --failed-to with the same ending, or a list such as --failed-to left.txt.",
    );
  const out = desk.output.absolute(failedTo);
  return [only, ...(map === undefined ? [] : [map])].some((each) => desk.output.absolute(each) === out)
    ? problem("bad-usage", "--failed-to would overwrite the spreadsheet itself.", "Name another file for the rows.")
    : undefined;
}

/** Returns a problem if a CSV file would have to contain the rows of two joined files. Problem: `bad-usage`. */
export function oneSheetForTwo(failedTo: string | undefined, { table }: OpenedSheet): Problem | undefined {
  if (failedTo === undefined || formOf(failedTo) !== "csv" || table.sheet.joined === undefined) return undefined;
  const hint = "Name a workbook, which takes both as sheets and is read with the same map: --failed-to left.xlsx.";
  return problem("bad-usage", `--failed-to ${failedTo} cannot hold the rows of two files.`, hint);
}

/**
 * Writes the headings just before the first document is sent, so that a file that cannot be written, or that is another
 * sheet, stops the run. Problems: `output-unwritable`, `bad-usage`.
 */
export async function beginFailed(out: string, opened: OpenedSheet, desk: Desk): Promise<Result<string>> {
  const { hasSameHeadings } = await import("../../sheet/index.ts");
  const map = { ...opened.map, sheet: undefined };
  const other = await otherFile(out, desk, (bytes) => hasSameHeadings(bytes, out, map));
  if (other) return fail(other);
  return write(out, opened, new Set(), desk);
}

/**
 * Writes the rows of documents that were not created or that Peppol refused, and rows that belong to no document, with
 * the same columns. Never includes documents that exist and are not refused, may exist, or are being sent. A failure is a warning, because documents have already
 * been sent.
 */
export async function writeFailed(
  out: string,
  opened: OpenedSheet,
  results: readonly SubmissionResult[],
  desk: Desk,
): Promise<readonly Problem[]> {
  const failed = new Set(results.filter(isFailed).map(({ file }) => file));
  const drafts = opened.drafts.filter(({ name }) => failed.has(name));
  const stray = opened.problems.flatMap(({ where, severity }) =>
    severity === "error" && where?.line !== undefined && isOf(opened.table.sheet, where) ? [where.line] : [],
  );
  const rows = new Set([...drafts.flatMap(({ made }) => made.rows), ...stray]);
  const written = await write(out, opened, rows, desk);
  if (!written.ok) return written.problems.map((each) => ({ ...each, severity: "warning" }));
  const others = results.filter((each) => each.outcome !== "done" && !isFailed(each) && each.source === opened.file);
  const isRefused = results.some((each) => each.outcome === "rejected" && failed.has(each.file));
  const why = isRefused ? "not created, or refused by Peppol," : "not created";
  const head =
    rows.size === 0
      ? `${safe(out)} has only the headings.`
      : `The rows of ${count(drafts.length)} that ${drafts.length === 1 ? "was" : "were"} ${why} are in ${safe(out)}.`;
  desk.say(`${head}${keptOut(others)}`);
  return [];
}

async function write(
  out: string,
  { table }: OpenedSheet,
  own: ReadonlySet<number>,
  desk: Desk,
): Promise<Result<string>> {
  const room = await import("../../sheet/index.ts");
  const content = await room.failedSheet(table, own, formOf(out) ?? "csv");
  const written = await desk.output.write(dirname(out), basename(out), content, { replace: true, private: true });
  return written.ok ? ok(out) : written;
}

const count = (number: number): string => (number === 1 ? "1 document" : `${number} documents`);

/** Explains why the file omits documents that this run did not create: they already exist, or may exist. */
function keptOut(results: readonly SubmissionResult[]): string {
  const words = new Map<string, number>();
  for (const each of results) words.set(statusWord(each), (words.get(statusWord(each)) ?? 0) + 1);
  const why = [...words].map(([word, number]) => ` ${count(number)} (${word})`);
  return why.length === 0 ? "" : ` Not in it, because they may exist:${why.join(",")}.`;
}

const unsent = new Set(["invalid", "refused", "auth", "not_sent", "local_state", "declined", "usage", "interrupted"]);

/**
 * Whether the document was certainly not created (neither now, nor before, nor by another process), or exists without
 * effect because Peppol refused it.
 */
function isFailed({ outcome, id, notLookedUp, replayed, problems }: SubmissionResult): boolean {
  if (outcome === "rejected") return true;
  const isNot = unsent.has(outcome) || (outcome === "duplicate" && problems.some(isOfNumber));
  const exists = problems.some(
    (each) => each.code === "being-sent" || (each.code === "already-sent" && !isOfNumber(each)),
  );
  return isNot && id === undefined && !notLookedUp && !replayed && !exists;
}

/** Whether the number belongs to another document, which means that no document with this content exists. */
function isOfNumber({ code, severity, where }: Problem): boolean {
  const isUsed = code === "already-sent" && where?.path === "document_number";
  return severity === "error" && (isUsed || code === "number-taken" || code === "number-elsewhere");
}
