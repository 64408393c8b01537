import type { BusinessProfile } from "../business-profile-schema.ts";
import type { DocumentKind } from "../kind.ts";
import type { Correction, MeantValue, Tier } from "./refined.ts";

/** A field that the service would reject at creation, or the network later (`tier`). */
export interface FieldProblem {
  /** `document_lines[0].price.base_amount`, as in the service's error map. */
  readonly path: string;
  readonly code: "missing-field" | "wrong-value" | "never-send" | "scenario-field-missing";
  readonly tier: Tier;
  /** Whether the value is missing or blank; a lenient service tolerates this in tier T2, unless `always` is set. */
  readonly absent: boolean;
  readonly always: boolean;
  readonly message: string;
  readonly hint: string;
  readonly meant?: MeantValue | undefined;
  /** Set if there is one answer that is not a value in place of another. */
  readonly correction?: Correction | undefined;
  /** Which step the problem prevents: building the UBL document (`structure`) or adding up the amounts (`amounts`). */
  readonly spoils?: "structure" | "amounts";
  /** An empty value of the structure that is expected; only of a value with another structure. */
  readonly empty?: string | object;
}

/**
 * Maximum number of problems collected per document: a malicious file with twenty thousand lines and ten errors each
 * would exhaust memory.
 */
export const mostFieldProblems = 100_000;

/** Additional input that determines whether a document is valid. */
export interface CheckContext {
  readonly kind: DocumentKind;
  /** Contract version; 20260507 overwrites a foreign invoice type code, 20260101 rejects it. */
  readonly version: string;
  /** The customer's business profile; without it, supplier and buyer are not compared. */
  readonly profile?: BusinessProfile | undefined;
}
