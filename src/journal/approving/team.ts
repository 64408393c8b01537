import type { Right } from "../../approval/index.ts";
import type { Result } from "../../problem/index.ts";

/** What a database user may do for a company, by the policy in force. */
export interface CompanyRight {
  /** In the form used to find a policy. */
  readonly businessProfile: string;
  readonly user: string;
  readonly may: readonly Right[];
}

/** What a role of the server lets a user do with the journal. */
export type TeamRole = "owner" | "policy" | "writes" | "reads";

/** A database user who can use the journal, or who did. */
export interface TeamMember {
  readonly user: string;
  /** Empty for somebody who no longer has any. */
  readonly roles: readonly TeamRole[];
  readonly rights: readonly CompanyRight[];
  /** The name under which they requested or decided last. */
  readonly name?: string | undefined;
  /** Whether a session of theirs uses the journal now. */
  readonly isHere: boolean;
  /** When they last recorded something; UTC, ISO 8601. */
  readonly lastAt?: string | undefined;
  /** When they were taken out of the team; UTC, ISO 8601. */
  readonly revokedAt?: string | undefined;
}

/** Who shares a journal on a server, and what each may do. A journal in a file knows nobody. */
export interface Team {
  /** The rights that the server holds everybody to; empty if no policy in force gives any. */
  rights(): Promise<Result<readonly CompanyRight[]>>;
  /** Why the user here may not do this for the company of an account, in words; undefined if nothing is against it. */
  mayNot(account: string, what: Right): Promise<Result<string | undefined>>;
  /** Companies whose rights on the server are not those of the signed policy in force. */
  forgedRights(): Promise<Result<readonly string[]>>;
  members(): Promise<Result<readonly TeamMember[]>>;
}
