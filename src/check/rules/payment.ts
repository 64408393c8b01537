import { numberOf } from "../amount.ts";
import { exists, isText, saying } from "../conditions.ts";
import { aeDocumentRoot, aePaymentMeans } from "../contexts/contexts-ae.ts";
import type { RuleFacts } from "../contexts/facts.ts";
import { isPublishedCreditNote, isType, scenarioFlag } from "../contexts/facts-ae.ts";
import { flagSet, typeIs } from "../expression.ts";
import { defineRule, pintAe } from "../rule.ts";
import { path } from "../xpath.ts";

const means = path("cac:PaymentMeans/cbc:PaymentMeansCode");
const creditNoteType = path("cbc:CreditNoteTypeCode");
const payable = path("cac:LegalMonetaryTotal/cbc:PayableAmount");
const dueDate = path("cbc:DueDate");

/** Credit notes and deemed supplies are never paid. */
function isNeverPaid(facts: RuleFacts): boolean {
  return isPublishedCreditNote(facts) || scenarioFlag(facts, 2);
}

export const invoiceStatesPaymentMeans = defineRule({
  id: "IBR-191-AE",
  says: "An invoice must say how it is paid, unless it is a deemed supply.",
  hint: "Add payment_means with a payment_means_code, for example 30 and the supplier's account.",
  source: pintAe("IBT-081", "IBT-003", "BTAE-02"),
  of: aeDocumentRoot,
  when: saying(
    `not(${typeIs("381", "81", "261")} or ${flagSet(2)})`,
    (_, facts) => !isNeverPaid(facts) && !isType(facts, "261"),
  ),
  holds: exists("cac:PaymentMeans/cbc:PaymentMeansCode"),
  because: ["cac:PaymentMeans", "cbc:InvoiceTypeCode", "cbc:IssueDate"],
  before: [
    {
      until: "1.0.3",
      says: "An invoice must say how it is paid, also a deemed supply, and a credit note must not.",
      hint: "Add payment_means to an invoice; leave it out of a credit note.",
      when: "always",
      // The flags were compared with nine digits, so a deemed supply was never exempt.
      test: `exists(cac:PaymentMeans/cbc:PaymentMeansCode) != (${typeIs("381", "81", "261")})`,
      holds: (root, facts) => means.in(root) !== (isPublishedCreditNote(facts) || isType(facts, "261")),
    },
  ],
});

export const creditTransferNamesAccount = defineRule({
  id: "IBR-192-AE",
  says: "A payment by credit transfer (code 30) must name the account to pay into.",
  hint: "Add payee_financial_account.id (the IBAN) to the payment means.",
  source: pintAe("IBT-084", "IBT-081"),
  of: aePaymentMeans,
  when: isText("cbc:PaymentMeansCode", "30"),
  holds: exists("cac:PayeeFinancialAccount/cbc:ID"),
  because: ["cbc:PaymentMeansCode"],
  // UBL has no such element, so nothing was ever rejected.
  before: [{ until: "1.0.3", when: isText("cbc:PaymentMeansTypeCode", "30") }],
});

const neverDue = `${typeIs("381", "81")} or ${flagSet(2)} or cbc:CreditNoteTypeCode = '261'`;

export const payableInvoiceHasDueDate = defineRule({
  id: "IBR-127-AE",
  says: "An invoice with an amount to pay must state when it is due, unless it is a deemed supply.",
  hint: "Add due_date.",
  source: pintAe("IBT-009", "IBT-115", "IBT-003", "BTAE-02"),
  of: aeDocumentRoot,
  when: saying(
    `not(${neverDue}) and cac:LegalMonetaryTotal/cbc:PayableAmount/number() > 0`,
    (root, facts) =>
      !isNeverPaid(facts) && !creditNoteType.is(root, "261") && payable.some(root, (amount) => numberOf(amount) > 0),
  ),
  holds: exists("cbc:DueDate"),
  because: ["cbc:IssueDate"],
  before: [
    {
      until: "1.0.3",
      when: saying(`not(${neverDue})`, (root, facts) => !isNeverPaid(facts) && !creditNoteType.is(root, "261")),
      test: "exists(cbc:DueDate) and cac:LegalMonetaryTotal/cbc:PayableAmount/number() > 0",
      holds: (root) => dueDate.in(root) && payable.some(root, (amount) => numberOf(amount) > 0),
    },
  ],
});
