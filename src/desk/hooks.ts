import type { Journal, Marks } from "../journal/index.ts";
import type { Problem, Result } from "../problem/index.ts";
import type { Files } from "../read/index.ts";
import type { VerdictWriter } from "../report/index.ts";
import type { Folders, Settings } from "../settings/index.ts";
import type { SupplierBook } from "../suppliers/index.ts";
import type { Press } from "./press.ts";

/** Which records a hook may look at. */
export interface HookScope {
  /** One account of the journal, or all of them if it is absent. */
  readonly account: string | undefined;
  /** Whether the records are those of practice. */
  readonly practice: boolean;
}

export interface Books {
  settings(): Promise<Result<Settings>>;
  /** Returns an empty book if there is none. */
  suppliers(): Promise<Result<SupplierBook>>;
}

/** Completes documents from a spreadsheet; what a line says itself never changes. */
export interface Filler {
  fill(document: Record<string, unknown>): void;
  /** Warns about what was filled in, and where a line differs. */
  remarks(file: string): readonly Problem[];
}

/** A book of an extra: a file beside the settings. */
export interface KeptBook {
  readonly name: string;
  /** What messages call it, and one of its entries. */
  readonly called: string;
  readonly entry: string;
  /** Returns its path and the number of its entries; none without a file. */
  open(folders: Folders): Result<{ readonly path: string; readonly entries: number }>;
}

/** A document as far as it decides whether it may be sent. */
export interface ForeseenSend {
  readonly file: string;
  /** As `intentKey` returns it; empty if it is not known. */
  readonly key: string;
  /** The amount that counts towards limits, in AED with VAT, as an exact string. */
  readonly grossInAed: string | undefined;
  readonly changedSupplier: boolean;
  readonly doubtfulRate: boolean;
}

/** The account that a dry run is for, and the files given with --approval. */
export interface ForeseenRun {
  readonly account: string;
  readonly businessProfileId: string;
  readonly approval: readonly string[];
}

/** The parts of the desk that a dry run lends. */
export interface ForeseeingDesk {
  readonly files: Files;
  journal(): Promise<Result<Journal>>;
  journalPlace(): Promise<Result<{ readonly exists: boolean }>>;
  now(): Date;
}

/** What an extra knows about a journal on a server, besides what the core checks. */
export interface JournalCheck {
  readonly name: string;
  readonly label: string;
  readonly words: string;
  readonly facts: Readonly<Record<string, number>>;
  readonly problems: readonly Problem[];
}

/**
 * The places in the core that extras can add to. The core calls each hook once, at one place, and knows nothing else
 * of an extra; without extras each hook adds nothing.
 */
export interface ExtraHooks {
  /** The extras of this build. */
  readonly names: readonly string[];
  /** For `journal verify` and `doctor`, of a journal on a server. Problem: `journal-unusable`. */
  checks(journal: Journal, now: Date): Promise<Result<readonly JournalCheck[]>>;
  /**
   * For a dry run: returns what warns of each document that would not be sent. Problems: any file-reading problem, any
   * journal problem.
   */
  foresees(
    run: ForeseenRun,
    desk: ForeseeingDesk,
  ): Promise<Result<ReadonlyArray<(send: ForeseenSend) => Promise<readonly Problem[]>>>>;
  /**
   * Before the first question, and again before each document leaves: a problem if nothing may be sent for this
   * business profile. With `practice`, nothing is noted outside of the sandbox's data.
   */
  gate(
    guarded: { readonly journal: Journal; readonly marks: Marks; readonly practice?: boolean },
    businessProfileId: string,
  ): Promise<Problem | undefined>;
  /** For `due`: warnings about what a person must do besides the documents themselves. Problem: `journal-unusable`. */
  owes(journal: Journal, scope: HookScope): Promise<Result<readonly Problem[]>>;
  /** For spreadsheets: what completes the lines of their documents. Problem: any problem from reading a book. */
  fill(books: Books): Promise<Result<Filler>>;
  /** Returns the parts for a command, of the type that it defines. */
  parts<T>(of: string): Promise<readonly T[]>;
  /** Returns what makes PDFs out of pages. Problem: `package-missing`, also where no extra makes them. */
  press(): Promise<Result<Press>>;
  /** Returns what writes verdicts in a format that the core does not write; undefined if no extra does. */
  verdicts(format: string): Promise<VerdictWriter | undefined>;
}
