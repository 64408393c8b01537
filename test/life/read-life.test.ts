import { expect, test } from "vitest";
import type { Journal, Past } from "../../src/journal/index.ts";
import { authorityNote, correctionNote, doneNote, livesIn } from "../../src/life/index.ts";
import { createdResult, intent } from "../support/intents.ts";
import { attemptAt, given, journalIn, sendOne } from "../support/journal-file.ts";
import { temporaryFolder } from "../support/run-selfbill.ts";

const account = "sandbox:SBX-1";
const wish = { now: Date.parse("2126-06-20T08:00:00.000Z"), tellsStatus: () => true };

async function pastOf(id: string, journal: Journal): Promise<Past> {
  const past = given(await journal.tries.last("id", id, () => true));
  if (past === undefined) throw new Error(`no ${id}`);
  return past;
}

async function lifeOfId(id: string, journal: Journal) {
  const lives = given(await livesIn(journal, wish));
  return given(await lives.of(await pastOf(id, journal)));
}

async function created(journal: Journal, id: string, number: string, change: Parameters<typeof intent>[0] = {}) {
  const attempt = await attemptAt(journal, intent({ content: id, documentNumber: number, ...change }));
  await attempt.armed();
  await attempt.result(createdResult(id, { documentNumber: number, totals: { tax_inclusive_amount: "10500" } }));
}

const crediting = { kind: "credit-note" as const, credits: { invoiceNumbers: ["SB-1"], reason: "DL8.61.1.A" } };

test("a journal tells the life of a document: credit notes, what stands in for it, and what was said", async () => {
  const journal = journalIn(temporaryFolder());
  await created(journal, "i-1", "SB-1");
  expect((await lifeOfId("i-1", journal)).owed).toBe("pending");

  given(await journal.saw(account, "i-1", "REJECTED"));
  expect((await lifeOfId("i-1", journal)).owed).toBe("rejected");

  await created(journal, "c-1", "SBC-1", crediting);
  expect((await lifeOfId("i-1", journal)).owed).toBe("rejected");
  expect((await lifeOfId("c-1", journal)).owed).toBe("pending");
  given(await journal.saw(account, "c-1", "APPROVED"));
  expect((await lifeOfId("i-1", journal)).dealt).toMatchObject({ how: "credited", by: [{ called: "SBC-1" }] });
  given(await journal.saw(account, "c-1", "REJECTED"));
  expect((await lifeOfId("i-1", journal)).owed).toBe("rejected");
  expect((await lifeOfId("c-1", journal)).owed).toBe("rejected");

  await created(journal, "i-2", "SB-2", { corrects: { id: "i-1", documentNumber: "SB-1" } });
  expect((await lifeOfId("i-1", journal)).dealt).toMatchObject({ how: "corrected", by: { called: "SB-2" } });
  const heard = authorityNote({ account, id: "i-1" }, true);
  given(await journal.note(heard.type, heard.data));
  expect((await lifeOfId("i-1", journal)).owed).toBe("rejected");

  const done = doneNote({ account, id: "i-1" }, { what: "rejected", reason: "reversed", by: "mona" });
  given(await journal.note(done.type, done.data));
  expect((await lifeOfId("i-1", journal)).dealt).toMatchObject({ how: "done", word: { reason: "reversed" } });
});

test("a doubt about what stands in for a document counts, a try that came to nothing does not", async () => {
  const journal = journalIn(temporaryFolder());
  await sendOne(journal, intent({ content: "first", documentNumber: "SB-1" }), "i-1");
  given(await journal.saw(account, "i-1", "REJECTED"));
  const corrects = { id: "i-1", documentNumber: "SB-1" };
  const refused = await attemptAt(journal, intent({ content: "second", documentNumber: "SB-2", corrects }));
  await refused.armed();
  await refused.result({ verdict: "refused", status: 400, said: [] });
  expect((await lifeOfId("i-1", journal)).owed).toBe("rejected");
  const open = await attemptAt(journal, intent({ content: "third", documentNumber: "SB-3", corrects }));
  await open.armed();
  await open.result({ verdict: "in-doubt", said: [] });
  expect((await lifeOfId("i-1", journal)).dealt).toMatchObject({ by: { called: "SB-3", stage: "in-doubt" } });
});

test("a correction that was begun is open until its credit note exists", async () => {
  const journal = journalIn(temporaryFolder());
  await created(journal, "i-1", "SB-1");
  given(await journal.saw(account, "i-1", "APPROVED"));
  const begun = correctionNote(
    { account, id: "i-1" },
    { withCopy: false, why: "amount", files: { credit: "/c.yaml" }, by: "mona" },
  );
  given(await journal.note(begun.type, begun.data));
  expect((await lifeOfId("i-1", journal)).owed).toBe("correction");
  expect(given(await livesIn(journal, wish)).said.corrections).toEqual([{ account, id: "i-1" }]);
  await created(journal, "c-1", "SBC-1", crediting);
  expect((await lifeOfId("i-1", journal)).owed).toBeUndefined();
});
