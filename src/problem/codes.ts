import type { Outcome } from "./outcome.ts";

/** Every problem code with the outcome it leads to. Stable: a retired code is never used again. */
export const problemCodes = {
  // words and questions
  "bad-usage": "usage",
  "nothing-matches": "usage",
  "needs-answer": "usage",
  declined: "declined",
  interrupted: "interrupted",
  // reading a file
  "file-unreadable": "invalid",
  "file-too-big": "invalid",
  "bad-encoding": "invalid",
  "empty-document": "invalid",
  "bad-syntax": "invalid",
  "too-deep": "invalid",
  "forbidden-yaml": "invalid",
  "duplicate-key": "invalid",
  "forbidden-key": "invalid",
  "not-a-document": "invalid",
  "unknown-field": "invalid",
  "attachment-unreadable": "invalid",
  // the document
  "missing-field": "invalid",
  "wrong-value": "invalid",
  "never-send": "invalid",
  "scenario-field-missing": "invalid",
  "rule-broken": "invalid",
  "too-many-findings": "invalid",
  "body-too-big": "invalid",
  "body-large": "invalid",
  "buyer-unknown": "done",
  // UBL XML into a document
  "not-self-billed": "invalid",
  "not-carried-over": "done",
  "amount-changed": "done",
  // a credit note and its invoice
  "over-credited": "invalid",
  "left-out": "invalid",
  "credits-uncounted": "invalid",
  "reference-not-needed": "invalid",
  "invoice-not-valid": "invalid",
  // settings and token
  "settings-broken": "local_state",
  "settings-unwritable": "local_state",
  "no-profile": "usage",
  "bad-setting": "usage",
  "no-token": "auth",
  "bad-token": "auth",
  "keychain-missing": "local_state",
  "token-elsewhere": "auth",
  "unstable-version": "usage",
  // the service
  "token-refused": "auth",
  "service-refused": "refused",
  "base-url-moved": "refused",
  "number-taken": "duplicate",
  "already-sent": "duplicate",
  "rate-limited": "not_sent",
  "not-connected": "not_sent",
  "read-failed": "not_sent",
  "status-forbidden": "auth",
  "status-unknown": "pending",
  "file-changed": "invalid",
  "not-resubmittable": "refused",
  "answer-lost": "in_doubt",
  "answer-unclear": "in_doubt",
  "totals-differ": "done",
  "not-found": "refused",
  // our own files
  "journal-unusable": "local_state",
  "file-exists": "local_state",
  "output-unwritable": "local_state",
  "sandbox-unusable": "local_state",
  fault: "internal",
} as const satisfies Record<string, Outcome>;

export type ProblemCode = keyof typeof problemCodes;
