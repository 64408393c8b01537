import type { EndedDelegations, SignedDelegation } from "../../approval/index.ts";
import type { Result } from "../../problem/index.ts";

/** A delegation recorded in a journal on a server. */
export interface RecordedDelegation {
  readonly signed: SignedDelegation;
  /** The approver's database user, who recorded the delegation. */
  readonly writer: string;
  /** Why the delegation no longer counts, in words. The days for which it was given are not considered. */
  readonly ended: string | undefined;
}

/** Approvers who let another person approve in their place. */
export interface Delegations {
  /** Returns the delegations recorded on a server, oldest first. A journal in a file has none: there they are files. */
  all(): Promise<Result<readonly RecordedDelegation[]>>;
  /** Returns which of the delegations with these hashes do not count in this journal. The days for which they were given are not considered. */
  ended(hashes: readonly string[]): Promise<Result<EndedDelegations>>;
}
