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
import type { Verified } from "./verify/recorded.ts";

export interface JournalOptions {
  /** Unix milliseconds. */
  readonly now?: (() => number) | undefined;
  /** The clock for the request window, Unix milliseconds. Default: `now`, or the storage's clock. */
  readonly time?: (() => number) | undefined;
  /** Length of the request window, in milliseconds. */
  readonly window?: number | undefined;
  /** A monotonic clock, which changes to the system time do not affect. */
  readonly machine?: (() => MachineTime) | undefined;
  /** How to wait for a lost connection to the journal's server to be restored. Default: not at all. */
  readonly patience?: ServerPatience | undefined;
}

/** One attempt to send, claimed by this process until its result is recorded. */
export interface Attempt {
  readonly id: string;
  /** Call when the secure connection is open, before the first byte. If it returns a problem, nothing may be sent. */
  armed(): Promise<Problem | undefined>;
  /**
   * Call immediately before the first byte is sent, after everything that may take time. If it returns a problem,
   * nothing may be sent: the connection to the journal was lost after arming, or so much time passed that other
   * processes may consider the attempt abandoned.
   */
  leaves(): Problem | undefined;
  /**
   * Call before anything is shown. If the record cannot be written, the result goes to the reserved space (warning
   * `result-set-aside`; the next run picks it up) or, if that fails, to the file named in `journal-unusable`.
   * `answer` is the body as received; for a result that was set aside, only the hash of the body is kept.
   */
  result(result: AttemptResult, answer?: string): Promise<Problem | undefined>;
}

export interface NumberUse extends HandedOut {
  readonly state: "created" | "in-doubt" | "under-way" | "not-created" | "used-elsewhere";
  readonly kind?: DocumentKind | undefined;
  readonly file?: string | undefined;
}

export interface BeginOptions {
  readonly allowSimilar: boolean;
  /** Numbers, ids or attempts of documents that bill another part of the same supply, as a person said. */
  readonly partOf?: readonly string[] | undefined;
  /** The content's key in another account of the journal; that account is searched as well. */
  readonly keyIn?: KeyIn | undefined;
  /** If the document itself names its issuer, a number used by a sister company does not suggest a wrong profile. */
  readonly isCompanySaid?: boolean | undefined;
  /** For a correction: the attempt of the corrected document that was checked before this send. */
  readonly judged?: string | undefined;
  readonly body?: string;
  /** The invoice of a credit note, if the journal might not have it. */
  readonly cap?: CreditCap | undefined;
  /** Required if a policy in the journal requires approval. */
  readonly approval?: ApprovalAsked | undefined;
  /**
   * For a document without a number: the series that numbers it in the same transaction, and its body with that number.
   */
  readonly numbering?: Numbering | undefined;
  readonly unlimited?: boolean;
  /** The caller whose quota this request uses. */
  readonly caller?: Caller | undefined;
}

/** An attempt, the wait until the caller's next request is allowed, or the reason not to send. */
export type Begun =
  /** `intent`: as recorded, with the number that was handed out. */
  | { readonly is: "begun"; readonly attempt: Attempt; readonly intent: Intent }
  | { readonly is: "wait"; readonly milliseconds: number }
  /** The credit note exceeds what can still be credited on its invoice, counting all that exists or may exist. */
  | ({ readonly is: "over-credited" } & OverCrediting)
  /** Another company already uses the series, so both would assign the same numbers. */
  | ({ readonly is: "series-used" } & SeriesOfOther)
  /** The policy requires an approval, and none of the approvals given is valid. */
  | { readonly is: "not-approved"; readonly problem: Problem }
  | Exclude<ContentState, { is: "fresh" }>;

export interface Doubt {
  readonly attempt: string;
  readonly intent: Intent;
  /** Recorded immediately before the first byte is sent; UTC, ISO 8601. */
  readonly sentAt: string;
  /** Absent if selfbill ended before an answer arrived. */
  readonly result?: AttemptResult | undefined;
  /** Milliseconds since `sentAt`, measured by a monotonic clock; undefined if the computer has been restarted since. */
  readonly elapsed?: number | undefined;
  /** Sequence number of the last record about the document. */
  readonly last: number;
}

export type Settleable = Pick<Doubt, "attempt" | "intent" | "last">;

/**
 * Low-priority requests leave a quarter of the quota free, those that nobody asked for two thirds.
 */
export type Priority = "normal" | "low" | "unasked";

export interface RateLimitNotice {
  /** Milliseconds from now during which no request may start. */
  readonly holdOff: number;
}

/**
 * The records of documents prepared, sent, created, refused or in doubt, shared by all processes of this user. Every
 * call can report the problem `journal-unusable`. A write is durable when the call returns.
 */
export interface Journal {
  /**
   * True if this user has only read access or the server is a standby; in that case, states from the service are
   * shown but not recorded.
   */
  readonly onlyReads: boolean;
  /** Checks that the file is sound and reserves space for a result. Call before the first `begin`. */
  readyToSend(): Promise<Result<void>>;
  /**
   * Why nothing is sent until a person accepts the journal as it is, for example because its server was replaced;
   * undefined if sending is possible.
   */
  heldBack(): Promise<Result<Problem | undefined>>;
  /** Accepts the journal as it is, for everybody who shares it. `by` is recorded. */
  accept(by: string): Promise<Result<void>>;
  /** Records damage: nothing can be sent from the journal until it is repaired or accepted. */
  holdDamaged(damage: string): Promise<Result<void>>;
  /**
   * Also true if a journal of an earlier version contained a document; false for a file that only counted requests.
   */
  everSent(): Promise<Result<boolean>>;
  sentFrom(home: string): SendingPlace;
  /** Returns the account's last activity, and the open attempts of all accounts that may be at the same service. */
  lately(account: string): Promise<Result<Lately>>;
  /**
   * Claims the content, takes one request from the caller's quota and records the intent with `body`, all in one
   * transaction. It also checks a credit note against its invoice, unless the intent overrides that with
   * `--send-anyway`.
   */
  begin(intent: Intent, how: BeginOptions): Promise<Result<Begun>>;
  /**
   * Returns 0 and counts the request if it may start now, otherwise the wait in milliseconds. Without a caller, the
   * request counts for the account.
   */
  turn(account: string, priority: Priority, caller?: Caller): Promise<Result<number>>;
  /** Holds back the caller's next requests, in all processes. */
  told(account: string, told: RateLimitNotice, caller?: Caller): Promise<Result<void>>;
  /** Doubts of all accounts, oldest first. A document that a live process is sending is not in doubt. */
  doubts(): Promise<Result<readonly Doubt[]>>;
  /**
   * Settles a doubt, or overrules an earlier settlement; a document that exists is then found like any other.
   * Problems: `not-settled` if there are records about it newer than `last`, `id-known` for an id that belongs to
   * other content.
   */
  resolve(doubt: Settleable, resolution: Resolution): Promise<Result<void>>;
  /**
   * Records a document that was not sent from here, as the service describes it, and keeps `body`. Problem: `id-known`.
   */
  takeOver(intent: Intent, resolution: Resolution, body: string): Promise<Result<void>>;
  ofContent(account: string, key: string): Promise<Result<readonly JournalRecord[]>>;
  attempt(id: string): Promise<Result<readonly JournalRecord[]>>;
  /** Returns at most `most` records, in order. */
  records(after: number, most: number): Promise<Result<readonly JournalRecord[]>>;

  readonly accounts: JournalAccounts;
  readonly policies: Policies;
  readonly tries: Tries;
  /** The queries of this interface for many documents at once. */
  readonly together: Together;
  /** Whether the content (identified by its `intentKey`) was sent and may exist. */
  isSent(account: string, key: string): Promise<Result<boolean>>;
  /**
   * Returns the state of the content without claiming it; ignores the number and possible duplicates. `key` comes from
   * `intentKey`.
   */
  standing(account: string, key: string): Promise<Result<ContentState>>;
  /** Documents that may exist, newest first. The key is one of `supplierKeys`, or the `pairKey`. */
  sentTo(account: string, key: string, most: number): Promise<Result<readonly SentDocument[]>>;
  /** `hash` is the SHA-256 of the stored text (hex). Undefined if the text was not kept. */
  kept(hash: string): Promise<Result<string | undefined>>;
  /** Records the state that a service reports for a document, unless it equals the last recorded one. */
  saw(account: string, id: string, state: string): Promise<Result<void>>;
  /** Oldest first. */
  seen(account: string, id: string): Promise<Result<readonly SeenState[]>>;
  /**
   * The journal's id, the number of links in its chain (records, seen states, notes, stored content), and the hash of
   * the last link, hex.
   */
  identity(): Promise<Result<{ id: string; sequence: number; head: string }>>;
  /** Returns the hash of a link, hex; undefined if the chain is shorter. Link 0 represents the journal itself. */
  hashAt(sequence: number): Promise<Result<string | undefined>>;
  /** Copies the journal into a new file and checks the copy. Problems: `file-exists`, `journal-unusable`. */
  backUp(file: string): Promise<Result<Verified>>;
  /** Records an action on the journal itself, such as `accepted`, in the chain. `texts` are kept with it. */
  note(type: string, data: Readonly<Record<string, unknown>>, ...texts: readonly string[]): Promise<Result<void>>;
  /** Oldest first. */
  notes(): Promise<Result<readonly JournalNote[]>>;
  /** Passes every row that was ever recorded to `take`, one object at a time; stops when it returns false. */
  everything(take: (record: object) => Promise<boolean>): Promise<Result<void>>;
  /**
   * Reads and checks the whole journal in constant memory. `noted` is a link's hash, or the beginning of one, that
   * was noted elsewhere.
   */
  verify(noted?: string): Promise<Result<Verified>>;

  /** Returns the documents with this id or number, newest first. */
  find(account: string, idOrNumber: string): Promise<Result<readonly CreatedDocument[]>>;
  /** Returns the documents created from a file, newest first. `file` is an absolute path. */
  ofFile(account: string, file: string): Promise<Result<readonly CreatedDocument[]>>;
  /** Returns the credit notes for an invoice, newest first. */
  credited(account: string, invoiceNumber: string): Promise<Result<readonly CreatedDocument[]>>;
  server(): Promise<Result<ServerAbout | undefined>>;
  numbers(account: string): Promise<Result<readonly NumberUse[]>>;
  /**
   * Marks an assigned number as used elsewhere, because a user said so; the content that had it gets the next number.
   * False if no content has the number, or if it cannot be released.
   */
  giveUpNumber(account: string, number: string, by: string): Promise<Result<boolean>>;
  /** Includes credit notes in doubt or under way, each with its last known status. */
  creditsOn(account: string, invoiceNumber: string): Promise<Result<readonly Crediting[]>>;
  close(): void;
}

/**
 * Queries made in one turn of the event loop (`Promise.all`) are combined and need no more statements than a single
 * query.
 */
export interface Together extends Pick<Journal, "seen" | "kept" | "creditsOn" | "notes" | "accounts"> {
  readonly tries: Tries;
}
