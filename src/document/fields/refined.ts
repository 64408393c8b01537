/**
 * Origin of a refusal: T1 the service, by its own description; T2 the service, as is publicly known; T3 (not here) the
 * Peppol network after acceptance.
 */
export type Tier = "T1" | "T2";

/** The error in a text, and what to type instead. */
export interface Wrong {
  readonly message: string;
  readonly hint: string;
}

/** Checks of a leaf, beyond its being a text. */
export interface LeafJudge {
  readonly tier: Tier;
  readonly isAmount: boolean;
  readonly wrong: (text: string) => Wrong | undefined;
}

/** Refuses a field below a group. */
export type Refuse = (path: readonly string[], message: string, hint: string) => void;
/** Rules between the fields of one group; applied if no field of the group has the wrong structure. */
export type Refine<T> = (group: T, refuse: Refuse) => void;
