/**
 * Opens SQLite on any Node: the built-in module where there is one, @photostructure/sqlite (same interface, same file) on Node 20.
 * Used by journal and sandbox, which never meet. This room knows no table.
 */
export { flushFolder, makePrivateFolder } from "./folder.ts";
export { type FileLock, holdFile, isHeld, reapFile } from "./lock.ts";
export { type Database, inMemory, openDatabase } from "./open.ts";
export { lostInLog } from "./wal.ts";
