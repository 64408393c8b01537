import type { Problem, Result } from "../../problem/index.ts";

/** The position of a journal when a document of an account was last sent. */
export interface Mark {
  readonly journal: string;
  /** Sequence number of the journal's last link at that time, from 0. */
  readonly sequence: number;
  /** Hash of that link, hex. */
  readonly head: string;
  /** UTC, ISO 8601. */
  readonly at: string;
}

/** The newest approval policy seen for a business profile; used to detect a journal that lacks it. */
export interface PolicyMark {
  readonly number: number;
  /** SHA-256 of what was signed, hex. */
  readonly hash: string;
  /** The public key that may sign the next policy. */
  readonly owner: string;
}

/** Storage for marks outside all journals, keyed by account. Every call can report the problem `mark-unusable`. */
export interface MarkPlace {
  readonly path: string;
  /** Undefined if nothing was ever sent with a mark. Does not create a missing file. */
  of(account: string): Result<Mark | undefined>;
  /**
   * Moves the mark forward, never back. `from` is the mark that the caller compared the journal with. Returns the
   * stored mark, which another process may have written in the meantime. The mark is durable when the call returns.
   */
  advance(account: string, to: Mark, from: Mark | undefined): Result<Mark>;
  /** Sets the mark unconditionally: only after a person's confirmation or a reconciliation. */
  set(account: string, to: Mark): Result<void>;
  /**
   * Returns the newest policy in any file of this place. `businessProfile` is in the form that `businessProfileName`
   * returns.
   */
  policy(businessProfile: string): Result<PolicyMark | undefined>;
  /** Keeps the newer policy; unlike a mark, it can never be set back. */
  keepPolicy(businessProfile: string, seen: PolicyMark): Result<void>;
}

/**
 * A second copy of the marks, which must be readable. If it cannot be written, the run continues, because the first
 * copy was written.
 */
export interface SecondMark extends MarkPlace {
  /** A warning with the reason, if the second copy could not be written in this run. */
  trouble(): Problem | undefined;
  close(): void;
}

/**
 * Notes where the token of a profile is kept: the position of each journal, by its id, and the newest policy of each
 * business profile. They stay after `logout`. Asynchronous, because the keychain is. Problems: `keychain-missing`,
 * `mark-unusable`.
 */
export interface TokenNotes {
  /** Where they are, in words. */
  readonly where: string;
  of(journal: string): Promise<Result<Mark | undefined>>;
  /** Like `MarkPlace.advance`, for the journal that `to` names; a note that cannot be written is only `trouble`. */
  advance(to: Mark, from: Mark | undefined): Promise<Result<Mark>>;
  /** Sets the note unconditionally: only after a person's confirmation or a reconciliation. */
  set(to: Mark): Promise<Result<void>>;
  policy(businessProfile: string): Promise<Result<PolicyMark | undefined>>;
  /** Keeps the newer policy. */
  keepPolicy(businessProfile: string, seen: PolicyMark): Promise<Result<void>>;
  /** A warning with the reason, if a note could not be written in this run. */
  trouble(): Problem | undefined;
}

/** The marks, with a second copy in a location that restoring the data folder does not affect. */
export interface Marks extends MarkPlace {
  readonly second?: SecondMark | undefined;
  /** Absent if the token is kept nowhere, as with one in a variable. */
  readonly notes?: TokenNotes | undefined;
  close(): void;
}
