const readers = new WeakMap<NodeJS.EventEmitter, { isGone: boolean }>();

/** Returns whether the output still has a reader. All desks in one process share a listener. */
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
