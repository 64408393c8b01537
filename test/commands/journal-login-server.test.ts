import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { leavesOut } from "../support/left-out.ts";
import { type Cluster, startCluster, withoutPostgres } from "../support/postgres.ts";
import { runSelfbill, temporaryFolder } from "../support/run-selfbill.ts";

const skipped = leavesOut(withoutPostgres());
let cluster: Cluster;
beforeAll(() => {
  if (skipped) return;
  cluster = startCluster();
  cluster.sql("CREATE ROLE amina LOGIN PASSWORD 'open sesame'");
  cluster.demandPasswordOf("amina");
});
afterAll(() => cluster?.remove());

const at = (user = "amina") => `postgres://${user}@/postgres?host=${cluster.host}`;
/** Signs in to the journal as a user would, with a file instead of a keychain. */
const logIn = (home: string, input: string, { journal = at(), env = {} } = {}) =>
  runSelfbill(["journal", "login", "--with-password", "--insecure-storage", "--journal", journal, "--json"], {
    ...{ home, input, env, cwd: home },
  });

describe.skipIf(skipped)("the password of a journal's server", () => {
  beforeAll(async () => {
    const home = cluster.host;
    const made = await runSelfbill(["journal", "init", "--journal", at(cluster.user)], { home, cwd: home });
    expect(made.code).toBe(0);
    expect(made.stdout).toContain("profile set NAME --journal 'postgres://USER@/postgres?host=");
    cluster.sql("GRANT selfbill_reader TO amina");
  });

  test("a wrong one is not stored, and the exit code says so", async () => {
    const home = temporaryFolder();
    const { code, stdout } = await logIn(home, "close sesame\n");
    expect(code).toBe(27);
    expect(JSON.parse(stdout).problems).toMatchObject([
      {
        code: "journal-unusable",
        message: expect.stringMatching(/refused this password of amina. Nothing was stored/),
      },
    ]);
    const after = await runSelfbill(["journal", "logout", "--journal", at(), "--json"], { home, cwd: home });
    expect(JSON.parse(after.stdout).journal_sign_out).toMatchObject({ had_password: false });
  });

  test("the right one is accepted, and the next step leads to the same server", async () => {
    const home = temporaryFolder();
    const { code, stdout } = await logIn(home, "open sesame\n", { env: { PGPASSWORD: "close sesame" } });
    expect([code, JSON.parse(stdout).journal_sign_in.accepted]).toEqual([0, true]);
    const words = ["journal", "login", "--with-password", "--insecure-storage", "--journal", at()];
    const told = await runSelfbill(words, { home, cwd: home, input: "open sesame" });
    expect(told.stdout).toContain("the server accepts it");
    expect(told.stdout.replace(/\s+/g, " ")).toContain("selfbill journal verify --journal 'postgres://amina@");
  });

  test("one for a server that does not answer is stored, and said not to be tried", async () => {
    const home = temporaryFolder();
    const journal = "postgres://amina@127.0.0.1:1/books";
    const { code, stdout } = await logIn(home, "open sesame\n", { journal });
    expect([code, JSON.parse(stdout).journal_sign_in]).toEqual([0, expect.objectContaining({ accepted: false })]);
    const words = ["journal", "login", "--with-password", "--insecure-storage", "--journal", journal];
    const told = await runSelfbill(words, { home, cwd: home, input: "open sesame" });
    expect(told.stdout.replace(/\s+/g, " ")).toMatch(
      /Stored, but the server has not accepted it yet .*Why .*ECONNREFUSED/,
    );
    const looked = await runSelfbill(["doctor", "--offline", "--journal", journal], { home, cwd: home });
    expect(looked.stdout).toMatch(/^OK\tKeychain\t/m);
  });

  test("a variable with a wrong one is named, because signing in again would not help", async () => {
    const home = temporaryFolder();
    expect((await logIn(home, "open sesame\n")).code).toBe(0);
    const env = { PGPASSWORD: "close sesame" };
    for (const words of [["history"], ["doctor", "--offline"]]) {
      const told = await runSelfbill([...words, "--journal", at()], { home, cwd: home, env });
      const said = `${told.stdout}${told.stderr}`.replace(/\s+/g, " ");
      expect(said).toContain("PGPASSWORD is set in the environment");
      expect(said).toContain("Correct PGPASSWORD, or unset it");
    }
    const without = await runSelfbill(["history", "--journal", at()], { home, cwd: home });
    expect(without.code).toBe(0);
  });

  test("a reader needs no token: doctor says so, without an error", async () => {
    const home = temporaryFolder();
    expect((await logIn(home, "open sesame\n")).code).toBe(0);
    const run = (...words: string[]) => runSelfbill(words, { home, cwd: home });
    expect((await run("profile", "set", "books", "--base-url", "https://127.0.0.1:1", "--journal", at())).code).toBe(0);
    const { stdout } = await run("doctor", "--offline", "--json");
    const { checks } = JSON.parse(stdout);
    expect(checks.find(({ check }: { check: string }) => check === "token")).toMatchObject({
      ...{ state: "skipped", says: "none: not needed to read the journal" },
    });
  });
});
