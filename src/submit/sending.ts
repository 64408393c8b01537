import type { ToldStatus } from "../contract/index.ts";
import type { Connection, Desk } from "../desk/index.ts";
import type { Intent, Journal } from "../journal/index.ts";
import type { Sendable } from "../prepare/index.ts";
import type { Outcome, Problem } from "../problem/index.ts";
import type { Gate } from "./gate.ts";
import type { Guard } from "./guard.ts";
import type { SentBefore } from "./intent-of.ts";
import type { Waiting } from "./pace.ts";
import type { StopWatch } from "./stop.ts";

export interface Submission {
  readonly outcome: Outcome;
  /** Set if the document exists: either created now, or `replayed` from the journal. */
  readonly created?:
    | {
        readonly id: string;
        readonly documentNumber?: string | undefined;
        readonly totals: Readonly<Record<string, string>>;
        /** What the service told of its status: in this answer, or for a replay the last that the journal knows. */
        readonly status: ToldStatus;
        /** What of the answer could not be compared with what was sent; absent for a replay. */
        readonly notCompared?: readonly string[];
      }
    | undefined;
  readonly replayed?: boolean;
  /**
   * The service received and refused the document; `outcome` can be more specific, for instance that the token is
   * wrong or the journal is full.
   */
  readonly refused?: true | undefined;
  /** The document was not sent now, and the journal could not tell whether an earlier run created it. */
  readonly notLookedUp?: true;
  readonly problems: readonly Problem[];
}

/** How a person or a script wants the document sent. */
export interface SubmitOptions {
  readonly waiting: Waiting;
  /** Set by --allow-similar. */
  readonly allowSimilar: boolean;
  /** Set by --part-of: documents that bill another part of the same supply, by number, id or attempt. */
  readonly partOf?: readonly string[] | undefined;
  /**
   * Set by --send-anyway. Recorded in the intent, so that the journal does not check the document for over-crediting.
   */
  readonly sendAnyway: boolean;
  /** Contents of the files given with --approval. */
  readonly approvals: readonly string[];
}

/** Documents at the service that were not sent from this journal, but that the journal has noted. */
export interface Elsewhere {
  /** Resolves with a finding that a person must confirm, if the document looks like one of these. */
  like(intent: Intent, file: string): Promise<Problem | undefined>;
  /** Whether one of these has this number; a number is unique within an organization, across all kinds of documents. */
  hasNumber(documentNumber: string): boolean;
}

/** Context of one submission. */
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
  /** For a correction: the attempt that created the corrected document, as checked before this document is sent. */
  readonly judged: string | undefined;
  /** Mutable progress: what the user has permitted, and how long the submission has waited, in milliseconds. */
  readonly so: { allowSimilar: boolean; readonly partOf: string[]; waited: number; waitedForOther: number };
}

/** Returns the result of a submission that created nothing in this run. */
export function notDone(found: Problem, prepared: Sendable): Submission {
  return { outcome: found.outcome, problems: [placed(found, prepared)] };
}

/** Returns the problem with its location in the user's own file. */
export function placed(each: Problem, prepared: Sendable): Problem {
  const path = each.where?.path;
  return { ...each, where: path === undefined ? { file: prepared.file } : prepared.spot(path) };
}
