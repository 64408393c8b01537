import type { DocumentKind } from "../kind.ts";
import { documentShapes, type SelfBilledDocument } from "../shapes.ts";
import { type FieldProblem, mostFieldProblems } from "./field-problem.ts";
import { type Field, isRecord, memberOf, pathText } from "./fields.ts";
import { isPresent } from "./is-present.ts";

/**
 * Fields that only answers contain, at any depth, unless the request has a field with this name in the same place.
 * Source: contract, Decision 3.
 */
const answerOnly: ReadonlyMap<string, string> = new Map([
  ...`org_id document_sequence totals meta_info document_status is_phase2_document tax_breakdown custom_data
     effective_tax_point_date supply_date line_extension_amount allowance_total_amount charge_total_amount tax_exclusive_amount
     tax_amount tax_amount_in_aed tax_inclusive_amount payable_amount payable_amount_in_aed total_item_allowances
     total_item_charges total_taxable_amount total_non_taxable_amount net_amount total_amount total_amount_in_aed base_amount
     base_amount_in_aed net_amount_in_aed price_amount price_amount_in_aed`
    .trim()
    .split(/\s+/)
    .map((name) => [name, "Leave it out: the service calculates or sets it."] as const),
  ["accounting_customer_party", "Leave it out: the service fills the buyer in from the business profile."],
  ["tax_point_date", "Leave it out; a date of supply goes into delivery.actual_delivery_date (IBR-124-AE)."],
]);

/** The `id` of the document and of each attachment is assigned by the service. */
const ownIds = /^(?:id|attachments\[\d+\]\.id)$/;
/** Only the id of these parties is sent. */
const idOnly: ReadonlySet<unknown> = new Set(["buyer_customer_party", "seller_supplier_party"]);

/** Returns the problems in document order. */
export function findNeverSend(document: SelfBilledDocument, kind: DocumentKind): FieldProblem[] {
  const found: FieldProblem[] = [];
  visit(document, documentShapes[kind], [], found);
  return found;
}

/** `trail`: path to the value; unchanged on return. */
function visit(value: unknown, field: Field | undefined, trail: PropertyKey[], found: FieldProblem[]): void {
  if (field?.kind === "leaf" && typeof value === "string") return;
  if (Array.isArray(value)) {
    const item = field?.kind === "list" || field?.kind === "object-or-list" ? field.item : undefined;
    for (let at = 0; at < value.length && found.length < mostFieldProblems; at++) {
      trail.push(at);
      visit(value[at], item, trail, found);
      trail.pop();
    }
    return;
  }
  if (!isRecord(value)) return;
  for (const key of Object.keys(value)) {
    const member = value[key];
    if (member === null || member === undefined) continue;
    const known = field && memberOf(field, key);
    trail.push(key);
    const hint = known ? undefined : hintFor(key, trail);
    if (hint === undefined) visit(member, known, trail, found);
    else found.push(neverSent(key, member, trail, hint));
    trail.pop();
  }
}

function neverSent(key: string, value: unknown, steps: readonly PropertyKey[], hint: string): FieldProblem {
  const path = pathText(steps);
  const isDate = key === "tax_point_date";
  const correction = { safe: !isPresent(value), changes: [{ path, to: undefined }] };
  return {
    path,
    ...(isDate ? {} : { correction }),
    code: "never-send",
    tier: "T1",
    absent: false,
    always: true,
    message: `${key} must not be sent.`,
    hint,
  };
}

function hintFor(key: string, trail: readonly PropertyKey[]): string | undefined {
  if (idOnly.has(trail[0]) && typeof trail[1] === "string") return "Only id is sent for this party.";
  if (key === "id" && ownIds.test(pathText(trail))) return "Leave it out: the service gives the id.";
  return answerOnly.get(key);
}
