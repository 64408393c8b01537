import type { ProblemEntry } from "./outcome.ts";

export const problemsOfApprovals = {
  "key-unusable": {
    outcome: "usage",
    means: "A private key for signing requests, approvals or a policy cannot be read, or the passphrase is wrong.",
    todo: "Name the file that selfbill policy new-key wrote.",
  },
  "policy-not-valid": {
    outcome: "invalid",
    means:
      "An approval policy has errors, is not signed by the owner, or is not newer than the one in force. It was not set.",
    todo: "Correct what the message names; selfbill help approvals shows a policy.",
  },
  "policy-missing": {
    outcome: "local_state",
    means:
      "Documents of this business profile need approvals, and the journal does not have the policy, or has an older one. Nothing was sent.",
    todo: "Put the latest journal back, or set the owner's signed policy again: selfbill policy set FILE.",
  },
  "request-not-valid": {
    outcome: "invalid",
    means: "A request for approval was changed after it was signed, or is not complete. Nothing was approved.",
    todo: "Ask for the file again, as selfbill request wrote it.",
  },
  "approval-missing": {
    outcome: "usage",
    means: "The approval policy requires another person's approval of exactly this content. Nothing was sent.",
    todo: "selfbill request FILE --key ME.key; then send it with the approval: --approval FILE. On a server: selfbill approvals.",
  },
  "approval-invalid": {
    outcome: "usage",
    means:
      "The approval that was given does not hold: it was changed, rejected, given by the wrong person, above a limit, or under another policy. Nothing was sent.",
    todo: "Ask for a new approval, as the message says.",
  },
  "no-right": {
    outcome: "usage",
    means:
      "In a journal on a server, the policy's rights do not let this database user do this for this business profile, or the user was taken out of the team. Nothing was sent, requested or approved.",
    todo: "Ask the owner of the policy for the right. A user who was taken out: the owner of the tables types selfbill team admit USER. Who may do what: selfbill team list.",
  },
  "role-left": {
    outcome: "done",
    means:
      "Somebody was taken out of the team of a journal on a server, but the owner of its tables may not take a role of the database away. The user can still read.",
    todo: "Whoever runs the server runs the line that is shown.",
  },
  "rights-forged": {
    outcome: "done",
    means: "On a server, the rights that the server holds everybody to are not those of the signed policy in force.",
    todo: "Ask who owns the tables. Setting the next policy writes them anew: selfbill policy set FILE.",
  },
  "delegation-forged": {
    outcome: "done",
    means:
      "On a server, a delegation was recorded that its approver did not sign. Nobody approves under it, and nothing is sent under it.",
    todo: "Ask who recorded it, and who may change the tables of the journal.",
  },
  "clock-ahead": {
    outcome: "local_state",
    means:
      "By the clock here it is days later than it was by the service's when the last approved document was sent; the limits of a day go by the clock. Nothing was sent.",
    todo: "Set the clock, then run the same command again.",
  },
  "sent-unapproved": {
    outcome: "done",
    means:
      "A document exists or may exist without the approval that the policy in force at that time needed: it was sent by another program, by an earlier selfbill, or not from this journal.",
    todo: "Show it to the owner of the policy; selfbill history --json tells who sent it.",
  },
  "server-rules-old": {
    outcome: "done",
    means:
      "The journal is on a server that still has the rules of an earlier selfbill: selfbill holds everybody to the policy, the server itself does not yet.",
    todo: "selfbill journal init --journal ADDRESS, as the user who made the journal.",
  },
} as const satisfies Record<string, ProblemEntry>;
