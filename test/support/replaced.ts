/** Objects whose own conversion to a string is broken. */
export const oddGroups: readonly unknown[] = [{ toString: { a: ["AE"] }, valueOf: {} }, [{ toString: ["VAT"] }]];

/** Copies of a document, each with the value in a different place. */
export function replaced(document: unknown, value: unknown): unknown[] {
  if (typeof document !== "object" || document === null) return [];
  return Object.keys(document).flatMap((key) => {
    const members = document as Record<string, unknown>;
    const put = (member: unknown): unknown =>
      Array.isArray(document) ? document.with(Number(key), member) : { ...members, [key]: member };
    return [put(value), ...replaced(members[key], value).map(put)];
  });
}
