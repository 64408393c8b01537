import type { Journal } from "../journal/index.ts";
import type { Problem, Result } from "../problem/index.ts";
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

/**
 * The places in the core that extras can add to. The core calls each hook once, at one place, and knows nothing else
 * of an extra; without extras each hook adds nothing.
 */
export interface ExtraHooks {
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
