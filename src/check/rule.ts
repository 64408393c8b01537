import type { Correction, DocumentKind, EditionId, SelfBilledDocument } from "../document/index.ts";
import type { UblElement } from "../ubl/index.ts";
import type { RuleFacts } from "./contexts/facts.ts";

export type RuleFlag = "fatal" | "warning";

/** The layer that a rule belongs to: the shared PINT rules, the UAE rules, or our own additions. */
export type Layer = "shared" | "ae" | "own";

/**
 * The elements that a rule applies to. In each published pattern an element belongs only to the first context that
 * matches it, in file order. Contexts are therefore objects, listed once in order (contexts-shared.ts,
 * contexts-ae.ts), and each rule refers to one of them.
 */
export interface Context {
  /** Display name: `seller`, `line allowance`. */
  readonly name: string;
  /**
   * Alternative paths, as steps down to the element: `cbc:ID`, `cac:Price/cac:AllowanceCharge`,
   * `/Invoice/cac:TaxTotal`, `*` for any name. A leading `/` ties the first step to the root. A step that starts with
   * `@` never matches: rules apply only to elements.
   */
  readonly paths: readonly string[];
  /** Absent if the path is sufficient. */
  readonly where?: (element: UblElement, facts: RuleFacts) => boolean;
  /**
   * The condition depends only on the element, so the engine may evaluate it during the walk, before the facts are
   * complete.
   */
  readonly local?: true;
  /** First and last edition with this context. Default: all. */
  readonly since?: EditionId;
  readonly until?: EditionId;
}

/** A context without further conditions. */
export const context = (name: string, ...paths: readonly string[]): Context => ({ name, paths });

/** `facts` are calculated once per document. */
export interface Condition {
  (element: UblElement, facts: RuleFacts): boolean;
  /** The condition in XPath (expression.ts), if a helper made it. */
  readonly xpath?: string;
}

/** `says`: what must be true; `hint`: what to type. */
export interface Rule {
  /** The published id in upper case: `IBR-138-AE`; our own are `SB-…`. */
  readonly id: string;
  readonly says: string;
  readonly hint: string;
  /** The PINT terms and sections that the rule is based on. */
  readonly source: string;
  readonly flag: RuleFlag;
  readonly layer: Layer;
  readonly of: Context;
  /** If false, the rule does not apply, which is different from passing. */
  readonly when?: Condition;
  readonly holds: Condition;
  /** Paths below the context to the element to point at; if none exists, the context itself is used. */
  readonly because?: readonly string[];
  /**
   * The element to point at if no path leads to it from the context; evaluated only if the rule is violated, before
   * `because`.
   */
  readonly culprit?: (element: UblElement, facts: RuleFacts) => UblElement | undefined;
  /** Used instead of `holds`, for facts that the UBL does not contain: returns the faulty fields of the document. */
  readonly ofDocument?: (document: SelfBilledDocument, kind: DocumentKind) => readonly DocumentFault[];
  /** `holds` in XPath (expression.ts), if no helper made it. */
  readonly test?: string;
  /** The correction of a finding at a field of the document; undefined where there is not exactly one. */
  readonly fix?: RuleFix;
  /** For a fact of the law: the days of supply on which it holds, where it is written, and when that was looked at. */
  readonly law?: {
    readonly from: string;
    readonly to?: string;
    readonly law: string;
    readonly seen: { readonly on: string; readonly sources: number };
  };
  /** Why a published rule cannot be broken and is never evaluated (unreachable.ts). */
  readonly unreachable?: string;
  /** First and last edition with this rule. Default: all. */
  readonly since?: EditionId;
  readonly until?: EditionId;
  /** Earlier forms, newest first; each builds on the form that came after it. */
  readonly before?: readonly EarlierForm[];
}

export type RuleFix = (document: SelfBilledDocument, path: string) => Correction | undefined;

/** Absent members are as in the next edition. */
export interface EarlierForm {
  /** The last edition with this form. */
  readonly until: EditionId;
  readonly says?: string;
  readonly hint?: string;
  readonly of?: Context;
  /** "always": the rule applied unconditionally. */
  readonly when?: Condition | "always";
  readonly holds?: Condition;
  /** XPath of this form's `holds`. */
  readonly test?: string;
  /** Why the condition is the same although the published test changed. */
  readonly same?: string;
}

/** Adds forms of earlier editions to a rule made by a helper. */
export function formerly(rule: Rule, ...before: readonly EarlierForm[]): Rule {
  return { ...rule, before };
}

/**
 * Marks a published test that changed only for text that is not a number: up to this edition, such text stopped the
 * test with an error.
 */
export function stoppedBefore(until: EditionId): EarlierForm {
  return { until, same: "The published test stopped with an error where it now says no." };
}

/** A faulty field: its path, and its location in the UBL. */
export interface DocumentFault {
  readonly path: string;
  readonly location: string;
}

/** Rules are fatal by default, as all published ones are. The id determines the layer. */
export function defineRule(rule: Omit<Rule, "flag" | "layer"> & { readonly flag?: RuleFlag }): Rule {
  const layer = rule.id.startsWith("SB-") ? "own" : /^ALIGNED-|-AE$/.test(rule.id) ? "ae" : "shared";
  return { flag: "fatal", ...rule, layer };
}

/** For example `pintAe("IBG-14", "BTAE-02")`. */
export function pintAe(...terms: readonly string[]): string {
  return `PINT AE 1.0.4: ${terms.join(", ")}`;
}

/** A violated rule, and the element that violates it. */
export interface Finding {
  readonly id: string;
  readonly flag: RuleFlag;
  readonly text: string;
  readonly hint: string;
  /** For example `/Invoice/cac:InvoiceLine[2]/…`. */
  readonly location: string;
  /** The failed condition in XPath, with the element as context; for a check of the document, the rule's message. */
  readonly test: string;
  /** Field of the document, if the tree was made from one. */
  readonly path?: string;
  /** Line in the XML file, if the tree was read from one. */
  readonly line?: number;
  readonly column?: number;
}
