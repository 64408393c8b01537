import type { Database } from "../../database/index.ts";
import { type Chain, chainOf } from "../store/chain.ts";
import { journalNotes } from "../store/notes.ts";
import { spellingOf } from "../store/spelling.ts";
import { damagedNote } from "./daily.ts";
import { recordedDamage } from "./recorded.ts";
import { replaying, withShadow } from "./shadow.ts";

export interface Repaired extends ReturnType<Chain["known"]> {
  /** Damage to the records themselves, worded for use after a colon; if present, nothing was changed. */
  readonly damage?: string | undefined;
  /** The tables that contradicted the records and were rebuilt. */
  readonly tables: readonly string[];
}

/** The note that records which tables were rebuilt, and by whom. */
export const repairedNote = "repaired";

/**
 * Rebuilds derived tables that contradict the records, all or nothing, while other writers wait. Changes nothing if the
 * records are damaged. Throws errors from the database and the file system.
 */
export function repairTables(database: Database, { by, at }: { readonly by: string; readonly at: string }): Repaired {
  const chain = chainOf(database);
  const page = spellingOf(database).damage(database, "1");
  if (page !== undefined) return { ...chain.known(), damage: page, tables: [] };
  return withShadow(database, (shadow) =>
    database.transaction((): Repaired => {
      spellingOf(database).takeTime(database);
      const { each, end } = replaying(shadow);
      const { damage } = recordedDamage(database, chain, chain.identity(), { each });
      if (damage !== undefined) return { ...chain.known(), damage, tables: [] };
      end();
      const tables = shadow().different();
      const notes = journalNotes(database, chain);
      const isHeld = notes.ofType(damagedNote).length > 0;
      if (tables.length > 0) shadow().rebuild();
      if (tables.length > 0 || isHeld) {
        notes.add({ at, type: repairedNote, data: { by, tables } });
      }
      return { ...chain.known(), tables };
    }),
  );
}
