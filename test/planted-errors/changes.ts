import type { SelfBilledDocument } from "../../src/document/index.ts";

/** A value in a document; undefined removes it. */
export type Change = readonly [path: string, value: unknown];

export function withChanges(document: SelfBilledDocument, changes: readonly Change[]): SelfBilledDocument {
  const copy = structuredClone(document) as Record<string, unknown>;
  for (const [path, value] of changes) {
    const steps = path.split(/[.[\]]+/).filter((step) => step !== "");
    const last = steps.pop() as string;
    let at = copy;
    for (const step of steps) {
      at[step] ??= {};
      at = at[step] as Record<string, unknown>;
    }
    if (value === undefined) delete at[last];
    else at[last] = value;
  }
  return copy;
}
