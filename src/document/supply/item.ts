import { plainName } from "../names.ts";
import type { DocumentLine } from "../shapes.ts";

/** What tells an item from others: the article numbers of each party and of a standard, the HS code, and the name. */
export interface ItemKey {
  readonly buyer: string;
  readonly seller: string;
  readonly standard: string;
  readonly hs: string;
  readonly name: string;
}

/** Numbers that identify an article; the HS code only tells kinds of goods apart. */
const numbers = ["buyer", "seller", "standard"] as const;

/** Every member is "" if the line does not state it. Article numbers keep only their letters and digits. */
export function itemKeyOf(line: DocumentLine): ItemKey {
  return {
    buyer: plainNumber(line.buyer_item_identification?.id),
    seller: plainNumber(line.seller_item_identification?.id),
    standard: plainNumber(line.standard_item_identification?.id),
    hs: plainNumber(line.commodity_classification?.item_classification_code),
    name: plainName(line.name ?? ""),
  };
}

/** Whether two lines are for one item; `unknown` if what they state neither proves nor excludes it. */
export function compareItems(one: ItemKey, other: ItemKey): "same" | "other" | "unknown" {
  const both = numbers.filter((each) => one[each] !== "" && other[each] !== "");
  if (both.length > 0) return both.some((each) => one[each] === other[each]) ? "same" : "other";
  if (one.hs !== "" && other.hs !== "" && !one.hs.startsWith(other.hs) && !other.hs.startsWith(one.hs)) return "other";
  return one.name !== "" && one.name === other.name ? "same" : "unknown";
}

/**
 * How much two names have in common, from 0 to 1: the share of pairs of letters that both have. Names in different
 * scripts cannot be compared; undefined then.
 */
export function resemblance(one: string, other: string): number | undefined {
  if (/[a-z]/.test(one) !== /[a-z]/.test(other)) return undefined;
  const [first, second] = [pairsOf(one), pairsOf(other)];
  const rest = [...second];
  const shared = first.filter((pair) => {
    const at = rest.indexOf(pair);
    if (at >= 0) rest.splice(at, 1);
    return at >= 0;
  });
  const all = first.length + second.length;
  return all === 0 ? undefined : (2 * shared.length) / all;
}

const pairsOf = (name: string): string[] => [...name].slice(1).map((letter, at) => `${[...name][at]}${letter}`);

/** Compares numbers regardless of case, spaces and punctuation: "GRN-5501" equals "grn 5501". */
export function plainNumber(text: unknown): string {
  return typeof text === "string"
    ? text
        .normalize("NFKC")
        .toLowerCase()
        .replace(/[^\p{L}\p{N}]+/gu, "")
    : "";
}
