import { chmodSync, existsSync, mkdtempSync, rmSync, statfsSync } from "node:fs";
import { join } from "node:path";

const inMemory = "/dev/shm";
const room = 2 * 1024 ** 3;

/**
 * Where the system keeps files in memory and has room there, the temporary folders of all tests are there too: they flush some ten thousand
 * times, and none of them asks what a disk keeps without recording what was flushed.
 */
export default function setup(): void {
  if (process.env.TMPDIR?.startsWith(inMemory) || !existsSync(inMemory)) return;
  const { bavail, bsize } = statfsSync(inMemory);
  if (bavail * bsize < room) return;
  const folder = mkdtempSync(join(inMemory, "selfbill-tests-"));
  // A database server that must not be root's goes through it.
  chmodSync(folder, 0o711);
  process.env.TMPDIR = folder;
  // After all else has ended that lies in it.
  process.once("exit", () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  // What is left in memory is there until the computer starts anew.
  for (const signal of ["SIGTERM", "SIGHUP"] as const) process.once(signal, () => process.exit(1));
}
