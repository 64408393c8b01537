import type { Result } from "../problem/index.ts";
import type { UnderAllNames } from "./accounts/accounts.ts";
import type { Contents } from "./content/contents.ts";
import type { Journal } from "./journal.ts";
import type { openness } from "./places/closed.ts";
import type { Disk } from "./places/disk.ts";
import type { Chain } from "./store/chain.ts";
import type { keptTexts } from "./store/kept-texts.ts";
import type { journalNotes } from "./store/notes.ts";
import type { RecordsTable } from "./store/records-table.ts";
import type { seenStates } from "./store/seen-states.ts";

/** The queries that a journal answers from its tables alone. */
export type Reads = Pick<
  Journal,
  | "everSent"
  | "find"
  | "ofFile"
  | "credited"
  | "attempt"
  | "ofContent"
  | "records"
  | "kept"
  | "seen"
  | "identity"
  | "hashAt"
  | "notes"
  | "heldBack"
  | "lately"
  | "isSent"
  | "server"
>;

interface Tables {
  readonly records: RecordsTable;
  readonly documents: UnderAllNames;
  readonly contents: Contents;
  readonly chain: Chain;
  readonly kept: ReturnType<typeof keptTexts>;
  readonly seen: ReturnType<typeof seenStates>;
  readonly notes: ReturnType<typeof journalNotes>;
  readonly open: ReturnType<typeof openness>;
  readonly disk: Pick<Disk, "about">;
}

/** Builds the queries of `Reads`; `read` runs each of them and turns anything thrown into a problem. */
export function readsOf(tables: Tables, read: <T>(work: () => T) => Promise<Result<T>>): Reads {
  const { records, documents, contents, chain, kept, seen, notes, open, disk } = tables;
  const answer =
    <A extends unknown[], T>(of: (...asked: A) => T) =>
    async (...asked: A): Promise<Result<T>> =>
      read(() => of(...asked));
  return {
    everSent: answer(records.everSent),
    find: answer(documents.find),
    ofFile: answer(documents.ofFile),
    credited: answer(documents.credited),
    lately: answer(documents.lately),
    attempt: answer(records.ofAttempt),
    ofContent: answer(records.ofKey),
    records: answer(records.after),
    kept: answer(kept.find),
    seen: answer(seen.of),
    identity: answer(chain.known),
    hashAt: answer(chain.hashAt),
    notes: answer(notes.all),
    heldBack: answer(open.heldBack),
    server: answer(() => disk.about?.()),
    isSent: answer((account: string, key: string) => contents.isSent(account, key)),
  };
}
