import { setFlagsFromString } from "node:v8";

/**
 * Limits garbage in runs over many documents: V8 would grow the young generation, and collect the old one only after
 * it has doubled, which looks like a leak. From Node 24 on, V8's mid-tier compiler also uses memory in proportion to
 * the amount of warm code. Call it after a server's journal is opened: the start of a thread undoes part of it.
 */
export function keepMemoryLevel(): void {
  setFlagsFromString("--semi-space-growth-factor=1");
  setFlagsFromString("--heap-growing-percent=20");
  setFlagsFromString("--no-maglev");
}

/**
 * Keeps garbage small while a long list is read: V8 collects when the heap has grown by a fifth. Costs less time than
 * `keepMemoryLevel`, because reading a list involves little code. Call it after the first page.
 */
export function keepHeapSmall(): void {
  setFlagsFromString("--heap-growing-percent=20");
}

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
