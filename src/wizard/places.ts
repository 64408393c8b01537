import type { SelfBilledDocument } from "../document/index.ts";

type Step = string | number;

function stepsOf(path: string): Step[] {
  return [...path.matchAll(/([^.[\]]+)|\[(\d+)\]/g)].map(([, name, index]) => name ?? Number(index));
}

export function documentValueAt(document: SelfBilledDocument, path: string): unknown {
  let at: unknown = document;
  for (const step of stepsOf(path))
    at = typeof at === "object" && at !== null ? (at as Record<Step, unknown>)[step] : undefined;
  return at;
}

export function setAt(document: SelfBilledDocument, path: string, value: unknown): void {
  const steps = stepsOf(path);
  let at = document as Record<Step, unknown>;
  steps.forEach((step, index) => {
    if (index === steps.length - 1) at[step] = value;
    else {
      at[step] ??= typeof steps[index + 1] === "number" ? [] : {};
      at = at[step] as Record<Step, unknown>;
    }
  });
}

/** Removes the field at a path, and groups that become empty. */
export function removeAt(document: SelfBilledDocument, path: string): void {
  const cut = path.lastIndexOf(".");
  const group = cut < 0 ? document : documentValueAt(document, path.slice(0, cut));
  if (typeof group !== "object" || group === null) return;
  delete (group as Record<string, unknown>)[path.slice(cut + 1)];
  if (cut >= 0 && Object.keys(group).length === 0 && !path.slice(0, cut).endsWith("]"))
    removeAt(document, path.slice(0, cut));
}

/** True if `path` is `above` or lies below it. */
export function isBelow(path: string, above: string): boolean {
  return path === above || (path.startsWith(above) && /^[.[]/.test(path.slice(above.length)));
}
