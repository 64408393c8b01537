import { copies, stepsOf } from "../copies.ts";
import type { SelfBilledDocument } from "../shapes.ts";

/** Returns a copy with these values; the groups above them must exist. Unchanged parts are shared with the document. */
export function withValues(
  document: SelfBilledDocument,
  values: Iterable<readonly [path: string, value: unknown]>,
): SelfBilledDocument {
  const own = copies();
  let root: Record<string, unknown> = document;
  for (const [path, value] of values) {
    const steps = stepsOf(path);
    const last = steps.pop();
    if (last === undefined) continue;
    root = own(root);
    let holder = root;
    for (const step of steps) {
      holder[step] = own(holder[step] as object);
      holder = holder[step] as Record<string, unknown>;
    }
    holder[last] = value;
  }
  return root;
}
