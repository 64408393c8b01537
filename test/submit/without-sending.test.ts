import { expect, test } from "vitest";
import { intentKey, type Journal } from "../../src/journal/index.ts";
import { fail, ok, problem } from "../../src/problem/index.ts";
import { createdBy, withoutSending } from "../../src/submit/index.ts";
import { createdResult, intent } from "../support/intents.ts";
import { attemptAt, failing, given, journalIn, sendOne } from "../support/journal-file.ts";
import { temporaryFolder } from "../support/run-selfbill.ts";

const { account, key } = intent();
const document = { account, key, documentNumber: "SB-1", extras: true };
const why = problem("rate-limited", "Nothing was sent: the limit is reached.", "Run it again.");

test("what was never sent is not sent for the reason that is given", async () => {
  const journal = journalIn(temporaryFolder());
  expect(await withoutSending(document, why, ok(journal))).toEqual({ outcome: why.outcome, problems: [why] });
});

test("what exists is told as it was created, and whatever stopped the run is no matter", async () => {
  const journal = journalIn(temporaryFolder());
  const attempt = await attemptAt(journal);
  await attempt.armed();
  await attempt.result(createdResult("id-1", { overallStatus: "PENDING", totals: { payable_amount: "10500" } }));
  const created = {
    id: "id-1",
    documentNumber: "SB-1",
    status: { overallStatus: "PENDING", sides: {}, findings: [] },
    totals: { payable_amount: "10500" },
  };
  expect(await withoutSending(document, why, ok(journal))).toEqual({
    outcome: "done",
    created,
    replayed: true,
    problems: [],
  });
  // A status recorded later counts, but not the status of a leg.
  given(await journal.saw(account, "id-1", "APPROVED"));
  given(await journal.saw(account, "id-1", "C3 APPROVED"));
  expect(await withoutSending(document, why, ok(journal))).toMatchObject({
    created: { ...created, status: { overallStatus: "APPROVED" } },
  });
});

test("what was settled as created has the id and number of the settlement, and the number of its file where none was told", async () => {
  const journal = journalIn(temporaryFolder());
  const what = intent({ documentNumber: "OWN-1" });
  const attempt = await attemptAt(journal, what);
  await attempt.armed();
  await attempt.result({ verdict: "in-doubt", said: [] });
  const settled = async (documentNumber: string | undefined) => {
    const last = given(await journal.attempt(attempt.id)).at(-1)?.sequence ?? 0;
    const word = { verdict: "created", id: "id-7", documentNumber, how: "word", by: "amina" } as const;
    given(await journal.resolve({ attempt: attempt.id, intent: what, last }, word));
    return given(await createdBy(journal, account, attempt.id));
  };
  expect(await settled(undefined)).toEqual({
    id: "id-7",
    documentNumber: "OWN-1",
    status: { overallStatus: undefined, sides: {}, findings: [] },
    totals: {},
  });
  expect(await settled("SVC-1")).toMatchObject({ id: "id-7", documentNumber: "SVC-1" });
});

test("the id of a result that was set aside is told: the records do not have it yet", async () => {
  const folder = temporaryFolder();
  const journal = journalIn(folder);
  const attempt = await attemptAt(journal);
  await attempt.armed();
  failing(folder, "record", "result");
  expect(await attempt.result(createdResult("id-aside"))).toMatchObject({ code: "result-set-aside" });
  expect(await withoutSending(document, why, ok(journal))).toMatchObject({
    outcome: "done",
    created: { id: "id-aside" },
    replayed: true,
  });
});

test("what is in doubt is told as that, and not as unsent", async () => {
  const journal = journalIn(temporaryFolder());
  const attempt = await attemptAt(journal);
  await attempt.armed();
  await attempt.result({ verdict: "in-doubt", status: 500, said: [] });
  const submission = await withoutSending(document, why, ok(journal));
  expect(submission).toMatchObject({ outcome: "in_doubt", problems: [{ code: "still-in-doubt" }] });
  expect(submission.problems[0]?.message).toContain("The service answered 500.");
});

test("where the journal cannot be asked nobody says that it was not created", async () => {
  const journal = journalIn(temporaryFolder());
  await sendOne(journal);
  journal.close();
  const broken = problem("journal-unusable", "The journal is damaged.", "Put it back.");
  for (const each of [ok(journal), fail(broken)]) {
    const submission = await withoutSending(document, why, each);
    expect(submission).toMatchObject({ notLookedUp: true, problems: [{ code: "journal-unusable" }] });
    expect(submission.problems[0]?.message).toBe(
      `${why.message} The journal could not be read, so it is not known whether an earlier run created this document.`,
    );
  }
  expect((await withoutSending(document, why, fail(broken))).problems[0]).toMatchObject({
    hint: "Put it back.",
    cause: "The journal is damaged.",
  });
});

test("another account's document of the same content is another document", async () => {
  const journal = journalIn(temporaryFolder());
  await sendOne(journal);
  const other = {
    ...document,
    account: "sandbox:SBX-2",
    key: intentKey({ ...intent(), account: "sandbox:SBX-2" }, {}),
  };
  expect(await withoutSending(other, why, ok(journal))).toEqual({ outcome: why.outcome, problems: [why] });
});

test("a document without a number has none, and a journal that cannot be read tells nothing of it", async () => {
  const journal = journalIn(temporaryFolder());
  const attempt = await sendOne(journal, intent(), "id-1");
  expect(given(await createdBy(journal, account, attempt)).documentNumber).toBe("SB-1");
  const unnamed = await attemptAt(journal, intent({ content: "two" }));
  await unnamed.armed();
  await unnamed.result(createdResult("id-2", { documentNumber: undefined }));
  expect(given(await createdBy(journal, account, unnamed.id))).toMatchObject({ id: "id-2", documentNumber: undefined });
  journal.close();
  expect(await createdBy(journal, account, attempt)).toMatchObject({
    ok: false,
    problems: [{ code: "journal-unusable" }],
  });
});

/** Returns the journal reduced to the functions used here; it is closed after the call named by `last`. */
function goneAfter(journal: Journal, last: "standing" | "attempt"): Journal {
  const { standing, attempt, seen } = journal;
  const asked = {
    standing: async (...words: Parameters<typeof standing>) => answered("standing", await journal.standing(...words)),
    attempt: async (...words: Parameters<typeof attempt>) => answered("attempt", await journal.attempt(...words)),
    seen: (...words: Parameters<typeof seen>) => journal.seen(...words),
  };
  const answered = <T>(what: string, answer: T): T => {
    if (what === last) journal.close();
    return answer;
  };
  return asked as unknown as Journal;
}

test("a journal that goes away between two questions says what it knew, and no more", async () => {
  const [one, two] = [journalIn(temporaryFolder()), journalIn(temporaryFolder())];
  for (const journal of [one, two]) await sendOne(journal, intent(), "id-1");
  expect(await withoutSending(document, why, ok(goneAfter(one, "standing")))).toMatchObject({ notLookedUp: true });
  expect(await withoutSending(document, why, ok(goneAfter(two, "attempt")))).toMatchObject({
    outcome: "done",
    created: { id: "id-1", status: { overallStatus: undefined } },
  });
});
