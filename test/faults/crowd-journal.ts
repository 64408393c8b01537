import { join } from "node:path";
import { initServer } from "../../src/journal/admin.ts";
import { type Journal, openJournal, openServerJournal, readServerAddress } from "../../src/journal/index.ts";
import type { Result } from "../../src/problem/index.ts";
import { startCluster } from "../support/postgres.ts";
import { journalOf } from "./command.ts";

/** The shared journal of a crowd. */
export interface CrowdJournal {
  /** Environment variables, one set per home. */
  readonly homes: readonly Readonly<Record<string, string>>[];
  /** Name and version of the server; undefined for a file. */
  readonly database?: string;
  open(): Promise<Journal>;
  /** Stops the processes started for this journal. */
  close(): void;
}

/** A journal that is a file in the only home. */
export function inOneHome(folder: string): CrowdJournal {
  const home = { SELFBILL_HOME: join(folder, "home") };
  return { homes: [home], open: async () => given(openJournal(journalOf(home))), close: () => undefined };
}

/**
 * A journal on a PostgreSQL server of its own, shared by several homes. Each home connects as a database user who may
 * write records but not change them.
 */
export async function onOneServer(folder: string, homes: number): Promise<CrowdJournal> {
  const cluster = startCluster();
  const as = (user: string): string => `postgres://${user}@/postgres?host=${cluster.host}`;
  try {
    given(await initServer(given(readServerAddress(as(cluster.user), {}))));
    const users = Array.from({ length: homes }, (_, index) => `clerk_${index + 1}`);
    for (const user of users) cluster.sql(`CREATE ROLE ${user} LOGIN; GRANT selfbill_writer TO ${user}`);
    return {
      homes: users.map((user) => ({ SELFBILL_HOME: join(folder, user), SELFBILL_JOURNAL: as(user) })),
      database: `PostgreSQL ${cluster.sql("SHOW server_version").split(" ")[0]?.trim()}`,
      open: async () =>
        given(await openServerJournal(given(readServerAddress(as(cluster.user), {})), join(folder, "judge"))),
      close: () => cluster.remove(),
    };
  } catch (error) {
    cluster.remove();
    throw error;
  }
}

function given<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(result.problems[0].message);
  return result.value;
}
