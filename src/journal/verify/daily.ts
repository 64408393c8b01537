import type { Database } from "../../database/index.ts";
import type { Chain, JournalIdentity } from "../store/chain.ts";
import type { journalNotes } from "../store/notes.ts";
import { keyOldSupplies } from "../store/old-supplies.ts";
import type { JournalNote } from "../store/records.ts";
import { putIn, wrongLinksAfter } from "./recorded.ts";

/** The note that records how far the chain was checked and found unchanged. */
export const checkedNote = "checked";
/** The note that records damage, after which nothing is sent. */
export const damagedNote = "damaged";

/** Milliseconds for which a successful check remains valid. */
const believed = 24 * 60 * 60 * 1000;
/** Maximum number of links per check; the next run continues where this one stopped. */
const most = 5_000;

interface Tables {
  readonly database: Database;
  readonly chain: Chain;
  readonly notes: ReturnType<typeof journalNotes>;
}

/**
 * Completes the keys of older documents, and checks a journal on a server once a day, in the first process that sends: reads the links and rows added since the
 * last check, and counts all others. The result is a note for all users. A file has its own check (integrity.ts). Must
 * not be called inside a transaction. Throws errors from the database.
 */
export function checkDaily({ database, chain, notes }: Tables, now: number): void {
  keyOldSupplies(database, chain, now);
  const identity = chain.stored();
  if (database.engine === "sqlite" || identity === undefined) return;
  const last = notes.ofType(checkedNote).at(-1);
  const isWhole = last?.data.whole !== "no";
  if (isWhole && now - Date.parse(last?.at ?? identity.made) < believed) return;
  const { through = "0", hash = chain.hashAt(0), uncounted } = last?.data ?? {};
  const from = { sequence: Number(through), hash: String(hash), uncounted };
  const found = database.snapshot(() => foundSince(database, chain, identity, from));
  database.transaction(() => notes.add({ at: new Date(now).toISOString(), ...found }));
}

/**
 * Returns the note for a check that found no damage. Only a full check counts the rows; until the next one, the
 * difference found `before` remains.
 */
export function checkedUpTo(
  database: Database,
  { sequence, hash }: { readonly sequence: number; readonly hash: string },
  isWhole = true,
  before?: unknown,
): Pick<JournalNote, "type" | "data"> {
  const uncounted = isWhole ? putIn(database) : before;
  const data = { through: String(sequence), hash, whole: isWhole ? "yes" : "no" };
  return { type: checkedNote, data: uncounted === undefined ? data : { ...data, uncounted } };
}

/**
 * Returns the note for the damage or, if there is none, for the check. `uncounted` is the difference in the row count
 * that was found by the last full check or accepted with the journal.
 */
function foundSince(
  database: Database,
  chain: Chain,
  identity: JournalIdentity,
  from: { readonly sequence: number; readonly hash: string; readonly uncounted: unknown },
): Pick<JournalNote, "type" | "data"> {
  const wrong = (damage: string) => ({ type: damagedNote, data: { damage, after: String(from.sequence) } });
  if (chain.hashAt(from.sequence) !== from.hash)
    return wrong(`entry ${from.sequence} of its chain is not as it was at the last check`);
  const { damage, through } = wrongLinksAfter(database, chain, identity, from, { most });
  if (damage !== undefined) return wrong(damage);
  const found = checkedUpTo(database, through, through.sequence - from.sequence < most, from.uncounted);
  const { uncounted } = found.data;
  return uncounted !== undefined && uncounted !== from.uncounted ? wrong(String(uncounted)) : found;
}
