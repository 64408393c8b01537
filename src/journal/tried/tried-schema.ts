/**
 * Tables for finding attempts, used by `history`, `due` and `evidence`. They are derived from `record` and `seen`,
 * and brought up to date if they are missing or behind (`followed`).
 */
export const triedSchema = `
  -- One row a try; its number is that of its intent.
  CREATE TABLE IF NOT EXISTS tried (
    record INTEGER PRIMARY KEY,
    attempt TEXT NOT NULL,
    at TEXT NOT NULL,
    kind TEXT NOT NULL,
    state TEXT NOT NULL,
    supplier INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX IF NOT EXISTS tried_at ON tried (at);
  CREATE INDEX IF NOT EXISTS tried_state ON tried (state);
  CREATE INDEX IF NOT EXISTS tried_supplier ON tried (supplier);
  -- Suppliers by everything that tells them apart.
  CREATE TABLE IF NOT EXISTS tried_with (
    number INTEGER PRIMARY KEY,
    account TEXT NOT NULL,
    id TEXT NOT NULL,
    name TEXT NOT NULL,
    trn TEXT NOT NULL,
    UNIQUE (account, id, name, trn)
  ) STRICT;
  -- What a try is found by besides: a hash of id, number, file, content or the document that it replaces or corrects.
  CREATE TABLE IF NOT EXISTS tried_name (name INTEGER, record INTEGER, PRIMARY KEY (name, record)) STRICT, WITHOUT ROWID;
  -- Documents that exist and are not known to be approved, with the last state that is known and the try that made them what they are.
  CREATE TABLE IF NOT EXISTS unfinished (
    account TEXT NOT NULL,
    id TEXT NOT NULL,
    state TEXT,
    number TEXT NOT NULL,
    record INTEGER NOT NULL,
    PRIMARY KEY (account, id)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS unfinished_record ON unfinished (record);
  -- The last record and the last later state that these tables hold.
  CREATE TABLE IF NOT EXISTS followed (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    record INTEGER NOT NULL,
    seen INTEGER NOT NULL
  ) STRICT;
`;
