import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type At, behindTunnel } from "../support/behind-tunnel.ts";
import { leavesOut } from "../support/left-out.ts";
import { type Cluster, startCluster, withoutPostgres } from "../support/postgres.ts";

const skipped = leavesOut(withoutPostgres());

let cluster: Cluster;
let schemas = 0;
beforeAll(() => {
  if (skipped) return;
  cluster = startCluster();
  cluster.sql("CREATE ROLE amina LOGIN; CREATE ROLE badr LOGIN");
});
afterAll(() => cluster?.remove());

/** A journal on the server that two people use, each with a mark. */
async function team() {
  const tunnel = await behindTunnel();
  const schema = `changed_${++schemas}`;
  const on = ({ host }: Cluster, user: string): string => `postgres://${user}@/postgres?host=${host}&schema=${schema}`;
  const at = (user: string, server: Cluster = cluster): At => ({
    mark: join(tunnel.folder, user, "mark"),
    env: { SELFBILL_JOURNAL: on(server, user) },
  });
  expect((await tunnel.journal(["init"], at(cluster.user))).code).toBe(0);
  cluster.sql("GRANT selfbill_writer TO amina, badr");
  const head = async (where: At): Promise<string> => {
    const verified = await tunnel.journal(["verify"], where);
    return /Head\s+([0-9a-f]{64})/.exec(verified.words)?.[1] ?? "none";
  };
  /** Makes the journal look as if an earlier version had noted the server. */
  const withoutDatabase = (): string =>
    cluster.sql(
      `SET session_replication_role = replica; UPDATE ${schema}.note SET data = (data::jsonb - 'database' - 'oid')::text WHERE type = 'server'`,
    );
  /** The same journal in another database of the server. */
  const inDatabase = (user: string, database: string): At => ({
    ...at(user),
    env: { SELFBILL_JOURNAL: on(cluster, user).replace("/postgres?", `/${database}?`) },
  });
  return { ...tunnel, at, head, schema, withoutDatabase, inDatabase };
}

describe.skipIf(skipped)("a server that took another one's place", () => {
  test("sends nothing from any computer until one person accepts it, also not what a computer that saw less would send again", async () => {
    const { at, send, accept, head, created } = await team();
    expect((await send(["1"], at("badr"))).code).toBe(0);
    expect((await send(["1", "2"], at("amina"))).code).toBe(0);
    const standby = cluster.standby();
    try {
      standby.cutOff();
      expect((await send(["3"], at("amina"))).code).toBe(0);
      standby.promote();
      // The mark on Badr's computer matches the standby, because that computer never saw the third document.
      const stopped = await send(["3"], at("badr", standby));
      expect([stopped.code, stopped.problems]).toEqual([27, ["journal-server-changed"]]);
      expect(stopped.words).toContain("selfbill journal accept");
      expect(await created()).toBe(3);
      const now = await head(at("badr", standby));
      const accepted = await accept(at("badr", standby), { yes: true, head: now });
      expect([accepted.code, accepted.words]).toEqual([0, expect.stringContaining("a standby took its place")]);
      expect((await send(["4"], at("badr", standby))).code).toBe(0);
      // The confirmation was needed only once: a computer without a mark, and a restart of the same server, need none.
      const fresh = { ...at("amina", standby), mark: `${at("amina").mark}-of-a-new-one` };
      expect((await send(["5"], fresh)).code).toBe(0);
      await standby.crash();
      expect((await send(["6"], at("badr", standby))).code).toBe(0);
      // If a computer has seen more than the server now holds, this is reported, and the same command accepts it.
      expect((await send(["7"], at("amina", standby))).problems).toEqual(["journal-behind"]);
      expect(await created()).toBe(6);
    } finally {
      standby.remove();
    }
  });

  test("is accepted together with a mark that does not fit, by one command", async () => {
    const { at, send, accept, head, journal } = await team();
    expect((await send(["1"], at("amina"))).code).toBe(0);
    const standby = cluster.standby();
    try {
      standby.cutOff();
      expect((await send(["2"], at("amina"))).code).toBe(0);
      standby.promote();
      expect((await send(["2"], at("amina", standby))).code).toBe(27);
      const now = await head(at("amina", standby));
      expect((await accept(at("amina", standby), { yes: true, head: now })).code).toBe(0);
      expect((await send(["3"], at("amina", standby))).code).toBe(0);
      const again = await accept(at("amina", standby));
      expect(again.words).toContain("nothing to accept");
      expect((await journal(["verify"], at("amina", standby))).code).toBe(0);
    } finally {
      standby.remove();
    }
  });

  test("is accepted for practice too, which has no mark", async () => {
    const { at, send, accept, head, sandbox } = await team();
    const practice = (server: Cluster): At => ({
      env: { ...at("amina", server).env, SELFBILL_BASE_URL: sandbox.baseUrl },
    });
    expect((await send(["1"], practice(cluster))).code).toBe(0);
    expect((await accept(practice(cluster))).problems).toEqual(["bad-usage"]);
    const standby = cluster.standby();
    try {
      standby.cutOff();
      standby.promote();
      expect((await send(["2"], practice(standby))).problems).toEqual(["journal-server-changed"]);
      const now = await head(practice(standby));
      expect((await accept(practice(standby), { yes: true, head: now })).code).toBe(0);
      expect((await send(["2"], practice(standby))).code).toBe(0);
    } finally {
      standby.remove();
    }
  });

  test("that hides which one it is stops who may not know if its database is not noted either, and names the command", async () => {
    const { at, send, withoutDatabase } = await team();
    expect((await send(["1"], at("amina"))).code).toBe(0);
    withoutDatabase();
    const which = "EXECUTE ON FUNCTION pg_control_system(), pg_walfile_name(pg_lsn), pg_current_wal_lsn()";
    cluster.sql(`REVOKE ${which} FROM PUBLIC`);
    const hidden = await send(["2"], at("amina"));
    expect([hidden.code, hidden.problems]).toEqual([27, ["journal-unusable"]]);
    expect(hidden.words.replace(/\s+/g, " ")).toContain(`GRANT ${which} TO selfbill_writer`);
    cluster.sql(`GRANT ${which} TO selfbill_writer`);
    expect((await send(["2"], at("amina"))).code).toBe(0);
    cluster.sql(`GRANT ${which} TO PUBLIC`);
  });
});

/** Drops a database at the end of a test, in which sessions may still be open. */
function dropped(name: string): void {
  cluster.sql(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
}

describe.skipIf(skipped)("a copy of the journal's database beside the original", () => {
  test.each([
    ["CREATE DATABASE TEMPLATE", (name: string) => cluster.copy(name, "template")],
    ["dump and restore", (name: string) => cluster.copy(name, "dump")],
  ])("by %s sends nothing until a person accepts it once for all", async (_, copy) => {
    const { at, send, accept, head, inDatabase, created } = await team();
    expect((await send(["1"], at("amina"))).code).toBe(0);
    const name = `copy_${schemas}`;
    copy(name);
    try {
      // Every mark fits the copy: it has all that was sent until now.
      const there = inDatabase("badr", name);
      const stopped = await send(["2"], there);
      expect([stopped.code, stopped.problems]).toEqual([27, ["journal-server-changed"]]);
      expect(stopped.words.replace(/\s+/g, " ")).toContain(`it is the database ${name} (object id `);
      expect(await created()).toBe(1);
      const accepted = await accept(there, { yes: true, head: await head(there) });
      expect(accepted.code).toBe(0);
      for (const user of ["amina", "badr"]) {
        expect((await send([user === "amina" ? "3" : "4"], inDatabase(user, name))).code).toBe(0);
      }
    } finally {
      dropped(name);
    }
  });

  test("is noticed by the database alone where the server hides which one it is", async () => {
    const { at, send, inDatabase } = await team();
    expect((await send(["1"], at("amina"))).code).toBe(0);
    expect((await send(["2"], at("amina"))).code).toBe(0);
    const name = `copy_${schemas}`;
    cluster.copy(name, "template");
    const which = "EXECUTE ON FUNCTION pg_control_system(), pg_walfile_name(pg_lsn), pg_current_wal_lsn()";
    const both = ["postgres", name];
    for (const each of both) cluster.sql(`REVOKE ${which} FROM PUBLIC`, each);
    for (const each of both) cluster.sql(`REVOKE ${which} FROM selfbill_writer`, each);
    try {
      expect((await send(["3"], inDatabase("amina", name))).problems).toEqual(["journal-server-changed"]);
      expect((await send(["3"], at("amina"))).code).toBe(0);
    } finally {
      for (const each of both) cluster.sql(`GRANT ${which} TO PUBLIC`, each);
      dropped(name);
    }
  });

  test("is noticed also of a journal that an earlier version noted, once anybody has sent from the original", async () => {
    const { at, send, inDatabase, withoutDatabase } = await team();
    expect((await send(["1"], at("amina"))).code).toBe(0);
    withoutDatabase();
    expect((await send(["2"], at("amina"))).code).toBe(0);
    const name = `copy_${schemas}`;
    cluster.copy(name, "template");
    try {
      expect((await send(["3"], inDatabase("amina", name))).problems).toEqual(["journal-server-changed"]);
    } finally {
      dropped(name);
    }
  });
});
