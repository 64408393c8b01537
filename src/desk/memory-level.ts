import { setFlagsFromString } from "node:v8";

/**
 * Limits the garbage of runs over many documents: V8 would grow the young generation, and collect the old one only
 * after it has doubled, which looks like a leak. From Node 24 on, V8's middle compiler also uses memory in proportion
 * to the warm code. Call it after most code is loaded, because V8 then rejects its compile cache.
 */
export function keepMemoryLevel(): void {
  setFlagsFromString("--semi-space-growth-factor=1");
  setFlagsFromString("--heap-growing-percent=20");
  setFlagsFromString("--no-maglev");
}

/**
 * Keeps garbage small while a long list is read: V8 collects when the heap has grown by a fifth. Costs less time than
 * `keepMemoryLevel`, as a list has little code. Call it after the first page, for the same reason.
 */
export function keepHeapSmall(): void {
  setFlagsFromString("--heap-growing-percent=20");
}
