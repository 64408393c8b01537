/** Editions of the published rules that selfbill knows, as data. Documents do not state the minor edition they follow. */

/** Oldest first. A new edition is added at the end; otherwise only the `until` of the one before changes. */
const known = [
  { id: "1.0.2", published: "2025-11", from: "2026-01-21", until: "2026-03-24" },
  { id: "1.0.3", published: "2026-03", from: "2026-03-25", until: "2026-05-27" },
  { id: "1.0.4", published: "2026-05", from: "2026-05-28" },
] as const;

export type EditionId = (typeof known)[number]["id"];

/** One edition of PINT AE Self-Billing. Days are calendar days in the Emirates (UTC+4), YYYY-MM-DD, inclusive. */
export interface Edition {
  readonly id: EditionId;
  /** When the edition's artefacts were published, YYYY-MM. */
  readonly published: string;
  /** The first day on which the network applies the edition. */
  readonly from: string;
  /** The last day on which the network applies the edition; absent if no later edition is known. */
  readonly until?: string;
}

/** All known editions, oldest first. */
export const editions: readonly Edition[] = known;

/** The default edition. */
export const newestEdition: Edition = known[known.length - 1] as Edition;

/** Returns the edition with an id such as `1.0.3`; undefined if there is none. */
export function editionOf(id: string): Edition | undefined {
  return editions.find((each) => each.id === id);
}

/** Returns the edition in force on a day in the Emirates (YYYY-MM-DD); the first edition for earlier days. */
export function editionInForce(day: string): Edition {
  return editions.findLast(({ from }) => from <= day) ?? (editions[0] as Edition);
}

/** Whether one edition came out before another. */
export function isBefore(one: EditionId, other: EditionId): boolean {
  return orderOf(one) < orderOf(other);
}

function orderOf(id: EditionId): number {
  return editions.findIndex((each) => each.id === id);
}
