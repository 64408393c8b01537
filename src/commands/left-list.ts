import { basename, dirname } from "node:path";
import type { Desk } from "../desk.ts";
import type { Problem, Result } from "../problem/index.ts";
import type { SubmissionResult } from "../render/index.ts";

/**
 * Writes the files that are not created into a list that a command takes as @LIST. It is written before anything is sent, with all files,
 * so that it is there whatever happens. Problem: `output-unwritable`.
 */
export async function listLeft(list: string, files: readonly string[], desk: Desk): Promise<Result<string>> {
  const head = "# Files that were not created, for @ in front of this list's name.\n";
  const lines = files.map((file) => `${file === "-" ? "# standard input" : word(file)}\n`);
  return desk.output.write(dirname(list), basename(list), head + lines.join(""), { replace: true });
}

/** The list after the run; what was done stays done when it cannot be written, so that this is a warning. */
export async function listAfter(
  list: string,
  results: readonly SubmissionResult[],
  desk: Desk,
): Promise<readonly Problem[]> {
  const left = [
    ...new Set(results.filter(({ outcome }) => outcome !== "done").map(({ file, source }) => source ?? file)),
  ];
  const written = await listLeft(list, left, desk);
  if (!written.ok) return written.problems.map((each) => ({ ...each, severity: "warning" }));
  if (left.length > 0)
    desk.say(`What is left stands in ${list}: ${left.length === 1 ? "1 file" : `${left.length} files`}.`);
  return [];
}

/** A name that begins like another word of a list is written from its folder. */
function word(file: string): string {
  return /^[#@\s-]/.test(file) ? `./${file}` : file;
}
