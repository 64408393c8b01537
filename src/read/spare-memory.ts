import { setFlagsFromString } from "node:v8";

/** Size in bytes above which a file counts as large: its tree takes many times as much memory. */
const large = 1024 * 1024;

/**
 * For a large file, makes garbage collection more frequent from now on. Collecting only after memory use has doubled
 * would take twice the memory that the tree needs. This costs about a second for a file at the limits, and nothing
 * for small files.
 */
export function spareMemoryFor(bytes: number): void {
  if (bytes <= large) return;
  setFlagsFromString("--semi-space-growth-factor=1");
  setFlagsFromString("--heap-growing-percent=5");
}
