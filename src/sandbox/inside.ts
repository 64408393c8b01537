import { limits, serviceVersions } from "../contract/index.ts";
import type { BusinessProfile, DocumentKind } from "../document/index.ts";
import { fail, map, ok, problem, type Result } from "../problem/index.ts";
import { answerInside, type InsideAnswer, type InsideRequest } from "./answer-inside.ts";
import { type Clock, systemClock } from "./clock.ts";
import { type ClientVerification, verifyClient } from "./control/verify.ts";
import { createDocument } from "./documents/create-document.ts";
import type { SandboxSettings } from "./endpoint.ts";
import { type Controls, type Office, openOffice } from "./office.ts";
import { type AccountSettings, Offices } from "./offices.ts";
import { seededProfile } from "./profile.ts";
import { salesSeeds } from "./status/sales-seeds.ts";
import { type TestSupplier, testSuppliers } from "./test-suppliers.ts";

/** All options except the folder are optional (Decision 30). */
export interface InsideOptions extends Partial<SandboxSettings> {
  /** Created if missing. Several processes may share it as one account. If undefined, the data is kept in memory. */
  readonly folder: string | undefined;
  /** Token and business profile id for a new folder, instead of generated ones. */
  readonly token?: string | undefined;
  readonly businessProfileId?: string | undefined;
  readonly clock?: Clock;
  /** Called with every internal error, so that it can be shown on the terminal. */
  readonly onFault?: (error: unknown) => void;
}

/** A sales credit note that exists in every sandbox; `happens` is a plain-language description of its outcome. */
export interface SeededSalesCreditNote {
  readonly id: string;
  readonly number: string;
  readonly happens: string;
}

/** A document to be created; `body` is what a client would send. */
export interface SeedDocument {
  readonly kind: DocumentKind;
  readonly body: string;
}

/** An additional account. */
export interface FurtherAccount {
  readonly id: string;
  readonly token: string;
  readonly businessProfileId: string;
  readonly client: { readonly id: string; readonly secret: string };
}

/** Manages the sandbox's additional accounts; removing one deletes all its data. */
export interface FurtherAccounts {
  add(settings: AccountSettings): Result<FurtherAccount>;
  list(): readonly FurtherAccount[];
  remove(id: string): boolean;
}

export interface SandboxInside {
  /** A placeholder address; nothing listens on it. */
  readonly baseUrl: string;
  /** `sandbox:` and the data folder's id. */
  readonly accountId: string;
  readonly token: string;
  readonly businessProfileId: string;
  readonly profile: BusinessProfile;
  readonly suppliers: readonly TestSupplier[];
  /** One for each outcome. */
  readonly salesCreditNotes: readonly SeededSalesCreditNote[];
  /** Used in the token exchange of endpoint 20. */
  readonly client: { readonly id: string; readonly secret: string };
  /** Separate accounts, for tests that run in parallel. */
  readonly accounts: FurtherAccounts;
  /** The functions behind the control calls. */
  readonly controls: Controls;
  /** Answers a request; when the promise resolves, all changes are on disk. */
  answer(request: InsideRequest): Promise<InsideAnswer>;
  /** Checks the requests that clients have made so far. */
  verify(): ClientVerification;
  /** Creates documents without a request; returns the answers to the rejected ones, keyed by position. */
  seed(documents: readonly SeedDocument[]): Promise<ReadonlyMap<number, string>>;
  /** Loses nothing: every acknowledged change is already on disk. */
  close(): Promise<void>;
}

/** Default settings of a sandbox. */
const defaults: SandboxSettings = {
  rate: limits.requestsPerMinute,
  strict: false,
  snapshot404: false,
  phase2: true,
  pendingSeconds: 3,
  defaultVersion: serviceVersions.stable,
  checkReferences: false,
  checkDuplicates: false,
};

/** Opens a sandbox inside this process. Problems: those of `openSandbox`, except the ones about the port. */
export function openInside(options: InsideOptions): Result<SandboxInside> {
  return map(openAccounts(options), (offices) => insideOf(offices, options));
}

/**
 * Opens the sandbox's accounts. Problems: `sandbox-unusable`; `bad-usage` for a default version that is not offered.
 */
export function openAccounts(options: InsideOptions): Result<Offices> {
  const { folder, clock = systemClock, onFault: _, token, businessProfileId, ...given } = options;
  const set = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  const settings: SandboxSettings = { ...defaults, ...set };
  if (!(serviceVersions.all as readonly string[]).includes(settings.defaultVersion)) {
    const hint = `Use one of: ${serviceVersions.all.join(", ")}.`;
    return fail(problem("bad-usage", `The version ${settings.defaultVersion} is not offered.`, hint));
  }
  const opened = openOffice(folder, settings, clock, { token, businessProfileId });
  return opened.ok ? ok(new Offices(opened.value, folder, settings, clock)) : opened;
}

function furtherAccount({ services }: Office): FurtherAccount {
  const { accountId, token, profileId, clientId, clientSecret } = services.account;
  const id = accountId.replace(/^sandbox:/, "");
  return { id, token, businessProfileId: profileId, client: { id: clientId, secret: clientSecret } };
}

/** Returns the sandbox that serves these accounts; closing it closes them. */
export function insideOf(
  offices: Offices,
  { onFault = () => undefined }: Pick<InsideOptions, "onFault">,
): SandboxInside {
  const { services, controls } = offices.main;
  const { account, settings } = services;
  return {
    baseUrl: "http://127.0.0.1",
    accountId: account.accountId,
    token: account.token,
    businessProfileId: account.profileId,
    profile: seededProfile(account),
    suppliers: testSuppliers,
    salesCreditNotes: salesSeeds.map(({ id, number, happens }) => ({ id, number, happens })),
    client: { id: account.clientId, secret: account.clientSecret },
    accounts: {
      add: (given) => map(offices.add(given), furtherAccount),
      list: () => offices.list().map(furtherAccount),
      remove: (id) => offices.remove(`sandbox:${id}`),
    },
    controls,
    answer: (request) => answerInside(request, offices, onFault),
    verify: () => verifyClient(controls.requests),
    async seed(documents) {
      const refused = new Map<number, string>();
      for (const [place, { kind, body }] of documents.entries()) {
        const params = { business_profile_id: account.profileId };
        const call = { params, query: new URLSearchParams(), version: settings.defaultVersion, headers: {}, body };
        const { status, body: answer } = await createDocument(kind, call, services);
        if (status !== 201) refused.set(place, String(answer));
      }
      return refused;
    },
    close: async () => offices.close(),
  };
}
