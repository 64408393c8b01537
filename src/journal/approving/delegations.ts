import type { Delegation, EndedDelegations, SignedDelegation } from "../../approval/index.ts";
import type { Result } from "../../problem/index.ts";

/** A delegation recorded in a journal on a server. */
export interface RecordedDelegation {
  readonly signed: SignedDelegation;
  /** The approver's database user, who recorded the delegation. */
  readonly writer: string;
  /**
   * A plain-language description of why the delegation no longer counts. The days for which it was given are not
   * considered.
   */
  readonly ended: string | undefined;
}

/** A record of a delegation that its approver did not sign. */
export interface ForgedDelegation {
  /**
   * Name of the record in the journal: that of its entry in the chain if there is one, otherwise that of the note.
   */
  readonly record: string;
  readonly at: string;
  readonly writer: string;
  /** What the record claims; undefined if it cannot be read. */
  readonly claimed: Delegation | undefined;
}

/** Access to delegations, by which approvers let another person approve in their place. */
export interface Delegations {
  /**
   * Returns the delegations recorded on a server, oldest first. For a journal in a file, there are none: such
   * delegations are separate files.
   */
  all(): Promise<Result<readonly RecordedDelegation[]>>;
  /** On a server, returns the delegation records that no approver signed; `all` leaves them out. */
  forged(): Promise<Result<readonly ForgedDelegation[]>>;
  /**
   * Returns which of the delegations with these hashes do not count in this journal. The days for which they were
   * given are disregarded.
   */
  ended(hashes: readonly string[]): Promise<Result<EndedDelegations>>;
}
