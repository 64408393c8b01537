import { stepsOf } from "../copies.ts";

/** Returns the value at a path of known names; undefined if there is none. */
export function valueAt(document: unknown, path: string): unknown {
  return stepsOf(path).reduce<unknown>(
    (at, step) => (typeof at === "object" && at !== null ? (at as Record<string, unknown>)[step] : undefined),
    document,
  );
}
