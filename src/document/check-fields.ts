import type * as z from "zod";
import { type BusinessProfile, sameEntity } from "./business-profile.ts";
import { pathText } from "./fields.ts";
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
  const parsed = documentSchemas[kind].safeParse(document);
  return parsed.success ? [] : parsed.error.issues.flatMap((issue) => fromIssue(issue, [], document));
}

function fromIssue(issue: z.core.$ZodIssue, above: readonly PropertyKey[], document: unknown): FieldProblem[] {
  const path = [...above, ...issue.path];
  if (issue.code === "invalid_union") {
    // Only one place takes an object or a list: the form that was written is the one to judge.
    const branch = issue.errors[Array.isArray(valueAt(document, path)) ? 1 : 0] ?? [];
    return branch.flatMap((inner) => fromIssue(inner, path, document));
  }
  const base = { path: pathText(path), code: "wrong-value", absent: false, always: true } as const;
  if (issue.code === "custom") {
    const {
      tier = "T2",
      hint = "",
      isAmount,
    } = (issue.params ?? {}) as { tier?: Tier; hint?: string; isAmount?: boolean };
    return [{ ...base, tier, message: issue.message, hint, ...(isAmount ? { spoils: "amounts" as const } : {}) }];
  }
  const expected = issue.code === "invalid_type" ? issue.expected : "other";
  return [
    {
      ...base,
      tier: "T1",
      message: shapeMessage(expected, path),
      hint: shapeHints[expected] ?? "See the template.",
      spoils: "structure" as const,
    },
  ];
}

const shapeHints: Record<string, string> = {
  array: "Write a list: one entry each line, beginning with a dash (YAML) or within [ ] (JSON).",
  object: "Write a group of fields below it.",
  string: "Write a single value.",
};

function shapeMessage(expected: string, path: readonly PropertyKey[]): string {
  const last = path.at(-1);
  const name =
    typeof last === "number" ? `Entry ${last + 1} of ${String(path.at(-2))}` : String(last ?? "The document");
  const words: Record<string, string> = { array: "a list", object: "a group of fields", string: "a single value" };
  return `${name} must be ${words[expected] ?? "something else"}.`;
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  let at: unknown = value;
  for (const step of path)
    at = typeof at === "object" && at !== null ? (at as Record<PropertyKey, unknown>)[step] : undefined;
  return at;
}
