import type { Right } from "../../approval/index.ts";
import type { Problem, Result } from "../../problem/index.ts";

export interface CompanyRight {
  /** The company's name, as `businessProfileName` returns it. */
  readonly businessProfile: string;
  readonly user: string;
  readonly may: readonly Right[];
}

/** What a role on the server lets a user do with the journal. */
export type TeamRole = "owner" | "policy" | "writes" | "reads";

export interface TeamMember {
  readonly user: string;
  /** Empty if all roles were revoked. */
  readonly roles: readonly TeamRole[];
  readonly rights: readonly CompanyRight[];
  /** The name under which this user last made a request or a decision. */
  readonly name?: string | undefined;
  readonly isHere: boolean;
  /** UTC, ISO 8601. */
  readonly lastAt?: string | undefined;
  /** UTC, ISO 8601. */
  readonly revokedAt?: string | undefined;
}

export interface Team {
  /** The rights that the server enforces; empty if no policy in force grants any. */
  rights(): Promise<Result<readonly CompanyRight[]>>;
  /** The reason why the current user may not do this for the company; undefined if they may. */
  mayNot(account: string, what: Right): Promise<Result<string | undefined>>;
  /** Explains that the current user was removed from the team but still has a role; undefined otherwise. */
  whyOut(): Promise<Result<Problem | undefined>>;
  /** Companies whose rights on the server differ from the signed policy in force. */
  forgedRights(): Promise<Result<readonly string[]>>;
  members(): Promise<Result<readonly TeamMember[]>>;
}
