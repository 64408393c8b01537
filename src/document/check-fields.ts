import { type BusinessProfile, sameEntity } from "./business-profile.ts";
import { judgeOf } from "./judge.ts";
import type { DocumentKind } from "./kind.ts";
import type { Tier } from "./leaf.ts";
import { findNeverSend } from "./never-send.ts";
import { findMissing } from "./presence.ts";
import { findConflicts } from "./relations.ts";
import { documentSchemas, type SelfBilledDocument } from "./shapes.ts";

/** A field that the service would refuse at creation. */
export interface FieldProblem {
  /** `document_lines[0].price.base_amount`, the key of the service's error map. */
  readonly path: string;
  readonly code: "missing-field" | "wrong-value" | "never-send" | "scenario-field-missing";
  readonly tier: Tier;
  /** The field is missing (or blank); a T2 absence is tolerated by a service that is not strict, unless `always`. */
  readonly absent: boolean;
  readonly always: boolean;
  readonly message: string;
  readonly hint: string;
  /** What it spoils: with a wrong structure no tree can be built, with a wrong amount no sum says anything. */
  readonly spoils?: "structure" | "amounts";
}

/** What else decides whether a document is right. */
export interface CheckContext {
  readonly kind: DocumentKind;
  /** Contract version; 20260507 overwrites a foreign invoice type code, 20260101 refuses it. */
  readonly version: string;
  /** The customer; without it the same-entity check is left out. */
  readonly profile?: BusinessProfile | undefined;
}

/**
 * All T1 and T2 problems of a document at once: never-send fields, shapes and formats, presence, and rules between fields.
 * At most one problem a path, the first found. Source: contract §3–§6, Decisions 1, 3, 5, 23, 29.
 */
export function checkFields(document: SelfBilledDocument, context: CheckContext): FieldProblem[] {
  const problems = [
    ...findNeverSend(document, context.kind),
    ...findWrongShapes(document, context.kind),
    ...findMissing(document, context),
    ...findConflicts(document, context),
    ...(context.profile && sameEntity(document.accounting_supplier_party, context.profile) ? [supplierIsCustomer] : []),
  ];
  const seen = new Set<string>();
  return problems.filter((problem) => !seen.has(problem.path) && seen.add(problem.path));
}

const supplierIsCustomer: FieldProblem = {
  path: "accounting_supplier_party",
  code: "wrong-value",
  tier: "T2",
  absent: false,
  always: true,
  message: "The supplier is the buyer itself: TIN or TRN are those of the business profile.",
  hint: "Name the supplier who is paid; the buyer is added by the service.",
};

function findWrongShapes(document: SelfBilledDocument, kind: DocumentKind): FieldProblem[] {
  const found: FieldProblem[] = [];
  judgeOf(documentSchemas[kind])(document, [], found);
  return found;
}
