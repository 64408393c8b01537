import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { limits, serviceVersions } from "../contract/index.ts";
import type { BusinessProfile, DocumentKind } from "../document/index.ts";
import { fail, ok, problem, type Result } from "../problem/index.ts";
import { type Clock, systemClock } from "./clock.ts";
import type { LoggedRequest } from "./control/request-log.ts";
import { type ClientVerification, verifyClient } from "./control/verify.ts";
import { createDocument } from "./documents/create-document.ts";
import type { SandboxSettings } from "./endpoint.ts";
import { type Controls, openOffice } from "./office.ts";
import { Offices } from "./offices.ts";
import type { OwnPaths } from "./own-paths.ts";
import { seededProfile } from "./profile.ts";
import { makeServer } from "./server.ts";
import { salesSeeds } from "./status/sales-seeds.ts";
import { type TestSupplier, testSuppliers } from "./test-suppliers.ts";
import { type Watch, watchOf } from "./watch.ts";

/** How to start a sandbox. Everything but the folder may be left out (Decision 30). */
export interface StartOptions extends Partial<SandboxSettings> {
  /** Where its data lives; made when missing. Several processes may share it: they are one account. undefined: in memory. */
  readonly folder: string | undefined;
  /** 0 or left out: any free one. */
  readonly port?: number;
  /** Address to listen on; loopback when left out. */
  readonly host?: string;
  /** Further names under which it may be called. */
  readonly allowHosts?: readonly string[];
  readonly clock?: Clock;
  /** Serves paths of its own beside the service, such as a console; it may look at everything. */
  readonly own?: (watch: Watch) => OwnPaths;
  /** Told of every request of a client. */
  readonly onRequest?: (seen: LoggedRequest) => void;
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

/** A sandbox that answers. */
export interface RunningSandbox {
  /** `http://127.0.0.1:PORT`, or the address that it was told to listen on. */
  readonly baseUrl: string;
  readonly port: number;
  /** `sandbox:` and the data folder's id: the same whatever the port. */
  readonly accountId: string;
  readonly token: string;
  readonly businessProfileId: string;
  readonly profile: BusinessProfile;
  readonly suppliers: readonly TestSupplier[];
  /** The seeded sales credit notes, one per outcome. */
  readonly salesCreditNotes: readonly SeededSalesCreditNote[];
  /** For the token exchange of endpoint 20. */
  readonly client: { readonly id: string; readonly secret: string };
  /** What the control calls work with. */
  readonly controls: Controls;
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
};
const nothing = (): void => undefined;

/**
 * Starts the service, on 127.0.0.1 unless told otherwise. Problem: `sandbox-unusable` when the folder cannot be used or the port is taken,
 * `bad-usage` for a default version that is not offered.
 */
export async function openSandbox(options: StartOptions): Promise<Result<RunningSandbox>> {
  const { folder, port = 0, clock = systemClock, host = "127.0.0.1", ...more } = options;
  const { allowHosts = [], onRequest = nothing, onFault = nothing, own, ...given } = more;
  const set = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  const settings: SandboxSettings = { ...defaults, ...set };
  if (!(serviceVersions.all as readonly string[]).includes(settings.defaultVersion)) {
    const hint = `Use one of: ${serviceVersions.all.join(", ")}.`;
    return fail(problem("bad-usage", `The version ${settings.defaultVersion} is not offered.`, hint));
  }
  const opened = openOffice(folder, settings, clock);
  if (!opened.ok) return opened;
  const main = opened.value;
  const offices = new Offices(main, folder, settings, clock);
  const shown = shownHost(host);
  // Whoever names another address wants to be called by it, from whatever port a container maps.
  const named = shown === "127.0.0.1" ? allowHosts : [...allowHosts, shown];
  const { account } = main.services;
  const profile = seededProfile(account);
  const paths = own?.(watchOf(main, profile));
  const server = makeServer({ offices, allowHosts: named, own: paths, onRequest, onFault });
  const listening = await new Promise<Error | undefined>((resolve) => {
    server.once("error", resolve).listen(port, host, () => resolve(undefined));
  });
  if (listening) {
    offices.close();
    const hint = "Choose another port, or leave it out.";
    return fail(problem("sandbox-unusable", `The sandbox cannot listen on port ${port}: ${listening.message}.`, hint));
  }
  const bound = (server.address() as AddressInfo).port;
  return ok({
    baseUrl: `http://${shown}:${bound}`,
    port: bound,
    accountId: account.accountId,
    token: account.token,
    businessProfileId: account.profileId,
    profile,
    suppliers: testSuppliers,
    salesCreditNotes: salesSeeds.map(({ id, number, happens }) => ({ id, number, happens })),
    client: { id: account.clientId, secret: account.clientSecret },
    controls: main.controls,
    verify: () => verifyClient(main.controls.requests.last(Number.POSITIVE_INFINITY)),
    async seed(documents) {
      const refused = new Map<number, string>();
      for (const [place, { kind, body }] of documents.entries()) {
        const params = { business_profile_id: account.profileId };
        const call = { params, query: new URLSearchParams(), version: settings.defaultVersion, headers: {}, body };
        const { status, body: answer } = await createDocument(kind, call, main.services);
        if (status !== 201) refused.set(place, String(answer));
      }
      return refused;
    },
    close: once(() => closeServer(server, offices)),
  });
}

/** The address as a URL shows it; one that stands for all addresses is called by the loopback one. */
function shownHost(host: string): string {
  if (host === "0.0.0.0" || host === "::") return "127.0.0.1";
  return host.includes(":") ? `[${host}]` : host;
}

/** A second close waits for the first. */
function once(work: () => Promise<void>): () => Promise<void> {
  let done: Promise<void> | undefined;
  return () => {
    done ??= work();
    return done;
  };
}

function closeServer(server: Server, offices: Offices): Promise<void> {
  offices.flush();
  return new Promise((resolve) => {
    server.close(() => {
      offices.close();
      resolve();
    });
    server.closeAllConnections();
  });
}
