import type { BusinessProfile, EditionId } from "../document/index.ts";
import type { Account } from "./account.ts";
import type { Store } from "./store.ts";

/** A request that has passed token, quota, version and route. */
export interface Call {
  /** Decoded path segments by name. */
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  /** Version of the contract, the organization's default where the header was left out. */
  readonly version: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** The body as sent; empty for GET. */
  readonly body: string;
}

/** What a handler may use. */
export interface Services {
  readonly store: Store;
  readonly account: Account;
  /** The profile of an id, or undefined. */
  readonly profileOf: (id: string) => BusinessProfile | undefined;
  /** Unix milliseconds, as set by the clock control. */
  readonly now: () => number;
  readonly newId: () => string;
  /** Since when the seeded sales credit notes are on their way: the first start, or the last reset. */
  readonly salesSince: () => number;
  readonly settings: SandboxSettings;
}

/** How this sandbox behaves; the flags of `selfbill sandbox`. */
export interface SandboxSettings {
  /** Requests in a window of a minute; 0 = no limit and no quota headers. */
  readonly rate: number;
  readonly strict: boolean;
  readonly snapshot404: boolean;
  readonly phase2: boolean;
  readonly pendingSeconds: number;
  readonly defaultVersion: string;
  /** Credit notes must name an invoice that exists, and take back no more than is left of it (gap G-24). */
  readonly checkReferences: boolean;
  /** The same content is not created under a second number (gap G-25). */
  readonly checkDuplicates: boolean;
  /** The edition of the network rules; left out: the one in force by the sandbox's clock. */
  readonly rulesEdition?: EditionId;
}
