import { sameEntity } from "../business-profile.ts";
import type { DocumentKind } from "../kind.ts";
import { documentShapes, type SelfBilledDocument } from "../shapes.ts";
import { type CheckContext, type FieldProblem, mostFieldProblems } from "./field-problem.ts";
import { judgeOf } from "./judge.ts";
import { findNeverSend } from "./never-send.ts";
import { findMissing } from "./presence.ts";
import { findConflicts } from "./relations.ts";

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
  const found = problems.filter((problem) => !seen.has(problem.path) && seen.add(problem.path));
  return problems.length < mostFieldProblems ? found : [...found, notAllSeen];
}

/** What was not looked at may be of any form, so nothing is made of the document. */
const notAllSeen: FieldProblem = {
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

function findWrongShapes(document: SelfBilledDocument, kind: DocumentKind): FieldProblem[] {
  const found: FieldProblem[] = [];
  judgeOf(documentShapes[kind])(document, [], found);
  return found;
}
