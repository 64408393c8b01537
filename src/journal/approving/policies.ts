import type { PolicyChain } from "../../approval/index.ts";
import type { Result } from "../../problem/index.ts";
import type { Intent } from "../store/records.ts";

/** What is known of a document beside its intent, and what was given to show that it may be sent. */
export interface ApprovalAsked {
  /** Texts of approval files. */
  readonly files: readonly string[];
  /** AED with VAT, exact text. */
  readonly grossInAed: string;
}

/** A document that exists or may exist, without the approval that the policy in force asked for. */
export interface Unapproved {
  readonly attempt: string;
  readonly intent: Intent;
  /** When it was recorded; UTC, ISO 8601. */
  readonly at: string;
  /** Its id, once it exists. */
  readonly id?: string | undefined;
  /** The number of the policy. */
  readonly policy: string;
  /** In words that go after a colon. */
  readonly why: string;
}

/** What is looked at. */
export interface WhichUnapproved {
  /** Of one account; left out, of all. */
  readonly account?: string | undefined;
  /** Also whether each body that was kept is of the content and the amounts that the record says; takes longer. */
  readonly bodies?: boolean | undefined;
}

/** The policies of a journal. */
export interface Policies {
  /** Of a business profile; problem: `policy-missing` where what is recorded cannot be believed. */
  of(businessProfileId: string): Promise<Result<PolicyChain>>;
  /** The JSON text of the envelope in force; undefined where there is none. */
  text(businessProfileId: string): Promise<Result<string | undefined>>;
  /** What was sent without the approval that its policy needed, the oldest first. */
  unapproved(which: WhichUnapproved): Promise<Result<readonly Unapproved[]>>;
  /** Whether the server holds to the rules of an earlier version, which the owner of its tables brings up to date. */
  haveOldRules(): Promise<Result<boolean>>;
  /** Sets a signed policy, given as the JSON text of its envelope, by whom. Problem: `policy-not-valid`. */
  set(envelope: string, by: string): Promise<Result<PolicyChain>>;
}
