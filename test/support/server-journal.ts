import { createHash } from "node:crypto";
import { join } from "node:path";
import { inject } from "vitest";
import type { Database, Server } from "../../src/database/index.ts";
import { openServer } from "../../src/database/postgres/open.ts";
import type { Disk } from "../../src/journal/places/disk.ts";
import { openServerDisk, type ServerPlace } from "../../src/journal/server/disk.ts";
import { initJournal } from "../../src/journal/server/prepare.ts";
import type { Result } from "../../src/problem/index.ts";

/** Whether these tests run a second time, on a PostgreSQL server (test/vitest.config.ts). */
export const onServer = process.env.SELFBILL_TEST_ENGINE === "postgres";

/** The cluster of this run: test/support/postgres-run.ts. */
export function testServer(): Server {
  const { host, port, user } = inject("postgres");
  return { host, port, user, database: "postgres" };
}

/** What a folder is on the server: a schema of its own. */
export function placeOf(folder: string): ServerPlace {
  const schema = `t${createHash("sha256").update(folder).digest("hex").slice(0, 16)}`;
  const server = testServer();
  return { server, schema, address: `postgres://${server.user}@test/${schema}`, folder: join(folder, "kept") };
}

const made = new Set<string>();

/** The journal that stands for this folder; its tables are made when it is asked for first. */
export function diskFor(folder: string): Result<Disk> {
  const place = placeOf(folder);
  if (!made.has(place.schema)) {
    const database = given(openServer(place.server, place.schema));
    given(initJournal(database, place.schema, place.address));
    database.close();
    made.add(place.schema);
  }
  return openServerDisk(place, { openServer });
}

/** The same database as somebody sees it who may do everything in it. */
export function ownersHand(folder: string): Database {
  const { server, schema } = placeOf(folder);
  return given(openServer(server, schema));
}

function given<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(result.problems[0].message);
  return result.value;
}
