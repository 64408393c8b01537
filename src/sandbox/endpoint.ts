import type { BusinessProfile, EditionId } from "../document/index.ts";
import type { Account } from "./account.ts";
import type { Store } from "./store.ts";

/** A request that has passed the token, quota, version and route checks. */
export interface Call {
  /** Decoded path segments by name. */
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  /** The organization's default if the header is missing. */
  readonly version: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** As sent; empty for GET. */
  readonly body: string;
}

/** Dependencies of the handlers. */
export interface Services {
  readonly store: Store;
  readonly account: Account;
  /** Returns the profile with this id, or undefined. */
  readonly profileOf: (id: string) => BusinessProfile | undefined;
  /** Returns the sandbox's time in Unix milliseconds; the clock's control call can change it. */
  readonly now: () => number;
  readonly newId: () => string;
  /**
   * Returns when the seeded sales credit notes were sent (Unix milliseconds): at the first start or at the last reset.
   */
  readonly salesSince: () => number;
  readonly settings: SandboxSettings;
}

/** The flags of `selfbill sandbox`. */
export interface SandboxSettings {
  /** Requests per minute; 0 = no limit and no quota headers. */
  readonly rate: number;
  readonly strict: boolean;
  readonly snapshot404: boolean;
  readonly phase2: boolean;
  readonly pendingSeconds: number;
  readonly defaultVersion: string;
  /** Credit notes must name an existing invoice and credit no more than is left of it (gap G-24). */
  readonly checkReferences: boolean;
  /** The same content cannot be created again under another number (gap G-25). */
  readonly checkDuplicates: boolean;
  /** Seed of the ids and answers that the description leaves open (`documents/odd-answers.ts`); default: ordinary ones. */
  readonly oddAnswers?: number;
  /** Default: the edition in force according to the sandbox's clock. */
  readonly rulesEdition?: EditionId;
}
