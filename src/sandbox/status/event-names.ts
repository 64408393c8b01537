/** Events in a document's log that are not answers from a leg. Source: contract §10. */
export const eventNames = {
  created: "DOCUMENT_CREATED",
  replaced: "DOCUMENT_RESUBMITTED",
  passed: "VALIDATION_SUCCESS",
  failed: "NETWORK_VALIDATION_FAILED",
  submitted: "DOCUMENT_SUBMITTED",
  toC3: "SENT_TO_C3",
  toC5: "SENT_TO_C5",
  unreachable: "TRANSMISSION_ERROR",
} as const;
