/** Four eyes: a policy says which documents another person approves before they are sent, and who that may be. */
import type { Extra } from "../../extra.ts";

export const fourEyesExtra: Extra = {
  name: "four-eyes",
  commands: {
    request: { after: "resolve", load: async () => (await import("./request.ts")).request },
    approvals: { after: "request", load: async () => (await import("./approvals.ts")).approvals },
    approve: { after: "approvals", load: async () => (await import("./approve.ts")).approve },
    delegate: { after: "approve", load: async () => (await import("./delegate.ts")).delegate },
    policy: { after: "help", load: async () => (await import("./policy.ts")).policy },
  },
  parts: { preview: async () => (await import("./preview-request.ts")).requestPreview },
  hooks: {
    gate: async () => (await import("./policy-guard.ts")).holdPolicy,
    foresees: async () => (await import("./approvals-due.ts")).approvalsDue,
    checks: async () => (await import("./delegations-here.ts")).delegationChecks,
  },
};
