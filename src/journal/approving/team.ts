import type { Right } from "../../approval/index.ts";
import type { Result } from "../../problem/index.ts";

/** A right of a database user for a company, by the policy in force. */
export interface CompanyRight {
  /** In the form used to find a policy. */
  readonly businessProfile: string;
  readonly user: string;
  readonly may: readonly Right[];
}

/** The actions that a role of the server allows a user with the journal. */
export type TeamRole = "owner" | "policy" | "writes" | "reads";

/** A database user who can use the journal, or has used it. */
export interface TeamMember {
  readonly user: string;
  /** Empty for a user who no longer has any. */
  readonly roles: readonly TeamRole[];
  readonly rights: readonly CompanyRight[];
  /** The name under which they last requested or decided. */
  readonly name?: string | undefined;
  /** Whether a session of theirs uses the journal now. */
  readonly isHere: boolean;
  /** When they last recorded something; UTC, ISO 8601. */
  readonly lastAt?: string | undefined;
  /** When they were removed from the team; UTC, ISO 8601. */
  readonly revokedAt?: string | undefined;
}

/** The people who share a journal on a server, and their rights. A journal in a file has no team. */
export interface Team {
  /** Returns the rights that the server enforces; empty if no policy in force grants any. */
  rights(): Promise<Result<readonly CompanyRight[]>>;
  /** Explains why the user here may not do this for the company of an account; undefined if they may. */
  mayNot(account: string, what: Right): Promise<Result<string | undefined>>;
  /** Returns the companies whose rights on the server are not those of the signed policy in force. */
  forgedRights(): Promise<Result<readonly string[]>>;
  members(): Promise<Result<readonly TeamMember[]>>;
}
