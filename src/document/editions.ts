/** The known editions of the published rules. Documents do not state the minor edition they follow. */

/** Oldest first. To add an edition, append it and set the `until` of the one before. */
const known = [
  { id: "1.0.2", published: "2025-11", from: "2026-01-21", until: "2026-03-24" },
  { id: "1.0.3", published: "2026-03", from: "2026-03-25", until: "2026-05-27" },
  { id: "1.0.4", published: "2026-05", from: "2026-05-28" },
] as const;

export type EditionId = (typeof known)[number]["id"];

/** Days are calendar days in the Emirates (UTC+4), YYYY-MM-DD, inclusive. */
export interface Edition {
  readonly id: EditionId;
  /** YYYY-MM. */
  readonly published: string;
  /** The first day on which the network applies the edition. */
  readonly from: string;
  /** The last day on which the network applies the edition; absent if no later edition is known. */
  readonly until?: string;
}

/** Oldest first. */
export const editions: readonly Edition[] = known;

export const newestEdition: Edition = known[known.length - 1] as Edition;

export function editionOf(id: string): Edition | undefined {
  return editions.find((each) => each.id === id);
}

/** `day` is a calendar day in the Emirates, YYYY-MM-DD. Returns the first edition for days before all editions. */
export function editionInForce(day: string): Edition {
  return editions.findLast(({ from }) => from <= day) ?? (editions[0] as Edition);
}

export function isBefore(one: EditionId, other: EditionId): boolean {
  return orderOf(one) < orderOf(other);
}

function orderOf(id: EditionId): number {
  return editions.findIndex((each) => each.id === id);
}
