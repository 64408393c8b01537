import { isAbsolute, relative } from "node:path";
import { problem } from "../../problem/index.ts";

/** Whether a path is below a folder. */
export function isInside(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return way !== "" && !way.startsWith("..") && !isAbsolute(way);
}

/** Who restores the one restores the other, and the mark would fit any old copy. */
export function markBeside(path: string) {
  const message = `The journal mark ${path} is in the journal's own folder, where it would be lost or restored together with the journal.`;
  return problem("bad-usage", message, "Name a file in another place with --journal-mark.");
}
