import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { type Database, inMemory, openDatabase } from "../database/index.ts";
import { fail, ok, type Problem, problem, type Result } from "../problem/index.ts";
import { type Account, type GivenAccount, openAccount, settingSchema } from "./account.ts";
import type { Clock } from "./clock.ts";
import { type ClockMove, clockAfter } from "./control/clock-move.ts";
import { RequestLog } from "./control/request-log.ts";
import { type SnapshotClock, Snapshots, snapshotSchema } from "./control/snapshots.ts";
import type { SandboxSettings, Services } from "./endpoint.ts";
import { FaultQueue } from "./faults.ts";
import { seededProfile } from "./profile.ts";
import { Quota, quotaSchema } from "./quota.ts";
import { documentSchemaSql, Store } from "./store.ts";

/** Times are Unix milliseconds. */
export interface Controls {
  readonly faults: FaultQueue;
  readonly requests: RequestLog;
  readonly snapshots: Snapshots;
  readonly now: () => number;
  /**
   * Returns a problem if the time is not valid. The offset is stored with the data, so it applies to all processes that
   * use the folder.
   */
  readonly moveClock: (move: ClockMove) => Problem | undefined;
  /** Sets the clock back to real time. */
  readonly freeClock: () => void;
  /** Deletes all documents, requests, the quota window, queued faults and the clock's offset; keeps snapshots. */
  readonly reset: () => void;
}

/** An account of the sandbox, with everything that belongs to its token. */
export interface Office {
  readonly services: Services;
  readonly quota: Quota;
  readonly controls: Controls;
  readonly close: () => void;
}

/**
 * Opens or creates the account in a folder. If no folder is given, the account's data is lost when the process ends.
 * Problem: `sandbox-unusable`.
 */
export function openOffice(
  folder: string | undefined,
  settings: SandboxSettings,
  clock: Clock,
  given: GivenAccount = {},
): Result<Office> {
  const path = folder === undefined ? inMemory : join(folder, "sandbox.db");
  const schema = settingSchema + quotaSchema + documentSchemaSql + snapshotSchema;
  const opened = openDatabase(path, schema, { code: "sandbox-unusable" });
  if (!opened.ok) return fail(damaged(path, opened.problems[0].cause) ?? opened.problems[0]);
  const database = opened.value;
  const found = accountIn(path, database, clock.now(), given);
  if (!found.ok) return found;
  const account = found.value;
  const { token = account.token, businessProfileId = account.profileId } = given;
  if (token !== account.token || businessProfileId !== account.profileId) {
    database.close();
    const what = token === account.token ? "business profile id" : "token";
    const message = `The sandbox in ${folder} has another ${what} already.`;
    return fail(problem("sandbox-unusable", message, `Leave the ${what} out, or choose another folder.`));
  }
  return ok(assemble(database, account, settings, clock));
}

/** Reads or creates the account in the database. Problem: `sandbox-unusable`. */
function accountIn(path: string, database: Database, now: number, given: GivenAccount): Result<Account> {
  try {
    database.run("PRAGMA foreign_keys = ON");
    return ok(openAccount(database, now, given));
  } catch (error) {
    const found = damaged(path, error);
    if (found === undefined) throw error;
    database.close();
    return fail(found);
  }
}

/** SQLite's primary codes ERROR (tables or columns differ), CORRUPT and NOTADB. */
const codesOfDamage: readonly unknown[] = [1, 11, 26];

/**
 * Returns a problem if the file is damaged or belongs to another program; undefined for any other error, such as
 * missing access rights.
 */
function damaged(path: string, cause: unknown): Problem | undefined {
  const { errcode } = (cause ?? {}) as { readonly errcode?: number };
  if (!(cause instanceof Error) || errcode === undefined || !codesOfDamage.includes(errcode & 0xff)) return undefined;
  const message = `The file ${path}, which holds only practice documents, is damaged or belongs to another program: ${cause.message}.`;
  const hint =
    "Move it to another folder, with the files beside it whose names begin with sandbox.db; the next run begins with an empty sandbox. Or put a copy of it in its place.";
  return problem("sandbox-unusable", message, hint, { cause });
}

function assemble(database: Database, account: Account, settings: SandboxSettings, clock: Clock): Office {
  const store = new Store(database, randomUUID);
  const setting = (name: string): number | undefined => {
    const row = database.get("SELECT value FROM setting WHERE name = ?", name);
    return row && Number(row.value);
  };
  const set = (name: string, value: number): void => {
    database.run("INSERT OR REPLACE INTO setting (name, value) VALUES (?, ?)", name, String(value));
  };
  const now = (): number => clock.now() + (setting("clock_offset") ?? 0);
  const salesSince = (): number => setting("sales_since") ?? account.createdAt;
  const faults = new FaultQueue();
  const requests = new RequestLog();
  const snapshotClock: SnapshotClock = {
    now,
    salesSince,
    set: (then, since) => {
      set("clock_offset", then - clock.now());
      set("sales_since", since);
    },
  };
  const snapshots = new Snapshots(database, snapshotClock, requests);
  const controls: Controls = {
    faults,
    requests,
    snapshots,
    now,
    moveClock: (move) =>
      database.transaction(() => {
        const real = clock.now();
        const then = clockAfter(move, real + (setting("clock_offset") ?? 0));
        if (then.ok) set("clock_offset", then.value - real);
        return then.ok ? undefined : then.problems[0];
      }),
    freeClock: () => database.transaction(() => set("clock_offset", 0)),
    reset: () => {
      faults.clear();
      requests.clear();
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
    salesSince,
    settings,
  };
  const close = (): void => {
    store.flush();
    database.close();
  };
  return { services, quota: new Quota(database, "account", settings.rate), controls, close };
}
