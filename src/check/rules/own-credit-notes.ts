import type { UblElement } from "../../ubl/index.ts";
import { absent, exists, saying } from "../conditions.ts";
import { ownCreditNote, ownDocument } from "../contexts/contexts-own.ts";
import { documentIs } from "../contexts/facts-ae.ts";
import { dayStart } from "../iso-date.ts";
import { defineOwnRule, sources } from "../own-rule.ts";
import { pintAe } from "../rule.ts";
import { path, spaced, stringOf } from "../xpath.ts";

const referencedNumber = path("cac:BillingReference/cac:InvoiceDocumentReference/cbc:ID");
const referencedDate = path("cac:BillingReference/cac:InvoiceDocumentReference/cbc:IssueDate");
const reason = path("cac:DiscrepancyResponse/cbc:ResponseCode");
const number = path("cbc:ID");
const issueDate = path("cbc:IssueDate");

/** Type code 261. The published rules for credit notes apply only to 381 and 81, so they never apply to this type. */
const isSelfBilledCredit = documentIs("261");

/**
 * A volume discount (VD) does not relate to a single invoice; the network's own rule even forbids the reference in
 * that case.
 */
export const creditNoteNamesInvoice = defineOwnRule({
  id: "SB-0101",
  says: "A self-billed credit note must name the invoice that it corrects. IBR-055-AE requires this of types 381 and 81 only.",
  hint: "Add billing_reference with id (the invoice's number) and issue_date.",
  source: sources.meant("IBG-03", "IBR-055-AE"),
  flag: "fatal",
  of: ownCreditNote,
  when: saying(
    `${isSelfBilledCredit.xpath} and not(cac:DiscrepancyResponse/cbc:ResponseCode = 'VD')`,
    (root, facts) => isSelfBilledCredit(root, facts) && !reason.is(root, "VD"),
  ),
  holds: exists("cac:BillingReference"),
  because: ["cbc:CreditNoteTypeCode"],
});

export const creditNoteStatesReason = defineOwnRule({
  id: "SB-0102",
  says: "A self-billed credit note must state its reason. IBR-158-AE requires this of type 381 only.",
  hint: "Add discrepancy_response, for example DL8.61.1.D when goods were returned.",
  source: sources.meant("BTAE-03", "IBR-158-AE"),
  flag: "fatal",
  of: ownCreditNote,
  when: isSelfBilledCredit,
  holds: exists("cac:DiscrepancyResponse/cbc:ResponseCode"),
  because: ["cbc:CreditNoteTypeCode"],
});

export const creditNoteHasNoTaxPointDate = defineOwnRule({
  id: "SB-0103",
  says: "A self-billed credit note must not state a VAT point date. IBR-124-AE checks types 381 and 81 only.",
  hint: "Leave tax_point_date out; the date of supply goes into delivery.actual_delivery_date.",
  source: sources.meant("IBT-007", "IBR-124-AE"),
  flag: "fatal",
  of: ownCreditNote,
  when: isSelfBilledCredit,
  holds: absent("cbc:TaxPointDate"),
  because: ["cbc:TaxPointDate"],
});

function isOlder(date: UblElement, than: UblElement | undefined): boolean {
  const day = dayStart(stringOf(date));
  const other = than && dayStart(stringOf(than));
  return day !== undefined && other !== undefined && other < day;
}

export const documentIsNotOlderThanItsReference = defineOwnRule({
  id: "SB-0104",
  says: "A document should not be older than the invoice that it refers to.",
  hint: "Compare issue_date with billing_reference.issue_date, and correct the one that is wrong.",
  source: pintAe("IBT-002", "IBT-026"),
  of: ownDocument,
  when: exists("cac:BillingReference/cac:InvoiceDocumentReference/cbc:IssueDate"),
  test: "not(cac:BillingReference/cac:InvoiceDocumentReference/cbc:IssueDate[. castable as xs:date]/xs:date(.) > cbc:IssueDate[. castable as xs:date]/xs:date(.))",
  holds: (root) => !referencedDate.some(root, (date) => isOlder(date, issueDate.first(root))),
  culprit: (root) => referencedDate.all(root).find((date) => isOlder(date, issueDate.first(root))),
});

export const documentDoesNotReferToItself = defineOwnRule({
  id: "SB-0105",
  says: "A document should not refer to its own number.",
  hint: "Write the number of the original invoice into billing_reference.id.",
  source: pintAe("IBT-001", "IBT-025"),
  of: ownDocument,
  when: exists("cac:BillingReference/cac:InvoiceDocumentReference/cbc:ID"),
  test: "not(cac:BillingReference/cac:InvoiceDocumentReference/cbc:ID/normalize-space() = normalize-space(cbc:ID))",
  holds: (root) => !referencedNumber.some(root, (other) => spaced(stringOf(other)) === number.text(root)),
  culprit: (root) => referencedNumber.all(root).find((other) => spaced(stringOf(other)) === number.text(root)),
});
