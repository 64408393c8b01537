/**
 * The element order in the UBL 2.1 schemas, for the aggregates that PINT AE uses. The writer follows it, and a rule
 * checks it. In order.txt, aggregates of the same UBL type share a sequence. `!` marks an element that is required
 * exactly once, `*` an optional one that may repeat, `+` a required one that may repeat.
 */
import { interned } from "./interned.ts";
import lists from "./order.txt?lists";

export interface OrderedMember {
  readonly name: string;
  /** Whether the element may repeat. */
  readonly repeats: boolean;
  /** Whether the schema requires at least one. */
  readonly required: boolean;
}

/** Sequences by aggregate, as in order.txt. */
const sequences: ReadonlyMap<string, readonly string[]> = new Map(
  lists.flatMap(([heads, names]) => heads.map((aggregate) => [aggregate, names] as const)),
);

/** All aggregates in order.txt. */
export const aggregates: readonly string[] = [...sequences.keys()];

const members = new Map<string, readonly OrderedMember[]>();
const ranks = new Map<string, ReadonlyMap<string, number>>();

/** Returns the members in schema order; undefined for an unknown aggregate. */
export function membersIn(aggregate: string): readonly OrderedMember[] | undefined {
  const known = members.get(aggregate);
  if (known !== undefined) return known;
  const found = sequences.get(aggregate)?.map((word): OrderedMember => {
    const mark = /[*!+]$/.exec(word)?.[0] ?? "";
    const name = mark === "" ? word : interned(word.slice(0, -1));
    return { name, repeats: mark === "*" || mark === "+", required: mark === "!" || mark === "+" };
  });
  if (found !== undefined) members.set(aggregate, found);
  return found;
}

/** Returns the position of each child in an aggregate, by name; undefined for an unknown aggregate. */
export function ranksIn(aggregate: string): ReadonlyMap<string, number> | undefined {
  const known = ranks.get(aggregate);
  if (known !== undefined) return known;
  const made = membersIn(aggregate)?.map(({ name }, rank) => [name, rank] as const);
  if (made === undefined) return undefined;
  const found = new Map(made);
  ranks.set(aggregate, found);
  return found;
}
