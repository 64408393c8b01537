/**
 * Limits on the memory of the process, for work on many documents or a large file. V8 rejects its compile cache once
 * flags are set, so call these functions after most code is loaded.
 */
export { keepHeapSmall, keepMemoryLevel, spareMemoryFor } from "./memory-level.ts";
