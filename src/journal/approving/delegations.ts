import type { EndedDelegations, SignedDelegation } from "../../approval/index.ts";
import type { Result } from "../../problem/index.ts";

/** A delegation recorded in a journal on a server. */
export interface RecordedDelegation {
  readonly signed: SignedDelegation;
  /** The database user who recorded it: the approver's. */
  readonly writer: string;
  /** Why it no longer counts, in words; its days are not judged. */
  readonly ended: string | undefined;
}

/** Approvers who let another person approve in their place. */
export interface Delegations {
  /** Those recorded on a server, oldest first. A journal in a file has none: there they are files. */
  all(): Promise<Result<readonly RecordedDelegation[]>>;
  /** Those of these hashes that do not count in this journal; their days are not judged. */
  ended(hashes: readonly string[]): Promise<Result<EndedDelegations>>;
}
