import { sameEntity } from "../business-profile.ts";
import type { DocumentKind } from "../kind.ts";
import { documentShapes, type SelfBilledDocument } from "../shapes.ts";
import { type CheckContext, type FieldProblem, mostFieldProblems } from "./field-problem.ts";
import { judgeOf } from "./judge.ts";
import { findNeverSend } from "./never-send.ts";
import { findMissing } from "./presence.ts";
import { findConflicts } from "./relations.ts";
import { withValues } from "./with-values.ts";

/**
 * Returns the problems of all tiers together: never-send fields, shapes and formats, presence, and rules between
 * fields. At most one problem per path, the first found. Source: contract §3–§6, Decisions 1, 3, 5, 23, 29.
 */
export function checkFields(document: SelfBilledDocument, context: CheckContext): FieldProblem[] {
  const own = [...findNeverSend(document, context.kind), ...findWrongShapes(document, context.kind)];
  // If the maximum was reached, the remaining values are unchecked and may have any shape.
  const whole = own.length < mostFieldProblems;
  const problems = whole ? [...own, ...betweenFields(withoutMisshapen(document, own), context)] : own;
  const seen = new Set<string>();
  const found = problems.filter((problem) => !seen.has(problem.path) && seen.add(problem.path));
  return problems.length < mostFieldProblems ? found : [...found, notAllSeen];
}

/** Checks the rules between fields. Each field must be absent or have the correct shape. */
function betweenFields(document: SelfBilledDocument, context: CheckContext): FieldProblem[] {
  const isOwn = context.profile && sameEntity(document.accounting_supplier_party, context.profile);
  return [
    ...findMissing(document, context),
    ...findConflicts(document, context),
    ...(isOwn ? [supplierIsCustomer] : []),
  ];
}

/**
 * Reported if there are too many problems to check every value. Unchecked values may have any shape, so nothing is
 * derived from the document.
 */
export const notAllSeen: FieldProblem = {
  path: "document_lines",
  code: "wrong-value",
  tier: "T1",
  absent: false,
  always: true,
  message: "The document has more wrong fields than are counted.",
  hint: "Correct the ones that are shown, then check again.",
  spoils: "structure",
};

const supplierIsCustomer: FieldProblem = {
  path: "accounting_supplier_party",
  code: "wrong-value",
  tier: "T2",
  absent: false,
  always: true,
  message: "The supplier is the buyer itself: TIN or TRN are those of the business profile.",
  hint: "Name the supplier who is paid; the buyer is added by the service.",
};

/**
 * Leaves out values that do not have the shape of their field: an object in place of a string is useless to other
 * rules, and may have a `toString` of its own.
 */
function withoutMisshapen(document: SelfBilledDocument, problems: readonly FieldProblem[]): SelfBilledDocument {
  const misshapen = problems.filter(({ spoils }) => spoils === "structure");
  return withValues(
    document,
    misshapen.map(({ path }) => [path, undefined]),
  );
}

function findWrongShapes(document: SelfBilledDocument, kind: DocumentKind): FieldProblem[] {
  const found: FieldProblem[] = [];
  judgeOf(documentShapes[kind])(document, [], found);
  return found;
}
