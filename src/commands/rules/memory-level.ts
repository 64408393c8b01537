import { setFlagsFromString } from "node:v8";

/**
 * For a run over many documents, of which each leaves garbage of its size: a young generation that grew with their number would look
 * like a leak, and so would an old one that is swept only when it has doubled. From Node 24 on V8's middle compiler works beside the
 * program and holds memory in step with how much of it is warm. To be called when most of the code is loaded: from then on V8 takes none of
 * the compiled code that is kept.
 */
export function keepMemoryLevel(): void {
  setFlagsFromString("--semi-space-growth-factor=1");
  setFlagsFromString("--heap-growing-percent=20");
  setFlagsFromString("--no-maglev");
}
