/**
 * Who refuses a bad value: T1 the service, by its own description; T2 the service, as is publicly known; T3 (not here) the Peppol network
 * after acceptance.
 */
export type Tier = "T1" | "T2";

/** What is wrong with a text, and what to type instead. */
export interface Wrong {
  readonly message: string;
  readonly hint: string;
}

/** How a leaf is judged beside being a text. */
export interface LeafJudge {
  readonly tier: Tier;
  readonly isAmount: boolean;
  readonly wrong: (text: string) => Wrong | undefined;
}

/** Refuses a field below a group. */
export type Refuse = (path: readonly string[], message: string, hint: string) => void;
/** What fields of one group say about each other; asked if no field of the group has the wrong structure. */
export type Refine<T> = (group: T, refuse: Refuse) => void;
