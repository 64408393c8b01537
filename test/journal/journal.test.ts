import {
  closeSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { openDatabase } from "../../src/database/index.ts";
import { type Attempt, type Begun, type Intent, type Journal, openJournal } from "../../src/journal/index.ts";
import { recordsTable } from "../../src/journal/store/records-table.ts";
import { createdResult, intent } from "../support/intents.ts";
import { byHand, failing, given, journalIn } from "../support/journal-file.ts";
import { temporaryFolder } from "../support/run-selfbill.ts";
import { onServer } from "../support/server-journal.ts";

async function begun(journal: Journal, what: Intent = intent(), allowSimilar = false): Promise<Begun> {
  return given(await journal.begin(what, { allowSimilar }));
}

async function attemptAt(journal: Journal, what?: Intent): Promise<Attempt> {
  const standing = await begun(journal, what);
  if (standing.is !== "begun") throw new Error(standing.is);
  return standing.attempt;
}

/** Sends a document whose result cannot be recorded; `older` is the journal file from before the send. */
async function setAside(result: Parameters<Attempt["result"]>[0]): Promise<{ folder: string; older: Buffer }> {
  const folder = temporaryFolder();
  journalIn(folder).close();
  const older = readFileSync(join(folder, "journal.db"));
  const journal = journalIn(folder);
  const attempt = await attemptAt(journal);
  await attempt.armed();
  const { mend } = failing(folder, "record", "result");
  expect(await attempt.result(result)).toMatchObject({ code: "result-set-aside" });
  journal.close();
  mend();
  return { folder, older };
}

/** The files left by processes that have ended. */
function leftBehind(folder: string): string[] {
  if (!onServer) return readdirSync(join(folder, "journal.owners"));
  const kept = join(folder, "kept");
  return readdirSync(kept).flatMap((journal) => readdirSync(join(kept, journal)));
}

/** Begins a document that a person settles while its sender is still waiting for the answer. */
async function settledMeanwhile(verdict: "created" | "not-created"): Promise<{ journal: Journal; attempt: Attempt }> {
  const journal = journalIn(temporaryFolder());
  const attempt = await attemptAt(journal);
  await attempt.armed();
  const last = given(await journal.attempt(attempt.id)).at(-1)?.sequence ?? 0;
  const id = verdict === "created" ? { id: "r-1" } : {};
  given(
    await journal.resolve(
      { attempt: attempt.id, intent: intent(), last },
      { verdict, ...id, how: "word", by: "amina" },
    ),
  );
  return { journal, attempt };
}

describe("a document that somebody settled while its answer was waited for", () => {
  test.each([
    ["created", "never comes", {}, { is: "created", id: "r-1" }],
    ["not-created", "never comes", {}, { is: "fresh", after: "not-created" }],
    ["created", "is one of success without an id", { status: 201 }, { is: "created", id: "r-1" }],
    ["created", "is an error of the service", { status: 500 }, { is: "created", id: "r-1" }],
    ["created", "is a refusal", { verdict: "refused", status: 400 }, { is: "created", id: "r-1" }],
    ["created", "could not be asked for", { verdict: "not-sent" }, { is: "created", id: "r-1" }],
  ] as const)("stays %s when the answer %s", async (verdict, _, answer, stands) => {
    const { journal, attempt } = await settledMeanwhile(verdict);
    expect(await attempt.result({ verdict: "in-doubt", ...answer, said: ["unclear"] })).toBeUndefined();
    expect(given(await journal.standing(intent().account, intent().key))).toMatchObject(stands);
    expect(given(await journal.doubts())).toEqual([]);
    expect(given(await journal.verify()).damage).toBeUndefined();
  });

  test("is created when the answer says so after all", async () => {
    const { journal, attempt } = await settledMeanwhile("not-created");
    expect(await attempt.result(createdResult("late-1"))).toBeUndefined();
    expect(await begun(journal)).toMatchObject({ is: "created", id: "late-1" });
    expect(given(await journal.doubts())).toEqual([]);
  });

  test.each([
    ["names another document", { status: 201, told: { id: "x-1", documentNumber: "X-1" } }],
    ["is one of success without an id", { status: 201 }],
  ])("is in doubt again, and can be settled, when the answer %s", async (_, answer) => {
    const { journal, attempt } = await settledMeanwhile("not-created");
    expect(await attempt.result({ verdict: "in-doubt", ...answer, said: ["unclear"] })).toBeUndefined();
    expect(await begun(journal)).toMatchObject({ is: "in-doubt" });
    expect(given(await journal.doubts())).toMatchObject([{ attempt: attempt.id }]);
    expect(given(await journal.verify()).damage).toBeUndefined();
  });
});

describe("one content", () => {
  test("is begun once; its records are there in order, and its answer replaces every further try", async () => {
    const journal = journalIn(temporaryFolder());
    const attempt = await attemptAt(journal);
    expect(await attempt.armed()).toBeUndefined();
    expect(await attempt.result(createdResult())).toBeUndefined();
    expect(await begun(journal)).toMatchObject({ is: "created", id: "4bf90b8c" });
    const records = given(await journal.records(0, 100));
    expect(records.map((each) => each.type)).toEqual(["intent", "armed", "result"]);
    expect(given(await journal.attempt(attempt.id))).toEqual(records);
    expect(given(await journal.find("sandbox:SBX-1", "SB-1"))).toMatchObject([
      { id: "4bf90b8c", payableAmount: "10500" },
    ]);
  });

  test("a process that lives keeps it; one that is gone leaves it to the next", async () => {
    const folder = temporaryFolder();
    const [first, second] = [journalIn(folder), journalIn(folder)];
    await attemptAt(first);
    expect(await begun(second)).toEqual({ is: "busy" });
    first.close();
    expect(await begun(second)).toMatchObject({ is: "begun" });
  });

  test("one that was armed by a process that is gone is in doubt for everybody, and is not begun", async () => {
    const folder = temporaryFolder();
    const [first, second] = [journalIn(folder), journalIn(folder)];
    const attempt = await attemptAt(first);
    await attempt.armed();
    expect(given(await second.doubts())).toEqual([]);
    first.close();
    expect(await begun(second)).toMatchObject({ is: "in-doubt", attempt: attempt.id });
    expect(given(await second.doubts())).toMatchObject([
      { attempt: attempt.id, intent: { file: "/documents/one.yaml" } },
    ]);
  });

  test("a refusal, a doubt and a resolution each end an attempt in their own way", async () => {
    const journal = journalIn(temporaryFolder());
    const refused = await attemptAt(journal);
    await refused.armed();
    await refused.result({ verdict: "refused", status: 400, said: [] });
    const doubtful = await attemptAt(journal);
    await doubtful.armed();
    await doubtful.result({ verdict: "in-doubt", status: 500, said: ["An error occurred."] });
    expect(await begun(journal)).toMatchObject({ is: "in-doubt", status: 500 });
    const [doubt] = given(await journal.doubts());
    if (!doubt) throw new Error("no doubt");
    expect(doubt.result).toMatchObject({ said: ["An error occurred."] });
    await journal.resolve(doubt, { verdict: "created", id: "r-1", documentNumber: "SB-7", how: "word", by: "amina" });
    expect(given(await journal.doubts())).toEqual([]);
    expect(await begun(journal)).toMatchObject({ is: "created", id: "r-1" });
    expect(given(await journal.find("sandbox:SBX-1", "SB-7"))).toMatchObject([{ id: "r-1" }]);
  });

  test("an attempt that lost its claim may not send", async () => {
    const folder = temporaryFolder();
    const journal = journalIn(folder);
    const attempt = await attemptAt(journal);
    byHand(folder, (database) => database.run("DELETE FROM claim"));
    expect(await attempt.armed()).toMatchObject({ outcome: "local_state" });
  });
});

describe("other contents", () => {
  const numbered = (content: string, number = "SB-1") =>
    intent({ content, documentNumber: number, totals: { payable_amount: content } });

  test("a number is used once for each kind and supplier", async () => {
    const journal = journalIn(temporaryFolder());
    await (await attemptAt(journal, numbered("1"))).result(createdResult());
    expect(await begun(journal, numbered("2"))).toMatchObject({ is: "number-used", id: "4bf90b8c" });
    expect(await begun(journal, { ...numbered("3"), kind: "credit-note" })).toMatchObject({ is: "begun" });
    const other = { id: "100345678500003", name: "Other", trn: "100345678500003" };
    expect(await begun(journal, { ...numbered("4"), supplier: other })).toMatchObject({ is: "begun" });
  });

  test("a twin is told once it exists, and sent when that is wanted", async () => {
    const journal = journalIn(temporaryFolder());
    await (await attemptAt(journal)).result(createdResult());
    const told = { is: "similar", id: "4bf90b8c", documentNumber: "SB-1" };
    expect(await begun(journal, intent({ content: "two" }))).toMatchObject(told);
    expect(await begun(journal, intent({ content: "three", issueDate: "2026-06-16" }))).toMatchObject({ is: "begun" });
    expect(await begun(journal, intent({ content: "two" }), true)).toMatchObject({ is: "begun" });
  });

  test.skipIf(onServer)("a number that only an earlier journal knows is asked about", async () => {
    const folder = temporaryFolder();
    earlierJournal(folder);
    const journal = journalIn(folder);
    expect(given(await journal.find("sandbox:SBX-1", "SB-OLD"))).toMatchObject([{ id: "old-1", lines: [] }]);
    expect(given(await journal.credited("sandbox:SBX-1", "SB-0"))).toMatchObject([{ id: "old-1" }]);
    expect(await begun(journal, numbered("1", "SB-OLD"))).toMatchObject({ is: "similar", id: "old-1" });
    expect(await begun(journal, numbered("1", "SB-NEW"))).toMatchObject({ is: "begun" });
  });
});

/** Creates a file like those that the first version of the program wrote. */
function earlierJournal(folder: string): void {
  const database = given(
    openDatabase(
      join(folder, "journal.db"),
      `CREATE TABLE created (sequence INTEGER PRIMARY KEY, account TEXT NOT NULL, kind TEXT NOT NULL, id TEXT NOT NULL,
         document_number TEXT NOT NULL, file TEXT NOT NULL, version TEXT NOT NULL, created_at TEXT NOT NULL,
         currency TEXT NOT NULL, payable_amount TEXT NOT NULL, lines TEXT NOT NULL, UNIQUE (account, id)) STRICT;
       CREATE TABLE credited (account TEXT NOT NULL, id TEXT NOT NULL, invoice_number TEXT NOT NULL, reason TEXT NOT NULL,
         PRIMARY KEY (account, id, invoice_number)) STRICT;
       INSERT INTO created VALUES (1, 'sandbox:SBX-1', 'invoice', 'old-1', 'SB-OLD', '/old.yaml', '20260101',
         '2026-01-01T00:00:00.000Z', 'AED', '1', '[]');
       INSERT INTO credited VALUES ('sandbox:SBX-1', 'old-1', 'SB-0', 'VD');`,
    ),
  );
  database.close();
}

describe("when the disk refuses", () => {
  test("8 intent and 10 armed: nothing may be sent, and nothing more in this run", async () => {
    for (const type of ["intent", "armed"]) {
      const folder = temporaryFolder();
      const journal = journalIn(folder);
      await journal.readyToSend();
      const { mend } = failing(folder, "record", type);
      const first = await journal.begin(intent(), { allowSimilar: false });
      const found = first.ok && first.value.is === "begun" ? await first.value.attempt.armed() : undefined;
      expect(first.ok ? found : first.problems[0]).toMatchObject({ code: "journal-unusable", outcome: "local_state" });
      mend();
      expect(await journal.begin(intent({ content: "two" }), { allowSimilar: true })).toMatchObject({ ok: false });
      journal.close();
      expect(await begun(journalIn(folder))).toMatchObject({ is: "begun" });
    }
  });

  // Skipped on a server, because there the result waits for the commit that was not acknowledged.
  test.skipIf(onServer)(
    "10 armed: a record that came through although its commit failed is no doubt, because nothing was sent",
    async () => {
      const folder = temporaryFolder();
      const journal = journalIn(folder);
      const attempt = await attemptAt(journal);
      const { mend } = failing(folder, "record", "armed");
      expect(await attempt.armed()).toMatchObject({ code: "journal-unusable" });
      expect(await attempt.result({ verdict: "not-sent", said: [] })).toBeUndefined();
      journal.close();
      mend();
      const { account, key } = intent();
      byHand(folder, (database) =>
        recordsTable(database).addArmed({ at: new Date().toISOString(), account, key, attempt: attempt.id }),
      );
      const next = journalIn(folder);
      expect(await next.doubts()).toEqual({ ok: true, value: [] });
      expect(await begun(next)).toMatchObject({ is: "begun" });
    },
  );

  test("15 result: it goes to the room that was reserved, and the next run takes it over", async () => {
    const folder = temporaryFolder();
    const journal = journalIn(folder);
    const attempt = await attemptAt(journal);
    await attempt.armed();
    const { mend } = failing(folder, "record", "result");
    const hint = expect.stringContaining("Free disk space");
    expect(await attempt.result(createdResult())).toMatchObject({
      code: "result-set-aside",
      severity: "warning",
      hint,
    });
    expect(await journal.doubts()).toEqual({ ok: true, value: [] });
    journal.close();
    mend();
    const next = journalIn(folder);
    expect(await begun(next)).toMatchObject({ is: "created", id: "4bf90b8c" });
    next.close();
    expect(leftBehind(folder)).toEqual([]);
  });

  test.skipIf(onServer)(
    "15 result: an older copy of the journal, which lacks the document, does not swallow what was set aside",
    async () => {
      const { folder, older } = await setAside(createdResult());
      writeFileSync(join(folder, "journal.db"), older);
      for (let times = 0; times < 2; times++) {
        const next = journalIn(folder);
        const ready = await next.readyToSend();
        expect(ready).toMatchObject({ ok: false, problems: [{ code: "journal-unusable" }] });
        expect(ready.ok || ready.problems[0].message).toContain("which exists as 4bf90b8c");
        next.close();
      }
    },
  );

  test.skipIf(onServer)(
    "15 result: that nothing was sent stops no older copy that lacks the attempt, and waits for the right one",
    async () => {
      const { folder, older } = await setAside({ verdict: "not-sent", said: [] });
      const right = readFileSync(join(folder, "journal.db"));
      writeFileSync(join(folder, "journal.db"), older);
      const next = journalIn(folder);
      expect(await next.readyToSend()).toEqual({ ok: true });
      next.close();
      writeFileSync(join(folder, "journal.db"), right);
      expect(await journalIn(folder).doubts()).toEqual({ ok: true, value: [] });
    },
  );

  test("15 result: what was set aside is taken over also by a process that had begun before, when it meets the doubt", async () => {
    const folder = temporaryFolder();
    const [journal, other] = [journalIn(folder), journalIn(folder)];
    expect(await other.readyToSend()).toEqual({ ok: true });
    const attempt = await attemptAt(journal);
    await attempt.armed();
    const { mend } = failing(folder, "record", "result");
    await attempt.result(createdResult());
    journal.close();
    mend();
    const { account, key } = intent();
    expect(given(await other.standing(account, key))).toMatchObject({ is: "created", id: "4bf90b8c" });
    expect(await begun(other)).toMatchObject({ is: "created", id: "4bf90b8c" });
  });

  test("15 result: where the reserved room is used up too, it is told with a file that holds it", async () => {
    const folder = temporaryFolder();
    const journal = journalIn(folder);
    const attempt = await attemptAt(journal);
    await attempt.armed();
    const { mend } = failing(folder, "record", "result");
    const found = await attempt.result(createdResult("e-1", { said: ["x".repeat(70_000)] }));
    expect(found).toMatchObject({ code: "journal-unusable", severity: "error", outcome: "local_state" });
    expect(found?.hint).toBe(`Free disk space, then type: selfbill resolve ${attempt.id} --created e-1`);
    const [, kept = ""] = /written in (.*)\.$/.exec(found?.message ?? "") ?? [];
    expect(JSON.parse(readFileSync(kept, "utf8"))).toMatchObject({ attempt: attempt.id, result: { id: "e-1" } });
    rmSync(kept);
    journal.close();
    mend();
    expect(await begun(journalIn(folder))).toMatchObject({ is: "in-doubt", attempt: attempt.id });
  });

  test.skipIf(onServer)("what cannot be cleared away at the end takes nothing from what was said", async () => {
    const folder = temporaryFolder();
    const journal = journalIn(folder);
    const attempt = await attemptAt(journal);
    await attempt.armed();
    expect(await attempt.result(createdResult())).toBeUndefined();
    const owners = join(folder, "journal.owners");
    for (const file of readdirSync(owners)) {
      rmSync(join(owners, file));
      mkdirSync(join(owners, file)); // removing it as a file fails
    }
    expect(() => journal.close()).not.toThrow();
    expect(await begun(journalIn(folder))).toMatchObject({ is: "created" });
  });

  test.skipIf(onServer)("a damaged file is told, and nothing is sent", async () => {
    const folder = temporaryFolder();
    const journal = journalIn(folder);
    for (let count = 0; count < 40; count++)
      await attemptAt(journal, intent({ content: `${count}`, issueDate: `${count}` }));
    journal.close();
    const database = given(openDatabase(join(folder, "journal.db"), ""));
    database.get("PRAGMA wal_checkpoint(TRUNCATE)");
    database.close();
    const file = openSync(join(folder, "journal.db"), "r+");
    const size = statSync(join(folder, "journal.db")).size;
    for (let at = 4096; at + 4096 < size; at += 4096) writeSync(file, Buffer.alloc(2048, 0x5a), 0, 2048, at);
    closeSync(file);
    const again = openJournal(join(folder, "journal.db"));
    const ready = again.ok ? await again.value.readyToSend() : again;
    expect(ready).toMatchObject({ ok: false, problems: [{ code: "journal-unusable", outcome: "local_state" }] });
    if (again.ok) again.value.close();
  });
});

test.skipIf(onServer || process.platform === "win32")("nobody else can read what is kept", async () => {
  const folder = join(temporaryFolder(), "state");
  mkdirSync(folder, { mode: 0o700 });
  const journal = journalIn(folder);
  await attemptAt(journal);
  const owners = join(folder, "journal.owners");
  expect(statSync(owners).mode & 0o777).toBe(0o700);
  const files = [...readdirSync(folder), ...readdirSync(owners).map((name) => join("journal.owners", name))];
  expect(files.length).toBeGreaterThan(3);
  for (const name of files.filter((each) => each !== "journal.owners"))
    expect(statSync(join(folder, name)).mode & 0o777, name).toBe(0o600);
});
