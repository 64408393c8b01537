import type { DocumentKind, EditionId, SelfBilledDocument } from "../document/index.ts";
import type { UblElement } from "../ubl/index.ts";
import type { RuleFacts } from "./contexts/facts.ts";

export type RuleFlag = "fatal" | "warning";

/** The published layer a rule belongs to: the shared PINT rules, the UAE rules, or our own beyond them. */
export type Layer = "shared" | "ae" | "own";

/**
 * The elements a rule is asked of. In each published pattern an element is handled by the first context that matches it, in file
 * order, and by no later one; so contexts are objects, listed once in order (contexts-shared.ts, contexts-ae.ts), and rules name one.
 */
export interface Context {
  /** For people: `seller`, `line allowance`. */
  readonly name: string;
  /**
   * Where it may stand, as steps down to the element: `cbc:ID`, `cac:Price/cac:AllowanceCharge`, `/Invoice/cac:TaxTotal`, `*` for any
   * name. A first `/` ties the first step to the root. A step that starts with `@` is never matched: elements alone are asked.
   */
  readonly paths: readonly string[];
  /** Further conditions; left out when the path says it all. */
  readonly where?: (element: UblElement, facts: RuleFacts) => boolean;
  /** The condition looks at the element alone, so the engine may ask it on its way, before the facts are complete. */
  readonly local?: true;
  /** The first edition that has this context, and the last; every known edition when left out. */
  readonly since?: EditionId;
  readonly until?: EditionId;
}

/** A condition on an element; `facts` is what has been worked out once for the whole document. */
export interface Condition {
  (element: UblElement, facts: RuleFacts): boolean;
  /** The same as an XPath expression (expression.ts), where a helper made the condition. */
  readonly xpath?: string;
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
  readonly when?: Condition;
  readonly holds: Condition;
  /** Paths below the context of the elements to point at, when they exist; else the context itself. */
  readonly because?: readonly string[];
  /** The element to point at where no path leads to it from the context; asked only of a broken rule, before `because`. */
  readonly culprit?: (element: UblElement, facts: RuleFacts) => UblElement | undefined;
  /** Asked of the document instead of the tree, for what its UBL no longer shows: the places at fault. `holds` is not asked then. */
  readonly ofDocument?: (document: SelfBilledDocument, kind: DocumentKind) => readonly DocumentFault[];
  /** `holds` as an XPath expression (expression.ts), where no helper made it. */
  readonly test?: string;
  /** Why it is never asked (unreachable.ts), for rules that are published but cannot be broken. */
  readonly unreachable?: string;
  /** The first edition that has this rule, and the last; every known edition when left out. */
  readonly since?: EditionId;
  readonly until?: EditionId;
  /** How earlier editions asked it, the newest of them first; each adds to the one before. */
  readonly before?: readonly Former[];
}

/** How an earlier edition asked a rule; what is left out was as in the edition after it. */
export interface Former {
  /** The last edition in which it was so. */
  readonly until: EditionId;
  readonly says?: string;
  readonly hint?: string;
  readonly of?: Context;
  /** "always": it was asked without a condition. */
  readonly when?: Condition | "always";
  readonly holds?: Condition;
  /** As `test` of a rule; it belongs to the `holds` beside it. */
  readonly test?: string;
  /** Why no other condition is needed although the published test changed. */
  readonly same?: string;
}

/** Adds how earlier editions asked a rule that a maker has made. */
export function formerly(rule: Rule, ...before: readonly Former[]): Rule {
  return { ...rule, before };
}

/** The published test changed only in what it does with a text that is not a number: it stopped with an error before. */
export function stoppedBefore(until: EditionId): Former {
  return { until, same: "The published test stopped with an error where it now says no." };
}

/** A field at fault: its path, and the place in the UBL that it stands for. */
export interface DocumentFault {
  readonly path: string;
  readonly location: string;
}

/** Makes a rule. Rules are fatal unless told otherwise, as all published ones are. */
export function defineRule(rule: Omit<Rule, "flag"> & { readonly flag?: RuleFlag }): Rule {
  return { flag: "fatal", ...rule };
}

/** The terms a rule rests on, as text: `pintAe("IBG-14", "BTAE-02")`. */
export function pintAe(...terms: readonly string[]): string {
  return `PINT AE 1.0.4: ${terms.join(", ")}`;
}

/** A rule said no to an element. */
export interface Finding {
  readonly id: string;
  readonly flag: RuleFlag;
  readonly text: string;
  readonly hint: string;
  /** The element asked: `/Invoice/cac:InvoiceLine[2]/…`. */
  readonly location: string;
  /** The condition that failed, as an XPath expression over the UBL, asked of the element; of a check of the document the sentence. */
  readonly test: string;
  /** Field of the selfbill document, when the tree was made from one. */
  readonly path?: string;
  /** Place in the XML file, when the tree was read from one. */
  readonly line?: number;
  readonly column?: number;
}
