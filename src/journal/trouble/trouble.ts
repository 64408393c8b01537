import { DatabaseAway, isDiskError, lookAtDisk, ServerError, serverRemedy } from "../../database/index.ts";
import { type Problem, problem, suggest } from "../../problem/index.ts";
import { JournalClosed } from "../places/closed.ts";
import { OnNetworkDrive } from "../places/network-drive.ts";
import { isServerAddress } from "../server/address.ts";
import type { AttemptResult, JournalRecord } from "../store/records.ts";
import { JournalDamage } from "../store/second-path.ts";
import { NoRoom } from "./no-room.ts";

/** A result that was saved outside the journal because it could not be committed. */
export type Aside = Pick<JournalRecord, "at" | "account" | "key" | "attempt"> & { readonly result: AttemptResult };

/** Turns an error into a problem, usually `journal-unusable`; `path` is the journal's path, if known. */
export function unusable(error: unknown, work: "read" | "written" = "written", path = ""): Problem {
  const why = error instanceof Error ? error.message : String(error);
  if (isDiskError(error)) {
    const message = `The journal could not be ${work}: the disk reported an error (${why}).`;
    return problem("journal-unusable", message, lookAtDisk, { cause: error });
  }
  if (error instanceof JournalDamage || isDamage(error))
    return problem("journal-unusable", `The journal is damaged: ${why}.`, putBack(path), { cause: error });
  if (error instanceof DatabaseAway) {
    const message = `The journal's database does not answer: ${why}.`;
    return problem("journal-unusable", message, serverRemedy(error) ?? reachIt, { cause: error });
  }
  if (error instanceof JournalClosed) return error.problem;
  if (error instanceof OnNetworkDrive) return onNetworkDrive(why, error);
  if (error instanceof NoRoom) return noRoom(why, error);
  const ofServer = error instanceof ServerError ? askServer : undefined;
  const hint = serverRemedy(error) ?? ofServer ?? checkFolder;
  return problem("journal-unusable", `The journal could not be ${work}: ${why}.`, hint, { cause: error });
}

const checkFolder = "Check the free space and the permissions of its folder, then run the same command again.";
const askServer = "Ask whoever runs the server of the journal to look at its log, then run the same command again.";
const reachIt = "Check the network and the server, then run the same command again.";

/**
 * Maximum time from arming to the first byte, in milliseconds; only after that does a server release the claim of an
 * unresponsive session.
 */
const longestArming = 20_000;

/** Whether too much time has passed since arming; both times are milliseconds from the same clock. */
export function isTooLate(from: number, now: number): boolean {
  return now - from > longestArming;
}

/**
 * Returns the problem for an attempt that others may consider abandoned, because this computer was asleep or the
 * database was slow.
 */
export function tooLate(): Problem {
  const message = "The journal's database took too long to record what was about to be sent, so it was not sent.";
  return problem("journal-unusable", message, reachIt);
}

/** Whether SQLite rejected a page, or a row is not JSON: selfbill never writes such data. */
function isDamage(error: unknown): boolean {
  if (error instanceof ServerError) return false;
  return error instanceof SyntaxError || (error instanceof Error && /malformed|not a database/i.test(error.message));
}

function onNetworkDrive(drive: string, cause: Error): Problem {
  const message = `The journal is on a network drive (${drive}), where two programs can be at it without seeing each other. Nothing was sent.`;
  const hint = `Move it to a disk of this computer, then name that folder in every run with --journal: ${suggest`journal move --to DIR`}`;
  return problem("journal-unusable", message, hint, { cause });
}

function noRoom(folder: string, cause: Error): Problem {
  const message = `The journal could not be checked: no space is left in the temporary folder ${folder}.`;
  const hint = "Free disk space there, or name another folder in TMPDIR, then run the same command again.";
  return problem("journal-unusable", message, hint, { cause });
}

/** Returns the problem for a damaged file. */
export function damaged(path: string, why: string): Problem {
  const message = `The journal ${path} is damaged, so nothing was sent: ${why}.`;
  return problem("journal-unusable", message, putBack(path));
}

/** Returns the problem for a file that was named instead of the journal's folder. */
export function notAFolder(file: string): Problem {
  const message = `The journal could not be opened, so nothing was sent: ${file} is a file, not a folder.`;
  const hint =
    "Name the folder that holds journal.db. To read a backup, copy it into an empty folder as journal.db, and name that folder: --journal DIR";
  return problem("journal-unusable", message, hint);
}

/** Returns the problem for a folder or file that someone else may have written. */
export function untrusted(path: string, why: string): Problem {
  const message = `The journal ${path} cannot be trusted, so nothing was sent: ${why}.`;
  const hint = `Make it yours again, with no way in for other users, and check it: ${suggest`journal verify`}.`;
  return problem("journal-unusable", message, hint);
}

function putBack(path: string): string {
  const how = isServerAddress(path)
    ? `Ask whoever runs the server to put the latest backup in its place, then type ${suggest`journal accept`}`
    : `Put the latest backup in its place: ${suggest`journal restore FILE`}`;
  return `It records what was sent before. ${how}`;
}

/** As a last resort, saves an answer elsewhere on the disk; the message shows the document's id in any case. */
export function emergency(
  aside: Aside,
  why: Problem,
  cause: unknown,
  rescue: (name: string, text: string) => string,
): Problem {
  if (aside.result.verdict !== "created") return why;
  const kept = `The document exists as ${aside.result.id}, and that could not be recorded: ${why.message}`;
  try {
    const path = rescue(`selfbill-${aside.attempt}.json`, JSON.stringify(aside));
    return problem("journal-unusable", `${kept} It is written in ${path}.`, recordLater(aside, why), { cause });
  } catch {
    return problem("journal-unusable", kept, recordLater(aside, why), { cause });
  }
}

function recordLater({ attempt, result }: Aside, why: Problem): string {
  const first = isFull(why) ? "Free disk space, then type" : "As soon as the journal can be written, type";
  return `${first}: ${suggest`resolve ${attempt} --created ${result.id}`}`;
}

const isFull = ({ message }: Problem): boolean => /\b(?:full|no space)\b/i.test(message);

/** Whether another process locked the file for too long. */
export function isBusy(error: unknown): boolean {
  return error instanceof Error && /database is locked|busy/i.test(error.message);
}

/**
 * Whether the server cannot store a value, such as a character that does not exist in its encoding; the session
 * continues.
 */
export function isUnstorable(error: unknown): boolean {
  return error instanceof ServerError && error.code?.startsWith("22") === true;
}

/** Thrown for a result that reports that nothing was created and whose attempt is not in this copy of the journal. */
export class OfAnotherCopy extends Error {}

/** Whether the result that caused this error can stay in its file while everything else continues. */
export function canWait(error: unknown): boolean {
  return isUnstorable(error) || error instanceof OfAnotherCopy;
}

/** Returns a warning that the result could not be recorded and was written to the reserved space. */
export function setAsideProblem(why: Problem): Problem {
  const hint = isFull(why)
    ? "Free disk space, or have it freed on the server of the journal, before you continue; the next run on this computer records the result."
    : `The next run on this computer records the result, as soon as the journal can be written: ${suggest`resolve`}`;
  return problem("result-set-aside", `${why.message} The result was kept in room that was reserved for this.`, hint, {
    severity: "warning",
    cause: why.cause,
  });
}
