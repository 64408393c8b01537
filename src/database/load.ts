import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

type Sqlite = Pick<typeof import("@photostructure/sqlite"), "DatabaseSync">;
const packageName = "@photostructure/sqlite";

/** Loads the engine when it is first needed. */
export function loadSqlite(): Sqlite {
  if (!("sqlite" in process.versions)) return loadPackage();
  // Node 22 warns once that the module is experimental, which is of no use to the user.
  const original = process.emitWarning;
  process.emitWarning = (() => undefined) as typeof process.emitWarning;
  try {
    return process.getBuiltinModule("node:sqlite") as Sqlite;
  } finally {
    process.emitWarning = original;
  }
}

/**
 * The package is not installed that a Node without SQLite needs, as Node 20 and one built without it. It is optional, so that the library and other versions of Node work
 * without it (Decision 95).
 */
export class SqliteMissing extends Error {
  readonly hint =
    "Use Node 22.13 or newer, or install selfbill with its optional packages: npm install --include=optional";
}

function loadPackage(): Sqlite {
  const native = prebuilt();
  if (native !== undefined) {
    try {
      const addon = { exports: {} };
      process.dlopen(addon, native);
      return addon.exports as Sqlite;
    } catch {
      // The package itself searches in more places and reports the error.
    }
  }
  try {
    return createRequire(import.meta.filename)(packageName);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "MODULE_NOT_FOUND") throw error;
    const message = `Node ${process.versions.node} has no SQLite of its own, and the package ${packageName} is not installed`;
    throw new SqliteMissing(message, { cause: error });
  }
}

/**
 * The published native addon, in the nearest folder of packages that has it. Loading it directly avoids Node's and the
 * package's own search, which takes a tenth of a short command's run time. Undefined if the addon was compiled on this
 * computer, or if the system is Alpine Linux, which uses musl.
 */
function prebuilt(): string | undefined {
  const folder = nearest(import.meta.dirname);
  if (folder === undefined || existsSync(join(folder, "build")) || existsSync("/etc/alpine-release")) return undefined;
  const file = join(folder, "prebuilds", `${process.platform}-${process.arch}`, "@photostructure+sqlite.glibc.node");
  return existsSync(file) ? file : undefined;
}

function nearest(start: string): string | undefined {
  const folder = join(start, "node_modules", packageName);
  if (existsSync(folder)) return folder;
  const above = dirname(start);
  return above === start ? undefined : nearest(above);
}
