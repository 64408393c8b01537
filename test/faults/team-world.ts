import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { initServer } from "../../src/journal/admin.ts";
import { type Journal, type JournalRecord, openServerJournal, readServerAddress } from "../../src/journal/index.ts";
import type { Result } from "../../src/problem/index.ts";
import { type Cluster, startCluster } from "../support/postgres.ts";
import { type Service, startService } from "./service.ts";
import { startLine, type TeamLine } from "./team-line.ts";

/** One computer of the team, with its own home, database user and line. */
export interface Member {
  /** The database user; the service identifies the sender by the same name. */
  readonly name: string;
  readonly line: TeamLine;
  /** Settings with which the program sends its requests to a service through `line`. */
  settings(service: Service): Readonly<Record<string, string>>;
  /** Settings that bypass `line`, for code in this process: the line also runs here, so using it would block. */
  besideTheLine(service: Service): Readonly<Record<string, string>>;
}

export interface Team {
  readonly folder: string;
  readonly cluster: Cluster;
  readonly database: string;
  readonly members: readonly Member[];
  /** A sandbox, which needs no marks and has no rate limit. */
  readonly service: Service;
  /** A service that does not identify itself as a sandbox, so that each member keeps a mark. */
  readonly strict: Service;
  last(): Promise<number>;
  records(after: number): Promise<readonly JournalRecord[]>;
  close(): Promise<void>;
}

export async function openTeam(folder: string, size: number): Promise<Team> {
  const cluster = startCluster();
  const lines: TeamLine[] = [];
  try {
    const direct = (user: string): string => `postgres://${user}@/postgres?host=${cluster.host}`;
    given(await initServer(given(readServerAddress(direct(cluster.user), {}))));
    const members: Member[] = [];
    for (let number = 1; number <= size; number++) {
      const name = `clerk_${number}`;
      cluster.sql(`CREATE ROLE ${name} LOGIN; GRANT selfbill_writer TO ${name}`);
      const line = await startLine(cluster.host);
      lines.push(line);
      const home = { SELFBILL_HOME: join(folder, name) };
      mkdirSync(home.SELFBILL_HOME, { recursive: true });
      const over = { ...home, SELFBILL_JOURNAL: `postgres://${name}@127.0.0.1:${line.port}/postgres` };
      const beside = { ...home, SELFBILL_JOURNAL: direct(name) };
      members.push({
        name,
        line,
        settings: (service) => ({ ...service.settingsOf(name), ...over }),
        besideTheLine: (service) => ({ ...service.settingsOf(name), ...beside }),
      });
    }
    const service = await startService(join(folder, "sandbox"));
    const strict = await startService(join(folder, "strict"), { hidden: true });
    const ask = async <T>(of: (journal: Journal) => Promise<Result<T>>): Promise<T> => {
      const journal = given(
        await openServerJournal(given(readServerAddress(direct(cluster.user), {})), join(folder, "judge")),
      );
      try {
        return given(await of(journal));
      } finally {
        journal.close();
      }
    };
    const version = cluster.sql("SHOW server_version").split(" ")[0]?.trim();
    return {
      folder,
      cluster,
      database: `PostgreSQL ${version}`,
      members,
      service,
      strict,
      last: async () => Number(cluster.sql("SELECT coalesce(max(sequence), 0) FROM selfbill.record")),
      records: (after) => ask((journal) => journal.records(after, 100_000)),
      async close() {
        for (const line of lines) line.close();
        await service.close();
        await strict.close();
        cluster.remove();
      },
    };
  } catch (error) {
    for (const line of lines) line.close();
    cluster.remove();
    throw error;
  }
}

function given<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(result.problems[0].message);
  return result.value;
}
