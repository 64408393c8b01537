import { createRequire } from "node:module";

/** The SQLite of this Node, loaded when it is first needed. */
export function loadSqlite(): typeof import("@photostructure/sqlite") {
  const load = createRequire(import.meta.url);
  if (!("sqlite" in process.versions)) return loadPackage(load);
  // Node 22 says once that the module is experimental; that line means nothing to the reader.
  const original = process.emitWarning;
  process.emitWarning = (() => undefined) as typeof process.emitWarning;
  try {
    return load("node:sqlite");
  } finally {
    process.emitWarning = original;
  }
}

/** The package that Node 20 needs is not installed. It is an optional one, so that the library and other Nodes do without it (Decision 95). */
export class SqliteMissing extends Error {
  readonly hint =
    "Use Node 22.13 or newer, or install selfbill with its optional packages: npm install --include=optional";
}

function loadPackage(load: NodeJS.Require): typeof import("@photostructure/sqlite") {
  try {
    return load("@photostructure/sqlite");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "MODULE_NOT_FOUND") throw error;
    const message = "Node 20 needs the package @photostructure/sqlite, which is not installed";
    throw new SqliteMissing(message, { cause: error });
  }
}
