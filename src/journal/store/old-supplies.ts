import type { Database } from "../../database/index.ts";
import { supplyOfReferences } from "../../document/index.ts";
import { supplyKeysOf } from "../keys/alike.ts";
import { outOfTeam } from "../server/company-rights.ts";
import type { Chain } from "./chain.ts";
import { type NameWriter, namesIn, recordName } from "./names.ts";
import { journalNotes } from "./notes.ts";
import { onward } from "./onward.ts";
import type { Intent } from "./records.ts";

/** The note that records up to which record older documents have the keys of their supply. */
export const suppliesKeyed = "supplies-keyed";

const page = 1_000;
/** After so many records without an older document the note moves on, so that each start looks at a few only. */
const mostUnnoted = 5_000;

/**
 * Gives the documents of earlier versions, which were recorded without their supply, the keys by which the guard finds
 * them: once, and again for those that a merge or a computer with an earlier version added. Must not be called inside
 * a transaction.
 */
export function keyOldSupplies(database: Database, chain: Chain, now: number): void {
  const notes = journalNotes(database, chain);
  const missing = (): { readonly from: number; readonly last: number } | undefined => {
    const from = keyedThrough(notes.ofType(suppliesKeyed).at(-1)?.data);
    const last = Number(database.get("SELECT max(sequence) AS last FROM record")?.last ?? 0);
    const sql = `SELECT 1 FROM record WHERE sequence > ? AND type = 'intent' AND data NOT LIKE '%"supply":%' LIMIT 1`;
    return last - from >= mostUnnoted || (last > from && database.get(sql, from)) ? { from, last } : undefined;
  };
  if (missing() === undefined) return;
  // Who was taken out of the team may write nothing, and sends nothing.
  if (outOfTeam(database) !== undefined) return;
  database.transaction(() => {
    // Another process may have done it in the meantime.
    const { from, last } = missing() ?? {};
    if (from === undefined || last === undefined) return;
    const documents = addOldSupplies(database, namesIn(database), last, from);
    const data = { through: String(last), documents: String(documents) };
    notes.add({ at: new Date(now).toISOString(), type: suppliesKeyed, data });
  });
}

export function keyedThrough(data: Readonly<Record<string, unknown>> | undefined): number {
  return Number(data?.through ?? 0);
}

/** Writes the keys of the older documents up to a record, and returns how many there are. */
export function addOldSupplies(journal: Database, names: NameWriter, through: number, from = 0): number {
  const sql = `SELECT sequence, data FROM record WHERE type = 'intent' AND sequence > ? AND sequence <= ?
    AND data NOT LIKE '%"supply":%' ORDER BY sequence LIMIT ?`;
  let count = 0;
  for (let after = from; ; ) {
    const rows = journal.all(sql, after, through, page);
    for (const { sequence, data } of rows) {
      // JSON.parse loses nothing: code in this folder wrote the data, as in record-rows.ts.
      const { account, references = [], lines } = JSON.parse(String(data)) as Intent;
      for (const key of supplyKeysOf(supplyOfReferences(references, lines)))
        names.add("alike", recordName(account, key), Number(sequence));
    }
    count += rows.length;
    if (rows.length < page) return count;
    after = onward(after, Number(rows.at(-1)?.sequence));
  }
}
