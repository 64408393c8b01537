/**
 * Which stage rejects a document: T1 the service, by its own description; T2 the service, as is publicly known; T3 (not
 * here) the Peppol network after acceptance.
 */
export type Tier = "T1" | "T2";

/** The error, and what to type instead. */
export interface Wrong {
  readonly message: string;
  readonly hint: string;
}

/** Further checks of a leaf, once it is known to be a text. */
export interface LeafJudge {
  readonly tier: Tier;
  readonly isAmount: boolean;
  readonly wrong: (text: string) => Wrong | undefined;
}

/** `path`: below the group. */
export type Refuse = (path: readonly string[], message: string, hint: string) => void;
/** Applied only if no field of the group has the wrong structure. */
export type Refine<T> = (group: T, refuse: Refuse) => void;
