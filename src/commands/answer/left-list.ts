import { basename, dirname } from "node:path";
import type { Desk } from "../../desk/index.ts";
import type { Problem, Result } from "../../problem/index.ts";
import { safe } from "../../render/index.ts";
import type { SubmissionResult } from "../../report/index.ts";

/**
 * Writes the files that are not created into a list that a command takes as @LIST. It is written before anything is sent, with all files,
 * so that it is there whatever happens. Problem: `output-unwritable`.
 */
export async function listLeft(
  list: string,
  files: readonly string[],
  desk: Desk,
  says = "Files of a run that did not end; what it created is not sent again",
): Promise<Result<string>> {
  const head = `# ${says}. Use the list as @NAME.\n`;
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
  const written = await listLeft(list, left, desk, "Files with documents that are not known to be created");
  if (!written.ok) return written.problems.map((each) => ({ ...each, severity: "warning" }));
  if (left.length > 0)
    desk.say(`What is left is listed in ${safe(list)}: ${left.length === 1 ? "1 file" : `${left.length} files`}.`);
  return [];
}

/** A name that begins like another word of a list is written from its folder. */
function word(file: string): string {
  return /^[#@\s-]/.test(file) ? `./${file}` : file;
}
