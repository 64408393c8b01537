import type { Problem, Result } from "../../problem/index.ts";

/** The position of a journal when a document of an account was last sent. */
export interface Mark {
  /** The id of the journal. */
  readonly journal: string;
  /** Sequence number of the journal's last link at that time, from 0. */
  readonly sequence: number;
  /** That link's hash, hex. */
  readonly head: string;
  /** When the mark was written; UTC, ISO 8601. */
  readonly at: string;
}

/** The newest approval policy seen of a business profile, so that a journal without it is noticed. */
export interface PolicyMark {
  readonly number: number;
  /** SHA-256 of what was signed, hex. */
  readonly hash: string;
  /** The public key that may sign the next policy. */
  readonly owner: string;
}

/** A place outside of every journal that remembers marks, by account. Problem of every call: `mark-unusable`. */
export interface MarkPlace {
  readonly path: string;
  /** Returns the mark of an account; undefined if nothing was ever sent with a mark. Does not create a missing file. */
  of(account: string): Result<Mark | undefined>;
  /**
   * Moves the mark forward from the mark that the caller compared the journal with, never back. Returns the mark as it is then, which
   * another process may have written meanwhile. Durable on return.
   */
  advance(account: string, to: Mark, from: Mark | undefined): Result<Mark>;
  /** Sets the mark unconditionally: only after a person confirmed it or after a reconciliation. */
  set(account: string, to: Mark): Result<void>;
  /** Returns the newest policy of a business profile (by `businessProfileName`) in any file of this place. */
  policy(businessProfile: string): Result<PolicyMark | undefined>;
  /** Remembers a policy newer than the remembered one; no confirmation by a person takes it back. */
  keepPolicy(businessProfile: string, seen: PolicyMark): Result<void>;
}

/** A second copy of the marks. It must be readable; if it cannot be written, the run continues, since the first copy was written. */
export interface SecondMark extends MarkPlace {
  /** Returns a warning that says why the second copy could not be written in this run, if it could not. */
  trouble(): Problem | undefined;
  close(): void;
}

/** The marks of a user, and their second copy, which is kept in a place that is not affected when a data folder is restored. */
export interface Marks extends MarkPlace {
  readonly second?: SecondMark | undefined;
  close(): void;
}
