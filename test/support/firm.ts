import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import type { Policy } from "../../src/approval/index.ts";
import { openServer } from "../../src/database/postgres/open.ts";
import { type Journal, journalOn } from "../../src/journal/index.ts";
import { openServerDisk } from "../../src/journal/server/disk.ts";
import { office, signedPolicy } from "./approvals.ts";
import { given, journalIn } from "./journal-file.ts";
import { temporaryFolder } from "./run-selfbill.ts";
import { ownersHand, placeOf } from "./server-journal.ts";

/**
 * Creates a journal on the server, with a policy and database users for its people; all are removed after the test.
 * Sara has a user only with `withSara`.
 */
export async function firm(change: Partial<Policy> = {}, { withSara = false } = {}) {
  const folder = temporaryFolder();
  journalIn(folder).close();
  const { schema } = placeOf(folder);
  const tag = schema.slice(0, 8);
  const users = { aisha: `aisha_${tag}`, omar: `omar_${tag}`, boss: `boss_${tag}`, sara: `sara_${tag}` };
  const there = Object.values(users).filter((user) => withSara || user !== users.sara);
  const hand = ownersHand(folder);
  for (const user of there) hand.exec(`CREATE ROLE ${user} LOGIN`);
  hand.exec(`GRANT selfbill_writer TO ${users.aisha}, ${users.omar}; GRANT selfbill_owner TO ${users.boss}`);
  if (withSara) hand.exec(`GRANT selfbill_writer TO ${users.sara}`);
  onTestFinished(() => {
    hand.exec(`DROP SCHEMA ${schema} CASCADE`);
    for (const user of there) hand.exec(`DROP OWNED BY ${user} CASCADE; DROP ROLE ${user}`);
    hand.close();
  });
  const as = (user: string): Journal => {
    const place = placeOf(folder);
    const server = { ...place.server, user };
    const journal = journalOn(given(openServerDisk({ ...place, server, folder: join(folder, user) }, { openServer })));
    onTestFinished(() => journal.close());
    return journal;
  };
  const people = await office();
  given(await as(users.boss).policies.set(signedPolicy(people.policy(change), people.owner), "boss"));
  const psql = (user: string, sql: string): string => {
    const { host, port } = placeOf(folder).server;
    const words = ["-h", host, "-p", String(port), "-U", user, "-d", "postgres", "-Atq", "-v", "ON_ERROR_STOP=1"];
    const done = spawnSync("psql", words, { input: `SET search_path = ${schema}; ${sql}`, encoding: "utf8" });
    return done.status === 0 ? "done" : done.stderr;
  };
  return { ...people, folder, schema, users, hand, as, psql };
}
