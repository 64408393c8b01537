import { setFlagsFromString } from "node:v8";

/** Bytes above which the tree of a file takes many times as much memory. */
const large = 1024 * 1024;

/**
 * For a large file, garbage is collected often from now on. Collecting only after memory has doubled would need twice
 * what the tree needs. Costs about a second for a file at the limits; nothing for small files.
 */
export function spareMemoryFor(bytes: number): void {
  if (bytes <= large) return;
  setFlagsFromString("--semi-space-growth-factor=1");
  setFlagsFromString("--heap-growing-percent=5");
}
