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

/** How to open a sandbox. Everything but the folder may be left out (Decision 30). */
export interface InsideOptions extends Partial<SandboxSettings> {
  /** Where its data lives; made when missing. Several processes may share it: they are one account. undefined: in memory. */
  readonly folder: string | undefined;
  /** Token and business profile id of a new folder instead of made up ones. */
  readonly token?: string | undefined;
  readonly businessProfileId?: string | undefined;
  readonly clock?: Clock;
  /** Told of every fault of our own, for the terminal. */
  readonly onFault?: (error: unknown) => void;
}

/** A sales credit note that every sandbox has, and what becomes of it in words. */
export interface SeededSalesCreditNote {
  readonly id: string;
  readonly number: string;
  readonly happens: string;
}

/** A document to begin with, as it would be sent. */
export interface SeedDocument {
  readonly kind: DocumentKind;
  readonly body: string;
}

/** An account beside the sandbox's own. */
export interface FurtherAccount {
  readonly id: string;
  readonly token: string;
  readonly businessProfileId: string;
  readonly client: { readonly id: string; readonly secret: string };
}

/** Further accounts: made, listed, and removed with all that they have. */
export interface FurtherAccounts {
  add(settings: AccountSettings): Result<FurtherAccount>;
  list(): readonly FurtherAccount[];
  /** false where there is none of this id. */
  remove(id: string): boolean;
}

/** A sandbox that answers inside this process. */
export interface SandboxInside {
  /** Stands for it where an address is shown; nothing listens there. */
  readonly baseUrl: string;
  /** `sandbox:` and the data folder's id. */
  readonly accountId: string;
  readonly token: string;
  readonly businessProfileId: string;
  readonly profile: BusinessProfile;
  readonly suppliers: readonly TestSupplier[];
  /** The seeded sales credit notes, one per outcome. */
  readonly salesCreditNotes: readonly SeededSalesCreditNote[];
  /** For the token exchange of endpoint 20. */
  readonly client: { readonly id: string; readonly secret: string };
  /** Further accounts, for tests that run side by side. */
  readonly accounts: FurtherAccounts;
  /** What the control calls work with. */
  readonly controls: Controls;
  /** What the service answers to a request; whatever it changed is on disk by then. */
  answer(request: InsideRequest): Promise<InsideAnswer>;
  /** What clients did so far. */
  verify(): ClientVerification;
  /** Creates documents without a request; what the service answers to those that it refuses, by their place. */
  seed(documents: readonly SeedDocument[]): Promise<ReadonlyMap<number, string>>;
  /** Stops answering and closes the data; whatever was answered is on disk already. */
  close(): Promise<void>;
}

/** What a sandbox does when it is told nothing. */
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

/** Opens the service without a server. Problems: those of `openSandbox`, but for the port. */
export function openInside(options: InsideOptions): Result<SandboxInside> {
  return map(openAccounts(options), (offices) => insideOf(offices, options));
}

/** The accounts of a data folder. Problem: `sandbox-unusable`, `bad-usage` for a default version that is not offered. */
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

/** What a sandbox is and does without a server; closing it closes the accounts. */
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
    verify: () => verifyClient(controls.requests.last(Number.POSITIVE_INFINITY)),
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
