import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { hostname, userInfo } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openSandbox, type RunningSandbox } from "../../src/sandbox/index.ts";
import { writePapers } from "../faults/papers.ts";
import { office } from "../support/approvals.ts";
import { leavesOut } from "../support/left-out.ts";
import { type Cluster, startCluster, withoutPostgres } from "../support/postgres.ts";
import { type Ran, runSelfbill, temporaryFolder } from "../support/run-selfbill.ts";
import { variablesOf } from "../support/variables-of.ts";

const skipped = leavesOut(withoutPostgres());

let cluster: Cluster;
let schemas = 0;
beforeAll(() => {
  if (skipped) return;
  cluster = startCluster();
  cluster.sql("CREATE ROLE amina LOGIN; CREATE ROLE auditor LOGIN");
});
afterAll(() => cluster?.remove());

/** The address of an unused journal. */
function addressOf(user: string, schema = `books_${++schemas}`): string {
  return `postgres://${user}@/postgres?host=${cluster.host}&schema=${schema}`;
}

/** One service, one journal, and a home for each person who runs a command. */
async function team(): Promise<{
  readonly folder: string;
  readonly address: string;
  readonly schema: string;
  readonly sandbox: RunningSandbox;
  /** Runs a command in a person's home. */
  run(home: string, words: readonly string[], env?: Record<string, string>): Promise<Ran>;
}> {
  const folder = temporaryFolder();
  const started = await openSandbox({ folder: join(folder, "sandbox"), rate: 0 });
  if (!started.ok) throw new Error(started.problems[0].message);
  const sandbox = started.value;
  const schema = `books_${++schemas}`;
  const address = addressOf("amina", schema);
  const run = (home: string, words: readonly string[], env: Record<string, string> = {}) =>
    runSelfbill(words, {
      home: join(folder, home),
      env: {
        ...variablesOf(sandbox),
        SELFBILL_JOURNAL: address,
        ...env,
      },
    });
  const made = await run("owner", ["journal", "init", "--journal", addressOf(cluster.user, schema)]);
  expect([made.stderr, made.code]).toEqual(["", 0]);
  cluster.sql("GRANT selfbill_writer TO amina; GRANT selfbill_reader TO auditor");
  return { folder, address, schema, sandbox, run };
}

const results = ({ stdout }: Ran): { outcome: string; replayed: boolean; id: string }[] => JSON.parse(stdout).results;

describe.skipIf(skipped)("a journal on a server", () => {
  test("two homes that send the same files at once create each once, and both know all of it", async () => {
    const { folder, run, schema } = await team();
    const files = writePapers(join(folder, "files"), 4).map(({ file }) => file);
    const sent = await Promise.all(
      ["one", "two"].map((home) => run(home, ["create-invoice", ...files, "--yes", "--json"])),
    );
    expect(sent.map(({ code }) => code)).toEqual([0, 0]);
    const [one = [], two = []] = sent.map(results);
    expect(one.map(({ id }) => id)).toEqual(two.map(({ id }) => id));
    expect([...one, ...two].filter(({ replayed }) => !replayed)).toHaveLength(4);
    for (const home of ["one", "two", "three"]) {
      const known = await run(home, ["history", "--json"]);
      expect(JSON.parse(known.stdout).history.map(({ state }: { state: string }) => state)).toEqual(
        Array.from({ length: 4 }, () => "created"),
      );
    }
    const verified = await run("auditor", ["journal", "verify"], { SELFBILL_JOURNAL: addressOf("auditor", schema) });
    expect([verified.stderr, verified.code]).toEqual(["", 0]);
    const who = await run("two", ["history", "--who", "--output", "table"]);
    expect(who.stdout.replace(/\s+/g, "")).toContain(`${userInfo().username}@${hostname()}(amina)`.slice(0, 12));
    const [entry] = JSON.parse((await run("two", ["history", "--json"])).stdout).history;
    expect(entry.sent_by).toEqual({ machine: hostname(), user: userInfo().username, database_user: "amina" });
    const { stdout } = await run("one", ["due", "--json"]);
    expect(JSON.parse(stdout)).toMatchObject({ due: expect.any(Array) });
  });

  test("its copy in a file is the same journal, and sends nothing beside the server", async () => {
    const { folder, run } = await team();
    const [paper, next] = writePapers(join(folder, "files"), 2);
    expect((await run("one", ["create-invoice", paper?.file ?? "", "--yes"])).code).toBe(0);
    const copy = join(folder, "copy", "journal.db");
    mkdirSync(join(folder, "copy"), { mode: 0o700 });
    const done = await run("one", ["journal", "backup", "--out", copy]);
    expect([done.stderr, done.code]).toEqual(["", 0]);
    const beside = await run("one", ["create-invoice", next?.file ?? "", "--yes"], {
      SELFBILL_JOURNAL: join(folder, "copy"),
    });
    expect([beside.code, beside.stderr]).toEqual([27, expect.stringContaining("is a backup of")]);
    const both = await Promise.all(
      [{}, { SELFBILL_JOURNAL: join(folder, "copy") }].map((env) => run("one", ["history", "--json"], env)),
    );
    const [here, there] = both.map(({ stdout }) => JSON.parse(stdout));
    expect([here.journal.id, here.history]).toEqual([there.journal.id, there.history]);
  });

  test("who writes can change and remove nothing, and who only reads records nothing", async () => {
    const { folder, run, schema } = await team();
    const [paper, other] = writePapers(join(folder, "files"), 2);
    expect((await run("one", ["create-invoice", paper?.file ?? "", "--yes"])).code).toBe(0);
    for (const sql of [
      `UPDATE ${schema}.record SET at = ''`,
      `DELETE FROM ${schema}.record`,
      `DELETE FROM ${schema}.link`,
    ])
      expect(() => cluster.sql(`SET ROLE amina; ${sql}`)).toThrow("permission denied");
    const refused = await run("two", ["create-invoice", other?.file ?? "", "--yes"], {
      SELFBILL_JOURNAL: addressOf("auditor", schema),
    });
    expect(refused.code).toBe(27);
    expect(refused.stderr.replace(/\s+/g, " ")).toContain("Nothing was sent: the database user auditor may only read");
  });

  test("what cannot hold a journal is refused in words, and nothing is sent", async () => {
    const { folder, run, sandbox } = await team();
    const [paper] = writePapers(join(folder, "files"), 1);
    const send = (SELFBILL_JOURNAL: string) =>
      run("one", ["create-invoice", paper?.file ?? "", "--yes"], { SELFBILL_JOURNAL });
    const empty = addressOf("amina");
    const missing = await send(empty);
    expect([missing.code, missing.stderr]).toEqual([27, expect.stringContaining("There is no journal at")]);
    expect(missing.stderr).toContain("selfbill journal init --journal 'postgres://amina@/postgres");
    const secret = await send("postgres://amina:secret@db.example/books");
    expect([secret.code, secret.stderr]).toEqual([2, expect.stringContaining("has a password in it")]);
    expect(secret.stderr).not.toContain("secret@");
    const nowhere = await send(`postgres://amina@/postgres?host=${join(folder, "nowhere")}`);
    expect([nowhere.code, nowhere.stderr]).toEqual([27, expect.stringContaining("so nothing was sent")]);
    const listed = await fetch(`${sandbox.baseUrl}/sandbox/status`, {
      headers: { authorization: `Bearer ${sandbox.token}` },
    });
    expect(await listed.text()).not.toContain("SBX-INV-000001");
  });

  test("a profile names it, and one that names another journal does not get around its approval policy", async () => {
    const { folder, run, sandbox, address, schema } = await team();
    const [paper] = writePapers(join(folder, "files"), 1);
    const people = await office();
    const file = (name: string, text: string): string => {
      writeFileSync(join(folder, name), text, { mode: 0o600 });
      return join(folder, name);
    };
    const key = file("owner.key", people.owner.pem);
    const policy = file("policy.json", JSON.stringify(people.policy({ business_profile: sandbox.businessProfileId })));
    const owner = { SELFBILL_JOURNAL: addressOf(cluster.user, schema) };
    expect((await run("owner", ["policy", "set", policy, "--key", key, "--yes"], owner)).code).toBe(0);
    const own = { SELFBILL_JOURNAL: "" };
    const set = (journal: string) =>
      run("one", ["profile", "set", "mine", "--base-url", sandbox.baseUrl, "--journal", journal], own);
    const send = async () => {
      const { code, stdout } = await run("one", ["create-invoice", paper?.file ?? "", "--yes", "--json"], own);
      return [code, stdout.match(/"(?:approval|policy)-missing"/)?.[0]];
    };
    expect((await set(address)).code).toBe(0);
    expect(await send()).toEqual([2, '"approval-missing"']);
    for (const place of ["none", join(folder, "elsewhere")]) {
      expect((await set(place)).code).toBe(0);
      expect(await send()).toEqual([27, '"policy-missing"']);
    }
    expect((await run("owner", ["list", "--json"], owner)).stdout).not.toContain("SBX-INV");
  });

  test("the password comes out of PGPASSFILE or a file of its own, and is in no message", async () => {
    const { folder, run, address } = await team();
    const [paper] = writePapers(join(folder, "files"), 1);
    expect((await run("one", ["create-invoice", paper?.file ?? "", "--yes"])).code).toBe(0);
    cluster.sql("CREATE ROLE guarded LOGIN PASSWORD 'open sesame'; GRANT selfbill_reader TO guarded");
    cluster.demandPasswordOf("guarded");
    const journal = address.replace("amina@", "guarded@");
    const file = (name: string, text: string): string => {
      writeFileSync(join(folder, name), text, { mode: 0o600 });
      return join(folder, name);
    };
    const asked = (env: Record<string, string>) =>
      run("one", ["journal", "verify"], { SELFBILL_JOURNAL: journal, ...env });
    const passes = file("pgpass", "*:*:*:guarded:open sesame\n");
    for (const env of [
      { PGPASSFILE: passes },
      { SELFBILL_JOURNAL_PASSWORD_FILE: file("password", "open sesame\n") },
      { PGPASSWORD: "open sesame" },
    ]) {
      const { code, stderr } = await asked(env);
      expect([env, code, stderr]).toEqual([env, 0, ""]);
    }
    for (const env of [
      {},
      { SELFBILL_JOURNAL_PASSWORD_FILE: file("wrong", "open barley\n") },
      { SELFBILL_JOURNAL_PASSWORD_FILE: join(folder, "missing") },
    ]) {
      const { code, stdout, stderr } = await asked(env);
      expect([env, [2, 27].includes(code ?? 0)]).toEqual([env, true]);
      expect(stdout + stderr).not.toMatch(/sesame|barley/);
    }
  });

  test("a password that was kept by journal login is used for its server alone, and a wrong one is refused in words", async () => {
    const { folder, run, address, schema } = await team();
    cluster.sql("CREATE ROLE keeper LOGIN PASSWORD 'open sesame'; GRANT selfbill_reader TO keeper");
    cluster.demandPasswordOf("keeper");
    const env = { SELFBILL_JOURNAL: address.replace("amina@", "keeper@"), PGPASSFILE: "" };
    const [paper] = writePapers(join(folder, "files"), 1);
    expect((await run("one", ["create-invoice", paper?.file ?? "", "--yes"])).code).toBe(0);
    const verify = () => run("one", ["journal", "verify"], env);
    const login = (input: string) => {
      const words = ["journal", "login", "--with-password", "--insecure-storage", "--json"];
      return runSelfbill(words, { home: join(folder, "one"), env, input });
    };
    const none = await verify();
    expect([none.code, none.stderr.replace(/\s+/g, " ")]).toEqual([
      27,
      expect.stringContaining("it asks for a password of keeper, and none is known here. → Keep it"),
    ]);
    const refused = await login("open barley\n");
    expect([refused.code, refused.stdout + refused.stderr]).toEqual([27, expect.not.stringContaining("barley")]);
    expect((await verify()).stderr).toContain("none is known here");
    const kept = await login("open sesame\n");
    expect([kept.code, kept.stdout + kept.stderr]).toEqual([0, expect.not.stringContaining("sesame")]);
    cluster.sql("ALTER ROLE keeper PASSWORD 'open barley'");
    const wrong = await verify();
    expect([wrong.code, wrong.stderr]).toEqual([27, expect.stringContaining("password authentication failed")]);
    expect(wrong.stdout + wrong.stderr).not.toContain("sesame");
    cluster.sql("ALTER ROLE keeper PASSWORD 'open sesame'");
    expect(await verify()).toMatchObject({ code: 0, stderr: "" });
    const examined = await run("one", ["doctor", "--offline", "--json"], env);
    expect(JSON.parse(examined.stdout).checks).toContainEqual(
      expect.objectContaining({ check: "journal-password", facts: { from: "file", server: expect.any(String) } }),
    );
    expect(examined.stdout).not.toContain("sesame");
    // The password is stored for one user; another user of the same server needs another password.
    cluster.sql("CREATE ROLE other LOGIN PASSWORD 'open sesame'; GRANT selfbill_reader TO other");
    cluster.demandPasswordOf("other");
    const other = await run("one", ["journal", "verify"], { ...env, SELFBILL_JOURNAL: addressOf("other", schema) });
    expect([other.code, other.stderr]).toEqual([27, expect.stringContaining("a password of other")]);
    expect((await run("one", ["journal", "logout"], env)).code).toBe(0);
    expect((await verify()).code).toBe(27);
  });

  test("journal init shows the SQL to somebody who may not run it", async () => {
    const { run, address } = await team();
    const shown = await run("one", ["journal", "init", "--print-sql"]);
    expect(shown.code).toBe(0);
    cluster.sql(shown.stdout.replaceAll("books_", "printed_"));
    const [, name = ""] = /schema=(\w+)/.exec(address) ?? [];
    const printed = address.replace(name, name.replace("books_", "printed_"));
    const known = await run("one", ["journal", "verify"], { SELFBILL_JOURNAL: printed });
    expect(known.stderr).toContain(`The journal ${printed.replace(/\?.*/, "")}`);
    expect(known.stderr).toContain("is empty: nothing was sent from it yet");
    expect(known.stderr).not.toContain("this computer");
    const denied = await run("two", ["journal", "init"], { SELFBILL_JOURNAL: addressOf("amina") });
    expect([denied.code, denied.stderr]).toEqual([27, expect.stringContaining("permission denied")]);
  });
});

describe.skipIf(skipped)("moving to a server", () => {
  test("takes everything there; the old file sends nothing any more, and what was sent is known", async () => {
    const { folder, run, address, schema } = await team();
    const [first, second] = writePapers(join(folder, "files"), 2).map(({ file }) => file);
    const own = { SELFBILL_JOURNAL: join(folder, "own") };
    expect((await run("one", ["create-invoice", first ?? "", "--yes"], own)).code).toBe(0);
    const owner = addressOf(cluster.user, schema);
    const moved = await run("one", ["journal", "move", "--to", owner], own);
    expect([moved.stderr, moved.code]).toEqual(["", 0]);
    const closed = await run("one", ["create-invoice", second ?? "", "--yes"], own);
    expect([closed.code, closed.stderr]).toEqual([27, expect.stringContaining("was moved to")]);
    // The move changed no profile, and left the practice data in this computer's own journal.
    expect(moved.stdout).not.toMatch(/Profiles|Practice/);
    expect(closed.stderr.replace(/\s+/g, " ")).toContain(`--journal '${owner}',`);
    const there = await run("two", ["create-invoice", first ?? "", second ?? "", "--yes", "--json"]);
    expect(results(there).map(({ replayed }) => replayed)).toEqual([true, false]);
    expect((await run("two", ["journal", "verify"])).code).toBe(0);
    const again = await run("one", ["journal", "move", "--to", owner], own);
    // The server already has this journal, so the second move only completes the first one.
    expect([again.code, again.stderr, again.stdout]).toEqual([0, "", expect.stringContaining(owner)]);
    expect((await run("one", ["create-invoice", second ?? "", "--yes"], own)).code).toBe(27);
    expect(address).not.toBe(owner);
  });

  test("and back: the folder knows everything, and nobody sends from the server any more", async () => {
    const { folder, run, address, schema } = await team();
    const [first, second] = writePapers(join(folder, "files"), 2).map(({ file }) => file);
    expect((await run("one", ["create-invoice", first ?? "", "--yes"])).code).toBe(0);
    const elsewhere = addressOf(cluster.user, `${schema}_two`);
    const atOnce = await run("two", ["journal", "move", "--to", elsewhere]);
    expect([atOnce.code, atOnce.stderr.replace(/\s+/g, " ")]).toEqual([
      2,
      expect.stringMatching(
        /Nothing was moved\..* selfbill journal move --to DIR\. .* selfbill journal move --to 'postgres/,
      ),
    ]);
    const back = ["journal", "move", "--to", join(folder, "back")];
    const denied = await run("two", back);
    expect([denied.code, denied.stderr.replace(/\s+/g, " ")]).toEqual([
      2,
      expect.stringMatching(
        /Only the owner of the tables can move .*, and the user amina is not\. Nothing was moved\..* selfbill journal move --to DIR --journal /,
      ),
    ]);
    expect(existsSync(join(folder, "back", "journal.db"))).toBe(false);
    const moved = await run("two", back, { SELFBILL_JOURNAL: addressOf(cluster.user, schema) });
    expect([moved.stderr, moved.code]).toEqual(["", 0]);
    expect(moved.stdout).toContain("closed for everybody");
    const closed = await run("one", ["create-invoice", second ?? "", "--yes"]);
    expect([closed.code, closed.stderr.replace(/\s+/g, " ")]).toEqual([
      27,
      expect.stringContaining(`${address} was moved to`),
    ]);
    expect((await run("one", ["history", "--json"])).code).toBe(0);
    const there = await run("two", ["create-invoice", first ?? "", second ?? "", "--yes", "--json"], {
      SELFBILL_JOURNAL: join(folder, "back"),
    });
    expect(results(there).map(({ replayed }) => replayed)).toEqual([true, false]);
    // The same command also moves the journal to another server.
    const own = { SELFBILL_JOURNAL: join(folder, "back") };
    expect((await run("two", ["journal", "init", "--journal", elsewhere])).code).toBe(0);
    const further = await run("two", ["journal", "move", "--to", elsewhere], own);
    expect([further.stderr, further.code]).toEqual(["", 0]);
    const last = await run("two", ["create-invoice", first ?? "", "--yes", "--json"], { SELFBILL_JOURNAL: elsewhere });
    expect(results(last).map(({ replayed }) => replayed)).toEqual([true]);
  });

  test("practice stays on a computer whose own journal was moved", async () => {
    const { folder, run, schema } = await team();
    const own = { SELFBILL_JOURNAL: "", SELFBILL_BASE_URL: "", SELFBILL_BUSINESS_PROFILE_ID: "", SELFBILL_TOKEN: "" };
    const practise = () => run("one", ["create-invoice", "templates/standard-invoice.yaml", "--sandbox", "--yes"], own);
    expect((await practise()).code).toBe(0);
    const moved = await run("one", ["journal", "move", "--to", addressOf(cluster.user, schema)], own);
    const practice = join(folder, "one", "data", "practice");
    expect([moved.code, moved.stdout]).toEqual([0, expect.stringContaining(`--sandbox is recorded in ${practice}`)]);
    expect([(await practise()).code, existsSync(join(practice, "journal.db"))]).toEqual([0, true]);
  });
});
