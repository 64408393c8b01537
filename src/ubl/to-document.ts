import { type DocumentKind, documentKinds, type SelfBilledDocument } from "../document/index.ts";
import type { UblElement } from "./element.ts";
import { gulfClockOf } from "./gulf-clock.ts";
import { codedReaders } from "./read-coded.ts";
import { FieldReader } from "./read-fields.ts";

/** Returns the kind of a document, which its root element alone determines. */
export function kindOfTree(root: UblElement): DocumentKind {
  return root.name === "CreditNote" ? "credit-note" : "invoice";
}

/**
 * Converts a tree to a document; every value is a string. The buyer, the UUID and calculated values (totals, breakdown,
 * amounts in AED) have no field in a document; `leftOver` reports everything else that is lost. Never fails: values
 * missing from the tree are absent. Source: the field definitions; contract §3–§4 (UBL · term).
 */
export function toDocument(root: UblElement): SelfBilledDocument {
  const kind = kindOfTree(root);
  const { typeCodeField, typeCode } = documentKinds[kind];
  const reader = new FieldReader(kind, codedReaders);
  const made: SelfBilledDocument = reader.read(root, reader.plans.document) ?? {};
  made[typeCodeField] = typeCode;
  const time = gulfClockOf(made.issue_time?.trim() ?? "")?.time;
  if (time === undefined) delete made.issue_time;
  else made.issue_time = time;
  if (made.document_currency_code === "AED") {
    delete made.tax_currency_code;
    delete made.tax_exchange_rate;
  }
  return made;
}
