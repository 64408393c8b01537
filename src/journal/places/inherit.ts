import type { RecordsTable } from "../store/records-table.ts";
import { type Aside, canWait, OfAnotherCopy } from "../trouble/trouble.ts";
import type { Disk } from "./disk.ts";

/** Records the results that dead processes could not record, and removes the files that held them. */
export function inherit(
  { database, setAside, release }: Pick<Disk, "database" | "setAside" | "release">,
  me: Pick<ReturnType<Disk["owners"]>, "sweep">,
  records: RecordsTable,
): void {
  const takeOver = (name: string): void => {
    for (const aside of setAside(name) as Aside[]) {
      const { result, ...record } = aside;
      database.transaction(() => {
        const known = records.ofAttempt(record.attempt);
        if (known.length === 0) throw lacks(aside);
        if (!known.some((each) => each.type === "result")) records.addResult(record, result);
      });
    }
    release(name);
  };
  try {
    me.sweep(takeOver);
  } catch (error) {
    // The result stays in its file for the next run, and sending continues.
    if (!canWait(error)) throw error;
  }
}

/**
 * Returns the error for a result whose attempt is missing from the journal. The result cannot be recorded and stays in
 * its file, because the document that it reports must not be lost. If it reports that no document was created, the
 * error does not stop anything else: a standby may have replaced the server for a while.
 */
function lacks({ attempt, result: { verdict, id } }: Aside): Error {
  const exists = id === undefined ? "" : `, which exists as ${id}`;
  const message = `it is an older copy, without the attempt ${attempt}${exists}`;
  return verdict === "not-sent" || verdict === "refused" ? new OfAnotherCopy(message) : new Error(message);
}
