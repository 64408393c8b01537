import type { UblElement } from "../ubl/index.ts";

export type RuleFlag = "fatal" | "warning";

/** The published layer a rule belongs to: the shared PINT rules, the UAE rules, or our own beyond them. */
export type Layer = "shared" | "ae" | "own";

/**
 * The elements a rule is asked of. In each published pattern a node is handled by the first context that matches it, in file order,
 * and by no later one; so contexts are objects, listed once in order, and rules name one of them.
 */
export interface Context {
  readonly name: string;
  /** Element names it can match (`*` for any): the engine's index. */
  readonly elements: readonly string[];
  /** Further conditions; left out when the name says it all. */
  readonly matches?: (element: UblElement, facts: Facts) => boolean;
}

/** What the engine has worked out once for a document, for all rules. Its members are added in facts.ts as rules need them. */
export interface Facts {
  readonly root: UblElement;
}

/** A rule as data. `says` states what must be true, `hint` what to type. */
export interface Rule {
  /** As published, in upper case: `IBR-138-AE`; own checks `SB-…`. */
  readonly id: string;
  readonly says: string;
  readonly hint: string;
  /** PINT terms and sections it rests on. */
  readonly source: string;
  readonly flag: RuleFlag;
  readonly layer: Layer;
  readonly of: Context;
  /** false → the rule does not apply here, which is not "passed". */
  readonly when?: (element: UblElement, facts: Facts) => boolean;
  readonly holds: (element: UblElement, facts: Facts) => boolean;
  /** Names of elements to point at, below the context, when they exist; else the context itself. */
  readonly because?: readonly string[];
}

/** A rule said no to an element. */
export interface Finding {
  readonly id: string;
  readonly flag: RuleFlag;
  readonly text: string;
  readonly hint: string;
  /** `/Invoice/cac:InvoiceLine[2]/…`. */
  readonly location: string;
  /** The failed condition in words of the rule. */
  readonly test: string;
  /** Field of the selfbill document, when the tree was made from one. */
  readonly path?: string;
  /** Place in the XML file, when the tree was read from one. */
  readonly line?: number;
  readonly column?: number;
}
