import { createRequire } from "node:module";

/** The SQLite of this Node, loaded when it is first needed. */
export function loadSqlite(): typeof import("@photostructure/sqlite") {
  const load = createRequire(import.meta.url);
  if (!("sqlite" in process.versions)) return load("@photostructure/sqlite");
  // Node 22 says once that the module is experimental; that line means nothing to the reader.
  const original = process.emitWarning;
  process.emitWarning = (() => undefined) as typeof process.emitWarning;
  try {
    return load("node:sqlite");
  } finally {
    process.emitWarning = original;
  }
}
