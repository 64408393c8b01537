import type { PolicyChain } from "../../approval/index.ts";
import type { Result } from "../../problem/index.ts";
import type { Intent } from "../store/records.ts";
import type { OfAccounts } from "../tried/wanted.ts";
import type { ApprovalsGiven } from "../verify/approvals-given.ts";
import type { Delegations } from "./delegations.ts";
import type { ApprovalQueue } from "./queue.ts";
import type { Team } from "./team.ts";

/** StandingFacts about a document in addition to its intent, and the approval files that permit sending it. */
export interface ApprovalAsked {
  /** Contents of the approval files. */
  readonly files: readonly string[];
  /** AED including VAT, as an exact decimal string. */
  readonly grossInAed: string;
}

export interface Unapproved {
  readonly attempt: string;
  readonly intent: Intent;
  /** When the document was recorded; UTC, ISO 8601. */
  readonly at: string;
  readonly id?: string | undefined;
  readonly policy: string;
  /** Why there is no valid approval: a phrase that follows a colon. */
  readonly why: string;
}

export interface WhichUnapproved {
  /** If absent, all accounts are included. */
  readonly account?: OfAccounts | undefined;
  /** Also checks that each kept body matches the content and amounts of its record; slower. */
  readonly bodies?: boolean | undefined;
}

export interface Policies {
  /** Only on a server: the requests and decisions waiting in the journal. */
  readonly queue: ApprovalQueue;
  readonly delegations: Delegations;
  /** Only on a server: who shares the journal, and what each person may do. */
  readonly team: Team;
  /** Problem: `policy-missing` if the records cannot be trusted. */
  of(businessProfileId: string): Promise<Result<PolicyChain>>;
  /** Returns the JSON text of the signed policy in force (its envelope); undefined if there is none. */
  text(businessProfileId: string): Promise<Result<string | undefined>>;
  /** Returns the documents sent without the approval that their policy required, oldest first. */
  unapproved(which: WhichUnapproved): Promise<Result<readonly Unapproved[]>>;
  /** How approvals are proven: by signatures, or by the users of the server. */
  approvalsGiven(): Promise<Result<ApprovalsGiven>>;
  /** Whether the server enforces the rules of an earlier version; the owner of its tables can update them. */
  haveOldRules(): Promise<Result<boolean>>;
  /**
   * Sets a signed policy (the JSON text of its envelope) for all its companies and records who set it. Problem:
   * `policy-not-valid`.
   */
  set(envelope: string, by: string): Promise<Result<PolicyChain>>;
}
