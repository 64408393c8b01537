/**
 * Opens SQLite on any Node version: the built-in module or, on Node 20, @photostructure/sqlite, which has the same
 * interface and file format. Used by journal and sandbox, which are independent of each other, and by the settings
 * for their lock. This folder does not define tables.
 */

export type { Database, DatabaseRow, Value } from "./database.ts";
export { flushFolder, isThere, makePrivateFolder } from "./folder.ts";
export { type FileLock, holdFile, isHeld, reapFile, waitForFile } from "./lock.ts";
export { inMemory, isDiskError, lacksSpace, lookAtDisk, openDatabase } from "./open.ts";
export { DatabaseAway, isStarting, isWrongPassword, mayComeBack, ServerError } from "./postgres/away.ts";
export type { Server } from "./postgres/messages.ts";
export type { ServerDatabase } from "./postgres/open.ts";
export { serverRemedy } from "./postgres/remedies.ts";
export { threadFile, waitForAnother } from "./thread.ts";
export { lostInLog } from "./wal.ts";

/** Connects to a server; loaded when first needed. */
export const serverDatabases = () => import("./postgres/open.ts");
