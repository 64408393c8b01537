import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { DatabaseAway } from "../../src/database/index.ts";
import { openServer } from "../../src/database/postgres/open.ts";
import { type Journal, journalOn } from "../../src/journal/index.ts";
import { Owners } from "../../src/journal/places/owners.ts";
import { openServerDisk } from "../../src/journal/server/disk.ts";
import { SessionOwners } from "../../src/journal/server/session-owners.ts";
import { createdResult, intent } from "../support/intents.ts";
import { attemptAt, byHand, given, journalIn } from "../support/journal-file.ts";
import { temporaryFolder, top } from "../support/run-selfbill.ts";
import { ownersHand, placeOf } from "../support/server-journal.ts";

const { account, key } = intent();

/**
 * Opens a folder's journal on two computers: the test can cut the connection of `here`, while that of `there` keeps
 * working.
 */
async function twoComputers(): Promise<{
  here: Journal;
  there: Journal;
  folder: string;
  order(what: string): void;
  allow(what: string): void;
}> {
  const folder = temporaryFolder();
  const there = journalIn(folder);
  // The operating system limits the length of a socket's path.
  const line = mkdtempSync(join(tmpdir(), "sb-line-"));
  const { server, ...place } = placeOf(folder);
  const proxy = spawn(process.execPath, [join(top, "test/support/cutting-proxy.mjs"), line, server.host], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  await new Promise((ready) => proxy.stdout.once("data", ready));
  onTestFinished(() => {
    proxy.kill("SIGKILL");
    rmSync(line, { recursive: true, force: true });
  });
  const computer = { ...place, server: { ...server, host: line }, folder: join(folder, "other-computer") };
  const open = (): Journal => journalOn(given(openServerDisk(computer, { openServer })));
  const here = open();
  onTestFinished(() => here.close());
  return {
    here,
    there,
    folder,
    order: (what) => writeFileSync(join(line, what), ""),
    allow: (what) => rmSync(join(line, what)),
  };
}

/** Ends every session except the caller's. */
function endSessions(folder: string): void {
  byHand(folder, (database) =>
    database.all(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE pid <> pg_backend_pid() AND application_name = current_setting('application_name')`),
  );
}

const types = async (journal: Journal) => given(await journal.ofContent(account, key)).map(({ type }) => type);

test("a claim whose session is over is not armed, nothing is in doubt, and another computer may send", async () => {
  const { here, folder } = await twoComputers();
  const attempt = await attemptAt(here);
  endSessions(folder);
  const there = journalIn(folder);
  expect(given(await there.standing(account, key))).toMatchObject({ is: "fresh" });
  expect(await attempt.armed()).toMatchObject({ code: "journal-unusable", outcome: "local_state" });
  expect(await attempt.result({ verdict: "not-sent", said: [] })).toBeUndefined();
  expect(await types(there)).toEqual(["intent", "result"]);
  expect(given(await there.begin(intent(), { allowSimilar: false }))).toMatchObject({ is: "begun" });
  expect(await here.begin(intent({ content: "two" }), { allowSimilar: true })).toMatchObject({ ok: false });
});

test("a claim of a session that was opened again is not armed either: others may have taken it over", async () => {
  const { here, folder } = await twoComputers();
  const [first, second] = [await attemptAt(here), await attemptAt(here, intent({ content: "two" }))];
  endSessions(folder);
  expect(await first.armed()).toMatchObject({ code: "journal-unusable" });
  expect(await first.result({ verdict: "not-sent", said: [] })).toBeUndefined();
  expect(await second.armed()).toMatchObject({ code: "journal-unusable" });
});

test.each(["before", "after"])(
  "a line that is cut %s the commit of `armed`: nothing is sent, and nobody is left in doubt",
  async (when) => {
    const { here, there, order } = await twoComputers();
    const attempt = await attemptAt(here);
    order(when);
    expect(await attempt.armed()).toMatchObject({ code: "journal-unusable", outcome: "local_state" });
    expect(await attempt.result({ verdict: "not-sent", said: [] })).toBeUndefined();
    expect(await types(there)).toEqual(when === "after" ? ["intent", "armed", "result"] : ["intent", "result"]);
    expect(given(await there.doubts())).toEqual([]);
    expect(given(await there.begin(intent(), { allowSimilar: false }))).toMatchObject({ is: "begun" });
    expect(given(await there.verify()).damage).toBeUndefined();
  },
);

test.each(["before", "after"])("a line that is cut %s the commit of a result: it is recorded once", async (when) => {
  const { here, there, order } = await twoComputers();
  const attempt = await attemptAt(here);
  expect(await attempt.armed()).toBeUndefined();
  order(when);
  expect(await attempt.result(createdResult())).toBeUndefined();
  expect(await types(there)).toEqual(["intent", "armed", "result"]);
  expect(given(await there.begin(intent(), { allowSimilar: false }))).toMatchObject({ is: "created", id: "4bf90b8c" });
  expect(given(await there.verify()).damage).toBeUndefined();
});

test("an answer that came while the server was gone stays on that computer, and its next run records it", async () => {
  const { here, folder, order, allow } = await twoComputers();
  const attempt = await attemptAt(here);
  expect(await attempt.armed()).toBeUndefined();
  order("down");
  endSessions(folder);
  const hint = expect.stringContaining("as soon as the journal can be written");
  expect(await attempt.result(createdResult())).toMatchObject({ code: "result-set-aside", severity: "warning", hint });
  const there = journalIn(folder);
  const doubt = given(await there.begin(intent(), { allowSimilar: false }));
  expect(doubt).toMatchObject({ is: "in-doubt", by: { machine: expect.any(String), user: expect.any(String) } });
  here.close();
  allow("down");
  const place = placeOf(folder);
  const next = journalOn(given(openServerDisk({ ...place, folder: join(folder, "other-computer") }, { openServer })));
  onTestFinished(() => next.close());
  expect(given(await next.begin(intent(), { allowSimilar: false }))).toMatchObject({ is: "created", id: "4bf90b8c" });
  expect(given(await there.begin(intent(), { allowSimilar: false }))).toMatchObject({ is: "created", id: "4bf90b8c" });
});

test("a result is kept on this computer when the server in its place lacks what was recorded, and no word comes from there", async () => {
  const { here, folder } = await twoComputers();
  const attempt = await attemptAt(here);
  expect(await attempt.armed()).toBeUndefined();
  // Removes the records that a standby server would lack if it had lost its connection before the document was armed.
  endSessions(folder);
  const last = byHand(folder, (database) => {
    const row = database.get("DELETE FROM link WHERE sequence = (SELECT max(sequence) FROM link) RETURNING *");
    database.run("DELETE FROM record WHERE sequence = ?", Number(row?.row));
    database.run("DELETE FROM unsettled");
    return row;
  });
  expect(last).toBeDefined();
  const found = await attempt.result(createdResult());
  expect(found).toMatchObject({
    code: "result-set-aside",
    message: expect.stringContaining("lacks what was recorded"),
  });
  expect(await here.standing(account, key)).toMatchObject({ ok: false });
  expect(byHand(folder, (database) => database.all("SELECT type FROM record"))).toEqual([{ type: "intent" }]);
});

test("a process that lives on another computer keeps its content; what it left in doubt says from where", async () => {
  const { here, there } = await twoComputers();
  const attempt = await attemptAt(here);
  expect(given(await there.begin(intent(), { allowSimilar: false }))).toEqual({ is: "busy" });
  await attempt.armed();
  expect(given(await there.doubts())).toEqual([]);
  here.close();
  // The server ends the session after some time.
  await expect.poll(async () => given(await there.doubts())).toHaveLength(1);
  const [doubt] = given(await there.doubts());
  expect(doubt).toMatchObject({ attempt: attempt.id, intent: { by: { databaseUser: "owner" } } });
  expect(doubt?.elapsed).toBeGreaterThanOrEqual(0);
});

test("a session that lives and holds its name no more arms nothing, as behind a pooler that changed it", async () => {
  const folder = temporaryFolder();
  journalIn(folder).close();
  const disk = given(openServerDisk(placeOf(folder), { openServer }));
  const journal = journalOn(disk);
  onTestFinished(() => journal.close());
  const attempt = await attemptAt(journal);
  disk.database.exec("SELECT pg_advisory_unlock_all()");
  expect(await attempt.armed()).toMatchObject({ message: expect.stringContaining("was interrupted") });
  expect(await types(journal)).toEqual(["intent"]);
});

test("a document whose claim is another attempt's by now is not armed", async () => {
  const folder = temporaryFolder();
  const journal = journalIn(folder);
  const attempt = await attemptAt(journal);
  byHand(folder, (database) => database.run("UPDATE claim SET attempt = ?", "another"));
  expect(await attempt.armed()).toMatchObject({ message: expect.stringContaining("has taken this document over") });
  expect(await types(journal)).toEqual(["intent"]);
});

test("a name is this process's only while the session lives that took it, and until it is taken again", async () => {
  const folder = temporaryFolder();
  journalIn(folder).close();
  const { server, schema } = placeOf(folder);
  const database = given(openServer(server, schema));
  onTestFinished(() => database.close());
  const owners = new SessionOwners(database, new Owners(join(folder, "owners")));
  expect(() => owners.mustLive()).not.toThrow();
  endSessions(folder);
  expect(() => owners.mustLive()).toThrow(DatabaseAway);
  await database.reconnect(() => undefined);
  expect(() => owners.mustLive()).toThrow("was interrupted");
  owners.renew();
  expect(() => owners.mustLive()).not.toThrow();
});

test("writes of a transaction go with its next question; one that fails, or is given up, leaves nothing", () => {
  const folder = temporaryFolder();
  journalIn(folder).close();
  const database = ownersHand(folder);
  onTestFinished(() => database.close());
  const hold = (account: string): { readonly changes: number } =>
    database.run("INSERT INTO hold (account, until) VALUES (?, ?)", account, 1);
  const held = (): unknown[] => database.all("SELECT account FROM hold ORDER BY account").map((row) => row.account);
  database.transaction(() => {
    hold("a");
    expect(held()).toEqual(["a"]);
    hold("b");
    expect(database.run("DELETE FROM hold WHERE account = ?", "a").changes).toBe(1);
    hold("c");
  });
  expect(held()).toEqual(["b", "c"]);
  const givenUp = (): void =>
    database.transaction(() => {
      hold("d");
      throw new Error("given up");
    });
  expect(givenUp).toThrow("given up");
  expect(hold("e").changes).toBe(1);
  const twice = (): void =>
    database.transaction(() => {
      hold("f");
      hold("b");
    });
  expect(twice).toThrow("duplicate key");
  expect(held()).toEqual(["b", "c", "e"]);
});

test("a table that an earlier version did not make is added by the owner; until then a writer counts by business profile", async () => {
  const folder = temporaryFolder();
  journalIn(folder).close();
  const place = placeOf(folder);
  const user = `amina_${place.schema.slice(0, 8)}`;
  const owner = ownersHand(folder);
  owner.exec(`CREATE ROLE ${user} LOGIN; GRANT selfbill_writer TO ${user}; DROP TABLE caller`);
  onTestFinished(() => {
    owner.exec(`DROP SCHEMA ${place.schema} CASCADE; DROP ROLE ${user}`);
    owner.close();
  });
  const as = (who: string): Journal => {
    const there = { ...place, server: { ...place.server, user: who }, folder: join(folder, who) };
    const journal = journalOn(given(openServerDisk(there, { openServer })), { now: () => 1_000_000 });
    onTestFinished(() => journal.close());
    return journal;
  };
  const caller = { service: "https://api.service.example", by: "client", value: "one" } as const;
  const free = async (journal: Journal, account: string): Promise<number> => {
    for (let count = 0; ; count += 1) if (given(await journal.turn(account, "normal", caller)) > 0) return count;
  };
  const before = as(user);
  expect([await free(before, "BP-1"), await free(before, "BP-2")]).toEqual([60, 60]);
  as(place.server.user).close();
  const after = as(user);
  expect([await free(after, "BP-1"), await free(after, "BP-2"), await free(after, "BP-3")]).toEqual([0, 0, 0]);
  expect(owner.all("SELECT * FROM caller")).toHaveLength(4);
});
