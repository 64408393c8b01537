import { setFlagsFromString } from "node:v8";

/**
 * Limits garbage in runs over many documents: V8 would grow the young generation, and collect the old one only after
 * it has doubled, which looks like a leak. From Node 24 on, V8's mid-tier compiler also uses memory in proportion to
 * the amount of warm code. Call it after most code is loaded, because V8 rejects its compile cache from then on.
 */
export function keepMemoryLevel(): void {
  setFlagsFromString("--semi-space-growth-factor=1");
  setFlagsFromString("--heap-growing-percent=20");
  setFlagsFromString("--no-maglev");
}

/**
 * Keeps garbage small while a long list is read: V8 collects when the heap has grown by a fifth. Costs less time than
 * `keepMemoryLevel`, because reading a list involves little code. Call it after the first page, because V8 rejects
 * its compile cache from then on.
 */
export function keepHeapSmall(): void {
  setFlagsFromString("--heap-growing-percent=20");
}
