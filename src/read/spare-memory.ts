import { setFlagsFromString } from "node:v8";

/** Of more bytes a tree, or a document of very many fields, may become that takes many times their size. */
const large = 1024 * 1024;

/**
 * Before a large file is read: garbage is collected often from now on. A program that collects only when its memory has doubled would need
 * twice what the tree needs. Costs about a second for a file at the limits; smaller ones are read without it.
 */
export function spareMemoryFor(bytes: number): void {
  if (bytes <= large) return;
  setFlagsFromString("--semi-space-growth-factor=1");
  setFlagsFromString("--heap-growing-percent=5");
}
