import type { ProblemEntry } from "./outcome.ts";

export const problemsOfDocuments = {
  // Problems with a document's content
  "missing-field": {
    outcome: "invalid",
    means: "The service requires this field and refuses the document without it.",
    todo: "Add the field; the templates show and explain each.",
  },
  "wrong-value": {
    outcome: "invalid",
    means: "The value is not in the format that the service requires: a date, a TRN, an amount, a code of a list.",
    todo: "Write it as the hint shows.",
  },
  "never-send": {
    outcome: "invalid",
    means: "The service fills this field in itself and refuses a document that contains it.",
    todo: "Remove the field.",
  },
  "scenario-field-missing": {
    outcome: "invalid",
    means: "A scenario flag (profile_execution_id) is set, and the scenario requires another field.",
    todo: "Add the field, or set the flag to 0.",
  },
  "rule-broken": {
    outcome: "invalid",
    means: "A rule of the network is broken. Findings show the rule's own id instead of this code.",
    todo: "selfbill explain with the rule's id shows what it requires.",
  },
  "too-many-findings": {
    outcome: "invalid",
    means: "The file has too many errors; checking stopped.",
    todo: "Correct the errors shown, then check again.",
  },
  "body-too-big": {
    outcome: "invalid",
    means: "The request is larger than the service takes.",
    todo: "Make attachments smaller.",
  },
  "body-large": {
    outcome: "done",
    means: "The request is near the limit of the service.",
    todo: "It can be sent as it is.",
  },
  "buyer-unknown": {
    outcome: "done",
    means:
      "The buyer (your business) is not known on this computer, so the rules about the buyer were not checked. The service fills the buyer in.",
    todo: "To fetch and store the buyer: selfbill profile fetch. If the service does not provide it: selfbill profile set NAME --party FILE.",
  },
  "rate-date-off": {
    outcome: "done",
    means:
      "The exchange rate is not for the date of supply or the days before it; the law requires the rate of the date of supply.",
    todo: "Use the rate that the Central Bank published for the date of supply (delivery.actual_delivery_date, or else issue_date).",
  },
  // Problems in the conversion of UBL XML to a document
  "not-self-billed": {
    outcome: "invalid",
    means: "The XML is an invoice or credit note of another kind, which the service does not create.",
    todo: "Convert self-billed documents only: type 389 (invoice) or 261 (credit note).",
  },
  "not-carried-over": {
    outcome: "done",
    means: "An element of the XML has no field in a selfbill document, so it is left out.",
    todo: "Write it into note if the reader needs it.",
  },
  "amount-changed": {
    outcome: "done",
    means: "An amount of the XML differs from what the service calculates from the same lines.",
    todo: "Compare both before you send: the service's own calculation counts.",
  },
  // Problems with a credit note and its invoice
  "not-correctable": {
    outcome: "invalid",
    means:
      "The member corrects names a document that this one cannot stand in for. That one must be known here, be of the same kind, and be rejected, failed or credited in full; a rejected invoice that the tax authority accepted must be credited first.",
    todo: "See where that document stands: selfbill status NUMBER. If this is another supply, remove corrects from the file.",
  },
  "date-kept": {
    outcome: "done",
    means: "A document that stands in for another one still has the issue date of that one.",
    todo: "Write the day on which it is issued into issue_date, and check due_date, unless both are meant.",
  },
  "correction-held": {
    outcome: "done",
    means:
      "Of a correction, the credit note or the corrected copy is not known to exist; the copy is sent only after the credit note.",
    todo: "Deal with what is said of that document, then go on: selfbill correct NUMBER --send.",
  },
  "over-credited": {
    outcome: "invalid",
    means: "With this credit note more would be credited than was invoiced.",
    todo: "Lower quantities or amounts, or name the correct invoice.",
  },
  "invoice-differs": {
    outcome: "invalid",
    means:
      "The credit note differs from the invoice that it names: in the supplier, the date, the exchange rate, a VAT category or rate, an item, its unit, or a higher price; or the number is not an invoice's.",
    todo: "Write what the invoice has. If the credit note is correct as it is, add --send-anyway.",
  },
  "left-out": {
    outcome: "done",
    means: "Something of the invoice cannot be in the credit note and was left out.",
    todo: "Look at the prepared credit note before you send it.",
  },
  "credits-uncounted": {
    outcome: "done",
    means: "It is not known what was credited of this invoice before.",
    todo: "Check yourself that no more is credited than was invoiced.",
  },
  "reference-not-needed": {
    outcome: "done",
    means:
      "By the network's rules a volume discount belongs to no single invoice, but the service requires the reference.",
    todo: "Keep billing_reference: name an invoice that the discount is for.",
  },
  "invoice-unknown": {
    outcome: "done",
    means: "A credit note is subtracted, and the invoice that it corrects is not in this journal.",
    todo: "Check that the invoice is in your totals. To record what the service has: selfbill reconcile --take-over.",
  },
  "invoice-not-valid": {
    outcome: "invalid",
    means: "The invoice failed validation and was never delivered, so there is nothing to credit.",
    todo: "Reverse it in your books if it is booked. Correct it and send it again: selfbill resubmit.",
  },
  "invoice-rejected": {
    outcome: "invalid",
    means:
      "The invoice that is to be credited was rejected, and the tax authority did not accept it: it never counted.",
    todo: "Reverse it in your books if it is booked, and send the corrected copy: selfbill correct NUMBER. If it must be credited all the same, answer yes, or add --credit-rejected.",
  },
} as const satisfies Record<string, ProblemEntry>;
