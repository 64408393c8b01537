/** Returns a copy-on-write function: it copies each object to be changed once, and the rest stays shared with the original. */
export function copies(): <T extends object>(value: T) => T {
  const own = new Set<unknown>();
  return (value) => {
    if (own.has(value)) return value;
    const copy = (Array.isArray(value) ? [...value] : { ...value }) as typeof value;
    own.add(copy);
    return copy;
  };
}

/** Returns the steps of a path such as `document_lines[0].price`. */
export const stepsOf = (path: string): string[] => path.split(/[.[\]]+/).filter((step) => step !== "");
