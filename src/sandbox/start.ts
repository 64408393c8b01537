import { randomUUID } from "node:crypto";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { limits, serviceVersions } from "../contract/index.ts";
import { type Database, openDatabase } from "../database/index.ts";
import type { BusinessProfile } from "../document/index.ts";
import { fail, ok, problem, type Result } from "../problem/index.ts";
import { type Account, openAccount, settingSchema } from "./account.ts";
import { type Clock, systemClock } from "./clock.ts";
import type { Controls } from "./control.ts";
import type { SandboxSettings, Services } from "./endpoint.ts";
import { FaultQueue } from "./faults.ts";
import { seededProfile } from "./profile.ts";
import { Quota, quotaSchema } from "./quota.ts";
import { makeServer } from "./server.ts";
import { salesSeeds } from "./status/sales-seeds.ts";
import { documentSchemaSql, Store } from "./store.ts";
import { type TestSupplier, testSuppliers } from "./test-suppliers.ts";

/** How to start a sandbox. Everything but the folder may be left out (Decision 30). */
export interface SandboxOptions extends Partial<SandboxSettings> {
  /** Where its data lives; made when missing. Several processes may share it: they are one account. */
  readonly folder: string;
  /** 0 or left out: any free one. */
  readonly port?: number;
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

/** A sandbox that answers. */
export interface RunningSandbox {
  /** `http://127.0.0.1:PORT`. */
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

/**
 * Starts the service on 127.0.0.1. Problem: `sandbox-unusable` when the folder cannot be used or the port is taken, `bad-usage` for a
 * default version that is not offered.
 */
export async function startSandbox(options: SandboxOptions): Promise<Result<RunningSandbox>> {
  const { folder, port = 0, clock = systemClock, onFault = () => undefined, ...given } = options;
  const set = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  const settings: SandboxSettings = { ...defaults, ...set };
  if (!(serviceVersions.all as readonly string[]).includes(settings.defaultVersion)) {
    const hint = `Use one of: ${serviceVersions.all.join(", ")}.`;
    return fail(problem("bad-usage", `The version ${settings.defaultVersion} is not offered.`, hint));
  }
  const schema = settingSchema + quotaSchema + documentSchemaSql;
  const opened = openDatabase(join(folder, "sandbox.db"), schema, { code: "sandbox-unusable" });
  if (!opened.ok) return opened;
  const database = opened.value;
  database.run("PRAGMA foreign_keys = ON");
  const account = openAccount(database, clock.now());
  const { services, controls } = assemble(database, account, settings, clock);
  const quota = new Quota(database, "account", settings.rate);
  const server = makeServer({ services, quota, controls, onFault });
  const listening = await new Promise<Error | undefined>((resolve) => {
    server.once("error", resolve).listen(port, "127.0.0.1", () => resolve(undefined));
  });
  if (listening) {
    database.close();
    const hint = "Choose another port, or leave it out.";
    return fail(problem("sandbox-unusable", `The sandbox cannot listen on port ${port}: ${listening.message}.`, hint));
  }
  const bound = (server.address() as AddressInfo).port;
  return ok({
    baseUrl: `http://127.0.0.1:${bound}`,
    port: bound,
    accountId: account.accountId,
    token: account.token,
    businessProfileId: account.profileId,
    profile: seededProfile(account),
    suppliers: testSuppliers,
    salesCreditNotes: salesSeeds.map(({ id, number, happens }) => ({ id, number, happens })),
    client: { id: account.clientId, secret: account.clientSecret },
    close: once(() => closeServer(server, services.store)),
  });
}

/** Whoever closes a second time waits for the first closing. */
function once(work: () => Promise<void>): () => Promise<void> {
  let done: Promise<void> | undefined;
  return () => {
    done ??= work();
    return done;
  };
}

function closeServer(server: Server, store: Store): Promise<void> {
  store.flush();
  return new Promise((resolve) => {
    server.close(() => {
      store.flush();
      store.database.close();
      resolve();
    });
    server.closeAllConnections();
  });
}

function assemble(
  database: Database,
  account: Account,
  settings: SandboxSettings,
  clock: Clock,
): { services: Services; controls: Controls } {
  const store = new Store(database, randomUUID);
  const setting = (name: string): number | undefined => {
    const row = database.get("SELECT value FROM setting WHERE name = ?", name);
    return row && Number(row.value);
  };
  const set = (name: string, value: number): void => {
    database.run("INSERT OR REPLACE INTO setting (name, value) VALUES (?, ?)", name, String(value));
  };
  const now = (): number => clock.now() + (setting("clock_offset") ?? 0);
  const faults = new FaultQueue();
  const controls: Controls = {
    faults,
    now,
    moveClock: (milliseconds) =>
      database.transaction(() => set("clock_offset", (setting("clock_offset") ?? 0) + milliseconds)),
    reset: () => {
      faults.clear();
      database.transaction(() => {
        for (const table of ["attachment", "submission", "document", "quota"]) database.run(`DELETE FROM ${table}`);
        set("clock_offset", 0);
        set("sales_since", clock.now());
      });
    },
  };
  const services: Services = {
    store,
    account,
    profileOf: (id) => (id === account.profileId ? seededProfile(account) : undefined),
    now,
    newId: randomUUID,
    salesSince: () => setting("sales_since") ?? account.createdAt,
    settings,
  };
  return { services, controls };
}
