import { copyFileSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { type Merged, mergeJournal } from "../../src/journal/admin.ts";
import { type Journal, sha256 } from "../../src/journal/index.ts";
import { createdResult, intent } from "../support/intents.ts";
import { attemptAt, byHand, given, journalIn, sendOne } from "../support/journal-file.ts";
import { temporaryFolder } from "../support/run-selfbill.ts";

const account = "sandbox:SBX-1";
const who = { by: "amina", now: Date.parse("2026-06-19T08:00:00Z") };

/** Fills a journal in a separate folder, and closes it afterwards. */
async function filled(work: (journal: Journal) => Promise<void>): Promise<string> {
  const folder = temporaryFolder();
  const journal = journalIn(folder);
  await work(journal);
  journal.close();
  return folder;
}

function merge(into: string, other: string): Merged {
  return given(mergeJournal(join(into, "journal.db"), other, who));
}

async function soundAndOpen<T>(folder: string, work: (journal: Journal) => Promise<T>): Promise<T> {
  const journal = journalIn(folder);
  expect(given(await journal.verify()).damage).toBeUndefined();
  const value = await work(journal);
  journal.close();
  return value;
}

/** Simulates copying the folder to another computer. */
function copyOf(folder: string): string {
  const other = temporaryFolder();
  mkdirSync(other, { recursive: true });
  byHand(folder, (file) => file.get("PRAGMA wal_checkpoint(TRUNCATE)"));
  copyFileSync(join(folder, "journal.db"), join(other, "journal.db"));
  return other;
}

test("what another journal holds is known here then: documents, doubts, later states, texts; a second time nothing changes", async () => {
  const here = await filled(async (journal) => {
    await sendOne(journal, intent({ content: "one", documentNumber: "SB-1" }), "id-1");
  });
  const body = '{"note":"two"}';
  const there = await filled(async (journal) => {
    const two = await attemptAt(journal, intent({ content: "two", bodyHash: sha256(body) }), body);
    await two.armed();
    await two.result(createdResult("id-2", { documentNumber: "SB-2" }));
    given(await journal.saw(account, "id-2", "APPROVED"));
    await (await attemptAt(journal, intent({ content: "three" }))).armed();
    given(await journal.note("accepted", { by: "omar" }));
  });
  const first = merge(here, there);
  expect(first).toMatchObject({ records: 5, states: 1, texts: 1, notes: 1, doubts: 1, twice: [] });
  const head = await soundAndOpen(here, async (journal) => {
    expect(given(await journal.find(account, "SB-2")).map(({ id }) => id)).toEqual(["id-2"]);
    expect(given(await journal.find(account, "SB-1")).map(({ id }) => id)).toEqual(["id-1"]);
    expect(given(await journal.kept(sha256(body)))).toBe(body);
    expect(given(await journal.seen(account, "id-2"))).toMatchObject([{ state: "APPROVED" }]);
    expect(given(await journal.doubts())).toHaveLength(1);
    // Neither document can be sent again.
    for (const [content, is] of [
      ["two", "created"],
      ["three", "in-doubt"],
    ] as const)
      expect(given(await journal.begin(intent({ content }), { allowSimilar: true }))).toMatchObject({ is });
    expect(given(await journal.notes()).map(({ type }) => type)).toEqual(["imported", "merged", "supplies-keyed"]);
    const [two] = given(await journal.attempt(given(await journal.tries.called("id-2"))[0]?.attempt ?? ""));
    expect(two).toMatchObject({ data: { origin: { journal: first.other.id, sequence: "2" } } });
    return given(await journal.identity()).head;
  });
  expect(merge(here, join(there, "journal.db"))).toMatchObject({ records: 0, states: 0, texts: 0, notes: 0, head });
});

test("merged both ways, and by a third one, nothing comes back as something new", async () => {
  const one = await filled(async (journal) => void (await sendOne(journal, intent({ content: "one" }), "id-1")));
  const two = await filled(async (journal) => void (await sendOne(journal, intent({ content: "two" }), "id-2")));
  const three = await filled(async (journal) => void (await sendOne(journal, intent({ content: "three" }), "id-3")));
  merge(one, two);
  expect(merge(two, one)).toMatchObject({ records: 3, twice: [] });
  expect(merge(three, one)).toMatchObject({ records: 6, twice: [] });
  expect(merge(three, two)).toMatchObject({ records: 0, twice: [] });
  for (const each of [one, two, three]) await soundAndOpen(each, async () => undefined);
});

test("the same content created under two ids is told, and so are one number and one id of two contents; nothing is lost", async () => {
  const sent = (content: string, id: string, documentNumber?: string) => async (journal: Journal) => {
    const begun = await attemptAt(journal, intent({ content, ...(documentNumber ? { documentNumber } : {}) }));
    await begun.armed();
    await begun.result(createdResult(id, { documentNumber: documentNumber ?? `SB-${id}` }));
  };
  const here = await filled(async (journal) => {
    await sent("same", "id-1")(journal);
    await sent("number", "id-3", "SB-9")(journal);
    await sent("id", "id-5")(journal);
  });
  const there = await filled(async (journal) => {
    await sent("same", "id-2")(journal);
    await sent("other number", "id-4", "SB-9")(journal);
    await sent("other id", "id-5")(journal);
  });
  const { twice } = merge(here, there);
  expect(twice.map(({ what, documents }) => [what, documents.map(({ id }) => id)])).toEqual([
    ["content", ["id-1", "id-2"]],
    ["number", ["id-4", "id-3"]],
    ["id", ["id-5", "id-5"]],
  ]);
  await soundAndOpen(here, async (journal) => {
    for (const id of ["id-1", "id-2", "id-3", "id-4", "id-5"])
      expect(given(await journal.find(account, id))).toHaveLength(1);
    expect(given(await journal.begin(intent({ content: "same" }), { allowSimilar: true })).is).toBe("created");
  });
});

test("a copy of this journal that went on gives what came after; what went on in both places keeps both words, and exists", async () => {
  const here = await filled(async (journal) => {
    await (await attemptAt(journal, intent({ content: "one" }))).armed();
    await (await attemptAt(journal, intent({ content: "two" }))).armed();
  });
  const there = copyOf(here);
  const settle = async (folder: string, content: string, word: object): Promise<void> => {
    const journal = journalIn(folder);
    const doubt = given(await journal.doubts()).find(({ intent: each }) => each.key === intent({ content }).key);
    if (!doubt) throw new Error(`no doubt of ${content}`);
    given(await journal.resolve(doubt, { how: "word", by: "omar", ...word } as never));
    journal.close();
  };
  await settle(here, "one", { verdict: "not-created" });
  await settle(there, "one", { verdict: "created", id: "id-1", documentNumber: "SB-1" });
  await settle(there, "two", { verdict: "not-created" });
  expect(merge(here, there).records).toBe(4);
  await soundAndOpen(here, async (journal) => {
    expect(given(await journal.begin(intent({ content: "one" }), { allowSimilar: true }))).toMatchObject({
      is: "created",
      id: "id-1",
    });
    expect(given(await journal.doubts())).toEqual([]);
  });
  expect(merge(here, there).records).toBe(0);
});

test("a number that series of both journals handed out is told, and the next one here is one that no document has", async () => {
  const series = "SB-2026-{00000}";
  const numbered = async (journal: Journal, content: string, counter: number, supplier: string): Promise<void> => {
    const documentNumber = `SB-2026-0000${counter}`;
    const what = intent({ content, documentNumber });
    const other = { ...what, supplier: { ...what.supplier, id: supplier, trn: supplier }, series: { series, counter } };
    const attempt = await attemptAt(journal, other);
    await attempt.armed();
    await attempt.result(createdResult(`id of ${content}`, { documentNumber }));
  };
  const here = await filled((journal) => numbered(journal, "one", 1, "100234567400003"));
  const there = await filled(async (journal) => {
    await numbered(journal, "two", 1, "100987654900003");
    await numbered(journal, "three", 2, "100987654900003");
  });
  const { twice } = merge(here, there);
  expect(twice.map(({ what, documents }) => [what, documents.map(({ id }) => id)])).toEqual([
    ["number", ["id of two", "id of one"]],
  ]);
  await soundAndOpen(here, async (journal) => {
    const numbering = { series, bodyWith: (number: string) => `{"document_number":"${number}"}` };
    const begun = given(await journal.begin(intent({ content: "four" }), { allowSimilar: true, numbering }));
    expect(begun).toMatchObject({ is: "begun", intent: { documentNumber: "SB-2026-00003" } });
  });
  await soundAndOpen(here, async () => undefined);
});

test("a journal in use, a damaged one, one that is missing and this one itself are not merged, and nothing changes", async () => {
  const here = await filled(async (journal) => void (await sendOne(journal)));
  const there = await filled(async (journal) => void (await sendOne(journal, intent({ content: "two" }), "id-2")));
  const path = join(here, "journal.db");
  const code = (other: string) => {
    const done = mergeJournal(path, other, who);
    return done.ok ? "done" : done.problems[0].code;
  };
  expect([code(here), code(path), code(join(there, "none.db"))]).toEqual(["bad-usage", "bad-usage", "file-unreadable"]);
  const busy = journalIn(there);
  given(await busy.readyToSend());
  expect(code(there)).toBe("journal-in-use");
  busy.close();
  const hurt = copyOf(there);
  byHand(hurt, (file) => file.run("UPDATE record SET at = '2020-01-01T00:00:00.000Z' WHERE sequence = 2"));
  expect(code(hurt)).toBe("journal-unusable");
  await soundAndOpen(here, async (journal) => expect(given(await journal.identity()).sequence).toBe(3));
});
