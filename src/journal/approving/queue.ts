import type { Result } from "../../problem/index.ts";

export interface QueuedDecision {
  /** UTC, ISO 8601, from the clock of the computer that recorded it. */
  readonly at: string;
  /** The database user who recorded it. */
  readonly writer: string;
  readonly isRejection: boolean;
  /** The signed decision, as `approve` wrote it. Earlier versions, which handed over files, did not record it. */
  readonly text?: string | undefined;
}

/** A request recorded with its documents, at least one of which has not been sent. */
export interface QueuedRequest {
  /** SHA-256 of what was signed, hex. */
  readonly hash: string;
  readonly at: string;
  readonly writer: string;
  /** SHA-256 of the content of the request's file, which the journal keeps. */
  readonly file: string;
  /** Keys of the documents (from `intentKey`), in the order of the request, and the name of each document. */
  readonly keys: readonly string[];
  readonly names: readonly string[];
  readonly unsent: readonly string[];
  readonly decisions: readonly QueuedDecision[];
  /** The approver to whom the request was last handed. */
  readonly handedTo?: HandedRequest | undefined;
}

/**
 * The approver to whom a request was handed, and the person who handed it over. Handing over does not change anyone's
 * rights.
 */
export interface HandedRequest {
  readonly name: string;
  /** The approver's public key, or the database user in place of a key. */
  readonly key: string;
  /** The name of the person who handed the request on. */
  readonly by: string;
}

/** A journal in a file has no queue: there, requests and decisions are files. */
export interface ApprovalQueue {
  me(): Promise<Result<string | undefined>>;
  open(): Promise<Result<readonly QueuedRequest[]>>;
  /** Approvals and rejections, as `approve` wrote them. */
  decisionsOn(key: string): Promise<Result<readonly string[]>>;
  /** The name under which this database user last made a request or a decision. */
  myName(): Promise<Result<string | undefined>>;
}
