import type { Field, LeafMeta } from "../../src/document/index.ts";

/**
 * Returns all leaves (fields with a single value) of a field, keyed by path; `entry` is the text for a list entry in a
 * path, such as `[0]`.
 */
export function leavesOf(field: Field, entry: string, path = ""): ReadonlyMap<string, LeafMeta> {
  if (field.kind === "leaf") return new Map([[path, field.meta]]);
  if (field.kind === "list") return leavesOf(field.item, entry, `${path}${entry}`);
  return new Map(
    Object.entries(field.members).flatMap(([name, member]) => [
      ...leavesOf(member, entry, path === "" ? name : `${path}.${name}`),
    ]),
  );
}
