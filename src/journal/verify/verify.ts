import type { Database } from "../../database/index.ts";
import { recordedMeanwhile } from "./aside.ts";
import { type DerivedCheck, type Verified, verifyRecorded } from "./recorded.ts";
import { replay, replaying, type Shadow, withShadow } from "./shadow.ts";

/**
 * Reads the whole journal: what was recorded (see `verifyRecorded`), and the derived tables, which are compared with
 * replayed records. For a large file, a second thread checks what was recorded at the same time; otherwise each record
 * is read only once, for both checks. `noted` is the hash of a link, or the beginning of that hash, noted elsewhere.
 * Throws errors from the database.
 */
export function verifyJournal(database: Database, noted: string | undefined): Verified {
  const thread = recordedMeanwhile(database, noted);
  if (thread === undefined) return withShadow(database, (shadow) => verifyRecorded(database, noted, replayed(shadow)));
  try {
    const derived = wrongTable(database);
    const found = thread.found() ?? verifyRecorded(database, noted);
    if (found.damage !== undefined) return found;
    const damage = derived();
    return damage === undefined ? found : { ...found, damage, isRepairable: true };
  } finally {
    thread.end();
  }
}

function replayed(shadow: () => Shadow): DerivedCheck {
  const { each, end } = replaying(shadow);
  return {
    each,
    damage() {
      end();
      return shadow().difference();
    },
  };
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
