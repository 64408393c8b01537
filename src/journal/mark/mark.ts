import type { Problem, Result } from "../../problem/index.ts";

/** How far a journal was when a document of an account was last sent. */
export interface Mark {
  /** Which journal. */
  readonly journal: string;
  /** Its last link then, from 0. */
  readonly sequence: number;
  /** That link's hash, hex. */
  readonly head: string;
  /** When it was written; UTC, ISO 8601. */
  readonly at: string;
}

/** The newest approval policy that was seen of a business profile, so that a journal without it is noticed. */
export interface PolicyMark {
  readonly number: number;
  /** SHA-256 of what was signed, hex. */
  readonly hash: string;
  /** The public key that may sign the next one. */
  readonly owner: string;
}

/** A place outside of every journal that remembers marks, by account. Problem of every call: `mark-unusable`. */
export interface MarkPlace {
  readonly path: string;
  /** Undefined where nothing was ever sent with a mark. A missing file is not made. */
  of(account: string): Result<Mark | undefined>;
  /**
   * Moves the mark forward from what the caller held the journal against, and never back; what the mark says then, which may be what
   * another process wrote meanwhile. Durable when it returns.
   */
  advance(account: string, to: Mark, from: Mark | undefined): Result<Mark>;
  /** Sets the mark to whatever is said: only after a person's word or a reconciliation. */
  set(account: string, to: Mark): Result<void>;
  /** Of a business profile, by `businessProfileName`; the newest that any file of this place has. */
  policy(businessProfile: string): Result<PolicyMark | undefined>;
  /** Remembers a policy that is newer than the one that is remembered; no word of a person takes it back. */
  keepPolicy(businessProfile: string, seen: PolicyMark): Result<void>;
}

/** A second copy of the marks. What it remembers must be read; that it could not be written stops nobody, as the first one was. */
export interface SecondMark extends MarkPlace {
  /** Why it could not be written in this run, as a warning. */
  trouble(): Problem | undefined;
  close(): void;
}

/** The marks of a user, and their second copy, which lies where a restored data folder does not bring it back. */
export interface Marks extends MarkPlace {
  readonly second?: SecondMark | undefined;
  close(): void;
}
