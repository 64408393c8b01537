/** Copy on write: each object is copied once when it is changed; the rest stays shared with the original. */
export function copies(): <T extends object>(value: T) => T {
  const own = new Set<unknown>();
  return (value) => {
    if (own.has(value)) return value;
    const copy = (Array.isArray(value) ? [...value] : { ...value }) as typeof value;
    own.add(copy);
    return copy;
  };
}

export const stepsOf = (path: string): string[] => path.split(/[.[\]]+/).filter((step) => step !== "");
