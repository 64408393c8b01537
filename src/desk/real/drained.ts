const ends = ["drain", "close", "error"];

/** Resolves when a full stream accepts more data, or when it never will. */
export function drained(out: NodeJS.EventEmitter): Promise<void> {
  return new Promise((go) => {
    const done = (): void => {
      for (const event of ends) out.off(event, done);
      go();
    };
    for (const event of ends) out.on(event, done);
  });
}
