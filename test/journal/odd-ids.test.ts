import { expect, test } from "vitest";
import { idColumn, idFromColumn } from "../../src/journal/store/id-column.ts";
import { createdResult, intent } from "../support/intents.ts";
import { attemptAt, given, journalIn } from "../support/journal-file.ts";
import { temporaryFolder } from "../support/run-selfbill.ts";

const { account } = intent();

async function create(journal: ReturnType<typeof journalIn>, id: string, idType?: "number") {
  const attempt = await attemptAt(
    journal,
    intent({ content: JSON.stringify([id, idType]), contentHash: JSON.stringify([id, idType]) }),
  );
  expect(await attempt.armed()).toBeUndefined();
  const result = createdResult(id, { documentNumber: undefined, ...(idType ? { idType } : {}) });
  return { attempt: attempt.id, problem: await attempt.result(result) };
}

const odd = ["7", "d/ö 8#?", "Ab", "aB", ".", "a\\u0000", "\\#7", "\u0000", "\ud800x", "\ud801x", " "];

test("the column of an id is read back as it was, and no two ids have the same", () => {
  for (const id of odd) {
    expect(idFromColumn(idColumn(id))).toEqual({ id });
    expect(idFromColumn(idColumn(id, "number"))).toEqual({ id, idType: "number" });
    expect(idColumn(id)).not.toMatch(/[\0\p{Cs}]/u);
  }
  const columns = odd.flatMap((id) => [idColumn(id), idColumn(id, "number")]);
  expect(new Set(columns).size).toBe(columns.length);
  expect(idColumn("4bf90b8c-1_A")).toBe("4bf90b8c-1_A");
});

test("each id is a document of its own: by type and by exact characters, with its later states, in a sound journal", async () => {
  const folder = temporaryFolder();
  const journal = journalIn(folder);
  for (const id of odd) {
    expect((await create(journal, id)).problem, id).toBeUndefined();
  }
  expect((await create(journal, "7", "number")).problem).toBeUndefined();
  for (const id of odd.slice(1)) {
    expect(given(await journal.find(account, id)).map((each) => [each.id, each.documentNumber])).toEqual([
      [id, undefined],
    ]);
    given(await journal.saw(account, id, `PENDING ${id.length}`));
    expect(given(await journal.seen(account, id)).map((each) => [each.id, each.state])).toEqual([
      [id, `PENDING ${id.length}`],
    ]);
  }
  expect(given(await journal.find(account, "7")).map(({ idType }) => idType)).toEqual(["number", undefined]);
  expect(given(await journal.find(account, ""))).toEqual([]);
  const open = given(await journal.tries.unfinished({ account }, 0, 100));
  expect(new Set(open.map(({ past }) => past.attempt)).size).toBe(odd.length + 1);
  expect(given(await journal.verify()).damage).toBeUndefined();
  journal.close();
  const again = journalIn(folder);
  expect(given(await again.find(account, "\ud801x")).map(({ id }) => id)).toEqual(["\ud801x"]);
});

test("a 201 with an id that another content has leaves doubt, exactly where the ids are the same", async () => {
  const journal = journalIn(temporaryFolder());
  await create(journal, "Ab");
  const same = await attemptAt(journal, intent({ content: "another" }));
  await same.armed();
  expect(await same.result(createdResult("Ab", { documentNumber: undefined }))).toMatchObject({
    code: "answer-contradicts",
    message: expect.stringContaining("the document Ab, which"),
  });
});

test("a later state of a document counts for what is open, also where its id is a number or has a backslash", async () => {
  const folder = temporaryFolder();
  const journal = journalIn(folder);
  await create(journal, "9007199254740993", "number");
  await create(journal, "a\\b");
  for (const id of ["9007199254740993", "a\\b"]) given(await journal.saw(account, id, "REJECTED"));
  const open = given(await journal.tries.unfinished({ account }, 0, 100));
  expect(open.map(({ past, state }) => [past.id, state])).toEqual([
    ["9007199254740993", "REJECTED"],
    ["a\\b", "REJECTED"],
  ]);
});
