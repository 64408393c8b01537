import type { DocumentKind, EditionId, SelfBilledDocument } from "../document/index.ts";
import type { UblElement } from "../ubl/index.ts";
import type { RuleFacts } from "./contexts/facts.ts";

export type RuleFlag = "fatal" | "warning";

/** The layer that a rule belongs to: the shared PINT rules, the UAE rules, or our own additions. */
export type Layer = "shared" | "ae" | "own";

/**
 * The elements that a rule applies to. In each published pattern an element belongs to the first context that matches it, in file
 * order, and to no later one; so contexts are objects, listed once in order (contexts-shared.ts, contexts-ae.ts), and rules refer to one.
 */
export interface Context {
  /** Display name: `seller`, `line allowance`. */
  readonly name: string;
  /**
   * Possible paths, as steps down to the element: `cbc:ID`, `cac:Price/cac:AllowanceCharge`, `/Invoice/cac:TaxTotal`,
   * `*` for any name. A leading `/` ties the first step to the root. A step that starts with `@` never matches: rules
   * apply only to elements.
   */
  readonly paths: readonly string[];
  /** Further conditions; absent if the path is sufficient. */
  readonly where?: (element: UblElement, facts: RuleFacts) => boolean;
  /**
   * Whether the condition only depends on the element, so that the engine may evaluate it during the walk, before the
   * facts are complete.
   */
  readonly local?: true;
  /** The first and last edition with this context; all known editions by default. */
  readonly since?: EditionId;
  readonly until?: EditionId;
}

/** Makes a context without further conditions. */
export const context = (name: string, ...paths: readonly string[]): Context => ({ name, paths });

/** A condition on an element; `facts` are calculated once for the whole document. */
export interface Condition {
  (element: UblElement, facts: RuleFacts): boolean;
  /** The condition as an XPath expression (expression.ts), if a helper made the condition. */
  readonly xpath?: string;
}

/** A rule as data. `says` states what must be true, `hint` what to type. */
export interface Rule {
  /** The id as published, in upper case: `IBR-138-AE`; our own checks have `SB-…`. */
  readonly id: string;
  readonly says: string;
  readonly hint: string;
  /** PINT terms and sections that the rule is based on. */
  readonly source: string;
  readonly flag: RuleFlag;
  readonly layer: Layer;
  readonly of: Context;
  /** false → the rule does not apply here, which is not the same as "passed". */
  readonly when?: Condition;
  readonly holds: Condition;
  /** Paths below the context of the elements to point at, if they exist; otherwise the context itself. */
  readonly because?: readonly string[];
  /** The element to point at if no path leads to it from the context; only evaluated for a broken rule, before `because`. */
  readonly culprit?: (element: UblElement, facts: RuleFacts) => UblElement | undefined;
  /** Applied to the document instead of the tree, for facts that its UBL no longer shows: returns the faulty places. `holds` is not used then. */
  readonly ofDocument?: (document: SelfBilledDocument, kind: DocumentKind) => readonly DocumentFault[];
  /** `holds` as an XPath expression (expression.ts), if no helper made it. */
  readonly test?: string;
  /** Why the rule is never evaluated (unreachable.ts), for rules that are published but cannot be broken. */
  readonly unreachable?: string;
  /** The first and last edition with this rule; all known editions by default. */
  readonly since?: EditionId;
  readonly until?: EditionId;
  /** The earlier forms of the rule, newest first; each adds to the one before. */
  readonly before?: readonly EarlierForm[];
}

/** A rule's form in an earlier edition; absent members are as in the next edition. */
export interface EarlierForm {
  /** The last edition with this form. */
  readonly until: EditionId;
  readonly says?: string;
  readonly hint?: string;
  readonly of?: Context;
  /** "always": the rule applied unconditionally. */
  readonly when?: Condition | "always";
  readonly holds?: Condition;
  /** Like `test` of a rule; it belongs to the `holds` of this form. */
  readonly test?: string;
  /** Why no other condition is needed although the published test changed. */
  readonly same?: string;
}

/** Adds the forms of earlier editions to a rule made by a helper. */
export function formerly(rule: Rule, ...before: readonly EarlierForm[]): Rule {
  return { ...rule, before };
}

/** Returns the earlier form of a rule whose published test only changed for a text that is not a number: it used to stop with an error. */
export function stoppedBefore(until: EditionId): EarlierForm {
  return { until, same: "The published test stopped with an error where it now says no." };
}

/** A faulty field: its path, and its place in the UBL. */
export interface DocumentFault {
  readonly path: string;
  readonly location: string;
}

/** Makes a rule. Rules are fatal by default, as all published ones are. Its id tells the layer. */
export function defineRule(rule: Omit<Rule, "flag" | "layer"> & { readonly flag?: RuleFlag }): Rule {
  const layer = rule.id.startsWith("SB-") ? "own" : /^ALIGNED-|-AE$/.test(rule.id) ? "ae" : "shared";
  return { flag: "fatal", ...rule, layer };
}

/** Returns the terms that a rule is based on, as text: `pintAe("IBG-14", "BTAE-02")`. */
export function pintAe(...terms: readonly string[]): string {
  return `PINT AE 1.0.4: ${terms.join(", ")}`;
}

/** A rule that an element breaks. */
export interface Finding {
  readonly id: string;
  readonly flag: RuleFlag;
  readonly text: string;
  readonly hint: string;
  /** The element: `/Invoice/cac:InvoiceLine[2]/…`. */
  readonly location: string;
  /** The failed condition, as an XPath expression over the UBL with the element as context; for a check of the document the sentence. */
  readonly test: string;
  /** Field of the selfbill document, if the tree was made from one. */
  readonly path?: string;
  /** Place in the XML file, if the tree was read from one. */
  readonly line?: number;
  readonly column?: number;
}
