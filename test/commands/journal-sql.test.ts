import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { openSandbox } from "../../src/sandbox/index.ts";
import { writePapers } from "../faults/papers.ts";
import { leavesOut } from "../support/left-out.ts";
import { type Cluster, startCluster, withoutPostgres } from "../support/postgres.ts";
import { runSelfbill, temporaryFolder } from "../support/run-selfbill.ts";
import { clusterWithTls, tlsHost } from "../support/tls-cluster.ts";

const skipped = leavesOut(withoutPostgres());

/** Runs the script with psql as this user. */
function psql({ host, port }: Cluster, script: string, user: string) {
  const words = ["-q", "-h", host, "-p", String(port), "-U", user, "-d", "postgres", "-f", "-"];
  const { status, stderr } = spawnSync("psql", words, { input: script, encoding: "utf8" });
  return { status, stderr };
}

/** Inserts the script's lines for pg_hba.conf above the server's own. */
function letIn({ host, sql }: Cluster, script: string): void {
  const lines = [...script.matchAll(/^-- {3}((?:local|hostssl|hostnossl) .*)$/gm)].map(([, line]) => line);
  const rules = join(host, "data", "pg_hba.conf");
  writeFileSync(rules, `${lines.join("\n")}\n${readFileSync(rules, "utf8")}`);
  sql("SELECT pg_reload_conf()");
}

test.skipIf(skipped)(
  "the script of init --sql makes all of it, and the people whom it names work with the journal",
  async () => {
    const { server, authority } = await clusterWithTls();
    onTestFinished(() => server.remove());
    const folder = temporaryFolder();
    const opened = await openSandbox({ folder: join(folder, "sandbox"), rate: 0 });
    if (!opened.ok) throw new Error(opened.problems[0].message);
    const { baseUrl, businessProfileId, token } = opened.value;
    const at = (user: string) => `postgres://${user}@${tlsHost}:${server.port}/books?sslrootcert=${authority}`;
    const run = (user: string, words: readonly string[]) => {
      const env = {
        SELFBILL_BASE_URL: baseUrl,
        SELFBILL_BUSINESS_PROFILE_ID: businessProfileId,
        SELFBILL_TOKEN: token,
      };
      const where = { SELFBILL_JOURNAL: at(user), PGPASSWORD: `secret of ${user}` };
      return runSelfbill(words, { home: join(folder, user), env: { ...env, ...where } });
    };
    const init = ["journal", "init", "--sql", "--writer", "amina", "--writer", "omar@dxb", "--reader", "auditor"];
    const shown = await run("books_owner", init);
    expect([shown.stderr, shown.code]).toEqual(["", 0]);
    expect(shown.stdout).not.toContain("secret");
    // The administrator need not be a superuser.
    server.sql("CREATE ROLE admin LOGIN CREATEROLE CREATEDB IN ROLE pg_monitor");
    for (const _ of ["made", "run again"])
      expect(psql(server, shown.stdout, "admin")).toEqual({ status: 0, stderr: "" });
    for (const user of ["books_owner", "amina", "omar@dxb", "auditor"])
      server.sql(`ALTER ROLE "${user}" PASSWORD 'secret of ${user}'`);
    letIn(server, shown.stdout);
    server.sql("ALTER ROLE books_owner NOLOGIN");
    const [first = "", second = ""] = writePapers(join(folder, "files"), 2).map(({ file }) => file);
    for (const [user, file] of [
      ["amina", first],
      ["omar%40dxb", second],
    ] as const) {
      const sent = await runSelfbill(["create-invoice", first, file, "--yes"], {
        home: join(folder, user),
        env: {
          SELFBILL_BASE_URL: baseUrl,
          SELFBILL_BUSINESS_PROFILE_ID: businessProfileId,
          SELFBILL_TOKEN: token,
          SELFBILL_JOURNAL: at(user),
          PGPASSWORD: `secret of ${decodeURIComponent(user)}`,
        },
      });
      expect([sent.stderr.match(/journal-\w+/g), sent.code]).toEqual([null, 0]);
    }
    const read = await run("auditor", ["history", "--json"]);
    expect([read.code, JSON.parse(read.stdout).history.length]).toEqual([0, 2]);
    const health = server.sql(
      "SELECT last_record > 0, open_documents, open_claims, bytes > 0, form FROM selfbill.health",
      "books",
    );
    expect(health.trim()).toBe("t|0|0|t|4");
    server.sql("CREATE ROLE watch LOGIN IN ROLE pg_monitor");
    expect(
      server.sql("SET SESSION AUTHORIZATION watch; SELECT count(last_sent_at) FROM selfbill.health", "books").trim(),
    ).toBe("1");
    expect(() => server.sql("SET SESSION AUTHORIZATION watch; SELECT * FROM selfbill.record", "books")).toThrow(
      "permission denied",
    );
    // Only members have access, and only with TLS.
    server.sql("CREATE ROLE stranger LOGIN PASSWORD 'secret of stranger'");
    expect((await run("stranger", ["history"])).stderr).toMatch(/permission denied|pg_hba/);
  },
  120_000,
);

test.skipIf(skipped)(
  "the script for a socket has its line, and journal init brings the tables up to date without CREATEROLE",
  async () => {
    const server = startCluster();
    onTestFinished(() => server.remove());
    const home = temporaryFolder();
    const journal = `postgres://books_owner@/books?host=${server.host}&schema=acme`;
    const shown = await runSelfbill(["journal", "init", "--sql", "--journal", journal, "--writer", "amina"], { home });
    expect(psql(server, shown.stdout, server.user)).toEqual({ status: 0, stderr: "" });
    expect(shown.stdout).toContain('local  "books"  +selfbill_writer');
    const again = await runSelfbill(["journal", "init", "--journal", journal], { home });
    expect([again.stderr, again.code, again.stdout]).toEqual(["", 0, expect.stringContaining("up to date")]);
    server.sql("UPDATE acme.made SET tables = '99'", "books");
    expect(psql(server, shown.stdout, server.user)).toEqual({
      status: 3,
      stderr: expect.stringContaining("the tables are of a later selfbill than this script"),
    });
    for (const user of ["a\nb", "books_owner"]) {
      const refused = await runSelfbill(["journal", "init", "--sql", "--journal", journal, "--writer", user], { home });
      expect([user, refused.code, refused.stdout]).toEqual([user, 2, ""]);
    }
  },
);
