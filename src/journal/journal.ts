import type { DocumentKind } from "../document/index.ts";
import type { Problem, Result } from "../problem/index.ts";
import type { JournalAccounts } from "./accounts/accounts.ts";
import type { ApprovalAsked, Policies } from "./approving/policies.ts";
import type { CreditCap, Crediting, OverCrediting } from "./content/crediting.ts";
import type { ContentState } from "./content/standing.ts";
import type { KeyIn } from "./keys/intent-key.ts";
import type { MachineTime, SendingPlace } from "./keys/machine-time.ts";
import type { HandedOut, Numbering } from "./numbering/numbers.ts";
import type { SeriesOfOther } from "./numbering/series-owner.ts";
import type { ServerAbout } from "./server/about.ts";
import type { Caller } from "./store/callers.ts";
import type {
  AttemptResult,
  CreatedDocument,
  Intent,
  JournalNote,
  JournalRecord,
  Lately,
  Resolution,
  SeenState,
} from "./store/records.ts";
import type { SentDocument } from "./store/sent-to.ts";
import type { Tries } from "./tried/tries.ts";
import type { ServerPatience } from "./trouble/lost.ts";
import type { Verified } from "./verify/verify.ts";

/** Options of a journal; the clocks are for tests that scale time. */
export interface JournalOptions {
  /** Unix milliseconds. */
  readonly now?: (() => number) | undefined;
  /** The clock for the request window, Unix milliseconds; by default `now`, or the clock of the storage. */
  readonly time?: (() => number) | undefined;
  /** Length of the request window in milliseconds. */
  readonly window?: number | undefined;
  /** A clock that cannot be set. */
  readonly machine?: (() => MachineTime) | undefined;
  /** How to wait for a lost connection to the journal's server; by default not at all. */
  readonly patience?: ServerPatience | undefined;
}

/** One attempt to send, claimed by this process until its result is recorded. */
export interface Attempt {
  readonly id: string;
  /** Call when the secure connection is open, before the first byte. A problem means that nothing may be sent. */
  armed(): Promise<Problem | undefined>;
  /**
   * Call directly before the first byte, after everything else that may take time. A problem means that nothing may be
   * sent: the connection to the journal was lost since it was armed, or so much time passed that others may consider
   * the attempt abandoned.
   */
  leaves(): Problem | undefined;
  /**
   * Call before anything is shown. If the record cannot be made, the result goes to reserved space (`result-set-aside`,
   * a warning: the next run takes it over); if that fails too, to the file named in `journal-unusable`. `answer` is the
   * body as received, to be kept; for a result that was set aside only its hash is kept.
   */
  result(result: AttemptResult, answer?: string): Promise<Problem | undefined>;
}

/** A number that was handed out, and the status of its content. */
export interface NumberUse extends HandedOut {
  readonly state: "created" | "in-doubt" | "under-way" | "not-created" | "used-elsewhere";
  readonly kind?: DocumentKind | undefined;
  readonly file?: string | undefined;
}

/** The options for claiming a content. */
export interface BeginOptions {
  readonly allowSimilar: boolean;
  /** The key of the content in another account of the journal, which is searched as well. */
  readonly keyIn?: KeyIn | undefined;
  /** Whether the document itself names its issuer: then a number that a sister company has does not indicate the wrong profile. */
  readonly isCompanySaid?: boolean | undefined;
  /** For a correction: the attempt of the corrected document on which the judgement is based. */
  readonly judged?: string | undefined;
  readonly body?: string;
  /** The invoice of a credit note, if the journal may not have it. */
  readonly cap?: CreditCap | undefined;
  /** Approval files; required if a policy in the journal requires approval. */
  readonly approval?: ApprovalAsked | undefined;
  /** For a document without a number of its own: the series that numbers it in the same transaction, and its body with that number. */
  readonly numbering?: Numbering | undefined;
  /** Whether the account is a sandbox without a request limit, which waits only for an explicit hold-off. */
  readonly unlimited?: boolean;
  /** The caller whose quota the request uses. */
  readonly caller?: Caller | undefined;
}

/** The outcome of `begin`: an attempt, a wait for the account's next free request, or the reason not to send. */
export type Begun =
  /** `intent`: as recorded, with the number that was handed out. */
  | { readonly is: "begun"; readonly attempt: Attempt; readonly intent: Intent }
  | { readonly is: "wait"; readonly milliseconds: number }
  /** A credit note would credit more than is left of its invoice, counting everything that exists or may exist. */
  | ({ readonly is: "over-credited" } & OverCrediting)
  /** Another company already has numbers of the series: both would assign the same ones. */
  | ({ readonly is: "series-used" } & SeriesOfOther)
  /** The policy requires an approval, and none of those given is valid. */
  | { readonly is: "not-approved"; readonly problem: Problem }
  | Exclude<ContentState, { is: "fresh" }>;

/** A document that may or may not exist. */
export interface Doubt {
  readonly attempt: string;
  readonly intent: Intent;
  /** When the first byte was about to leave; UTC, ISO 8601. */
  readonly sentAt: string;
  /** The answer; absent if selfbill ended before there was one. */
  readonly result?: AttemptResult | undefined;
  /** Milliseconds since `sentAt`, by a clock that cannot be set; undefined if the computer was restarted meanwhile. */
  readonly elapsed?: number | undefined;
  /** Sequence number of the last record about the document. */
  readonly last: number;
}

/** A doubt, open or settled. */
export type Settleable = Pick<Doubt, "attempt" | "intent" | "last">;

/** The priority of a request: low priority leaves room for everything else. */
export type Priority = "normal" | "low";

/** A service's notice about its limits, in milliseconds from now. */
export interface RateLimitNotice {
  /** No request may start before this time has passed. */
  readonly holdOff: number;
}

/**
 * The record of documents prepared, sent, created, refused or in doubt, shared by all processes of this user. Problems
 * of every call: `journal-unusable`. A recorded fact is durable when the call returns.
 */
export interface Journal {
  /** Whether this user may only read here, or the server is a standby: statuses from the service are then shown but not recorded. */
  readonly onlyReads: boolean;
  /** Makes sure that records can be kept: the file is sound, and space for a result is reserved. Call before the first `begin`. */
  readyToSend(): Promise<Result<void>>;
  /**
   * Explains why nothing is sent from here until a person accepts the journal as it is, for example because its server
   * was replaced; undefined if sending is possible.
   */
  heldBack(): Promise<Result<Problem | undefined>>;
  /** Accepts the journal as it is, for everybody who shares it, and records who accepted it. */
  accept(by: string): Promise<Result<void>>;
  /** Records damage found by a check: no user of the journal can send until it is repaired or accepted. */
  holdDamaged(damage: string): Promise<Result<void>>;
  /** Whether anything was ever sent from here, or a document of an earlier version is known; false for a file that only counted requests. */
  everSent(): Promise<Result<boolean>>;
  /** Returns the place that documents are sent from now, with this home. */
  sentFrom(home: string): SendingPlace;
  /**
   * Returns when anything of an account was last recorded, and its attempts without a result, including those of
   * accounts that may be at the same service.
   */
  lately(account: string): Promise<Result<Lately>>;
  /**
   * Claims a content, takes one request of the caller's quota and records the intent, all in one transaction. `body` is kept with it. A
   * credit note is counted against its invoice in the same transaction, unless the intent overrides that with `--send-anyway`.
   */
  begin(intent: Intent, how: BeginOptions): Promise<Result<Begun>>;
  /** Returns 0 and counts the request if it may start now, otherwise the wait in milliseconds. Without a caller it counts for the account. */
  turn(account: string, priority: Priority, caller?: Caller): Promise<Result<number>>;
  /** Holds back further requests of the caller, in all processes. */
  told(account: string, told: RateLimitNotice, caller?: Caller): Promise<Result<void>>;
  /**
   * Returns the documents of all accounts that may or may not have been sent, oldest first. A document that a live
   * process is sending is not in doubt.
   */
  doubts(): Promise<Result<readonly Doubt[]>>;
  /**
   * Settles a doubt, or overrules how it was settled; a document that exists is then found like any other. Problems: `not-settled` if there
   * are newer records about it than `last`, `id-known` for an id that belongs to a document with other content.
   */
  resolve(doubt: Settleable, resolution: Resolution): Promise<Result<void>>;
  /** Records a document that was not sent from here, as the service describes it; `body` is kept with it. Problem: `id-known`. */
  takeOver(intent: Intent, resolution: Resolution, body: string): Promise<Result<void>>;
  /** Returns all records of one content (by `intentKey`), in order. */
  ofContent(account: string, key: string): Promise<Result<readonly JournalRecord[]>>;
  /** Returns all records of an attempt, in order. */
  attempt(id: string): Promise<Result<readonly JournalRecord[]>>;
  /** Returns all records after a sequence number, in order; at most `most`. */
  records(after: number, most: number): Promise<Result<readonly JournalRecord[]>>;

  readonly accounts: JournalAccounts;
  /** The policies: who may request and approve what. */
  readonly policies: Policies;
  /** The attempts and their outcomes. */
  readonly tries: Tries;
  /** The queries of this interface for many documents at once. */
  readonly together: Together;
  /** Whether a content (by `intentKey`) left this computer and may exist. */
  isSent(account: string, key: string): Promise<Result<boolean>>;
  /** Returns the standing of a content (by `intentKey`) only, without its number and twins. Claims nothing. */
  standing(account: string, key: string): Promise<Result<ContentState>>;
  /** Returns the documents to a supplier that may exist, newest first; at most `most`. The key is one of `supplierKeys`, or the `pairKey`. */
  sentTo(account: string, key: string, most: number): Promise<Result<readonly SentDocument[]>>;
  /** Returns a body or an answer by its SHA-256 (hex); undefined if it was not kept. */
  kept(hash: string): Promise<Result<string | undefined>>;
  /** Records the state that a service reports for a document now; does not record the same state again. */
  saw(account: string, id: string, state: string): Promise<Result<void>>;
  /** Returns the states that `saw` recorded, oldest first. */
  seen(account: string, id: string): Promise<Result<readonly SeenState[]>>;
  /** Returns the identity of this journal, the number of links in its chain (records, states seen later, notes) and the hash of the last one, hex. */
  identity(): Promise<Result<{ id: string; sequence: number; head: string }>>;
  /** Returns the hash of a link of the chain, hex; undefined if the chain is shorter. Link 0 represents the journal itself. */
  hashAt(sequence: number): Promise<Result<string | undefined>>;
  /** Copies the journal into a new file, fully checked. Problems: `file-exists`, `journal-unusable`. */
  backUp(file: string): Promise<Result<Verified>>;
  /** Records in the chain an action on the journal itself, such as `accepted`, and who took it. `texts` are kept with it. */
  note(type: string, data: Readonly<Record<string, unknown>>, ...texts: readonly string[]): Promise<Result<void>>;
  /** Returns the notes that `note` recorded, oldest first. */
  notes(): Promise<Result<readonly JournalNote[]>>;
  /** Hands out everything that was ever recorded, one object at a time; stops when `take` returns false. */
  everything(take: (record: object) => Promise<boolean>): Promise<Result<void>>;
  /**
   * Reads and checks the whole journal, in constant memory. `noted` is the hash of a link (or the start of it) that was
   * noted elsewhere.
   */
  verify(noted?: string): Promise<Result<Verified>>;

  /** Finds documents by id or document number within an account; newest first. */
  find(account: string, idOrNumber: string): Promise<Result<readonly CreatedDocument[]>>;
  /** Returns the documents read from this file (absolute path); newest first. */
  ofFile(account: string, file: string): Promise<Result<readonly CreatedDocument[]>>;
  /** Returns the credit notes that name this invoice; newest first. */
  credited(account: string, invoiceNumber: string): Promise<Result<readonly CreatedDocument[]>>;
  /** Returns the state of the journal's server; undefined for a journal in a file. */
  server(): Promise<Result<ServerAbout | undefined>>;
  /** Returns the numbers that series handed out, with the status of the content that holds each. */
  numbers(account: string): Promise<Result<readonly NumberUse[]>>;
  /**
   * Marks a handed-out number as used elsewhere, on a person's statement; its content gets the next one. False if no
   * content can give it up.
   */
  giveUpNumber(account: string, number: string, by: string): Promise<Result<boolean>>;
  /** Returns the credit notes of an invoice, including those in doubt or under way, and the last known status of each. */
  creditsOn(account: string, invoiceNumber: string): Promise<Result<readonly Crediting[]>>;
  close(): void;
}

/**
 * The journal's queries about a document, for callers that need them for many. Queries made in one turn of the event
 * loop (`Promise.all`) need no more statements than a single query. The answers are the same.
 */
export interface Together extends Pick<Journal, "seen" | "kept" | "creditsOn" | "notes" | "accounts"> {
  readonly tries: Tries;
}
