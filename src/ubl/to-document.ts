import { type DocumentKind, documentKinds, type SelfBilledDocument } from "../document/index.ts";
import type { UblElement } from "./element.ts";
import { codedReaders } from "./read-coded.ts";
import { FieldReader } from "./read-fields.ts";

/** Invoice or credit note, by the root alone. */
export function kindOfTree(root: UblElement): DocumentKind {
  return root.name === "CreditNote" ? "credit-note" : "invoice";
}

/**
 * The document that a self-billed UBL tree would have been written from, every value as its text. The buyer, the UUID and all that is
 * calculated (totals, breakdown, amounts in AED) have no field in a document; `leftOver` tells whatever else could not be carried over.
 * Never fails: what a tree does not state is absent. Source: the definition of the fields; contract §3–§4 (UBL · term).
 */
export function toDocument(root: UblElement): SelfBilledDocument {
  const kind = kindOfTree(root);
  const { typeCodeField, typeCode } = documentKinds[kind];
  const reader = new FieldReader(kind, codedReaders);
  const made: SelfBilledDocument = reader.read(root, reader.plans.document) ?? {};
  made[typeCodeField] = typeCode;
  const time = gulfTimeOf(made.issue_time);
  if (time === undefined) delete made.issue_time;
  else made.issue_time = time;
  if (made.document_currency_code === "AED") {
    delete made.tax_currency_code;
    delete made.tax_exchange_rate;
  }
  return made;
}

/** A request tells Gulf Standard Time without a zone; a time of another zone is not carried over. */
function gulfTimeOf(text: string | undefined): string | undefined {
  return /^(\d\d:\d\d:\d\d)(?:\+04:00)?$/.exec(text ?? "")?.[1];
}
