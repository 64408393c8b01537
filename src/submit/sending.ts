import type { Connection, Desk } from "../desk/index.ts";
import type { Intent, Journal } from "../journal/index.ts";
import type { Sendable } from "../prepare/index.ts";
import type { Outcome, Problem } from "../problem/index.ts";
import type { Gate } from "./gate.ts";
import type { Guard } from "./guard.ts";
import type { SentBefore } from "./intent-of.ts";
import type { Waiting } from "./pace.ts";
import type { StopWatch } from "./stop.ts";

/** The result of one document that was to be sent. */
export interface Submission {
  readonly outcome: Outcome;
  /** It exists: now, or `replayed` out of the journal. */
  readonly created?:
    | {
        readonly id: string;
        readonly documentNumber: string;
        readonly overallStatus: string | undefined;
        readonly totals: Readonly<Record<string, string>>;
      }
    | undefined;
  readonly replayed?: boolean;
  /** The service got it and refused it; the outcome may say more, as that the token is wrong or that the journal is full. */
  readonly refused?: true | undefined;
  /** It was not sent now, and the journal could not say whether an earlier run created it. */
  readonly notLookedUp?: true;
  readonly problems: readonly Problem[];
}

/** How a person or a script wants it sent. */
export interface SubmitOptions {
  readonly waiting: Waiting;
  /** --allow-similar. */
  readonly allowSimilar: boolean;
  /** --send-anyway, for the record. */
  readonly sendAnyway: boolean;
  /** Texts of the approvals that were given with --approval. */
  readonly approvals: readonly string[];
}

/** What was made elsewhere, as far as it is known. */
export interface Elsewhere {
  /** The finding that a document looks like one of them, which a person is to confirm. */
  like(intent: Intent, file: string): Promise<Problem | undefined>;
}

/** Everything around one document. */
export interface SubmissionRequest {
  readonly prepared: Sendable;
  readonly connection: Connection;
  readonly journal: Journal;
  readonly desk: Desk;
  readonly stop: StopWatch;
  readonly gate: Gate;
  readonly guard?: Guard | undefined;
  readonly elsewhere?: Elsewhere | undefined;
  readonly intent: Intent;
  readonly options: SubmitOptions;
  readonly before: SentBefore | undefined;
  /** Of a document that corrects another one: the try of that one by which it was judged. */
  readonly judged: string | undefined;
  /** What came of it so far: what a person allowed, and how long it waited, in milliseconds. */
  readonly so: { allowSimilar: boolean; waited: number; waitedForOther: number };
}

/** A document of which nothing was created now. */
export function notDone(found: Problem, prepared: Sendable): Submission {
  return { outcome: found.outcome, problems: [placed(found, prepared)] };
}

/** A problem in the user's own file. */
export function placed(each: Problem, prepared: Sendable): Problem {
  const path = each.where?.path;
  return { ...each, where: path === undefined ? { file: prepared.file } : prepared.spot(path) };
}
