import { randomBytes } from "node:crypto";
import { describe, expect, test } from "vitest";
import { type Journal, sha256 } from "../../src/journal/index.ts";
import { keptTexts } from "../../src/journal/store/kept-texts.ts";
import { createdResult, intent } from "../support/intents.ts";
import { byHand, failing, given, journalIn } from "../support/journal-file.ts";
import { temporaryFolder } from "../support/run-selfbill.ts";
import { onServer } from "../support/server-journal.ts";

const body = '{"note":"first line\\nsecond \u2028 line","file_content":"JVBERi0="}';
const answer = '{"id":"4bf90b8c", "payable_amount":10500.00}\n';

async function withOne(folder = temporaryFolder()) {
  const journal = journalIn(folder);
  const begun = given(await journal.begin(intent({ bodyHash: sha256(body) }), { allowSimilar: false, body }));
  if (begun.is !== "begun") throw new Error(begun.is);
  expect(await begun.attempt.armed()).toBeUndefined();
  const result = createdResult("4bf90b8c", { answerHash: sha256(answer) });
  expect(await begun.attempt.result(result, answer)).toBeUndefined();
  return { journal };
}

async function linesOf(journal: Journal, most = Number.POSITIVE_INFINITY): Promise<Record<string, unknown>[]> {
  const found: Record<string, unknown>[] = [];
  given(await journal.everything(async (each) => found.push({ ...each }) < most));
  return found;
}

test("a body and an answer are kept to the letter, by their hash, also for the next process", async () => {
  const folder = temporaryFolder();
  const { journal } = await withOne(folder);
  for (const each of [journal, journalIn(folder)]) {
    expect(given(await each.kept(sha256(body)))).toBe(body);
    expect(given(await each.kept(sha256(answer)))).toBe(answer);
    expect(given(await each.kept(sha256("another")))).toBeUndefined();
  }
});

test("texts are read in pages that end with the first million compressed bytes; purged ones are skipped", async () => {
  const folder = temporaryFolder();
  journalIn(folder);
  byHand(folder, (database) => {
    const texts = keptTexts(database);
    for (const size of [900_000, 900_000, 20, 2_000_000, 20, 20])
      database.transaction(() => texts.keep(randomBytes(size).toString("base64")));
    database.run("UPDATE kept SET content = ? WHERE number = 5", new Uint8Array());
    const pages: number[][] = [];
    for (let after = 0; ; after = pages.at(-1)?.at(-1) ?? 0) {
      const page = texts.after(after).map(({ number }) => number);
      if (page.length === 0) break;
      pages.push(page);
    }
    expect(pages).toEqual([[1, 2], [3, 4], [6]]);
  });
});

test("a body that cannot be kept is not sent", async () => {
  const folder = temporaryFolder();
  const journal = journalIn(folder);
  failing(folder, "kept");
  expect(await journal.begin(intent(), { allowSimilar: false, body })).toMatchObject({
    ok: false,
    problems: [{ code: "journal-unusable" }],
  });
  expect(given(await journal.records(0, 10))).toEqual([]);
});

test("an answer that cannot be kept takes nothing from the result, which is set aside", async () => {
  const folder = temporaryFolder();
  const journal = journalIn(folder);
  const begun = given(await journal.begin(intent(), { allowSimilar: false, body }));
  if (begun.is !== "begun") throw new Error(begun.is);
  await begun.attempt.armed();
  failing(folder, "kept");
  expect(await begun.attempt.result(createdResult(), answer)).toMatchObject({ code: "result-set-aside" });
});

test("states that a service told later are recorded when they change", async () => {
  const { journal } = await withOne();
  for (const state of ["PENDING", "PENDING", "APPROVED"]) given(await journal.saw("sandbox:one", "4bf90b8c", state));
  given(await journal.saw("sandbox:two", "4bf90b8c", "REJECTED"));
  const seen = given(await journal.seen("sandbox:one", "4bf90b8c"));
  expect(seen.map((each) => each.state)).toEqual(["PENDING", "APPROVED"]);
});

describe("everything", () => {
  test("is every record, every later state and every text", async () => {
    const { journal } = await withOne();
    given(await journal.saw("sandbox:one", "4bf90b8c", "APPROVED"));
    const lines = await linesOf(journal);
    expect(lines.map((each) => each.type)).toEqual([
      ...["intent", "armed", "result", "seen"],
      ...(onServer ? ["note"] : []),
      ...["text", "text"],
    ]);
    expect(lines.filter((each) => each.type === "text").map((each) => each.text)).toEqual([body, answer]);
  });

  test.skipIf(onServer)("goes on over many pages, and ends when nobody takes more", async () => {
    const journal = journalIn(temporaryFolder());
    const states = Array.from({ length: 503 }, (_, at) => `state ${at}`);
    for (const state of states) given(await journal.saw("sandbox:one", "4bf90b8c", state));
    expect((await linesOf(journal)).map((each) => each.state)).toEqual(states);
    expect(await linesOf(journal, 7)).toHaveLength(7);
  });
});

test("an export has the notes of what was done with the journal itself", async () => {
  const folder = temporaryFolder();
  const { journal } = await withOne(folder);
  given(await journal.note("accepted", { account: "sandbox:SBX-1", by: "amina" }));
  const data = { account: "sandbox:SBX-1", by: "amina" };
  expect((await linesOf(journal)).findLast(({ type }) => type === "note")).toMatchObject({ note: "accepted", data });
});
