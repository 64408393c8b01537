import { chmodSync, existsSync, mkdtempSync, rmSync, statfsSync } from "node:fs";
import { join } from "node:path";

const inMemory = "/dev/shm";
const room = 2 * 1024 ** 3;

/**
 * Places the temporary folders of all tests in memory, if the system has an in-memory file system with enough space:
 * the tests flush thousands of times. Tests that depend on what a real disk would keep have their own record of what
 * was flushed.
 */
export default function setup(): void {
  if (process.env.TMPDIR?.startsWith(inMemory) || !existsSync(inMemory)) return;
  const { bavail, bsize } = statfsSync(inMemory);
  if (bavail * bsize < room) return;
  const folder = mkdtempSync(join(inMemory, "selfbill-tests-"));
  // The database server does not run as root and must be able to enter the folder.
  chmodSync(folder, 0o711);
  process.env.TMPDIR = folder;
  // The folder is removed after everything that uses it has ended.
  process.once("exit", () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  // Otherwise, these signals would leave the files in memory until the computer restarts.
  for (const signal of ["SIGTERM", "SIGHUP"] as const) process.once(signal, () => process.exit(1));
}
