import { type DocumentKind, documentKinds, documentShapes } from "../document/index.ts";
import { type FieldPlan, fieldPlan, laterPlan } from "./field-plan.ts";

/** Plans for groups that are written and read in code. */
export interface FieldPlans {
  readonly document: FieldPlan;
  readonly line: FieldPlan;
  readonly party: FieldPlan;
  readonly charges: FieldPlan;
  readonly allowances: FieldPlan;
  readonly category: FieldPlan;
}

const made = new Map<DocumentKind, FieldPlans>();

export function plansOf(kind: DocumentKind): FieldPlans {
  const known = made.get(kind);
  if (known !== undefined) return known;
  const { root, line } = documentKinds[kind];
  const shape = documentShapes[kind];
  const { document_lines: lines, accounting_supplier_party: party, charges, allowances } = shape.members;
  const later = {
    party: laterPlan(party, "cac:Party", kind),
    charges: laterPlan(charges.item, "cac:AllowanceCharge", kind),
    allowances: laterPlan(allowances.item, "cac:AllowanceCharge", kind),
    category: laterPlan(charges.item.members.tax_category, "cac:TaxCategory", kind),
  };
  const plans: FieldPlans = {
    document: fieldPlan(shape, root, kind),
    line: fieldPlan(lines.item, line, kind),
    get party() {
      return later.party();
    },
    get charges() {
      return later.charges();
    },
    get allowances() {
      return later.allowances();
    },
    get category() {
      return later.category();
    },
  };
  made.set(kind, plans);
  return plans;
}
