import { allRules, check, checkDocument, type Finding, type Rule } from "../../src/check/index.ts";
import {
  type BusinessProfile,
  customerPartyOf,
  type DocumentKind,
  type SelfBilledDocument,
} from "../../src/document/index.ts";
import { readXml, toUbl, toXml, type UblElement } from "../../src/ubl/index.ts";
import type { Change } from "../planted-errors/changes.ts";
import { palmLedger } from "./documents.ts";

/** The XML of an invoice or credit note. */
export interface Xml {
  readonly xml: string;
}

/** A document as a clerk would write it, or XML that no document can express. */
export type Given = SelfBilledDocument | Xml;

/** A case whose document also breaks other rules; a case without `also` must not break any. */
export interface Alongside {
  readonly given: Given;
  readonly also: readonly string[];
}

/**
 * A case that breaks the rule. `at` says where each finding points, in order: to the document's field, or to the
 * element's location if no field corresponds to it.
 */
export interface Broken {
  readonly given: Given;
  readonly at: readonly string[];
  readonly also?: readonly string[];
  /** What the fixes of these findings make of the document; a case without it has no fix. */
  readonly fixed?: { readonly safe: boolean; readonly changes: readonly Change[] };
}

/** The cases for one rule, keyed by descriptive name. */
export interface CasesOfRule {
  readonly holds: Readonly<Record<string, Given | Alongside>>;
  readonly breaks: Readonly<Record<string, Broken>>;
  /** Cases in which a rule with `when` does not apply. */
  readonly skips?: Readonly<Record<string, Given | Alongside>>;
}

/** The cases for the rules in one file, keyed by rule id. */
export type RuleCases = Readonly<Record<string, CasesOfRule>>;

export function kindOf(document: SelfBilledDocument): DocumentKind {
  return document.credit_note_type_code === undefined ? "invoice" : "credit-note";
}

/** Returns the UBL tree to which the rules are applied before a document is sent. */
export function treeOf(document: SelfBilledDocument, buyer: BusinessProfile = palmLedger): UblElement {
  return toUbl(document, {
    kind: kindOf(document),
    customer: customerPartyOf(buyer),
    uuid: "b7f3c2d0-5e1a-4f68-9a41-2c8d7e6f5a90",
    number: "DRAFT",
  });
}

/** The XML of a document, with changes that no document can express. */
export function xml(document: SelfBilledDocument, edit: (root: UblElement) => void): Xml {
  const root = treeOf(document);
  edit(root);
  return { xml: toXml(root) };
}

export function boughtBy(change: Partial<BusinessProfile>, document: SelfBilledDocument): Xml {
  return { xml: toXml(treeOf(document, { ...palmLedger, ...change })) };
}

/** Returns the UBL tree of a case, to which the rules are applied. */
export function rootOf(given: Given): UblElement {
  if (!("xml" in given)) return treeOf(given as SelfBilledDocument);
  const read = readXml(new TextEncoder().encode(given.xml as string), "case.xml");
  if (!read.ok) throw new Error(`A case is no readable XML: ${read.problems[0].message}`);
  return read.value;
}

/** The case itself, and the other rules it may break. */
export function opened(value: Given | Alongside): Alongside {
  return "also" in value ? (value as Alongside) : { given: value as Given, also: [] };
}

/** The findings in the tree, and in the document if the case has one; by default, for all rules. */
export function findingsIn(given: Given, rules: readonly Rule[] = allRules): Finding[] {
  const inTree = check(rootOf(given), { rules });
  if ("xml" in given) return inTree;
  const document = given as SelfBilledDocument;
  return [...inTree, ...checkDocument(document, kindOf(document), rules)];
}
