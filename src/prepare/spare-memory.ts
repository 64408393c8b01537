import { setFlagsFromString } from "node:v8";

/** Files of more bytes need a tree that fills the memory by itself. */
const large = 8 * 1024 * 1024;

/**
 * Before a large file is read: garbage is collected often, for a program that doubles its memory before it collects would need twice what
 * the tree needs. Costs about a second at the limits; other files are read without it.
 */
export function spareMemoryFor(bytes: number): void {
  if (bytes <= large) return;
  setFlagsFromString("--semi-space-growth-factor=1");
  setFlagsFromString("--heap-growing-percent=8");
}
