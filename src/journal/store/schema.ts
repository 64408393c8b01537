import { numbersSchema } from "../numbering/numbers.ts";
import { triedSchema } from "../tried/tried-schema.ts";

/** This table was added later, so a journal on a server may not have it. */
export const callerTable =
  "CREATE TABLE IF NOT EXISTS caller (name TEXT PRIMARY KEY, counted_as TEXT NOT NULL, at INTEGER NOT NULL) STRICT;";

/**
 * `record` is the source of truth; the derived tables can be rebuilt from it, and are updated in the same
 * transaction.
 */
export const schema = `
  CREATE TABLE IF NOT EXISTS record (
    sequence INTEGER PRIMARY KEY AUTOINCREMENT,
    at TEXT NOT NULL,
    account TEXT NOT NULL,
    key TEXT NOT NULL,
    attempt TEXT NOT NULL,
    type TEXT NOT NULL CHECK (type IN ('intent', 'armed', 'result', 'resolved')),
    data TEXT NOT NULL
  ) STRICT;
  CREATE INDEX IF NOT EXISTS record_key ON record (account, key);
  -- Everything about an attempt is said once, except how it was settled: a later word overrules an earlier one, and both stay.
  DROP INDEX IF EXISTS record_attempt;
  CREATE INDEX IF NOT EXISTS record_of_attempt ON record (attempt);
  CREATE UNIQUE INDEX IF NOT EXISTS record_once ON record (attempt, type) WHERE type <> 'resolved';
  -- Bodies as sent and answers as they came, which records name by their hash. As true as the records.
  CREATE TABLE IF NOT EXISTS kept (number INTEGER PRIMARY KEY, hash TEXT NOT NULL UNIQUE, content BLOB NOT NULL) STRICT;
  -- What services told later about documents. As true as the records.
  CREATE TABLE IF NOT EXISTS seen (
    sequence INTEGER PRIMARY KEY AUTOINCREMENT,
    at TEXT NOT NULL,
    account TEXT NOT NULL,
    id TEXT NOT NULL,
    state TEXT NOT NULL
  ) STRICT;
  CREATE INDEX IF NOT EXISTS seen_id ON seen (account, id);
  -- What was done with the journal itself: taken over, accepted, merged. As true as the records.
  CREATE TABLE IF NOT EXISTS note (
    sequence INTEGER PRIMARY KEY AUTOINCREMENT,
    at TEXT NOT NULL,
    type TEXT NOT NULL,
    data TEXT NOT NULL
  ) STRICT;
  -- Which journal this is.
  CREATE TABLE IF NOT EXISTS identity (one INTEGER PRIMARY KEY CHECK (one = 1), id TEXT NOT NULL, made TEXT NOT NULL) STRICT;
  -- The tables that were made: hashes of this text and of what the file then says of them.
  CREATE TABLE IF NOT EXISTS made (one INTEGER PRIMARY KEY CHECK (one = 1), text TEXT NOT NULL, tables TEXT NOT NULL) STRICT;
  -- The chain over record, seen, kept and note, in the order in which they came; chain.ts says what is hashed.
  CREATE TABLE IF NOT EXISTS link (
    sequence INTEGER PRIMARY KEY,
    source TEXT NOT NULL CHECK (source IN ('record', 'seen', 'text', 'note')),
    row INTEGER NOT NULL,
    hash TEXT NOT NULL
  ) STRICT;
  CREATE UNIQUE INDEX IF NOT EXISTS link_row ON link (source, row);
  -- What a content is known by besides its key.
  CREATE TABLE IF NOT EXISTS intended (
    account TEXT NOT NULL,
    key TEXT NOT NULL,
    number TEXT,
    twin TEXT NOT NULL,
    PRIMARY KEY (account, key)
  ) STRICT;
  CREATE INDEX IF NOT EXISTS intended_number ON intended (account, number) WHERE number IS NOT NULL;
  CREATE INDEX IF NOT EXISTS intended_twin ON intended (account, twin);
  -- Intents by their supplier: a hash of account and one of its names.
  CREATE TABLE IF NOT EXISTS supplied (name INTEGER NOT NULL, record INTEGER NOT NULL, PRIMARY KEY (name, record)) STRICT, WITHOUT ROWID;
  -- A second way to the records that decide: second-path.ts says why.
  CREATE TABLE IF NOT EXISTS known (name INTEGER NOT NULL, record INTEGER NOT NULL, PRIMARY KEY (name, record)) STRICT, WITHOUT ROWID;
  -- Intents by what resembles them: reference, texts, file, number and look-alike names. Hashes, as in supplied.
  CREATE TABLE IF NOT EXISTS alike (name INTEGER NOT NULL, record INTEGER NOT NULL, PRIMARY KEY (name, record)) STRICT, WITHOUT ROWID;
  -- Who is at a content now.
  CREATE TABLE IF NOT EXISTS claim (
    account TEXT NOT NULL,
    key TEXT NOT NULL,
    owner TEXT NOT NULL,
    attempt TEXT NOT NULL,
    PRIMARY KEY (account, key)
  ) STRICT;
  -- Attempts that may have left the computer and have no end yet.
  CREATE TABLE IF NOT EXISTS unsettled (
    attempt TEXT PRIMARY KEY,
    account TEXT NOT NULL,
    key TEXT NOT NULL
  ) STRICT;
  -- Requests of the last minute, and how long a service asked to hold off. Times run on without ever going back.
  CREATE TABLE IF NOT EXISTS start (account TEXT NOT NULL, at INTEGER NOT NULL) STRICT;
  CREATE INDEX IF NOT EXISTS start_account ON start (account, at);
  CREATE TABLE IF NOT EXISTS hold (account TEXT PRIMARY KEY, until INTEGER NOT NULL) STRICT;
  -- Under which name of start and hold a caller is counted, and an account was counted last. Callers are known by a keyed hash.
  ${callerTable}
  CREATE TABLE IF NOT EXISTS time (one INTEGER PRIMARY KEY CHECK (one = 1), wall INTEGER NOT NULL, added INTEGER NOT NULL) STRICT;
  -- When a large file was last found sound.
  CREATE TABLE IF NOT EXISTS checked (one INTEGER PRIMARY KEY CHECK (one = 1), at INTEGER NOT NULL) STRICT;

  CREATE TABLE IF NOT EXISTS created (
    sequence INTEGER PRIMARY KEY,
    account TEXT NOT NULL,
    kind TEXT NOT NULL,
    id TEXT NOT NULL,
    document_number TEXT NOT NULL,
    file TEXT NOT NULL,
    version TEXT NOT NULL,
    created_at TEXT NOT NULL,
    currency TEXT NOT NULL,
    payable_amount TEXT NOT NULL,
    lines TEXT NOT NULL,
    UNIQUE (account, id)
  ) STRICT;
  CREATE INDEX IF NOT EXISTS created_number ON created (account, document_number);
  CREATE INDEX IF NOT EXISTS created_file ON created (account, file);
  CREATE TABLE IF NOT EXISTS credited (
    account TEXT NOT NULL,
    id TEXT NOT NULL,
    invoice_number TEXT NOT NULL,
    reason TEXT NOT NULL,
    PRIMARY KEY (account, id, invoice_number)
  ) STRICT;
  -- What the file of a created document said.
  CREATE TABLE IF NOT EXISTS content (
    account TEXT NOT NULL,
    id TEXT NOT NULL,
    hash TEXT NOT NULL,
    PRIMARY KEY (account, id)
  ) STRICT;
  CREATE INDEX IF NOT EXISTS credited_invoice ON credited (account, invoice_number, id);
  ${triedSchema}
  ${numbersSchema}
`;
