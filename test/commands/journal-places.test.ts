import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { suggestFor } from "../../src/commands/answer/suggest-for.ts";
import { moveJournal } from "../../src/journal/admin.ts";
import { behindTunnel } from "../support/behind-tunnel.ts";
import { attemptAt, byHand, given, journalIn, sendOne } from "../support/journal-file.ts";
import { runSelfbill, temporaryFolder } from "../support/run-selfbill.ts";

/** Sends a document, with the journal and its mark in two separate folders. */
async function sentOnce() {
  const place = await behindTunnel();
  const at = { journal: place.folderOf("journal"), mark: join(place.folder, "kept", "mark") };
  expect((await place.send(["1"], at)).code).toBe(0);
  return { ...place, at };
}

test("a moved journal is whole in its new place, and the old file sends nothing and names that place", async () => {
  const { at, folder, send, journal, created } = await sentOnce();
  const to = join(folder, "new", "place");
  const moved = await journal(["move"], at, { to });
  expect([moved.code, moved.words]).toEqual([0, expect.stringContaining("closed for good")]);
  expect(readdirSync(to)).toEqual(["journal.db"]);
  const old = await send(["1", "2"], at);
  expect([old.code, old.problems[0]]).toEqual([27, "journal-moved"]);
  expect(old.words).toContain(`--journal ${to}`);
  const there = { ...at, journal: to };
  expect((await send(["1", "2"], there)).code).not.toBe(27);
  expect(await created()).toBe(2);
  expect((await journal(["verify"], there)).code).toBe(0);
  // The refusal is the same if the mark covers more than the old file contains.
  expect((await send(["3"], at)).problems).toEqual(["journal-moved"]);
  expect((await journal(["move"], at, { to: join(folder, "third") })).problems).toEqual(["journal-moved"]);
  expect((await journal(["verify"], at)).code).toBe(0);
  expect(await created()).toBe(2);
});

test("nothing is moved onto a journal, into its own folder, or from nowhere, and --to is needed", async () => {
  const { at, folder, journal, folderOf } = await sentOnce();
  const other = folderOf("other");
  copyFileSync(join(at.journal, "journal.db"), join(other, "journal.db"));
  expect((await journal(["move"], at, { to: other })).problems).toEqual(["file-exists"]);
  expect((await journal(["move"], at, { to: at.journal })).problems).toEqual(["bad-usage"]);
  expect((await journal(["move"], at)).problems).toEqual(["bad-usage"]);
  expect((await journal(["verify"], at, { to: other })).problems).toEqual(["bad-usage"]);
  const nowhere = { ...at, journal: join(folder, "nowhere") };
  expect((await journal(["move"], nowhere, { to: join(folder, "x") })).problems).toEqual(["not-found"]);
});

test("a journal that another process sends from is neither moved nor replaced; a dead one's doubt goes along", async () => {
  const [folder, to] = [temporaryFolder(), join(temporaryFolder(), "journal.db")];
  const path = join(folder, "journal.db");
  const journal = journalIn(folder);
  const attempt = await attemptAt(journal);
  await attempt.armed();
  const who = { by: "amina", now: Date.now() };
  expect(moveJournal(path, to, who)).toMatchObject({ ok: false, problems: [{ code: "journal-in-use" }] });
  expect(existsSync(to)).toBe(false);
  expect(given(await journal.notes())).toEqual([]);
  journal.close();
  expect(moveJournal(path, to, who)).toMatchObject({ ok: true });
  renameSync(to, join(temporaryFolder(), "moved.db"));
});

test("a move that was cut off goes on to the same place, and to no other", async () => {
  const [folder, to] = [temporaryFolder(), join(temporaryFolder(), "journal.db")];
  const journal = journalIn(folder);
  await sendOne(journal);
  given(await journal.note("moved", { to, by: "amina" }));
  journal.close();
  const who = { by: "amina", now: Date.now() };
  writeFileSync(`${to}.coming`, "half of it");
  const path = join(folder, "journal.db");
  expect(moveJournal(path, `${to}2`, who)).toMatchObject({ ok: false, problems: [{ code: "journal-moved" }] });
  expect(moveJournal(path, to, who)).toMatchObject({ ok: true });
});

test("a move that was killed at any step is told, goes on when it is run again, and leaves profiles at one whole place", async () => {
  const [folder, home] = [temporaryFolder(), temporaryFolder()];
  const [old, to] = [join(folder, "old"), join(folder, "new")];
  const run = (words: string[]) => runSelfbill(words, { home, cwd: folder });
  const journal = journalIn(old);
  await sendOne(journal);
  journal.close();
  const [path, place] = [join(old, "journal.db"), join(to, "journal.db")];
  const set = ["--base-url", "https://einvoice.example", "--business-profile", "BP-1", "--journal", old];
  expect((await run(["profile", "set", "office", ...set])).code).toBe(0);
  const used = async () => JSON.parse((await run(["profile", "show", "office", "--json"])).stdout).profile.journal;
  const move = ["journal", "move", "--to", to];
  // Simulates a move that was killed after it had closed the old file, with only half of the copy written.
  const closing = journalIn(old);
  given(await closing.note("moved", { to: place, by: "amina" }));
  closing.close();
  mkdirSync(to);
  writeFileSync(`${place}.coming`, "half of it");
  const told = await run(["doctor", "--offline"]);
  expect([told.code, told.stdout]).toEqual([27, expect.stringContaining(`no journal is there`)]);
  expect(told.stdout).toContain(`selfbill journal move --to ${to}`);
  expect(await used()).toBe(old);
  // Simulates a move that was killed after the copy was complete but before the profiles were updated.
  given(moveJournal(path, place, { by: "amina", now: Date.now() }));
  const next = await run(["doctor", "--offline"]);
  expect([next.code, next.stdout]).toEqual([27, expect.stringContaining(`was moved to ${place}`)]);
  const before = readFileSync(place);
  const again = await run(move);
  expect([again.code, again.stderr]).toEqual([0, ""]);
  expect(readFileSync(place).equals(before)).toBe(true);
  expect(readdirSync(to)).toEqual(["journal.db"]);
  expect(await used()).toBe(to);
  expect((await run(["doctor", "--offline"])).stdout).not.toContain(path);
  const moved = journalIn(to);
  expect([given(await moved.tries.count({})), (await moved.readyToSend()).ok]).toEqual([1, true]);
  moved.close();
  // Another journal in that place is not mistaken for the moved one.
  copyFileSync(path, join(folder, "copy.db"));
  expect(moveJournal(path, join(folder, "copy.db"), { by: "amina", now: Date.now() })).toMatchObject({
    problems: [{ code: "file-exists" }],
  });
});

test("a journal that is damaged is not moved, and stays open", async () => {
  const folder = temporaryFolder();
  const journal = journalIn(folder);
  await sendOne(journal);
  journal.close();
  byHand(folder, (file) => file.run("DELETE FROM created"));
  const to = join(temporaryFolder(), "journal.db");
  const moved = moveJournal(join(folder, "journal.db"), to, { by: "amina", now: Date.now() });
  expect(moved).toMatchObject({ ok: false, problems: [{ code: "journal-unusable" }] });
  expect(existsSync(to)).toBe(false);
  const again = journalIn(folder);
  expect((await again.readyToSend()).ok).toBe(true);
});

test("a doubt cannot be settled in a journal that was moved", async () => {
  const folder = temporaryFolder();
  const journal = journalIn(folder);
  await (await attemptAt(journal)).armed();
  journal.close();
  const to = join(temporaryFolder(), "journal.db");
  given(moveJournal(join(folder, "journal.db"), to, { by: "amina", now: Date.now() }));
  const old = journalIn(folder);
  expect(await old.readyToSend()).toMatchObject({ ok: false, problems: [{ code: "journal-moved" }] });
  old.close();
  const again = journalIn(folder);
  const [doubt] = given(await again.doubts());
  if (!doubt) throw new Error("no doubt");
  const word = { verdict: "not-created", how: "word", by: "amina" } as const;
  expect(await again.resolve(doubt, word)).toMatchObject({ ok: false, problems: [{ code: "journal-moved" }] });
});

test("a backup is put in place, the journal that was there is kept aside, and the mark refuses what is older", async () => {
  const { at, folder, send, journal, created } = await sentOnce();
  const backup = join(folder, "backup.db");
  expect((await journal(["backup"], at, { out: backup })).code).toBe(0);
  expect((await send(["2"], at)).code).toBe(0);
  const restored = await journal(["restore", backup], at);
  expect([restored.code, restored.words]).toEqual([
    0,
    expect.stringMatching(/Kept aside.*Sending next.*27.*selfbill reconcile.*journal accept/s),
  ]);
  const aside = readdirSync(at.journal).filter((each) => /^journal-.*\.db$/.test(each));
  expect(aside).toHaveLength(1);
  expect((await send(["2"], at)).problems).toEqual(["journal-behind"]);
  expect((await journal(["verify"], at)).code).toBe(0);
  // The restore can be reversed: the file that was set aside is a backup like any other.
  expect((await journal(["restore", join(at.journal, aside[0] ?? "")], at)).code).toBe(0);
  expect((await send(["2"], at)).problems).not.toContain("journal-moved");
  expect(await created()).toBe(2);
});

test("a backup beside the original is read and sends nothing, until somebody accepts it", async () => {
  const { at, folder, folderOf, send, accept, journal, created } = await sentOnce();
  const beside = { ...at, journal: folderOf("beside") };
  expect((await journal(["backup"], at, { out: join(beside.journal, "journal.db") })).code).toBe(0);
  expect((await send(["2"], at)).code).toBe(0);
  // The other computer has not seen the second document, so its mark matches the backup.
  const other = { ...beside, mark: join(folder, "other", "mark") };
  for (const where of [beside, other]) {
    const refused = await send(["2"], where);
    expect([refused.code, refused.problems]).toEqual([27, ["journal-is-backup"]]);
    expect(refused.words.replace(/\s+/g, " ")).toContain(`--journal ${at.journal}`);
    expect(refused.words).toContain("selfbill journal accept");
  }
  expect(await created()).toBe(2);
  const [verified, exported] = [
    await journal(["verify"], beside),
    await journal(["export"], beside, { out: `${folder}/x` }),
  ];
  expect([verified.code, exported.code]).toEqual([0, 0]);
  const head = /Head\s+([0-9a-f]{64})/.exec(verified.words)?.[1];
  const accepted = await accept(other, { yes: true, ...(head === undefined ? {} : { head }) });
  expect([accepted.code, accepted.words]).toEqual([0, expect.stringContaining("is a backup of")]);
  expect((await send(["3"], other)).code).toBe(0);
  // This computer's mark covers the second document, which the journal lacks.
  expect((await send(["4"], beside)).problems).toEqual(["journal-behind"]);
});

test("the head that a backup tells is that of the original, and the backup has it too", async () => {
  const { at, folderOf, journal } = await sentOnce();
  const beside = { ...at, journal: folderOf("beside") };
  const made = await journal(["backup"], at, { out: join(beside.journal, "journal.db") });
  const head = /Head\s+([0-9a-f]{64})/.exec(made.words)?.[1] ?? "";
  for (const where of [at, beside]) expect((await journal(["verify"], where, { head })).code).toBe(0);
});

test("a restore says so where the journal that was copied can send as well", async () => {
  const { at, folder, folderOf, send, journal } = await sentOnce();
  const backup = join(folder, "backup.db");
  expect((await journal(["backup"], at, { out: backup })).code).toBe(0);
  const inPlace = await journal(["restore", backup], at);
  expect([inPlace.code, inPlace.problems]).toEqual([0, []]);
  expect((await send(["1", "2"], at)).problems).not.toContain("journal-is-backup");
  const elsewhere = { ...at, journal: folderOf("elsewhere") };
  const both = await journal(["restore", backup], elsewhere);
  expect([both.code, both.problems]).toEqual([0, ["both-can-send"]]);
  expect(both.words.replace(/\s+/g, " ")).toContain(`The journal ${join(at.journal, "journal.db")} is not closed`);
});

test("a backup of an earlier version, which is open, is restored as before", async () => {
  const { at, folder, send, journal } = await sentOnce();
  const backup = join(folder, "backup.db");
  copyFileSync(join(at.journal, "journal.db"), backup);
  expect(await journal(["restore", backup], at)).toMatchObject({ code: 0, problems: [] });
  expect((await send(["2"], at)).code).toBe(0);
  const fresh = { ...at, journal: join(folder, "fresh") };
  expect((await journal(["restore", backup], fresh)).problems).toEqual(["both-can-send"]);
});

test("a merge of a backup takes what it has, and leaves the journal open", async () => {
  const { at, folder, folderOf, send, journal } = await sentOnce();
  const backup = join(folder, "backup.db");
  expect((await journal(["backup"], at, { out: backup })).code).toBe(0);
  const other = { ...at, home: folderOf("other home"), journal: folderOf("other"), mark: `${at.mark}2` };
  expect((await send(["2"], other)).code).toBe(0);
  expect((await journal(["merge", backup], other)).code).toBe(0);
  expect((await send(["1"], other)).words).toContain("created before");
  expect((await send(["3"], other)).code).toBe(0);
});

test("a backup replaces a journal that cannot be read any more, or that is missing", async () => {
  const { at, folder, send, journal, created } = await sentOnce();
  const backup = join(folder, "backup.db");
  expect((await journal(["backup"], at, { out: backup })).code).toBe(0);
  writeFileSync(
    join(at.journal, "journal.db"),
    "this is no database at all, and longer than a header would be".repeat(9),
  );
  expect((await send(["2"], at)).code).toBe(27);
  expect((await journal(["restore", backup], at)).code).toBe(0);
  expect((await send(["1"], at)).words).toContain("created before");
  expect(await created()).toBe(1);
  const elsewhere = { ...at, journal: join(folder, "elsewhere") };
  expect((await journal(["restore", backup], elsewhere)).words).toContain("there was no journal");
});

test.each([
  ["no file", () => undefined, "file-unreadable"],
  ["an empty file", (file: string) => writeFileSync(file, ""), "journal-unusable"],
  ["a text", (file: string) => writeFileSync(file, "no journal".repeat(99)), "journal-unusable"],
] as const)("%s is not restored, and the journal stays", async (_, make, code) => {
  const folder = temporaryFolder();
  mkdirSync(folder, { recursive: true });
  const file = join(folder, "backup.db");
  make(file);
  const { at, journal, send } = await sentOnce();
  expect((await journal(["restore", file], at)).problems).toEqual([code]);
  expect(readdirSync(at.journal).filter((each) => each.startsWith("journal-"))).toEqual([]);
  expect((await send(["2"], at)).code).toBe(0);
});

test("a backup with a changed record, or of a newer program, is not restored; an older file is taken over", async () => {
  const { at, journal, folder } = await sentOnce();
  const restore = async (change: string): Promise<readonly string[]> => {
    const backup = temporaryFolder();
    mkdirSync(backup, { recursive: true });
    copyFileSync(join(at.journal, "journal.db"), join(backup, "journal.db"));
    byHand(backup, (file) => file.exec(change));
    return (await journal(["restore", join(backup, "journal.db")], { ...at, journal: join(folder, "new") })).problems;
  };
  expect(await restore("UPDATE record SET at = '2020-01-01T00:00:00.000Z' WHERE sequence = 2")).toEqual([
    "journal-unusable",
  ]);
  expect(await restore("PRAGMA user_version = 99")).toEqual(["journal-newer"]);
  expect(await restore("DROP TABLE link; DROP TABLE identity; DROP TABLE note; PRAGMA user_version = 0")).toEqual([
    "both-can-send",
  ]);
});

test("a journal in a folder that is copied to other computers is warned about once a run, before anything is sent", async () => {
  const { folder, send, journal, folderOf } = await behindTunnel();
  const at = { journal: folderOf("OneDrive - Palm Traders"), mark: join(folder, "kept", "mark") };
  const came = await send(["1", "2"], at);
  expect(came.code).toBe(0);
  expect(came.said.split("which OneDrive copies")).toHaveLength(2);
  expect(came.said).toContain("selfbill journal move --to DIR");
  const named = folderOf("books");
  const byName = await send(["3"], { journal: named, home: folderOf("second"), env: { OneDrive: folder } });
  expect(byName.said).toContain("which OneDrive copies");
  const plain = await send(["4"], { journal: folderOf("plain"), home: folderOf("third") });
  expect([plain.code, plain.said]).toEqual([0, expect.not.stringContaining("copies")]);
  const away = folderOf("Dropbox");
  const moved = await suggestFor(at, () => journal(["move"], at, { to: away }));
  expect(moved.words).toContain(`selfbill journal move --journal ${away} --to DIR`);
});
