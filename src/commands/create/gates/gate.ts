import type { Connection, Desk } from "../../../desk/index.ts";
import type { Journal, Marks } from "../../../journal/index.ts";
import type { Problem } from "../../../problem/index.ts";
import type { ServiceProfile } from "../../../settings/index.ts";
import type { Guard } from "../../../submit/index.ts";
import type { ElsewhereDocument } from "../made-elsewhere.ts";

/** One reason why nothing of a run is sent. If it returns a problem, nothing was sent. */
export interface SendGate<Sending> {
  readonly name: string;
  readonly stops: (sending: Sending, desk: Desk) => Promise<Problem | undefined>;
}

/** What is known before the sign-in; the journal is not made. */
export interface BeforeSignIn {
  readonly profile: ServiceProfile;
  readonly words: {
    readonly firstRun: boolean;
    readonly sameService: boolean;
    readonly otherService: boolean;
  };
}

/** The connection, the open journal and the marks of its account. */
export interface OfAccount {
  readonly connection: Connection;
  readonly journal: Journal;
  readonly marks: Marks;
  /** Undefined for a sandbox. */
  readonly guard: Guard | undefined;
  /** Documents that the service has and the journal lacks, which may come from attempts in doubt; a gate adds them. */
  readonly open: ElsewhereDocument[];
}
