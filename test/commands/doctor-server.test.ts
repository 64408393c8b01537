import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeIdentity } from "../support/certificate.ts";
import { leavesOut } from "../support/left-out.ts";
import { type Cluster, type Standby, withoutPostgres } from "../support/postgres.ts";
import { runSelfbill, temporaryFolder } from "../support/run-selfbill.ts";
import { clusterWithTls, tlsHost } from "../support/tls-cluster.ts";

interface Line {
  readonly check: string;
  readonly state: string;
  readonly says: string;
  readonly code: string | null;
  readonly hint: string | null;
  readonly facts: Readonly<Record<string, string | number | null>>;
}

const skipped = leavesOut(withoutPostgres());
let server: Cluster;
let authority: string;
let standby: Standby | undefined;
let authorities: string;
beforeAll(async () => {
  if (skipped) return;
  authorities = mkdtempSync(join(tmpdir(), "selfbill-ca-"));
  ({ server, authority } = await clusterWithTls(makeIdentity([tlsHost.toLowerCase()]), authorities));
  server.sql("CREATE ROLE amina LOGIN; CREATE ROLE auditor LOGIN; CREATE ROLE books LOGIN CREATEROLE");
  server.sql("GRANT CREATE ON DATABASE postgres TO books");
});
afterAll(() => {
  standby?.remove();
  server?.remove();
  if (authorities) rmSync(authorities, { recursive: true });
});

async function doctor(address: string) {
  const folder = temporaryFolder();
  const env = { LANG: "C.UTF-8", SELFBILL_JOURNAL: address };
  const ran = await runSelfbill(["doctor", "--offline", "--json"], { home: join(folder, "home"), env });
  const { checks } = JSON.parse(ran.stdout) as { checks: Line[] };
  const lines = new Map(checks.map((each) => [each.check, each]));
  return (name: string): Line | undefined => lines.get(name);
}

describe.skipIf(skipped)("doctor tells of the journal's server", () => {
  const bySocket = (user: string, at: Cluster = server) =>
    `postgres://${user}@/postgres?host=${at.host}${at === server ? `&schema=selfbill` : ""}`;
  const overTls = (user: string) => `postgres://${user}@${tlsHost}:${server.port}/postgres?sslrootcert=${authority}`;
  const local = (user: string) => `postgres://${user}@localhost:${server.port}/postgres`;

  test("to a writer and to a reader: version, encryption, role, replication, space, sessions, clock", async () => {
    const made = await runSelfbill(["journal", "init", "--journal", local("books")], {
      home: join(temporaryFolder(), "home"),
    });
    expect([made.code, made.stderr]).toEqual([0, expect.anything()]);
    server.sql("GRANT selfbill_writer TO amina; GRANT selfbill_reader TO auditor");
    const writer = await doctor(overTls("amina"));
    expect(writer("server")).toMatchObject({ state: "ok", facts: { encoding: "UTF8", standby: "no" } });
    expect(writer("server")?.says).toMatch(/^PostgreSQL \d+\S*.*, UTF8, database postgres, timeline 1$/);
    expect(writer("server-tls")).toMatchObject({
      state: "ok",
      says: expect.stringMatching(/^TLSv1\.3, certificate checked by name and by \S+ca\.pem, until \d{4}-\d\d-\d\d$/),
      facts: { authorities: authority },
    });
    expect(writer("server-role")).toMatchObject({ state: "ok", says: "amina reads and sends" });
    expect(writer("server-replication")).toMatchObject({ state: "ok", says: "no standby" });
    expect(writer("server-space")?.says).toMatch(/^the journal takes \d+ MB, its database \d+ MB/);
    expect(writer("server-sessions")).toMatchObject({ state: "ok", facts: { journal: 1, most: 60 } });
    expect(writer("server-clock")).toMatchObject({ state: "ok", says: "agrees with this computer" });
    const reader = await doctor(local("auditor"));
    expect(reader("server-tls")?.says).toBe("none: the server is on this computer");
    expect(reader("server-role")).toMatchObject({ state: "ok", says: expect.stringContaining("auditor only reads") });
    for (const name of ["server", "server-replication", "server-space", "server-sessions", "server-clock", "journal"])
      expect(reader(name), name).toMatchObject({ state: "ok" });
  });

  test("warnings: the owner, a standby that no commit waits for, the standby itself, a clock", async () => {
    const owner = await doctor(local("books"));
    expect(owner("server-role")).toMatchObject({
      ...{ state: "warning", code: "server-setup", facts: { rights: "owner" } },
      says: expect.stringContaining("books owns the tables: the rules of the tables, such as four eyes, do not hold"),
      hint: expect.stringContaining("GRANT selfbill_writer TO NAME"),
    });
    standby = server.standby();
    const followed = await doctor(local("auditor"));
    expect(followed("server-replication")).toMatchObject({
      state: "warning",
      says: expect.stringMatching(/^1 standby is attached, and synchronous_standby_names is empty/),
      hint: expect.stringContaining("ANY 1"),
    });
    const there = await doctor(bySocket("amina", standby));
    expect(there("server")).toMatchObject({ state: "warning", facts: { standby: "yes", timeline: null } });
    expect(there("server-role")?.says).toContain("amina reads");
    expect(there("server-replication")).toMatchObject({ state: "skipped" });
    server.sql("ALTER SYSTEM SET synchronous_standby_names = '*'");
    server.sql("SELECT pg_reload_conf()");
    const waited = await doctor(local("amina"));
    expect(waited("server-replication")).toMatchObject({ state: "ok", facts: { synchronous_standby_names: "*" } });
  });
});
