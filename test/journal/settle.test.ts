import { expect, test } from "vitest";
import type { Doubt, Intent, Journal } from "../../src/journal/index.ts";
import { intent } from "../support/intents.ts";
import { attemptAt, failing, given, journalIn, sendOne } from "../support/journal-file.ts";
import { temporaryFolder } from "../support/run-selfbill.ts";

const account = intent().account;
const created = (id: string) => ({ verdict: "created", id, documentNumber: "SB-7", how: "word", by: "amina" }) as const;
const notCreated = { verdict: "not-created", how: "word", by: "amina" } as const;

async function inDoubt(
  what: Intent = intent(),
  folder = temporaryFolder(),
): Promise<{ readonly journal: Journal; readonly doubt: Doubt }> {
  const journal = journalIn(folder);
  const attempt = await attemptAt(journal, what);
  for (const found of [await attempt.armed(), await attempt.result({ verdict: "in-doubt", status: 500, said: [] })])
    if (found) throw new Error(found.message);
  const [doubt] = given(await journal.doubts());
  if (!doubt) throw new Error("no doubt");
  return { journal, doubt };
}

const standing = async (journal: Journal, what: Intent = intent()) =>
  given(await journal.standing(what.account, what.key)).is;

test("a word that is based on stale knowledge settles nothing, and says so", async () => {
  const { journal, doubt } = await inDoubt();
  given(await journal.resolve(doubt, created("id-1")));
  const before = given(await journal.records(0, 10));
  const late = await journal.resolve(doubt, notCreated);
  expect(late).toMatchObject({ ok: false, problems: [{ code: "not-settled" }] });
  expect(!late.ok && late.problems[0].message).toContain(doubt.attempt);
  expect(given(await journal.records(0, 10))).toEqual(before);
  expect(await standing(journal)).toBe("created");
  // A person who has looked again may overrule the first statement.
  const last = before.at(-1)?.sequence ?? 0;
  given(await journal.resolve({ ...doubt, last }, notCreated));
  expect(await standing(journal)).toBe("fresh");
});

test("an id that is another content's settles nothing, and the other is named; it may be said that there is none", async () => {
  const { journal, doubt } = await inDoubt();
  await sendOne(
    journal,
    intent({ content: "another", contentHash: "2".repeat(64), file: "/documents/another.yaml" }),
    "id-1",
  );
  const taken = await journal.resolve(doubt, created("id-1"));
  expect(taken).toMatchObject({ ok: false, problems: [{ code: "id-known" }] });
  for (const word of ["id-1", "SB-1", "/documents/another.yaml"])
    expect(!taken.ok && taken.problems[0].message).toContain(word);
  expect(await standing(journal)).toBe("in-doubt");
  expect(given(await journal.find(account, "id-1"))).toMatchObject([{ documentNumber: "SB-1" }]);
  given(await journal.resolve(doubt, { ...notCreated, id: "id-1" }));
  expect(await standing(journal)).toBe("fresh");
});

test("what the service has is taken over once, and not under an id that the journal has", async () => {
  const journal = journalIn(temporaryFolder());
  await sendOne(journal, intent(), "id-1");
  const elsewhere = intent({ content: "elsewhere" });
  const taken = { ...created("id-1"), how: "taken-over" } as const;
  const before = given(await journal.records(0, 10));
  const known = await journal.takeOver(elsewhere, taken, '{"note":"elsewhere"}');
  expect(known).toMatchObject({ ok: false, problems: [{ code: "id-known" }] });
  expect(given(await journal.records(0, 10))).toEqual(before);
  given(await journal.takeOver(elsewhere, { ...taken, id: "id-2" }, '{"note":"elsewhere"}'));
  expect(given(await journal.find(account, "id-2"))).toMatchObject([{ documentNumber: "SB-7" }]);
  expect(await standing(journal, elsewhere)).toBe("created");
  const types = given(await journal.records(before.length, 10)).map(({ type }) => type);
  expect(types).toEqual(["intent", "resolved"]);
  expect(given(await journal.records(before.length, 1))).toMatchObject([{ data: { takenOver: true } }]);
  expect(await journal.takeOver(elsewhere, { ...taken, id: "id-2" }, "{}")).toMatchObject({ ok: false });
  expect(given(await journal.verify()).damage).toBeUndefined();
});

test("a word about what the journal does not know settles nothing, and the journal goes on", async () => {
  const { journal, doubt } = await inDoubt();
  const unknown = await journal.resolve({ ...doubt, attempt: "NOBODY" }, notCreated);
  expect(unknown).toMatchObject({ ok: false, problems: [{ code: "not-settled" }] });
  given(await journal.resolve(doubt, notCreated));
});

test("a settlement that could not be written is told as not written", async () => {
  const folder = temporaryFolder();
  const { journal, doubt } = await inDoubt(intent(), folder);
  failing(folder, "record", "resolved");
  expect(await journal.resolve(doubt, notCreated)).toMatchObject({
    ok: false,
    problems: [{ code: "journal-unusable" }],
  });
  expect(await standing(journal)).toBe("in-doubt");
});

test("an id of another account is no other document", async () => {
  const { journal, doubt } = await inDoubt();
  const far = intent({ account: "https://einvoice.example BP-1", content: "far" });
  await sendOne(journal, far, "id-1");
  given(await journal.resolve(doubt, created("id-1")));
  expect(await standing(journal)).toBe("created");
});
