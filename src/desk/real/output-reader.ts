/** Watched outputs, and whether the reader of each has gone. */
const readers = new WeakMap<NodeJS.EventEmitter, { isGone: boolean }>();

/**
 * Watches an output, only once even if several desks of a process write to it; returns a function that says whether it
 * still has a reader.
 */
export function outputReader(output: NodeJS.EventEmitter): () => boolean {
  const reader = readers.get(output) ?? { isGone: false };
  if (!readers.has(output)) {
    readers.set(output, reader);
    output.on("error", () => {
      reader.isGone = true;
    });
  }
  return () => !reader.isGone;
}
