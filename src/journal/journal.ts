import type { DocumentKind } from "../document/index.ts";
import type { Problem, Result } from "../problem/index.ts";
import type { JournalAccounts } from "./accounts/accounts.ts";
import type { ApprovalAsked, Policies } from "./approving/policies.ts";
import type { CreditCap, Crediting, OverCrediting } from "./content/crediting.ts";
import type { ContentState } from "./content/standing.ts";
import type { KeyIn } from "./keys/intent-key.ts";
import type { MachineTime, SendingPlace } from "./keys/machine-time.ts";
import type { HandedOut, Numbering } from "./numbering/numbers.ts";
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
import type { Verified } from "./verify/verify.ts";

/** For tests that scale time. */
export interface JournalOptions {
  /** Unix milliseconds. */
  readonly now?: (() => number) | undefined;
  /** The clock of the minute, Unix milliseconds; `now`, or where that is left out too, the one of the place. */
  readonly time?: (() => number) | undefined;
  /** Length of the request window in milliseconds. */
  readonly window?: number | undefined;
  /** The clock that nobody can set. */
  readonly machine?: (() => MachineTime) | undefined;
}

/** One try of sending, claimed by this process until its result is recorded. */
export interface Attempt {
  readonly id: string;
  /** To be called when the secure connection stands and before the first byte. A problem means that nothing may be sent. */
  armed(): Promise<Problem | undefined>;
  /**
   * To be called before anything is told. When the record cannot be made it goes to room that was reserved for it (`result-set-aside`, a
   * warning: the next run takes it over); when that fails too, to the file named in `journal-unusable`. `answer` is the body as it came, to be
   * kept with it; of a result that was set aside only its hash is.
   */
  result(result: AttemptResult, answer?: string): Promise<Problem | undefined>;
}

/** A number that was handed out, and what came of it. */
export interface NumberUse extends HandedOut {
  readonly state: "created" | "in-doubt" | "under-way" | "not-created" | "used-elsewhere";
  readonly kind?: DocumentKind | undefined;
  readonly file?: string | undefined;
}

/** How a content is claimed. */
export interface BeginOptions {
  readonly allowSimilar: boolean;
  /** The key of the content in another account of the journal, where it is looked for as well. */
  readonly keyIn?: KeyIn | undefined;
  /** Of a document that corrects another one: the try of that one by which it was judged. */
  readonly judged?: string | undefined;
  readonly body?: string;
  /** The invoice of a credit note, where the journal may not have it. */
  readonly cap?: CreditCap | undefined;
  /** What was given for four eyes; a policy in the journal asks for it. */
  readonly approval?: ApprovalAsked | undefined;
  /** For a document without a number of its own: the series that numbers it in the same transaction, and its body with the number. */
  readonly numbering?: Numbering | undefined;
  /** Of a sandbox without a limit of requests: only what it asks to hold off is waited for. */
  readonly unlimited?: boolean;
  /** Whose minute the request takes. */
  readonly caller?: Caller | undefined;
}

/** What `begin` came to: an attempt, a wait for the next free request of the account, or why it must not be sent. */
export type Begun =
  /** `intent`: as it was recorded, with the number that was handed out. */
  | { readonly is: "begun"; readonly attempt: Attempt; readonly intent: Intent }
  | { readonly is: "wait"; readonly milliseconds: number }
  /** A credit note takes back more than is left of its invoice, with everything counted that exists or may exist. */
  | ({ readonly is: "over-credited" } & OverCrediting)
  /** Its policy asks for an approval, and none that was given holds. */
  | { readonly is: "not-approved"; readonly problem: Problem }
  | Exclude<ContentState, { is: "fresh" }>;

/** A document that may or may not exist. */
export interface Doubt {
  readonly attempt: string;
  readonly intent: Intent;
  /** When the first byte was about to leave; UTC, ISO 8601. */
  readonly sentAt: string;
  /** What came back; absent when selfbill ended before it knew. */
  readonly result?: AttemptResult | undefined;
  /** Milliseconds since then, by a clock that nobody can set; undefined when the computer was started again since. */
  readonly elapsed?: number | undefined;
  /** Sequence number of the last record about it. */
  readonly last: number;
}

/** A doubt, or one that was settled before. */
export type Settleable = Pick<Doubt, "attempt" | "intent" | "last">;

/** Who asks for a turn: polls leave room for everything else. */
export type Priority = "normal" | "low";

/** What a service said about its limits, in milliseconds from now. */
export interface RateLimitNotice {
  /** No request before this time has passed. */
  readonly holdOff: number;
}

/**
 * The record of what was prepared, sent, created, refused or is unknown, shared by all processes of this user. Problems of every call:
 * `journal-unusable`. What is recorded is durable when the call returns.
 */
export interface Journal {
  /** Makes sure that records can be kept: the file is sound, room for a result is reserved. Before the first `begin`. */
  readyToSend(): Promise<Result<void>>;
  /** Why nothing is sent from here until somebody accepts the journal as it is: its server was replaced, for instance. Undefined otherwise. */
  heldBack(): Promise<Result<Problem | undefined>>;
  /** Accepts that, for everybody who shares the journal; it is noted who did. */
  accept(by: string): Promise<Result<void>>;
  /** Whether sending ever began here, or a document of an earlier version is known; false of a file that only counted requests. */
  everSent(): Promise<Result<boolean>>;
  /** From where is sent now, with this home. */
  sentFrom(home: string): SendingPlace;
  /** When something was last recorded of an account; and what has no end yet, also of others that are not at another service. */
  lately(account: string): Promise<Result<Lately>>;
  /**
   * Claims a content, takes one request of the caller's minute and records the intent: all of it or nothing. `body` is kept with it. A
   * credit note is counted against its invoice in the same transaction, unless the intent overrides that with `--send-anyway`.
   */
  begin(intent: Intent, how: BeginOptions): Promise<Result<Begun>>;
  /** 0 when a request may start now, and it is counted; else how long to wait, in milliseconds. Without a caller it is the account's. */
  turn(account: string, priority: Priority, caller?: Caller): Promise<Result<number>>;
  /** Holds back further requests of the caller, for all processes. */
  told(account: string, told: RateLimitNotice, caller?: Caller): Promise<Result<void>>;
  /** What may or may not have been sent, of all accounts, the oldest first. What a live process is at is no doubt. */
  doubts(): Promise<Result<readonly Doubt[]>>;
  /**
   * Settles a doubt, or overrules how it was settled; a document that exists is then found like any other. Problems: `not-settled` when
   * more became known of it since `last`, `id-known` for an id that belongs to a document of other content.
   */
  resolve(doubt: Settleable, resolution: Resolution): Promise<Result<void>>;
  /** Records a document that was not sent from here, as the service tells it; `body` is kept with it. Problem: `id-known`. */
  takeOver(intent: Intent, resolution: Resolution, body: string): Promise<Result<void>>;
  /** All records of one content (by `intentKey`), in order. */
  ofContent(account: string, key: string): Promise<Result<readonly JournalRecord[]>>;
  /** All records of an attempt, in order. */
  attempt(id: string): Promise<Result<readonly JournalRecord[]>>;
  /** All records, in order, from after a sequence number on; at most `most` of them. */
  records(after: number, most: number): Promise<Result<readonly JournalRecord[]>>;

  readonly accounts: JournalAccounts;
  /** Who may request and approve what. */
  readonly policies: Policies;
  /** What was tried and what became of it. */
  readonly tries: Tries;
  /** The same questions for whoever asks them of many documents at once. */
  readonly together: Together;
  /** Whether a content (by `intentKey`) left this computer and may exist. */
  isSent(account: string, key: string): Promise<Result<boolean>>;
  /** Where a content (by `intentKey`) stands by itself, whatever its number and its twins; nothing is claimed. */
  standing(account: string, key: string): Promise<Result<ContentState>>;
  /** Documents to a supplier that may exist, the newest first; at most `most`. The key is one of `supplierKeys`, or the `pairKey`. */
  sentTo(account: string, key: string, most: number): Promise<Result<readonly SentDocument[]>>;
  /** A body or an answer by its SHA-256 (hex); undefined when it was not kept. */
  kept(hash: string): Promise<Result<string | undefined>>;
  /** Records what a service tells of a document now; the state that is known already is not recorded again. */
  saw(account: string, id: string, state: string): Promise<Result<void>>;
  /** What `saw` recorded, the oldest first. */
  seen(account: string, id: string): Promise<Result<readonly SeenState[]>>;
  /** Which journal this is, how many links its chain has (records, states seen later, notes) and the last one's hash, hex. */
  identity(): Promise<Result<{ id: string; sequence: number; head: string }>>;
  /** The hash of a link of the chain, hex; undefined when the chain is shorter. Link 0 stands for the journal itself. */
  hashAt(sequence: number): Promise<Result<string | undefined>>;
  /** Copies the journal into a new file, checked whole. Problems: `file-exists`, `journal-unusable`. */
  backUp(file: string): Promise<Result<Verified>>;
  /** Records what was done with the journal itself, in the chain: `accepted`, for instance, and by whom. `text` is kept with it. */
  note(type: string, data: Readonly<Record<string, unknown>>, text?: string): Promise<Result<void>>;
  /** What was recorded by `note`, the oldest first. */
  notes(): Promise<Result<readonly JournalNote[]>>;
  /** Everything that was ever recorded, one object at a time; ends when `take` says false. */
  everything(take: (record: object) => Promise<boolean>): Promise<Result<void>>;
  /** Reads all of it, in constant memory. `noted` is the hash of a link, or its beginning, that was noted elsewhere. */
  verify(noted?: string): Promise<Result<Verified>>;

  /** By id or by document number within an account; the newest first. */
  find(account: string, idOrNumber: string): Promise<Result<readonly CreatedDocument[]>>;
  /** Documents written in this file (absolute path); the newest first. */
  ofFile(account: string, file: string): Promise<Result<readonly CreatedDocument[]>>;
  /** Credit notes that name this invoice; the newest first. */
  credited(account: string, invoiceNumber: string): Promise<Result<readonly CreatedDocument[]>>;
  /** Numbers that series handed out, with what came of the content that has each. */
  numbers(account: string): Promise<Result<readonly NumberUse[]>>;
  /** Marks a handed-out number as used elsewhere, on somebody's word: its content gets the next one. False when nothing can give it up. */
  giveUpNumber(account: string, number: string, by: string): Promise<Result<boolean>>;
  /** The same with those that are in doubt or under way, and the last status that is known of each. */
  creditsOn(account: string, invoiceNumber: string): Promise<Result<readonly Crediting[]>>;
  close(): void;
}

/**
 * The journal's questions about a document for whoever asks them of many: asked in one turn of the event loop (`Promise.all`), they cost
 * as many statements as one. The answers are the same.
 */
export interface Together extends Pick<Journal, "seen" | "kept" | "creditsOn" | "notes" | "accounts"> {
  readonly tries: Tries;
}
