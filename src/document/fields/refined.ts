import type { CodeList } from "../code-words.ts";

/**
 * Which stage rejects a document: T1, the service, according to its own description; T2, the service, according to
 * public information; T3, no service at creation: the Peppol network after acceptance, or only selfbill.
 */
export type Tier = "T1" | "T2" | "T3";

/** The form of a leaf's value as data, for consumers such as editors that cannot run the leaf's check. */
export type LeafForm =
  | { readonly is: "date" }
  | { readonly is: "pattern"; readonly pattern: string }
  | { readonly is: "code"; readonly list: CodeList; readonly name: string }
  | { readonly is: "decimal"; readonly least: "any" | "zero" | "above-zero"; readonly beyond: Tier | undefined };

/** The only value that can be meant; `safe` as in the fix of a problem. */
export interface MeantValue {
  readonly to: string;
  readonly safe: boolean;
}

/** What corrects an error: the new value of each field; undefined removes it. `safe` as in the fix of a problem. */
export interface Correction {
  readonly safe: boolean;
  readonly changes: ReadonlyArray<{ readonly path: string; readonly to: unknown }>;
}

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

/** `path` is relative to the group; `form`: what the value must be, if its field has no form of its own. */
export type Refuse = (path: readonly string[], message: string, hint: string, form?: LeafForm | RegExp) => void;
/** Applied only if no field of the group has the wrong structure. */
export type Refine<T> = (group: T, refuse: Refuse) => void;
