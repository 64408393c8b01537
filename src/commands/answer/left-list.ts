import { basename, dirname } from "node:path";
import type { Desk } from "../../desk/index.ts";
import { fail, type Problem, problem, type Result } from "../../problem/index.ts";
import { safe } from "../../render/index.ts";
import type { SubmissionResult } from "../../report/index.ts";

/**
 * Writes a list of the files whose documents do not exist yet, for use as @LIST. Called with all files before sending
 * starts, so that the list survives a crash. Problems: `output-unwritable`; `bad-usage` for a name that could not be
 * read back from the list.
 */
export async function listLeft(
  list: string,
  files: readonly string[],
  desk: Desk,
  says = "Files of a run that did not end; what it created is not sent again",
): Promise<Result<string>> {
  const unreadable = files.find((file) => /[\r\n]|\s$/.test(file));
  if (unreadable !== undefined) return fail(notInList(list, unreadable));
  const other = await otherFile(list, desk, isList);
  if (other) return fail(other);
  const head = `# ${says}. ${ofLists}\n`;
  const lines = files.map((file) => `${file === "-" ? "# standard input" : word(file)}\n`);
  return desk.output.write(dirname(list), basename(list), head + lines.join(""), { replace: true });
}

const ofLists = "Use the list as @NAME.";

/** Whether the text is a list that selfbill wrote, or one that a user wrote: each line names a file or a folder. */
function isList(bytes: Uint8Array): boolean {
  const lines = Buffer.from(bytes)
    .toString("utf8")
    .split(/\r?\n/)
    .map((line) => line.trim());
  const names = lines.filter((line) => line !== "" && !line.startsWith("#"));
  return (
    lines[0]?.endsWith(ofLists) ||
    names.every((line) => /(?:\.(?:ya?ml|json|xml|[ct]sv|xls[xm]|txt)|[\\/*])$/i.test(line))
  );
}

/**
 * Returns a problem if there is a file that the option may not replace, because it is not what the option writes.
 * Problem: `bad-usage`.
 */
export async function otherFile(
  file: string,
  desk: Desk,
  isLike: (bytes: Uint8Array) => boolean,
  says = "Nothing was sent: --failed-to would replace",
  kind = "a list of what failed",
): Promise<Problem | undefined> {
  const found = await desk.files.read(file);
  // What cannot be read is told when it is written.
  if (!found.ok || found.value.length === 0 || isLike(found.value)) return undefined;
  const message = `${says} ${safe(file)}, which is not ${kind}.`;
  return problem("bad-usage", message, "Name another file, or remove this one.", { where: { file } });
}

/**
 * Replaces the list with the files that remain after sending. A failure is only a warning, because the documents have
 * already been sent.
 */
export async function listAfter(
  list: string,
  results: readonly SubmissionResult[],
  desk: Desk,
): Promise<readonly Problem[]> {
  const left = [
    ...new Set(results.filter(({ outcome }) => outcome !== "done").map(({ file, source }) => source ?? file)),
  ];
  const written = await listLeft(
    list,
    left,
    desk,
    "Files with documents that are not known to be created, or that Peppol refused",
  );
  if (!written.ok) return written.problems.map((each) => ({ ...each, severity: "warning" }));
  if (left.length > 0)
    desk.say(`What is left is listed in ${safe(list)}: ${left.length === 1 ? "1 file" : `${left.length} files`}.`);
  return [];
}

/** A list has one name per line, without spaces around it. */
function notInList(list: string, file: string): Problem {
  const message = `Nothing was sent: the name of a file has a line break or ends in a space, so ${list} cannot list it.`;
  return problem("bad-usage", message, "Rename the file, or leave --failed-to out.", { where: { file } });
}

/** Adds the folder to a name that would be read as a comment, a list or an option. */
function word(file: string): string {
  return /^[#@\s-]/.test(file) ? `./${file}` : file;
}
