import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { centre, centreRow, companies } from "../support/centre.ts";
import { leavesOut } from "../support/left-out.ts";
import { type Cluster, startCluster, withoutPostgres } from "../support/postgres.ts";

const skipped = leavesOut(withoutPostgres());
let cluster: Cluster;
beforeAll(() => {
  if (skipped) return;
  cluster = startCluster();
  cluster.sql(
    "CREATE ROLE amina LOGIN; CREATE ROLE books_owner LOGIN CREATEROLE; CREATE DATABASE books OWNER books_owner",
  );
});
afterAll(() => cluster?.remove());

const numbersOf = (stdout: string): string[] =>
  JSON.parse(stdout).results.map(({ replayed, company }: Record<string, string>) => `${company} ${replayed}`);

describe.skipIf(skipped)("a journal that is moved to a server and back", () => {
  test("is used by all 36 profiles of a list, as the user who sends and not as the owner who moved it", async () => {
    const { folder, home, provider, run, sheet } = await centre();
    const profiles = (): Record<string, { journal?: string }> =>
      JSON.parse(readFileSync(join(home, "config", "settings.json"), "utf8")).profiles;
    const more = Array.from({ length: 33 }, (_, n) => `desk-${n},Desk ${n},https://einvoice.example,BP-DESK-${n}`);
    writeFileSync(join(folder, "list.csv"), `Name,Company,Base URL,Business profile\n${more.join("\n")}\n`);
    expect((await run(["profile", "import", "list.csv"])).code).toBe(0);
    const file = sheet(
      "june.csv",
      companies.map(({ name }, at) => centreRow(name, "SB-1", `${at + 1}0.25`)),
    );
    expect((await run(["create-invoice", file, "--yes"])).code).toBe(0);
    const at = (user: string) => `postgres://${user}@/books?host=${cluster.host}`;
    expect((await run(["journal", "init", "--journal", at("books_owner")])).code).toBe(0);
    cluster.sql("GRANT selfbill_writer TO amina");
    const move = ["journal", "move", "--to", at("books_owner")];
    const asked = await run(move);
    expect([asked.code, asked.stderr]).toEqual([2, expect.stringContaining("Add --as USER")]);
    expect(Object.values(profiles()).filter(({ journal }) => journal !== undefined)).toEqual([]);
    const moved = await run([...move, "--as", "amina"]);
    expect([moved.stderr, moved.code]).toEqual(["", 0]);
    expect(Object.values(profiles()).map(({ journal }) => journal)).toEqual(Array(36).fill(at("amina")));
    // The owner's role can be locked, because sending does not need it.
    cluster.sql("ALTER ROLE books_owner NOLOGIN");
    const rows = companies.flatMap(({ name }, n) =>
      ["SB-1", "SB-2"].map((no, k) => centreRow(name, no, `${n + 1}${k}.25`)),
    );
    const sent = await run(["create-invoice", sheet("more.csv", rows), "--yes", "--json"]);
    expect([sent.code, numbersOf(sent.stdout)]).toEqual([
      0,
      companies.flatMap(({ name, profile }) => [`${name} (${profile}) true`, `${name} (${profile}) false`]),
    ]);
    expect(provider.ledger).toHaveLength(6);
    const by = cluster.sql(
      "SELECT DISTINCT data::jsonb#>>'{by,databaseUser}' FROM selfbill.record WHERE sequence > (SELECT max(sequence) - 6 FROM selfbill.record) AND type = 'intent'",
      "books",
    );
    expect(by.trim()).toBe("amina");
    // Importing the list again changes nothing; nor does it switch the profiles back to this computer's journal.
    expect((await run(["profile", "import", "list.csv"])).stdout).not.toMatch(/added|filled/);
    cluster.sql("ALTER ROLE books_owner LOGIN");
    const back = await run(["journal", "move", "--to", join(folder, "back"), "--journal", at("books_owner")]);
    expect([back.stderr, back.code]).toEqual(["", 0]);
    expect(Object.values(profiles()).map(({ journal }) => journal)).toEqual(Array(36).fill(join(folder, "back")));
    const last = await run(["create-invoice", "more.csv", "--yes", "--json"]);
    expect([last.code, provider.ledger.length]).toEqual([0, 6]);
  });
});
