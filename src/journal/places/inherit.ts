import type { RecordsTable } from "../store/records-table.ts";
import { type Aside, isUnstorable } from "../trouble/trouble.ts";
import type { Disk } from "./disk.ts";

/** Picks up what dead processes set aside, and removes their files. */
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
        if (known.length === 0) throw new Error(lacks(aside));
        if (!known.some((each) => each.type === "result")) records.addResult(record, result);
      });
    }
    release(name);
  };
  try {
    me.sweep(takeOver);
  } catch (error) {
    // The result stays set aside and its document in doubt; other results are not held up.
    if (!isUnstorable(error)) throw error;
  }
}

/**
 * A result without its attempt stays set aside: it cannot be recorded, but the document that it reports must not be
 * lost.
 */
function lacks({ attempt, result }: Aside): string {
  const id = result.id === undefined ? "" : `, which exists as ${result.id}`;
  return `it is an older copy, without the attempt ${attempt}${id}`;
}
