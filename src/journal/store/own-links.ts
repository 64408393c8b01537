import type { Database } from "../../database/index.ts";

/** The last link of the chain that this process added, so that it notices when what it added is not there any more. */
export function ownLinks(database: Database) {
  let added: { readonly sequence: number; readonly hash: string } | undefined;
  let confirmed = added;
  return {
    /** Inside a transaction. */
    adds(sequence: number, hash: string): void {
      added = { sequence, hash };
    },
    /** After a write: what it added is in the journal, or nobody knows that it is. */
    wrote(isDone: boolean): void {
      if (isDone) confirmed = added;
      else added = confirmed;
    },
    /** Whether the journal has what was added and confirmed before; a standby that took the place of its server may not. */
    hasConfirmed(): boolean {
      if (confirmed === undefined) return true;
      const row = database.get("SELECT hash FROM link WHERE sequence = ?", confirmed.sequence);
      return row?.hash === confirmed.hash;
    },
  };
}
