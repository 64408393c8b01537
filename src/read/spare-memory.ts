import { setFlagsFromString } from "node:v8";

/** Size in bytes above which the tree of a file, or a document with very many fields, takes many times as much memory. */
const large = 1024 * 1024;

/**
 * Prepares for reading a large file: from now on, garbage is collected often. Collecting only after memory has doubled would need twice what the tree
 * needs. This costs about a second for a file at the limits; for small files nothing changes.
 */
export function spareMemoryFor(bytes: number): void {
  if (bytes <= large) return;
  setFlagsFromString("--semi-space-growth-factor=1");
  setFlagsFromString("--heap-growing-percent=5");
}
