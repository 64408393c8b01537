import type { BusinessProfile } from "../business-profile-schema.ts";
import type { DocumentKind } from "../kind.ts";
import type { Tier } from "./refined.ts";

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

/**
 * So many problems are collected of one document, and no more: twenty thousand lines with ten faults each. A file that was made to do harm
 * would fill the memory with them.
 */
export const mostFieldProblems = 100_000;

/** What else decides whether a document is right. */
export interface CheckContext {
  readonly kind: DocumentKind;
  /** Contract version; 20260507 overwrites a foreign invoice type code, 20260101 refuses it. */
  readonly version: string;
  /** The customer; without it the same-entity check is left out. */
  readonly profile?: BusinessProfile | undefined;
}
