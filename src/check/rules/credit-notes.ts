import { codes } from "../../document/index.ts";
import { exists, isListed } from "../conditions.ts";
import { aeDocumentRoot, aeReasonCode } from "../contexts/contexts-ae.ts";
import { documentIs, invoiceIs } from "../contexts/facts-ae.ts";
import { defineRule, pintAe } from "../rule.ts";
import { path, stringOf } from "../xpath.ts";

const reason = path("cac:DiscrepancyResponse/cbc:ResponseCode");
const reference = path("cac:BillingReference");
const reasons = new Set(Object.keys(codes.discrepancyReasons));

export const creditReasonIsListed = defineRule({
  id: "IBR-001-AE",
  says: "The reason of a credit note must be a code of its list.",
  hint: `Set discrepancy_response to one of ${[...reasons].join(", ")}.`,
  source: pintAe("BTAE-03"),
  of: aeReasonCode,
  holds: isListed(reasons),
});

/** Applies only to 381 and 81; a volume discount (VD) rules out the reference that every other reason requires. */
export const creditNoteRefersToInvoice = defineRule({
  id: "IBR-055-AE",
  says: "A credit note of type 381 or 81 must name the original invoice, unless its reason is VD (volume discount).",
  hint: "Add billing_reference with the number of the original invoice, or set discrepancy_response to VD without a reference.",
  source: pintAe("IBG-03", "BTAE-03", "IBT-003"),
  of: aeDocumentRoot,
  when: documentIs("381", "81"),
  test: "(if (exists(cac:BillingReference)) then cac:DiscrepancyResponse/cbc:ResponseCode != 'VD' else cac:DiscrepancyResponse/cbc:ResponseCode = 'VD')",
  holds: (root) => (reference.in(root) ? reason.some(root, (code) => stringOf(code) !== "VD") : reason.is(root, "VD")),
  because: ["cac:BillingReference", "cbc:CreditNoteTypeCode"],
  before: [{ until: "1.0.2", when: invoiceIs("381", "81") }],
});

/** 381 is not a self-billing type code, so this never applies to a valid document. */
export const creditNoteHasReason = defineRule({
  id: "IBR-158-AE",
  says: "A credit note of type 381 must state its reason.",
  hint: "Add discrepancy_response; a self-billed credit note has type 261.",
  source: pintAe("BTAE-03", "IBT-003"),
  of: aeDocumentRoot,
  when: documentIs("381"),
  holds: exists("cac:DiscrepancyResponse/cbc:ResponseCode"),
  because: ["cbc:CreditNoteTypeCode"],
  before: [{ until: "1.0.2", when: invoiceIs("381") }],
});
