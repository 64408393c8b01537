import { createHash } from "node:crypto";
import { join } from "node:path";
import { inject } from "vitest";
import type { Database, Server } from "../../src/database/index.ts";
import { openServer, type ServerDatabase } from "../../src/database/postgres/open.ts";
import type { Disk } from "../../src/journal/places/disk.ts";
import { openServerDisk, type ServerPlace } from "../../src/journal/server/disk.ts";
import { initJournal } from "../../src/journal/server/prepare.ts";
import type { Result } from "../../src/problem/index.ts";

/** Whether this is the second run of the tests, on a PostgreSQL server (test/vitest.config.ts). */
export const onServer = process.env.SELFBILL_TEST_ENGINE === "postgres";

/** Returns the address of this run's database server (test/support/postgres-run.ts). */
export function testServer(): Server {
  const { host, port, user } = inject("postgres");
  return { host, port, user, database: "postgres" };
}

/** Returns the place on the server that corresponds to a folder: a separate schema. */
export function placeOf(folder: string): ServerPlace {
  const schema = `t${createHash("sha256").update(folder).digest("hex").slice(0, 16)}`;
  const server = testServer();
  return { server, schema, address: `postgres://${server.user}@test/${schema}`, folder: join(folder, "kept") };
}

const made = new Set<string>();

/** Opens the server's counterpart of a folder, and creates its tables on the first call. */
export function diskFor(folder: string): Result<Disk> {
  const place = placeOf(folder);
  if (!made.has(place.schema)) {
    given(initJournal(handOn(place), place.schema, place.address));
    made.add(place.schema);
  }
  return openServerDisk(place, { openServer });
}

let hand: ServerDatabase | undefined;

/**
 * Returns a session for short work, which all tests of this process share, because opening one takes longer than the
 * work. It is never closed.
 */
function handOn({ server, schema }: ServerPlace): Database {
  try {
    // Uses the same search path and name as a separate session would, because tests end sessions by name.
    hand?.exec(`SET search_path = ${schema}; SET application_name = 'selfbill ${schema}'`);
  } catch {
    hand = undefined; // the server was down in the meantime
  }
  hand ??= given(openServer(server, schema));
  return hand;
}

/** Works in the same database with the owner's rights. */
export function withOwnersHand<T>(folder: string, work: (database: Database) => T): T {
  return work(handOn(placeOf(folder)));
}

/** Opens the same database with the owner's rights. */
export function ownersHand(folder: string): ServerDatabase {
  const { server, schema } = placeOf(folder);
  return given(openServer(server, schema));
}

function given<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(result.problems[0].message);
  return result.value;
}
