import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { type Journal, type Marks, marksIn } from "../../src/journal/index.ts";
import { guardOf } from "../../src/submit/index.ts";
import { intent } from "../support/intents.ts";
import { given, journalIn } from "../support/journal-file.ts";
import { temporaryFolder } from "../support/run-selfbill.ts";
import { onServer } from "../support/server-journal.ts";

const account = "https://einvoice.example BP-1";
const businessProfileId = "BP-1";

/** Records that documents left, so many. */
async function left(journal: Journal, name: string, count: number): Promise<void> {
  for (let at = 0; at < count; at++) {
    const begun = given(await journal.begin(intent({ key: `${name} ${at}` }), { allowSimilar: true }));
    if (begun.is !== "begun") throw new Error(begun.is);
    expect(await begun.attempt.armed()).toBeUndefined();
  }
}

function marksFor(folder: string): Marks {
  const marks = marksIn(join(folder, "mark"));
  onTestFinished(() => marks.close());
  return marks;
}

/** A journal whose last records are only in the original, and the mark that saw them. */
async function copyWithoutTheLast(): Promise<{ readonly copy: Journal; readonly marks: Marks }> {
  const [folder, older] = [temporaryFolder(), temporaryFolder()];
  const journal = journalIn(folder);
  await left(journal, "before", 1);
  given(await journal.backUp(join(older, "journal.db")));
  await left(journal, "lost", 1);
  const marks = marksFor(folder);
  expect(await guardOf({ journal, marks, account, businessProfileId }).advance()).toBeUndefined();
  const copy = journalIn(older);
  given(await copy.accept("amina"));
  return { copy, marks };
}

// A backup of a server's journal is a file.
test.skipIf(onServer)(
  "an older copy of the journal that went on by itself is refused, however long it grew",
  async () => {
    for (const count of [0, 1, 2, 9]) {
      const { copy, marks } = await copyWithoutTheLast();
      await left(copy, "after", count);
      const before = given(marks.of(account));
      const found = await guardOf({ journal: copy, marks, account, businessProfileId }).advance();
      expect(found, `${count} documents`).toMatchObject({ code: "journal-behind" });
      expect(given(marks.of(account))).toEqual(before);
    }
  },
);

test("several processes move one mark, and each finds its journal whole", async () => {
  const folder = temporaryFolder();
  const journals = Array.from({ length: 4 }, () => journalIn(folder));
  const guards = journals.map((journal) => guardOf({ journal, marks: marksFor(folder), account, businessProfileId }));
  await Promise.all(
    journals.map(async (journal, at) => {
      for (let round = 0; round < 5; round++) {
        await left(journal, `${at} ${round}`, 1);
        expect(await guards[at]?.advance()).toBeUndefined();
      }
    }),
  );
  const [first] = journals as [Journal];
  expect(given(marksFor(folder).of(account))?.sequence).toBe(given(await first.identity()).sequence);
});
