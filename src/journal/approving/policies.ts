import type { PolicyChain } from "../../approval/index.ts";
import type { Result } from "../../problem/index.ts";
import type { Intent } from "../store/records.ts";
import type { OfAccounts } from "../tried/wanted.ts";
import type { ApprovalsGiven } from "../verify/approvals-given.ts";
import type { Delegations } from "./delegations.ts";
import type { ApprovalQueue } from "./queue.ts";
import type { Team } from "./team.ts";

/** Facts about a document besides its intent, and the approval files that permit sending it. */
export interface ApprovalAsked {
  /** Texts of the approval files. */
  readonly files: readonly string[];
  /** AED with VAT, as exact text. */
  readonly grossInAed: string;
}

/** A document that exists or may exist without the approval that the policy in force required. */
export interface Unapproved {
  readonly attempt: string;
  readonly intent: Intent;
  /** When the document was recorded; UTC, ISO 8601. */
  readonly at: string;
  /** Id of the document, once it exists. */
  readonly id?: string | undefined;
  /** The number of the policy. */
  readonly policy: string;
  /** The reason, for use after a colon. */
  readonly why: string;
}

/** Selects the documents to examine. */
export interface WhichUnapproved {
  /** Only documents of these accounts; absent: of all. */
  readonly account?: OfAccounts | undefined;
  /** Whether to check that each kept body has the content and the amounts that its record states, which is slower. */
  readonly bodies?: boolean | undefined;
}

/** The policies of a journal. */
export interface Policies {
  /** On a server: the requests and decisions that wait in the journal. */
  readonly queue: ApprovalQueue;
  readonly delegations: Delegations;
  /** On a server: who shares the journal, and what each may do. */
  readonly team: Team;
  /** Returns the policies of a business profile. Problem: `policy-missing` if the records cannot be trusted. */
  of(businessProfileId: string): Promise<Result<PolicyChain>>;
  /** Returns the JSON text of the envelope in force; undefined if there is none. */
  text(businessProfileId: string): Promise<Result<string | undefined>>;
  /** Returns the documents sent without the approval that their policy required, oldest first. */
  unapproved(which: WhichUnapproved): Promise<Result<readonly Unapproved[]>>;
  /** Returns how the approvals of documents are proven: by signatures, or by the users of the server. */
  approvalsGiven(): Promise<Result<ApprovalsGiven>>;
  /** Whether the server still enforces the rules of an earlier version, which the owner of its tables must update. */
  haveOldRules(): Promise<Result<boolean>>;
  /** Sets a signed policy (the JSON text of its envelope) for all its companies and records who set it. Problem: `policy-not-valid`. */
  set(envelope: string, by: string): Promise<Result<PolicyChain>>;
}
