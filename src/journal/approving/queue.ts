import type { Result } from "../../problem/index.ts";

/** A decision about a request that is recorded in the journal. */
export interface QueuedDecision {
  /** UTC, ISO 8601, by the clock of the person who recorded it. */
  readonly at: string;
  /** The database user who recorded it. */
  readonly writer: string;
  /** Whether the note is a rejection. */
  readonly isRejection: boolean;
  /** The signed decision, as `approve` wrote it; absent if it was recorded by an earlier version, which handed over files. */
  readonly text?: string | undefined;
}

/** A request that is recorded in the journal with its documents, of which at least one was not sent. */
export interface QueuedRequest {
  /** SHA-256 of what was signed, hex. */
  readonly hash: string;
  readonly at: string;
  /** The database user who recorded it. */
  readonly writer: string;
  /** SHA-256 of the text of the request's file, which the journal kept. */
  readonly file: string;
  /** Contents (by `intentKey`) in the order of the request, and the name of each document. */
  readonly keys: readonly string[];
  readonly names: readonly string[];
  /** The contents that were not sent. */
  readonly unsent: readonly string[];
  readonly decisions: readonly QueuedDecision[];
  /** The approver to whom the request was handed last. */
  readonly handedTo?: HandedRequest | undefined;
}

/** The approver to whom a request was handed, and by whom. This changes nobody's rights. */
export interface HandedRequest {
  readonly name: string;
  /** The approver's public key, or the database user in place of a key. */
  readonly key: string;
  /** The name of the person who handed the request on. */
  readonly by: string;
}

/** Requests and decisions as rows of a journal on a server. A journal in a file has none: there they are files. */
export interface ApprovalQueue {
  /** Returns the database user of this session; undefined for a journal in a file. */
  me(): Promise<Result<string | undefined>>;
  /** Returns the requests with a document that was not sent, oldest first. */
  open(): Promise<Result<readonly QueuedRequest[]>>;
  /** Returns the texts of the approvals and rejections of a content, as `approve` wrote them. */
  decisionsOn(key: string): Promise<Result<readonly string[]>>;
  /** Returns the name under which this database user requested or decided last. */
  myName(): Promise<Result<string | undefined>>;
}
