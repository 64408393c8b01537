import { mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openDatabase } from "../../src/database/index.ts";
import { type FormerUser, formerKey, formerText, formerUser } from "../support/former-homes.ts";
import { leavesOut } from "../support/left-out.ts";
import { type Cluster, startCluster, withoutPostgres } from "../support/postgres.ts";
import type { Ran } from "../support/run-selfbill.ts";

const send = (user: FormerUser, numbers: readonly number[], more: readonly string[] = []): Promise<Ran> =>
  user.run(["create-invoice", ...numbers.map(user.paper), "--yes", "--json", ...more]);

/** For each document, `replayed` if it already existed, or else its outcome with the codes of its problems. */
function toldBy({ stdout, stderr }: Ran): string[] {
  const { results = [], problems = [] } = JSON.parse(stdout);
  if (results.length === 0) throw new Error(JSON.stringify(problems) + stderr);
  return results.map((each: { outcome: string; replayed: boolean; problems: { code: string }[] }) =>
    each.replayed ? "replayed" : [each.outcome, ...each.problems.map(({ code }) => code)].join(" "),
  );
}

/** Checks that the file's document is in doubt, and can be created after a statement has settled it. */
async function settles(user: FormerUser, number: number): Promise<void> {
  const before = user.provider.ledger.length;
  const doubtful = await send(user, [number]);
  expect([doubtful.code, toldBy(doubtful)]).toEqual([23, ["in_doubt still-in-doubt"]]);
  expect(user.provider.ledger).toHaveLength(before);
  // The journal lists the document under the path from which it was sent.
  const settled = await user.run(["resolve", `/tmp/books/files/invoice-${number}.yaml`, "--not-created", "--yes"]);
  expect([settled.code, settled.stderr]).toEqual([0, expect.any(String)]);
  const sent = await send(user, [number]);
  expect([sent.code, toldBy(sent)]).toEqual([0, ["done"]]);
}

/** Checks that sending works with an approval made today, and not without one. */
async function needsApproval(user: FormerUser, number: number, omar: Record<string, string> = {}): Promise<void> {
  const alone = await send(user, [number]);
  expect(toldBy(alone)).toEqual([expect.stringContaining("approval-missing")]);
  expect(user.provider.ledger).toEqual([]);
  const folder = join(user.home, `approval-${number}`);
  mkdirSync(folder);
  const request = await user.run(["request", user.paper(number), "--key", formerKey("aisha"), "--out", folder]);
  expect([request.stderr, request.code]).toEqual([expect.any(String), 0]);
  const [asked = ""] = readdirSync(folder);
  const approve = ["approve", join(folder, asked), "--key", formerKey("omar"), "--out", folder, "--yes"];
  const approved = await user.run(approve, omar);
  expect([approved.stderr, approved.code]).toEqual([expect.any(String), 0]);
  const approval = readdirSync(folder).find((each) => each !== asked) ?? "";
  const sent = await send(user, [number], ["--approval", join(folder, approval)]);
  expect([sent.code, toldBy(sent)]).toEqual([0, ["done"]]);
}

/**
 * Checks that a new document needs neither a confirmation nor a flag, and that the journal recognises existing
 * documents, before and after the new one is sent.
 */
async function goesOn(user: FormerUser, exist: readonly number[], fresh: readonly number[]): Promise<void> {
  const before = await send(user, exist);
  expect([before.code, toldBy(before)]).toEqual([0, exist.map(() => "replayed")]);
  expect(user.provider.ledger).toEqual([]);
  for (const number of fresh) {
    const sent = await send(user, [number]);
    expect([sent.code, toldBy(sent), sent.stderr]).toEqual([0, ["done"], expect.not.stringMatching(/journal accept/)]);
  }
  const all = await send(user, [...exist, ...fresh]);
  expect([all.code, toldBy(all)]).toEqual([0, [...exist, ...fresh].map(() => "replayed")]);
  expect(user.provider.ledger).toHaveLength(fresh.length);
}

describe("a home that the first version left", () => {
  test("goes on as it is: what exists is known, and the next document is sent", async () => {
    await goesOn(await formerUser("ordinary"), [1, 2, 3], [4, 5]);
  });

  test("the same at a service behind a tunnel", async () => {
    await goesOn(await formerUser("tunnel"), [21, 22], [23, 24]);
  });

  test("its doubt is still one, and is settled by a word", async () => {
    const user = await formerUser("doubt");
    await settles(user, 13);
    const known = await send(user, [11, 12, 13, 14]);
    expect([known.code, toldBy(known)]).toEqual([0, ["replayed", "replayed", "replayed", "done"]]);
  });

  test("its policy of four eyes still holds, also where only the mark tells of it", async () => {
    const user = await formerUser("four-eyes");
    const known = await send(user, [31, 32]);
    expect([known.code, toldBy(known)]).toEqual([0, ["replayed", "replayed"]]);
    await needsApproval(user, 33);
    const elsewhere = await send(user, [34], ["--journal", join(user.home, "another")]);
    expect([elsewhere.code, user.provider.ledger.length]).toEqual([27, 1]);
  });

  test("its journal is refused by the first version from then on, which reads files of version 1", async () => {
    const user = await formerUser("ordinary");
    const version = (): number => {
      const opened = openDatabase(join(user.home, "data/journal.db"), "");
      if (!opened.ok) throw new Error(opened.problems[0].message);
      const found = Number(opened.value.get("PRAGMA user_version")?.user_version);
      opened.value.close();
      return found;
    };
    expect(version()).toBe(1);
    expect((await send(user, [4])).code).toBe(0);
    expect(version()).toBeGreaterThan(1);
    const verified = await user.run(["journal", "verify"]);
    expect([verified.code, verified.stderr]).toEqual([0, ""]);
  });

  test.each(["history", "due", "journal verify", "numbers", "report"])("%s reads it", async (words) => {
    const user = await formerUser("ordinary");
    const read = await user.run([...words.split(" "), "--json"]);
    expect([read.code, read.stderr]).toEqual([0, ""]);
  });
});

const skipped = leavesOut(withoutPostgres());

describe.skipIf(skipped)("a team's journal that the first version left on a server", () => {
  let cluster: Cluster;
  const addressOf = (user: string, schema: string): string =>
    `postgres://${user}@/postgres?host=${cluster.host}&schema=${schema}`;
  beforeAll(() => {
    cluster = startCluster();
    const roles = ["selfbill_owner", "selfbill_writer", "selfbill_reader"];
    cluster.sql(roles.map((role) => `CREATE ROLE ${role}`).join("; "));
    cluster.sql("CREATE ROLE amina LOGIN; CREATE ROLE omar LOGIN; GRANT selfbill_writer TO amina, omar");
    for (const name of ["server", "server-four-eyes"] as const) cluster.sql(formerText(name, "journal.sql"));
  });
  afterAll(() => cluster?.remove());

  test("goes on as it is, and its doubt is still one", async () => {
    const user = await formerUser("server", { SELFBILL_JOURNAL: addressOf("amina", "books") });
    await goesOn(user, [41, 42], [44, 45]);
    await settles(user, 43);
  });

  test("its policy of four eyes still holds", async () => {
    const schema = "approved_books";
    const user = await formerUser("server-four-eyes", { SELFBILL_JOURNAL: addressOf("amina", schema) });
    const known = await send(user, [51, 52]);
    expect([known.code, toldBy(known)]).toEqual([0, ["replayed", "replayed"]]);
    await needsApproval(user, 53, { SELFBILL_JOURNAL: addressOf("omar", schema) });
  });
});
