import { closeSync, openSync, rmSync } from "node:fs";
import { dirname } from "node:path";
import { isDiskError, makePrivateFolder, openDatabase } from "../../database/index.ts";
import { type Problem, problem } from "../../problem/index.ts";
import { dropAlong } from "../store/along.ts";
import { prepareJournal } from "../store/prepare.ts";
import { unusable } from "../trouble/trouble.ts";
import { verifyJournal } from "../verify/verify.ts";

interface How {
  /** Unix milliseconds. */
  readonly now: number;
  /** How to treat a journal from an earlier version, which has no chain. */
  readonly older: "taken-over" | "refused";
  /** The words after "cannot" in the message, such as "be merged". */
  readonly cannot: string;
}

/**
 * Copies a consistent snapshot of a journal's file into a private file, replacing any file there, and checks the
 * whole copy. The original is only read. Problems: `journal-unusable`, `journal-newer`; the copy is useless in that
 * case.
 */
export function checkedCopy(file: string, copy: string, { now, older, cannot }: How): Problem | undefined {
  const notOne = (why: string): Problem => {
    const message = `${file} cannot ${cannot}: ${why}. The journal was left as it is.`;
    return problem("journal-unusable", message, "Name another file: a journal, or a backup of one.");
  };
  makePrivateFolder(dirname(copy));
  rmSync(copy, { force: true });
  closeSync(openSync(copy, "wx", 0o600));
  const original = openDatabase(file, "", { asItIs: true });
  if (!original.ok) return original.problems[0];
  try {
    const has = (table: string): boolean =>
      original.value.get("SELECT 1 FROM sqlite_schema WHERE name = ?", table) !== undefined;
    if (!has("record")) return notOne("it holds no journal");
    if (older === "refused" && !has("link"))
      return notOne("an earlier version wrote it. Send or verify with it once, there");
    original.value.run("VACUUM INTO ?", copy);
  } catch (error) {
    if (isDiskError(error)) return unusable(error, "read");
    return notOne(error instanceof Error ? error.message : String(error));
  } finally {
    original.value.close();
  }
  const opened = openDatabase(copy, "", { asItIs: true });
  if (!opened.ok) return opened.problems[0];
  try {
    dropAlong(opened.value);
    const prepared = prepareJournal(opened.value, file, now);
    if (!prepared.ok) return prepared.problems[0];
    const { damage } = verifyJournal(opened.value, undefined);
    return damage === undefined ? undefined : notOne(damage);
  } finally {
    opened.value.close();
  }
}
