import { dirname, isAbsolute, join, relative, resolve } from "node:path";
import type { OtherMarks } from "../../journal/index.ts";
import { fail, ok, problem, type Result } from "../../problem/index.ts";
import type { Folders } from "../../settings/index.ts";
import type { JournalPlace } from "../index.ts";

const file = "journal-mark.db";

/**
 * Returns where the journal marks are stored: in the given file, otherwise in one in the data folder; a second copy is
 * kept with the settings. In CI, a given file needs no copy of its marks, because it may be the only file kept between
 * runs. Problem: `bad-usage`.
 */
export function markPlaces(
  folders: Folders,
  journal: JournalPlace,
  { given, inCi }: { readonly given: string | undefined; readonly inCi: boolean },
): Result<{ readonly path: string; readonly others: OtherMarks }> {
  const usual = join(folders.data, file);
  const path = given === undefined ? usual : resolve(given);
  if (given !== undefined && !journal.onServer && isInside(path, dirname(journal.path))) return fail(markBeside(path));
  const second = { path: join(folders.marks, file), policiesOnly: inCi && given !== undefined };
  return ok({ path, others: { usual, second } });
}

function isInside(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return way !== "" && !way.startsWith("..") && !isAbsolute(way);
}

/**
 * Refuses a mark in the journal's own folder: it would be restored together with the journal, and match any old copy.
 */
function markBeside(path: string) {
  const message = `The journal mark ${path} is in the journal's own folder, where it would be lost or restored together with the journal.`;
  return problem("bad-usage", message, "Name a file in another place with --journal-mark.");
}
