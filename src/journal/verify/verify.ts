import type { Database } from "../../database/index.ts";
import { recordedMeanwhile } from "./aside.ts";
import { type Verified, verifyRecorded } from "./recorded.ts";
import { replay, withShadow } from "./shadow.ts";

/**
 * Reads the whole journal: what was recorded (see `verifyRecorded`), and the derived tables, which are compared with
 * replayed records. For a large file, a second thread does the former at the same time. `noted` is the hash of a
 * link, or the beginning of that hash, noted elsewhere. Throws the database's errors.
 */
export function verifyJournal(database: Database, noted: string | undefined): Verified {
  const thread = recordedMeanwhile(database, noted);
  try {
    const before = thread === undefined ? verifyRecorded(database, noted) : undefined;
    if (before?.damage !== undefined) return before;
    const derived = wrongTable(database);
    const found = before ?? thread?.found() ?? verifyRecorded(database, noted);
    if (found.damage !== undefined) return found;
    const damage = derived();
    return damage === undefined ? found : { ...found, damage, isRepairable: true };
  } finally {
    thread?.end();
  }
}

/** Returns the result as a function, which throws the error if there was one: damaged records may not be replayable. */
function wrongTable(database: Database): () => string | undefined {
  try {
    const damage = withShadow(database, (shadow) =>
      database.snapshot(() => {
        replay(database, shadow());
        return shadow().difference();
      }),
    );
    return () => damage;
  } catch (error) {
    return () => {
      throw error;
    };
  }
}
