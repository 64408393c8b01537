import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { openDatabase } from "../../src/database/index.ts";
import { hooksOf } from "../../src/extra.ts";
import { holdPolicy } from "../../src/extras/four-eyes/policy-guard.ts";
import { extras } from "../../src/extras.ts";
import { type Journal, type Mark, type Marks, marksIn } from "../../src/journal/index.ts";
import { type Problem, problem } from "../../src/problem/index.ts";
import { guardOf, holdMarks, letMarkFollow, markOf } from "../../src/submit/index.ts";
import { office, signedPolicy } from "../support/approvals.ts";
import { intent } from "../support/intents.ts";
import { attemptAt, failing, given, journalIn } from "../support/journal-file.ts";
import { temporaryFolder } from "../support/run-selfbill.ts";

const account = "https://einvoice.example BP-1";
const businessProfileId = "BP-1";
const at = "2026-06-15T08:00:00.000Z";

const remedy =
  "Put the latest journal back, or name its folder with --journal. If it is lost, go on with this one, which then knows what the service lists: selfbill journal accept";
const missing = "What was sent in between, if anything, is not known here and could be sent twice.";

/** Opens a journal that has been used, with its marks in two places, and collects the problems reported. */
async function drawers(documents = 1) {
  const folder = temporaryFolder();
  const journal = journalIn(folder);
  for (let count = 0; count < documents; count++) await attemptAt(journal, intent({ content: `${count}` }));
  const second = { path: join(folder, "second"), policiesOnly: false };
  const open = (): Marks & { second: NonNullable<Marks["second"]> } => {
    const marks = marksIn(join(folder, "mark"), { second });
    onTestFinished(() => marks.close());
    return { ...marks, second: marks.second as NonNullable<Marks["second"]> };
  };
  const now = given(await markOf(journal));
  const mark = (change: Partial<Mark> = {}): Mark => ({ ...now, at, ...change });
  const warned: Problem[] = [];
  const marks = open();
  const warn = (warning: Problem): void => void warned.push(warning);
  const advance = (using: Marks = marks, of: Journal = journal) =>
    guardOf({ hooks: hooksOf(extras), journal: of, marks: using, account, businessProfileId, warn }).advance();
  return { folder, journal, marks, open, now, mark, advance, warned };
}

function once(work: () => unknown): () => void {
  let isDone = false;
  return () => {
    if (!isDone) work();
    isDone = true;
  };
}

describe("a journal that does not fit the mark", () => {
  test("is told by what it is, how much it has and how much is missing, and nothing is moved", async () => {
    const { journal, marks, mark, now, advance } = await drawers();
    const empty = journalIn(temporaryFolder());
    const rows: readonly [of: Journal, mark: Mark, what: string, had: string, means: string][] = [
      [
        empty,
        mark({ sequence: 1 }),
        "the journal is missing or empty",
        "1 entry",
        "What was sent before is not known here.",
      ],
      [
        journal,
        mark({ journal: "another", sequence: 1234 }),
        "this is not the journal that was used last",
        "1,234 entries",
        missing,
      ],
      [
        journal,
        mark({ sequence: now.sequence + 7 }),
        `this journal is an older copy: it has ${now.sequence} entr${now.sequence === 1 ? "y" : "ies"}, and 7 are missing`,
        `${now.sequence + 7} entries`,
        missing,
      ],
      [
        journal,
        mark({ head: "f".repeat(64) }),
        "this journal and the one that was used last are two copies that were both used",
        now.sequence === 1 ? "1 entry" : `${now.sequence} entries`,
        missing,
      ],
    ];
    for (const [of, seen, what, had, means] of rows) {
      given(marks.set(account, seen));
      const found = await advance(marks, of);
      expect(found?.message).toBe(
        `Nothing was sent: ${what}. When a command was last about to send for this account, at 2026-06-15 12:00:00 +04:00, the journal had ${had}. ${means}`,
      );
      expect(found).toMatchObject({ code: "journal-behind", hint: remedy });
      expect(given(marks.of(account))).toEqual(seen);
      // Neither mark was moved.
      expect(given(marks.second.of(account))).toBeUndefined();
    }
  });

  test("by the second drawer alone is told with the path of that drawer", async () => {
    const { marks, mark, now, advance } = await drawers();
    given(marks.set(account, mark()));
    given(marks.second.set(account, mark({ sequence: now.sequence + 1 })));
    const found = await advance();
    expect(found?.message).toContain(
      ` The mark beside the journal knows no more than the journal; its second copy, ${marks.second.path}, does: the data folder was put back from a backup, or it is another one than usual (XDG_DATA_HOME, --journal-mark).`,
    );
    expect(found).toMatchObject({ code: "journal-behind", hint: remedy });
    expect(given(marks.of(account))).toEqual(mark());
    // Now the first mark is the more advanced one, so the message does not mention the second copy.
    given(marks.set(account, mark({ sequence: now.sequence + 2 })));
    expect((await advance())?.message).not.toContain("its second copy");
  });

  test("by the only drawer that knows the account is told without the other", async () => {
    const { marks, mark, now, advance } = await drawers();
    given(marks.second.set(account, mark({ sequence: now.sequence + 1 })));
    const found = await advance();
    expect(found?.code).toBe("journal-behind");
    expect(found?.message).not.toContain("its second copy");
  });
});

describe("what both drawers remember", () => {
  test("is moved in both, and the second one that cannot be written is a warning", async () => {
    const { journal, marks, advance, warned } = await drawers();
    expect(await advance()).toBeUndefined();
    const { sequence, head } = given(await journal.identity());
    for (const place of [marks, marks.second]) expect(given(place.of(account))).toMatchObject({ sequence, head });
    expect(warned).toEqual([]);
    const file = given(openDatabase(marks.second.path, ""));
    file.exec("CREATE TRIGGER full_now BEFORE INSERT ON mark BEGIN SELECT RAISE(ABORT, 'disk is full'); END");
    file.close();
    await attemptAt(journal, intent({ content: "next" }));
    expect(await advance()).toBeUndefined();
    expect(warned).toMatchObject([{ code: "mark-unusable", severity: "warning" }]);
    expect(given(marks.of(account))?.sequence).toBe(given(await journal.identity()).sequence);
    expect(given(marks.second.of(account))).toMatchObject({ sequence, head });
    // A guard also works without a listener.
    expect(
      await guardOf({ hooks: hooksOf(extras), journal, marks, account, businessProfileId }).advance(),
    ).toBeUndefined();
  });

  test("is the furthest: of one journal the longer, of two the one that was used last", async () => {
    const { journal, marks, mark, now } = await drawers();
    const held = async () => given(await holdMarks({ journal, marks, account }));
    const none = await held();
    expect([none.mark, none.found, none.seen.map(({ mark: seen }) => seen)]).toEqual([
      undefined,
      undefined,
      [undefined, undefined],
    ]);
    const far = mark({ sequence: now.sequence + 5, at: "2026-06-01T00:00:00.000Z" });
    const further = mark({ sequence: now.sequence + 9, at: "2026-05-01T00:00:00.000Z" });
    for (const [first, second] of [
      [far, further],
      [further, far],
    ] as const) {
      given(marks.set(account, first));
      given(marks.second.set(account, second));
      expect((await held()).mark).toEqual(further);
    }
    const other = mark({ journal: "other", sequence: 1, at: "2026-07-01T00:00:00.000Z" });
    for (const [first, second] of [
      [far, other],
      [other, far],
    ] as const) {
      given(marks.set(account, first));
      given(marks.second.set(account, second));
      expect((await held()).mark).toEqual(other);
    }
    given(marks.set(account, mark()));
    given(marks.second.set(account, mark()));
    expect(await held()).toMatchObject({ mark: mark(), found: undefined });
  });

  test("is held against a journal that is not there", async () => {
    const { marks, mark } = await drawers();
    const nothing = { journal: undefined, marks, account };
    expect(given(await holdMarks(nothing)).found).toBeUndefined();
    given(marks.set(account, mark()));
    expect(given(await holdMarks(nothing)).found?.message).toMatch(
      /^Nothing was sent: the journal is missing or empty\./,
    );
  });

  test("of which one cannot be read, or a journal that cannot, stops it", async () => {
    const { folder, journal, marks, mark, advance } = await drawers();
    given(marks.set(account, mark()));
    writeFileSync(join(folder, "broken"), "no database".padEnd(8192));
    for (const [path, second] of [
      ["broken", "second"],
      ["mark", "broken"],
    ] as const) {
      const wrong = marksIn(join(folder, path), { second: { path: join(folder, second), policiesOnly: false } });
      onTestFinished(() => wrong.close());
      expect(await advance(wrong)).toMatchObject({ code: "mark-unusable" });
    }
    journal.close();
    expect(await advance()).toMatchObject({ code: "journal-unusable" });
    expect(await letMarkFollow({ journal, marks, account }, { how: "accepted", by: "amina" })).toMatchObject({
      ok: false,
      problems: [{ code: "journal-unusable" }],
    });
  });
});

describe("another process that moves the mark meanwhile", () => {
  const meanwhile = (marks: Marks, work: () => unknown): Marks => {
    const first = once(work);
    return {
      ...marks,
      advance: (...words) => {
        first();
        return marks.advance(...words);
      },
    };
  };

  test("is followed where its journal is this one", async () => {
    const { journal, marks, open, mark, advance, now } = await drawers(4);
    const head = given(await journal.hashAt(1)) ?? "";
    expect(now.sequence).toBeGreaterThan(2);
    const [other, second] = [open(), given(await journal.hashAt(2)) ?? ""];
    // The account had no mark before.
    expect(await advance(meanwhile(marks, () => other.set(account, mark({ sequence: 1, head }))))).toBeUndefined();
    given(marks.set(account, mark({ sequence: 1, head })));
    expect(
      await advance(meanwhile(marks, () => other.set(account, mark({ sequence: 2, head: second })))),
    ).toBeUndefined();
    expect(given(marks.of(account))).toMatchObject({ sequence: given(await journal.identity()).sequence });
  });

  test("stops it where its journal is another copy", async () => {
    const { marks, open, mark, advance } = await drawers();
    given(marks.set(account, mark()));
    const other = open();
    const forked = mark({ head: "e".repeat(64) });
    expect(await advance(meanwhile(marks, () => other.set(account, forked)))).toMatchObject({ code: "journal-behind" });
    expect(given(marks.of(account))).toEqual(forked);
  });

  test("is told where the mark cannot be written, or the journal not be read", async () => {
    const { journal, marks, advance } = await drawers();
    const full = problem("mark-unusable", "Full.", "Make room.");
    expect(await advance({ ...marks, advance: () => ({ ok: false, problems: [full] }) })).toBe(full);
    const closing: Marks = {
      ...marks,
      of: (name) => {
        journal.close();
        return marks.of(name);
      },
    };
    expect(await advance(closing)).toMatchObject({ code: "journal-unusable" });
  });

  test("is told where the journal cannot be held against what it wrote", async () => {
    const { journal, marks, open, mark, advance } = await drawers(4);
    const other = open();
    const write = () => {
      other.set(account, mark({ sequence: 1, head: "d".repeat(64) }));
      journal.close();
    };
    expect(await advance(meanwhile(marks, write))).toMatchObject({ code: "journal-unusable" });
  });
});

describe("the mark that follows the journal on somebody's word", () => {
  test("is set in both drawers, and the journal notes it first, with what the mark said", async () => {
    const { journal, marks, mark, now } = await drawers();
    const old = mark({ journal: "another", sequence: 7, head: "a".repeat(64) });
    given(marks.set(account, old));
    given(marks.second.set(account, old));
    const followed = given(await letMarkFollow({ journal, marks, account }, { how: "accepted", by: "amina" }));
    const [note] = given(await journal.notes()).slice(-1);
    expect(note).toMatchObject({
      type: "accepted",
      data: {
        account,
        by: "amina",
        sequence: String(now.sequence),
        head: now.head,
        mark: { journal: "another", sequence: "7", head: "a".repeat(64) },
      },
    });
    const { id, sequence, head } = given(await journal.identity());
    expect(followed).toMatchObject({ journal: id, sequence, head, at: expect.stringMatching(/^20\d\d-.*Z$/) });
    for (const place of [marks, marks.second]) expect(given(place.of(account))).toEqual(followed);
    given(marks.set("https://new.example BP-1", old));
    given(await letMarkFollow({ journal, marks, account: "https://b.example BP-9" }, { how: "reconciled", by: "x" }));
    expect(given(await journal.notes()).at(-1)).toMatchObject({ type: "reconciled", data: { mark: null } });
  });

  test("is not set where the journal could not note it, or is not there", async () => {
    const { folder, journal, marks, mark } = await drawers();
    given(marks.set(account, mark({ sequence: 0 })));
    const { mend } = failing(folder, "note");
    const word = { how: "accepted", by: "amina" } as const;
    const unusable = { ok: false, problems: [{ code: "journal-unusable" }] };
    expect(await letMarkFollow({ journal, marks, account }, word)).toMatchObject(unusable);
    expect(given(marks.of(account))).toEqual(mark({ sequence: 0 }));
    mend();
    journal.close();
    const gone = { journal, marks, account: "https://new.example BP-1" };
    expect(await letMarkFollow(gone, word)).toMatchObject(unusable);
  });

  test("is not set by a journal that went away after the note", async () => {
    const { journal, marks, mark } = await drawers();
    given(marks.set(account, mark({ sequence: 0 })));
    const asked = {
      identity: () => journal.identity(),
      hashAt: (sequence: number) => journal.hashAt(sequence),
      note: async (type: string, data: Readonly<Record<string, unknown>>) => {
        const noted = await journal.note(type, data);
        journal.close();
        return noted;
      },
    } as unknown as Journal;
    expect(await letMarkFollow({ journal: asked, marks, account }, { how: "accepted", by: "amina" })).toMatchObject({
      ok: false,
      problems: [{ code: "journal-unusable" }],
    });
    expect(given(marks.of(account))?.sequence).toBe(0);
  });

  test("is told where it cannot be read or set", async () => {
    const { journal, marks } = await drawers();
    const full = { ok: false, problems: [problem("mark-unusable", "Full.", "Make room.")] } as const;
    const word = { how: "accepted", by: "amina" } as const;
    for (const wrong of [
      { ...marks, of: () => full },
      { ...marks, set: () => full },
    ])
      expect(await letMarkFollow({ journal, marks: wrong, account }, word)).toEqual(full);
  });
});

describe("the policy that a second drawer remembers", () => {
  const ruled = async () => {
    const [people, set] = [await office(), await drawers()];
    const policy = people.policy({ business_profile: "BP-1", number: "3" });
    return {
      ...people,
      ...set,
      set: async () => given(await set.journal.policies.set(signedPolicy(policy, people.owner), "o")),
    };
  };

  test("is held like that of the first, and both follow the journal", async () => {
    const { journal, marks, set } = await ruled();
    await set();
    expect(await holdPolicy({ journal, marks }, businessProfileId)).toBeUndefined();
    const { now, owner } = given(await journal.policies.of(businessProfileId));
    for (const place of [marks, marks.second])
      expect(given(place.policy("bp-1"))).toEqual({ number: 3, hash: now?.hash, owner });
    const newer = { number: 4, hash: "f".repeat(64), owner: "somebody" };
    given(marks.second.keepPolicy("bp-1", newer));
    expect(await holdPolicy({ journal, marks }, businessProfileId)).toMatchObject({
      code: "policy-missing",
      message: "Nothing was sent: this journal has approval policy 3, and number 4 was in force.",
      hint: "Put the latest journal back, or have the owner's signed policy set in this one: selfbill policy set FILE. Nothing else takes a policy away.",
    });
    expect(await holdPolicy({ journal, marks, practice: true }, businessProfileId)).toBeUndefined();
  });

  test("and that was replaced by another one of its number stops it, whoever signed that", async () => {
    const { journal, marks, owner, set } = await ruled();
    await set();
    given(marks.keepPolicy("bp-1", { number: 3, hash: "f".repeat(64), owner: owner.publicKey }));
    expect(await holdPolicy({ journal, marks }, businessProfileId)).toMatchObject({ code: "policy-missing" });
  });

  test("is not kept for practice, and nothing is kept where there is none", async () => {
    const { journal, marks, set } = await ruled();
    expect(await holdPolicy({ journal, marks }, businessProfileId)).toBeUndefined();
    expect(given(marks.policy("bp-1"))).toBeUndefined();
    await set();
    expect(await holdPolicy({ journal, marks, practice: true }, businessProfileId)).toBeUndefined();
    expect(given(marks.policy("bp-1"))?.number).toBe(3);
    expect(given(marks.second.policy("bp-1"))).toBeUndefined();
  });

  test("stops it where a drawer or the journal cannot be read, or the mark not be written", async () => {
    const { journal, marks, set } = await ruled();
    await set();
    const full = problem("mark-unusable", "Full.", "Make room.");
    const fails = () => ({ ok: false, problems: [full] }) as const;
    expect(await holdPolicy({ journal, marks: { ...marks, policy: fails } }, businessProfileId)).toBe(full);
    expect(await holdPolicy({ journal, marks: { ...marks, keepPolicy: fails } }, businessProfileId)).toBe(full);
    journal.close();
    expect(await holdPolicy({ journal, marks }, businessProfileId)).toMatchObject({ code: "journal-unusable" });
  });
});
