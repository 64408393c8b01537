import { setFlagsFromString } from "node:v8";

/**
 * Keeps memory level during a run over many documents, each of which leaves garbage of its size: a young generation
 * that grew with the number of documents would look like a leak, and so would an old one that is collected only after
 * it has doubled. From Node 24 on V8's middle compiler runs concurrently and uses memory in proportion to the warm
 * code. Must be called when most of the code is loaded: from then on V8 accepts no code from its compile cache.
 */
export function keepMemoryLevel(): void {
  setFlagsFromString("--semi-space-growth-factor=1");
  setFlagsFromString("--heap-growing-percent=20");
  setFlagsFromString("--no-maglev");
}
