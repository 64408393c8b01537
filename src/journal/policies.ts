import type { PolicyChain } from "../approval/index.ts";
import type { Result } from "../problem/index.ts";

/** What is known of a document beside its intent, and what was given to show that it may be sent. */
export interface ApprovalAsked {
  /** Texts of approval files. */
  readonly files: readonly string[];
  /** AED with VAT, exact text. */
  readonly grossInAed: string;
  /** Its supplier's TRN, account or name is not the one of earlier documents. */
  readonly changedSupplier: boolean;
}

/** The policies of a journal. */
export interface Policies {
  /** Of a business profile; problem: `policy-missing` where what is recorded cannot be believed. */
  of(businessProfileId: string): Promise<Result<PolicyChain>>;
  /** The JSON text of the envelope in force; undefined where there is none. */
  text(businessProfileId: string): Promise<Result<string | undefined>>;
  /** Sets a signed policy, given as the JSON text of its envelope, by whom. Problem: `policy-not-valid`. */
  set(envelope: string, by: string): Promise<Result<PolicyChain>>;
}
