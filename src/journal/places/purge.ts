import type { Database } from "../../database/index.ts";
import { fail, ok, type Result } from "../../problem/index.ts";
import { isUnsettled } from "../../states/index.ts";
import type { ServerAddress } from "../server/address.ts";
import { asOwner } from "../server/as-owner.ts";
import { chainOf } from "../store/chain.ts";
import { onward } from "../store/onward.ts";
import { recordsTable } from "../store/records-table.ts";
import { pastOf } from "../tried/past.ts";
import { type Alone, alone } from "./alone.ts";
import { closedBy, closedFile } from "./closed.ts";
import type { ByWhom, Placed } from "./move.ts";
import { requestsBefore } from "./old-requests.ts";

/** Maximum number of hashes in one note. */
const page = 500;

/** The number of stored items removed, the number of their documents, and the chain's length afterwards. */
export interface Purged extends Placed {
  readonly texts: number;
  readonly documents: number;
}

/**
 * Removes the stored content (bodies as sent, answers as received, requests for approval) of documents issued before a
 * given day (YYYY-MM-DD); if `really` is false, only counts it. Records and hashes stay, and notes in the chain list
 * the removed hashes, so the journal still verifies. Keeps content that a later document or an open doubt needs.
 * Problems: `journal-in-use`, `journal-moved`, `journal-unusable`.
 */
export function purgeJournal(
  path: string,
  before: string,
  { by, now, really }: ByWhom & { readonly really: boolean },
): Result<Purged> {
  return alone(path, ({ disk: { database }, notes }) => {
    const closed = closedBy(notes.all());
    if (closed) return fail(closedFile(path, closed));
    // Overwrites removed content instead of only releasing its pages.
    database.get("PRAGMA secure_delete = ON");
    return ok(purged({ database, notes }, before, { by, now, really }));
  });
}

/** Like `purgeJournal`, but on a server; only for the owner of its tables. Additional problem: `bad-usage`. */
export function purgeOnServer(
  address: ServerAddress,
  before: string,
  who: ByWhom & { readonly really: boolean },
): Promise<Result<Purged>> {
  return asOwner(address, "journal purge", (journal) => ok(purged(journal, before, who)));
}

/** Purges in one transaction, so that no new document can need content that is being removed. */
function purged(
  { database, notes }: { readonly database: Database; readonly notes: Alone["notes"] },
  before: string,
  { by, now, really }: ByWhom & { readonly really: boolean },
): Purged {
  const at = new Date(now).toISOString();
  return database.transaction(() => {
    const sent = textsBefore(database, before);
    const requests = requestsBefore({ database, notes }, before);
    const hashes = [...sent.hashes, ...new Set(requests.map(({ file }) => file))];
    const documents = sent.documents + requests.reduce((sum, { unsent }) => sum + unsent, 0);
    for (let from = 0; really && from < hashes.length; from += page) {
      const some = hashes.slice(from, from + page);
      for (const hash of some) database.run("UPDATE kept SET content = ? WHERE hash = ?", nothing, hash);
      notes.add({ at, type: "purged", data: { before, by, hashes: some } });
    }
    // Closes the requests with unsent documents, because they can no longer be approved without their files.
    for (const { request, account, unsent } of really ? requests : []) {
      const reason = `its documents were issued before ${before}, and purged`;
      if (unsent > 0)
        notes.add({ at, type: "dealt-with", data: { account, id: request, what: "approval", reason, by } });
    }
    return { ...chainOf(database).known(), texts: hashes.length, documents };
  });
}

const nothing = new Uint8Array();

/**
 * Returns the hashes of stored content of documents issued before a given day, and the number of these documents.
 * Leaves out content that a later document or an open doubt needs.
 */
function textsBefore(database: Database, before: string): { hashes: string[]; documents: number } {
  const records = recordsTable(database);
  const old = new Map<string, string>();
  const needed = new Set<string>();
  for (let after = 0; ; ) {
    const sql = "SELECT sequence, attempt FROM record WHERE type = 'intent' AND sequence > ? ORDER BY sequence LIMIT ?";
    const rows = database.all(sql, after, page);
    for (const { attempt } of rows) {
      const past = pastOf(records.ofAttempt(String(attempt)));
      if (past === undefined) continue;
      const isOld = /^\d{4}-\d\d-\d\d$/.test(past.intent.issueDate) && past.intent.issueDate < before;
      const isOpen = isUnsettled(past);
      for (const hash of [past.intent.bodyHash, past.result?.answerHash])
        if (hash !== undefined && isOld && !isOpen) old.set(hash, past.attempt);
        else if (hash !== undefined) needed.add(hash);
    }
    if (rows.length < page) break;
    after = onward(after, rows.at(-1)?.sequence);
  }
  const isKept = (hash: string): boolean =>
    database.get("SELECT 1 FROM kept WHERE hash = ? AND length(content) > 0", hash) !== undefined;
  const hashes = [...old.keys()].filter((hash) => !needed.has(hash) && isKept(hash));
  return { hashes, documents: new Set(hashes.map((hash) => old.get(hash))).size };
}
