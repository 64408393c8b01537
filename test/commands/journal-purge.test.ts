import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { purgeJournal } from "../../src/journal/admin.ts";
import { sha256 } from "../../src/journal/index.ts";
import { behindTunnel } from "../support/behind-tunnel.ts";
import { createdResult, intent } from "../support/intents.ts";
import { attemptAt, byHand, given, journalIn } from "../support/journal-file.ts";
import { temporaryFolder } from "../support/run-selfbill.ts";

const [old, recent, doubtful, answer] = ['{"of":"2019"}', '{"of":"2026"}', '{"of":"2019, in doubt"}', '{"id":"1"}'];
const who = { by: "amina", now: Date.parse("2026-06-19T08:00:00Z") };

/** A document from 2019, one from 2026, and one from 2019 that is in doubt. */
async function years(folder = temporaryFolder()): Promise<string> {
  const journal = journalIn(folder);
  for (const [content, body, issueDate] of [
    ["old", old, "2019-05-01"],
    ["recent", recent, "2026-05-01"],
    ["doubtful", doubtful, "2019-05-01"],
  ] as const) {
    const attempt = await attemptAt(journal, { ...intent({ content, bodyHash: sha256(body) }), issueDate }, body);
    await attempt.armed();
    if (content !== "doubtful") await attempt.result(createdResult(content, { answerHash: sha256(answer) }), answer);
  }
  journal.close();
  return folder;
}

test("texts that only old documents have are gone, everything else stays, and the journal verifies as before", async () => {
  const folder = await years();
  const path = join(folder, "journal.db");
  expect(given(purgeJournal(path, "2020-01-01", { ...who, really: false }))).toMatchObject({ texts: 1, documents: 1 });
  expect(given(purgeJournal(path, "2020-01-01", { ...who, really: true }))).toMatchObject({ texts: 1, documents: 1 });
  const journal = journalIn(folder);
  expect(given(await journal.verify()).damage).toBeUndefined();
  const kept = await Promise.all([old, recent, doubtful, answer].map(async (each) => journal.kept(sha256(each))));
  expect(kept.map((each) => given(each))).toEqual([undefined, recent, doubtful, answer]);
  expect(given(await journal.notes())).toMatchObject([
    { type: "purged", data: { hashes: [sha256(old)], by: "amina" } },
  ]);
  expect(given(await journal.find("sandbox:SBX-1", "old"))).toHaveLength(1);
  const written: object[] = [];
  given(await journal.everything(async (each) => written.push(each) > 0));
  expect(written.filter((each) => (each as { type: string }).type === "text")).toHaveLength(3);
  journal.close();
  expect(given(purgeJournal(path, "2020-01-01", { ...who, really: true }))).toMatchObject({ texts: 0 });
});

test("a document of the very day is not from before it", async () => {
  const path = join(await years(), "journal.db");
  expect(given(purgeJournal(path, "2019-05-01", { ...who, really: false }))).toMatchObject({ texts: 0 });
  expect(given(purgeJournal(path, "2019-05-02", { ...who, really: false }))).toMatchObject({ texts: 1 });
});

test("a text that was emptied by hand is still found", async () => {
  const folder = await years();
  given(purgeJournal(join(folder, "journal.db"), "2020-01-01", { ...who, really: true }));
  byHand(folder, (file) => file.run("UPDATE kept SET content = x'' WHERE hash = ?", sha256(recent)));
  const journal = journalIn(folder);
  expect(given(await journal.verify()).damage).toContain("was emptied, and no note says that it was purged");
});

test("the command wants a day, a word, and within the legal years a second one", async () => {
  const place = await behindTunnel();
  const at = { journal: await years(place.folderOf("journal")), home: join(place.folder, "home") };
  const purge = (given: object) => place.journal(["purge"], at, given);
  const drafts = join(at.home, "data", "drafts");
  mkdirSync(drafts, { recursive: true });
  const draft = { schema: "selfbill-draft/1", id: "one", begun: "2019-01-01T00:00:00Z", answers: {}, before: {} };
  writeFileSync(join(drafts, "one.json"), JSON.stringify({ ...draft, changed: "2019-01-02T00:00:00Z" }));
  expect((await purge({})).problems).toEqual(["bad-usage"]);
  expect((await purge({ before: "2020-01-01" })).problems).toEqual(["needs-answer"]);
  const early = await purge({ before: "2026-04-01", yes: true });
  expect([early.code, early.words]).toEqual([2, expect.stringContaining("must still be kept: 5 years")]);
  expect((await purge({ before: "2020-01-01", keepYears: 20, yes: true })).problems).toEqual(["bad-usage"]);
  const done = await purge({ before: "2020-01-01", yes: true });
  expect([done.code, done.report.view]).toMatchObject([0, { data: { purged: { texts: 1, drafts: 1 } } }]);
  expect((await purge({ before: "2020-01-01", yes: true })).words).toContain("nothing to remove");
  expect((await purge({ before: "2026-06-01", yes: true, withinLegalYears: true })).words).toContain(
    "2 of 1 documents",
  );
  expect((await place.journal(["verify"], at)).code).toBe(0);
  expect((await place.journal(["verify"], at, { before: "2020-01-01" })).problems).toEqual(["bad-usage"]);
});

test("the command that merges names what exists twice, with exit code 20", async () => {
  const place = await behindTunnel();
  const at = { journal: place.folderOf("here"), mark: join(place.folder, "kept", "mark") };
  const there = { journal: place.folderOf("there"), home: place.folderOf("home of another computer") };
  expect((await place.send(["1"], at)).code).toBe(0);
  expect((await place.send(["1", "2"], { ...there, words: { allowSimilar: true } })).code).toBe(0);
  const merged = await place.journal(["merge", there.journal], at);
  expect([merged.code, merged.problems]).toEqual([20, ["exists-twice"]]);
  expect(merged.words).toMatch(/Taken over.*6 records.*From now on/s);
  expect((await place.journal(["merge", there.journal], at)).words).toContain("everything was here already");
  expect((await place.journal(["merge"], at)).problems).toEqual(["bad-usage"]);
  expect((await place.send(["2"], at)).words).toContain("created before");
});
