import { expect, test } from "vitest";
import { type BegunRun, doneNote, type RunDocument, runEndedNote, runNote, runsIn } from "../../src/life/index.ts";
import { createdResult, intent } from "../support/intents.ts";
import { attemptAt, given, journalIn } from "../support/journal-file.ts";
import { temporaryFolder } from "../support/run-selfbill.ts";

const { account } = intent();
const documents = ["a", "b", "c"].map(
  (content): RunDocument => ({
    ...{ content: `hash of ${content}`, key: intent({ key: content }).key, called: content, supplier: "S" },
    ...{ currency: "AED", payable: "10.50" },
  }),
);
const begun = (change: Partial<BegunRun> = {}): BegunRun => ({
  ...{ account, kind: "invoice", named: "DX.xlsx", words: ["/DX.xlsx"], files: [], documents, besides: [], ...change },
});

function open() {
  const journal = journalIn(temporaryFolder());
  const noted = async (change?: Partial<BegunRun>): Promise<string> => {
    const { type, data, text } = runNote(begun(change));
    given(await journal.note(type, data, text));
    return String(data.run);
  };
  const send = async (content: string, result: Parameters<Awaited<ReturnType<typeof attemptAt>>["result"]>[0]) => {
    const what = { key: content, contentHash: `hash of ${content}`, documentNumber: content };
    const attempt = await attemptAt(journal, intent(what));
    await attempt.armed();
    await attempt.result(result);
  };
  const found = async (isMeant = (name: string) => name === account) => given(await runsIn(journal, isMeant));
  const left = async () => (await found()).open.map((each) => each.left.map(({ called }) => called));
  return { journal, noted, send, found, left };
}

test("what is left of a run follows from the contents that were sent, and who ends it", async () => {
  const { noted, send, found, left, journal } = open();
  const run = await noted();
  expect(await left()).toEqual([["a", "b", "c"]]);
  expect((await found(() => false)).open).toEqual([]);
  await send("a", createdResult("1", { documentNumber: "a" }));
  await send("b", { verdict: "refused", status: 401, said: ["The token was refused."] });
  expect(await left()).toEqual([["b", "c"]]);
  await send("b", { verdict: "refused", status: 400, said: ["Not accepted."] });
  const [one] = (await found()).open;
  expect([one?.sent, one?.left.length, one?.refused]).toEqual([1, 1, [{ called: "b", why: "Not accepted." }]]);
  await send("c", { verdict: "in-doubt", said: [] });
  expect(await found()).toMatchObject({ open: [], finished: [{ run }] });
  const { type, data } = runEndedNote(run);
  given(await journal.note(type, data));
  expect(await found()).toEqual({ open: [], finished: [] });
});

test("a document is left in the last run that has it, and a word ends a run", async () => {
  const { noted, found, journal } = open();
  await noted();
  const last = await noted({ documents: documents.slice(1), named: "rest" });
  expect((await found()).open.map((each) => [each.named, each.left.length])).toEqual([
    ["rest", 2],
    ["DX.xlsx", 1],
  ]);
  const { type, data } = doneNote({ account, id: last }, { what: "run", reason: "by hand", by: "amina" });
  given(await journal.note(type, data));
  expect((await found()).open.map((each) => each.named)).toEqual(["DX.xlsx"]);
});
