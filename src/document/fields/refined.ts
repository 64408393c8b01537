/**
 * Which stage rejects a document: T1, the service, according to its own description; T2, the service, according to
 * public information; T3, no service at creation: the Peppol network after acceptance, or only selfbill.
 */
export type Tier = "T1" | "T2" | "T3";

/** An error, and what to type instead. */
export interface Wrong {
  readonly message: string;
  readonly hint: string;
  /** Set if it differs from the tier of the leaf. */
  readonly tier?: Tier | undefined;
}

/** Further checks for a leaf, once it is known to be a string. */
export interface LeafJudge {
  readonly tier: Tier;
  readonly isAmount: boolean;
  readonly wrong: (text: string) => Wrong | undefined;
}

/** `path` is relative to the group. */
export type Refuse = (path: readonly string[], message: string, hint: string) => void;
/** Applied only if no field of the group has the wrong structure. */
export type Refine<T> = (group: T, refuse: Refuse) => void;
