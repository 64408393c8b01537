import { typeCode } from "../contexts-shared.ts";
import { defineRule, pintAe } from "../rule.ts";
import { isCode, stringOf } from "../xpath.ts";

const invoiceTypes: ReadonlySet<string> = new Set(["389", "480"]);
const creditNoteTypes: ReadonlySet<string> = new Set(["261", "81"]);

/** Self-billing has its own type codes; 380 and 381 belong to ordinary billing. */
export const typeCodeIsOneOfSelfBilling = defineRule({
  id: "IBR-CL-01",
  says: "The type code must be 389 or 480 in an invoice, 261 or 81 in a credit note.",
  hint: "Write 389 for a self-billed tax invoice, 261 for a self-billed credit note.",
  source: pintAe("IBT-003", "UNTDID 1001"),
  layer: "shared",
  of: typeCode,
  holds: (code) => isCode(stringOf(code), code.name === "cbc:InvoiceTypeCode" ? invoiceTypes : creditNoteTypes),
});
