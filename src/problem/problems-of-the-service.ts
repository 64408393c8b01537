import { badStatuses, eitherOf, statusName } from "../states/index.ts";
import type { ProblemEntry } from "./outcome.ts";

export const problemsOfTheService = {
  "sign-in-refused": {
    outcome: "auth",
    means: "The service gave no token for this client id and secret. Nothing was sent.",
    todo: "Check both in the service's console, then selfbill login --client-id ID.",
  },
  "token-refused": {
    outcome: "auth",
    means: "The service does not accept the token: it is invalid, expired or for another business.",
    todo: "selfbill login with a new one. Nothing was created.",
  },
  "service-refused": {
    outcome: "refused",
    means: "The service refused the document and created nothing.",
    todo: "Correct what it names; the place in your file is shown.",
  },
  "base-url-moved": {
    outcome: "refused",
    means:
      "The service answered that it has a new address. Token and document went to the old address only, which created nothing.",
    todo: "Ask the service for its new address, then: selfbill profile set NAME --base-url URL.",
  },
  "number-taken": {
    outcome: "duplicate",
    means: "The document number is already used at the service.",
    todo: "Look at the document with this number: selfbill get NUMBER. If it is the same document, do not send this one; if not, use another number, or none.",
  },
  "peppol-refused": {
    outcome: "rejected",
    means: `The document exists at the service, and Peppol refused it: ${eitherOf(badStatuses)}.`,
    todo: "Correct what the findings name, then selfbill resubmit or, where the service cannot replace it or it was rejected, selfbill correct.",
  },
  "already-sent": {
    outcome: "duplicate",
    means: "The number belongs to an existing document with other content. Nothing was sent.",
    todo: `To correct the existing one: a credit note, or after ${statusName.failed} selfbill resubmit. Only if it is another supply: give it another number.`,
  },
  "content-exists": {
    outcome: "duplicate",
    means: "A document was to be replaced by content that exists already as another document. Nothing was sent.",
    todo: "Correct the file, or name the one that belongs to the document: selfbill resubmit ID FILE.",
  },
  "corrected-before": {
    outcome: "duplicate",
    means:
      "Another document stands in for the document that this one corrects, or that it was to replace. Nothing was sent.",
    todo: "If that one was rejected too, correct that one: selfbill correct ITS-NUMBER. If this is another supply, remove corrects from the file.",
  },
  "correction-open": {
    outcome: "in_doubt",
    means:
      "The document that this one corrects was sent again, or another document was sent in its place, and it is not known whether that was created.",
    todo: "Resolve that one first: selfbill resolve ID --check.",
  },
  "former-address": {
    outcome: "duplicate",
    means:
      "The journal has this document, its number or a possible duplicate for the same business profile under another address. Nothing was sent.",
    todo: "If both addresses lead to one service, answer so or add --same-service. If they are two services, such as a test system and the real one: --other-service.",
  },
  "former-address-open": {
    outcome: "in_doubt",
    means:
      "A document of the same business profile that was sent to another address is in doubt, and has this content or this number. Nothing was sent.",
    todo: "Resolve that one first: selfbill resolve ID. Or say what the two addresses are: --same-service, --other-service.",
  },
  "other-company": {
    outcome: "duplicate",
    means:
      "The journal has the same content, or the same supplier and number, for another business profile. Nothing was sent.",
    todo: "Compare the two: the wrong profile may be in use. If both are meant, answer yes or add --allow-similar.",
  },
  "looks-sent": {
    outcome: "duplicate",
    means:
      "A document with the same supplier and amounts exists, with the same date, or the same reference within 31 days.",
    todo: `If it is another supply, answer yes or add --allow-similar. To correct the existing one: a credit note, or selfbill resubmit after ${statusName.failed}.`,
  },
  "supply-billed": {
    outcome: "duplicate",
    means:
      "Another document bills the same supply: both name the same goods received note, else delivery note, else order with its delivery date, and the same item or items that cannot be told apart. Or a credit note of that day takes back the same of the same invoice.",
    todo: "If it is another part, answer yes or add --part-of NUMBER. To correct the other document: selfbill correct NUMBER.",
  },
  "file-edited": {
    outcome: "duplicate",
    means: "This file was sent before and edited since.",
    todo: `To correct the document that was sent: a credit note, or selfbill resubmit after ${statusName.failed}. If this is another supply, answer yes or add --allow-similar.`,
  },
  "number-elsewhere": {
    outcome: "duplicate",
    means: "The number belongs to another supplier's document.",
    todo: "Give this document another number. Only if both should have it, answer yes or add --allow-similar.",
  },
  "made-elsewhere": {
    outcome: "duplicate",
    means:
      "The service has a document with the same number, or the same supplier and total or date, that was not sent with this journal.",
    todo: "Look at it: selfbill get ID. If this is another supply, answer yes or add --allow-similar. selfbill reconcile compares all documents.",
  },
  "amount-repeated": {
    outcome: "done",
    means: "The same amounts and texts were sent within 31 days.",
    todo: "Check that this is another supply, not the same one again.",
  },
  "name-look-alike": {
    outcome: "done",
    means: "The name only looks like the one known with this TRN.",
    todo: "Compare the name with the trade licence. If it is a typing error, correct it; if not, call the supplier on a telephone number that you knew before.",
  },
  "prepayment-unnamed": {
    outcome: "done",
    means:
      "The prepayment's invoice is not named. VAT on an advance is due when it is paid (Federal Decree-Law 8 of 2017, Article 25), so it has its own.",
    todo: "Name it in billing_reference; do not credit it.",
  },
  "number-open": {
    outcome: "in_doubt",
    means: "Another document of that number may exist or not, because its answer was lost.",
    todo: "Resolve that one first: selfbill resolve ID --check.",
  },
  "still-in-doubt": {
    outcome: "in_doubt",
    means: "This document was sent before and may or may not exist. It is never sent again without your confirmation.",
    todo: "Resolve it first: selfbill resolve ID --check.",
  },
  "doubt-unknown": {
    outcome: "usage",
    means: "No unresolved document has that name.",
    todo: "selfbill resolve lists those in doubt.",
  },
  "not-settled": {
    outcome: "in_doubt",
    means: "The service could not tell whether the document exists, so it is still in doubt.",
    todo: "Look in the service yourself, then selfbill resolve ID --created THE-ID, or --not-created.",
  },
  "id-known": {
    outcome: "in_doubt",
    means: "The journal has this id for a document of other content: one id is never recorded for two documents.",
    todo: "Look for the correct id at the service.",
  },
  "not-overruled": {
    outcome: "usage",
    means:
      "This decision cannot be changed: the service itself answered, or the document was never in doubt. Only decisions made with selfbill resolve can be changed.",
    todo: "selfbill history shows what is known of it.",
  },
  "sent-twice": {
    outcome: "done",
    means:
      "The same content was sent again after it had been settled that it does not exist. Both documents stay in the journal.",
    todo: "Look at both at the service. If both exist, credit one of them.",
  },
  overruled: {
    outcome: "done",
    means: "An earlier decision was replaced. Every decision stays in the journal.",
    todo: "selfbill history shows it.",
  },
  "not-reconciled": {
    outcome: "invalid",
    means: "The documents of the service and those of the journal are not the same.",
    todo: "Look at each of them. selfbill reconcile --take-over records what only the service has.",
  },
  "list-unclear": {
    outcome: "not_sent",
    means:
      "The service's list was incomplete or contradicted itself, so a document that is missing from it may still exist.",
    todo: "Run the command again; if the problem remains, ask the service.",
  },
  "account-unseen": {
    outcome: "auth",
    means:
      "The token shows neither the business profile nor a document that this account created, so what its lists lack proves nothing. Nothing was sent or recorded.",
    todo: "Use the token of this business profile's organization: selfbill auth status shows which one is used.",
  },
  "books-differ": {
    outcome: "invalid",
    means: "The books and the documents of the period are not the same. Nothing was sent or changed.",
    todo: "Compare each document listed with your books, and correct the booking, or create a credit note.",
  },
  "archive-changed": {
    outcome: "invalid",
    means: "A file of an archive was changed, is missing or was added since it was written.",
    todo: "Use another copy of the archive, or write it anew: selfbill archive --month MONTH --out DIR.",
  },
  "client-at-fault": {
    outcome: "invalid",
    means:
      "A client that was tested did not do what a case asks for: it sent a document twice or not at all, lost one, or misread an answer.",
    todo: "Correct the client, then run the cases that are named again with --only.",
  },
  "client-remark": {
    outcome: "done",
    means:
      "A client that was tested could have known more, or says that it cannot do what a case asks for. It did nothing wrong.",
    todo: "Look at the case that is named; nothing has to be changed.",
  },
  "rate-unknown": {
    outcome: "done",
    means:
      "A document in another currency has no known exchange rate, so its amounts in AED are missing from the sums.",
    todo: "Add its amounts in AED by hand, or read it from the service: selfbill report --refresh.",
  },
  "rate-limited": {
    outcome: "not_sent",
    means: "The rate limit of the service is reached.",
    todo: "Run the command again; nothing was created.",
  },
  "not-connected": {
    outcome: "not_sent",
    means: "The service was not reached; nothing left this computer.",
    todo: "Check network and proxy, then run the command again; this is safe.",
  },
  "read-failed": {
    outcome: "not_sent",
    means: "The answer of the service cannot be used. Nothing was changed.",
    todo: "Run the command again; if the problem remains, ask the service.",
  },
  "status-forbidden": {
    outcome: "auth",
    means:
      "The service does not show Peppol statuses to this account: they belong to its “Phase 2” subscription, which yours may not include.",
    todo: "Ask the service, or check the profile.",
  },
  "status-unknown": {
    outcome: "pending",
    means: "The service has no status of this document yet. This is not a result.",
    todo: "Look again later, or add --watch.",
  },
  "file-changed": {
    outcome: "done",
    means: "The file changed after it was sent, so lines may not match; or it is not the agreement that was kept.",
    todo: "Line numbers may be off: find the place by the field's name.",
  },
  "not-resubmittable": {
    outcome: "refused",
    means: "Only a document that failed validation can be sent again under its number.",
    todo: "PENDING: wait (selfbill status --watch). APPROVED: create a credit note and, if needed, a new document. REJECTED: selfbill correct NUMBER.",
  },
  "answer-lost": {
    outcome: "in_doubt",
    means: "The request was sent, but no answer came: the document may exist.",
    todo: "Do not send it again. To find out whether it exists: selfbill resolve --check.",
  },
  "answer-unclear": {
    outcome: "in_doubt",
    means: "The answer does not tell whether the document was created: it may exist.",
    todo: "Do not send it again. To find out whether it exists: selfbill resolve --check.",
  },
  "answer-contradicts": {
    outcome: "in_doubt",
    means:
      "The service says that it created the document, but its answer is about another one: its id, number, supplier, kind, currency, or two of date, lines and amounts. The document may exist.",
    todo: "Do not send it again. Give the service's support both numbers and ids. Then: selfbill resolve ID.",
  },
  "answer-changed": {
    outcome: "done",
    means: "The document was created, but the service's answer has another date, number of lines or bank account.",
    todo: "Compare both before you pay or book the document, and ask the service's support.",
  },
  "totals-differ": {
    outcome: "done",
    means: "The document was created, and the totals that the service calculated differ from those of selfbill.",
    todo: "Compare both before you pay or book the document.",
  },
  "clock-off": {
    outcome: "done",
    means:
      "The clock of this computer differs by minutes from that of the service or of the journal's server. Dates and limits depend on it.",
    todo: "Set the clock of this computer.",
  },
  "date-ahead": {
    outcome: "done",
    means: "The issue date is in the future, by the clock of this computer.",
    todo: "Check the date and the clock. If both are correct, it can be sent.",
  },
  "answer-too-long": {
    outcome: "done",
    means: "The document was created and its id is recorded; the service's answer was too long to be read to its end.",
    todo: "Look at the document before you pay or book it.",
  },
  "not-found": {
    outcome: "refused",
    means: "It does not exist at the service, or not under this profile.",
    todo: "Check the id or number, and the profile.",
  },
} as const satisfies Record<string, ProblemEntry>;
