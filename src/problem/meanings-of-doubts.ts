/** Meanings of the codes about what may or may not exist, and about both sides held against each other. */
export const meaningsOfDoubts = {
  "answer-contradicts": {
    means:
      "The service says that it created the document, but names another document's id, or another number than was sent. The document may exist.",
    todo: "Do not send it again. Tell the service's support, with both numbers and ids; then selfbill resolve ID.",
  },
  "id-known": {
    means: "The journal has this id for a document of other content: one id is never recorded for two documents.",
    todo: "Look for the correct id at the service.",
  },
  "not-overruled": {
    means:
      "Only what was settled by selfbill resolve can be settled in another way: the service itself answered for this one.",
    todo: "selfbill history shows what is known of it.",
  },
  overruled: {
    means: "An earlier decision was replaced. Every decision stays in the journal.",
    todo: "selfbill history shows it.",
  },
  "sent-twice": {
    means:
      "The same content was sent again after it had been settled that it does not exist. Both documents stay in the journal.",
    todo: "Look at both at the service. If both exist, credit one of them.",
  },
  "not-reconciled": {
    means: "The documents of the service and those of the journal are not the same.",
    todo: "Look at each of them. selfbill reconcile --take-over records what only the service has.",
  },
  "list-unclear": {
    means:
      "The service's list was incomplete or contradicted itself, so a document that is missing from it may still exist.",
    todo: "Run the command again; if the problem remains, ask the service.",
  },
  "archive-changed": {
    means: "A file of an archive was changed, is missing or was added since it was written.",
    todo: "Use another copy of the archive, or write it anew: selfbill archive --month MONTH --out DIR.",
  },
  "client-at-fault": {
    means: "A client that was led through faults of the wire sent a document twice, lost one, or misread an answer.",
    todo: "Correct the client, then run the cases that are named again with --only.",
  },
  "books-differ": {
    means: "The books and the documents of the period are not the same. Nothing was sent or changed.",
    todo: "Compare each document listed with your books, and correct the booking, or create a credit note.",
  },
  "rate-unknown": {
    means:
      "A document in another currency has no known exchange rate, so its amounts in AED are missing from the sums.",
    todo: "Add its amounts in AED by hand, or read it from the service: selfbill report --refresh.",
  },
  "still-in-doubt": {
    means: "This document was sent before and may or may not exist. It is never sent again without your confirmation.",
    todo: "Resolve it first: selfbill resolve ID --check.",
  },
  "doubt-unknown": {
    means: "No unresolved document has that name.",
    todo: "selfbill resolve lists those in doubt.",
  },
  "not-settled": {
    means: "The service could not tell whether the document exists, so it is still in doubt.",
    todo: "Look in the service yourself, then selfbill resolve ID --created THE-ID, or --not-created.",
  },
} as const;
