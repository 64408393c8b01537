/** Watched outputs, and whether somebody still reads them. */
const readers = new WeakMap<NodeJS.EventEmitter, { isGone: boolean }>();

/** Watches an output, only once even if several desks of a process write to it; returns whether somebody still reads it. */
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
