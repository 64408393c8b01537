import { interned, type UblElement } from "../../ubl/index.ts";
import type { Condition, Context } from "../rule.ts";

/** Parsed path of a context: its last step, and the steps above it, nearest last. */
interface Place {
  readonly last: string;
  readonly above: readonly string[];
  readonly absolute: boolean;
}

/**
 * The parsed paths of each context, cached because every combination of element and parent names is compared with all
 * paths.
 */
const taken = new WeakMap<Context, readonly Place[]>();

function placesOf(context: Context): readonly Place[] {
  const known = taken.get(context);
  if (known) return known;
  const places: Place[] = [];
  for (const path of context.paths) {
    const absolute = path.startsWith("/");
    const above = (absolute ? path.slice(1) : path).split("/").map(interned);
    const last = above.pop() as string;
    if (!last.startsWith("@")) places.push({ last, above, absolute });
  }
  taken.set(context, places);
  return places;
}

/**
 * For each pattern, its contexts that may match elements with this name, in order; patterns without any are left out.
 * Most contexts name their elements exactly, so an element with a new combination of names is compared only with the
 * contexts for its own name.
 */
export function contextsByName(
  patterns: ReadonlyArray<readonly Context[]>,
): (name: string) => ReadonlyArray<readonly Context[]> {
  const all = patterns.flatMap((contexts, pattern) => contexts.map((context) => ({ context, pattern })));
  /** Positions in `all` of the contexts for any other name, and for each name; in order, because each is added last. */
  const open: number[] = [];
  const exact = new Map<string, number[]>();
  const add = (held: number[], at: number): void => {
    if (held.at(-1) !== at) held.push(at);
  };
  for (const [at, { context }] of all.entries()) {
    for (const path of context.paths) {
      const last = path.slice(path.lastIndexOf("/") + 1);
      const isOpen = last.includes("*");
      if (!isOpen && !exact.has(last)) exact.set(last, [...open]);
      for (const held of isOpen ? [open, ...exact.values()] : [exact.get(last) as number[]]) add(held, at);
    }
  }
  return (name) => {
    const found: Context[][] = [];
    let before = -1;
    for (const at of exact.get(name) ?? open) {
      const { context, pattern } = all[at] as { context: Context; pattern: number };
      if (pattern !== before) found.push([]);
      found.at(-1)?.push(context);
      before = pattern;
    }
    return found;
  };
}

/**
 * For one pair of element and parent names (parent "" for the root): "always" if the names alone determine the match,
 * undefined if the context can never match, otherwise the remaining condition.
 */
export function contextMatcher(context: Context, name: string, parentName: string): Condition | "always" | undefined {
  const all = placesOf(context);
  // Most contexts do not fit, and then nothing is allocated.
  if (!all.some((place) => fits(place, name, parentName))) return undefined;
  const places = all.filter((place) => fits(place, name, parentName));
  const { where } = context;
  if (places.some(({ above, absolute }) => above.length <= 1 && !absolute)) return where ?? "always";
  const isThere = anyOf(places.map(ancestorCheck));
  return where === undefined ? isThere : (element, facts) => isThere(element, facts) && where(element, facts);
}

function fits(place: Place, name: string, parentName: string): boolean {
  return nameFits(place.last, name) && parentFits(place, parentName);
}

function parentFits({ above, absolute }: Place, parentName: string): boolean {
  const parent = above.at(-1);
  if (parent === undefined) return !absolute || parentName === "";
  return parentName !== "" && (parent === "*" || parent === parentName);
}

/** Exact match, or one `*` for any run of characters. */
function nameFits(step: string, name: string): boolean {
  const star = step.indexOf("*");
  if (star < 0) return step === name;
  const start = step.slice(0, star);
  const end = step.slice(star + 1);
  return name.length >= start.length + end.length && name.startsWith(start) && name.endsWith(end);
}

/** Compares the ancestors, from the parent up, with the steps; an absolute path must start at the root. */
function ancestorCheck({ above, absolute }: Place): Condition {
  return (element) => {
    let at: UblElement | undefined = element.parent;
    for (let step = above.length - 1; step >= 0; step--) {
      if (at === undefined || (above[step] !== "*" && above[step] !== at.name)) return false;
      at = at.parent;
    }
    return !absolute || at === undefined;
  };
}

function anyOf(conditions: readonly Condition[]): Condition {
  const [only] = conditions;
  if (conditions.length === 1 && only !== undefined) return only;
  return (element, facts) => {
    for (let at = 0; at < conditions.length; at++) if ((conditions[at] as Condition)(element, facts)) return true;
    return false;
  };
}
