import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { hooksOf } from "../../src/extra.ts";
import { extras } from "../../src/extras.ts";
import { type Journal, type Marks, marksIn } from "../../src/journal/index.ts";
import { guardOf } from "../../src/submit/index.ts";
import { type Holder, office, signedPolicy } from "../support/approvals.ts";
import { intent } from "../support/intents.ts";
import { given, journalIn } from "../support/journal-file.ts";
import { temporaryFolder } from "../support/run-selfbill.ts";
import { onServer } from "../support/server-journal.ts";

const account = "https://einvoice.example BP-1";
const businessProfileId = "BP-1";

/** Records `count` documents as sent. */
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

/** Returns a copy of a journal without the last records, and the mark that covers them. */
async function copyWithoutTheLast(): Promise<{ readonly copy: Journal; readonly marks: Marks }> {
  const [folder, older] = [temporaryFolder(), temporaryFolder()];
  const journal = journalIn(folder);
  await left(journal, "before", 1);
  given(await journal.backUp(join(older, "journal.db")));
  await left(journal, "lost", 1);
  const marks = marksFor(folder);
  expect(
    await guardOf({ hooks: hooksOf(extras), journal, marks, account, businessProfileId }).advance(),
  ).toBeUndefined();
  const copy = journalIn(older);
  given(await copy.accept("amina"));
  return { copy, marks };
}

// Skipped on a server, because the backup of a server's journal is a file.
test.skipIf(onServer)(
  "an older copy of the journal that went on by itself is refused, however long it grew",
  async () => {
    for (const count of [0, 1, 2, 9]) {
      const { copy, marks } = await copyWithoutTheLast();
      await left(copy, "after", count);
      const before = given(marks.of(account));
      const found = await guardOf({
        hooks: hooksOf(extras),
        journal: copy,
        marks,
        account,
        businessProfileId,
      }).advance();
      expect(found, `${count} documents`).toMatchObject({ code: "journal-behind" });
      expect(given(marks.of(account))).toEqual(before);
    }
  },
);

test("several processes move one mark, and each finds its journal whole", async () => {
  const folder = temporaryFolder();
  const journals = Array.from({ length: 4 }, () => journalIn(folder));
  const guards = journals.map((journal) =>
    guardOf({ hooks: hooksOf(extras), journal, marks: marksFor(folder), account, businessProfileId }),
  );
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

describe("the approval policy that the mark remembers is held before a document is sent", () => {
  const guarded = async () => {
    const people = await office();
    const [journal, marks] = [journalIn(temporaryFolder()), marksFor(temporaryFolder())];
    await left(journal, "before", 1);
    const set = async (number: string, owner: Holder = people.owner): Promise<void> => {
      given(
        await journal.policies.set(signedPolicy(people.policy({ business_profile: "BP-1", number }), owner), "amina"),
      );
    };
    const advance = () =>
      guardOf({ hooks: hooksOf(extras), journal, marks, account, businessProfileId: " bp-1 " }).advance();
    return { ...people, journal, marks, set, advance };
  };
  const other = { hash: "f".repeat(64), owner: "somebody" };

  test("a journal without it sends nothing", async () => {
    const { marks, advance } = await guarded();
    expect(await advance()).toBeUndefined();
    given(marks.keepPolicy("bp-1", { number: 4, ...other }));
    const found = await advance();
    expect(found).toMatchObject({ code: "policy-missing" });
    expect(found?.message).toBe("Nothing was sent: this journal has no approval policy, and number 4 was in force.");
    expect(found?.hint).toContain("selfbill policy set FILE");
  });

  test("also of an id that is written otherwise, and that a service might take for it", async () => {
    const { journal, marks, set } = await guarded();
    for (const businessProfileId of ["BP\u200b-1", "BP%2D1", "\uff22P-1", "B P-1"]) {
      const advance = () => guardOf({ hooks: hooksOf(extras), journal, marks, account, businessProfileId }).advance();
      if (businessProfileId === "BP\u200b-1") {
        expect(await advance()).toBeUndefined();
        await set("1");
      }
      expect(await advance(), businessProfileId).toMatchObject({
        code: "policy-missing",
        message: expect.stringContaining("is another spelling of bp-1, which has an approval policy"),
      });
    }
    expect(
      await guardOf({ hooks: hooksOf(extras), journal, marks, account, businessProfileId: "BP-1%" }).advance(),
    ).toBeUndefined();
  });

  test("a journal with an older one, or with one of another owner, sends nothing", async () => {
    const { marks, set, advance } = await guarded();
    await set("9");
    given(marks.keepPolicy("bp-1", { number: 10, ...other }));
    expect((await advance())?.message).toBe(
      "Nothing was sent: this journal has approval policy 9, and number 10 was in force.",
    );
    await set("10");
    const unsigned =
      /^Nothing was sent: the approval policy \d+ of this journal is not signed by the owner of policy 10\.$/;
    expect((await advance())?.message).toMatch(unsigned);
    await set("11");
    expect((await advance())?.message).toMatch(unsigned);
    expect(given(marks.policy("bp-1"))).toMatchObject(other);
  });

  test("the one of the journal is remembered, and the mark follows those that its owner set afterwards", async () => {
    const { journal, marks, owner, set, advance } = await guarded();
    for (const number of ["2", "10"]) {
      await set(number);
      expect(await advance()).toBeUndefined();
      const { now } = given(await journal.policies.of("bp-1"));
      const remembered = { number: Number(number), hash: now?.hash, owner: owner.publicKey };
      expect(given(marks.policy("bp-1"))).toEqual(remembered);
      expect(await advance()).toBeUndefined();
    }
  });

  test("one that follows the remembered one in another copy is taken by its owner's signature", async () => {
    const { marks, owner, set, advance } = await guarded();
    given(marks.keepPolicy("bp-1", { number: 2, hash: other.hash, owner: owner.publicKey }));
    await set("3");
    expect(await advance()).toBeUndefined();
    expect(given(marks.policy("bp-1"))).toMatchObject({ number: 3 });
  });
});
