import type { Database } from "../../database/index.ts";

/** The last link of the chain that this process added, so that it notices if it disappears. */
export function ownLinks(database: Database) {
  let added: { readonly sequence: number; readonly hash: string } | undefined;
  let confirmed = added;
  return {
    /** Inside a transaction. */
    adds(sequence: number, hash: string): void {
      added = { sequence, hash };
    },
    /** Call it after a write: either what it added is in the journal, or nobody knows whether it is. */
    wrote(isDone: boolean): void {
      if (isDone) confirmed = added;
      else added = confirmed;
    },
    /** Whether the journal has what was added and confirmed before; a standby that replaced its server may lack it. */
    hasConfirmed(): boolean {
      if (confirmed === undefined) return true;
      const row = database.get("SELECT hash FROM link WHERE sequence = ?", confirmed.sequence);
      return row?.hash === confirmed.hash;
    },
  };
}
