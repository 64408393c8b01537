import { describe, expect, test } from "vitest";
import { foldedAccount, isSameBuyer } from "../../src/journal/accounts/names.ts";
import { relationsIn, type ServicesWord } from "../../src/journal/accounts/services.ts";
import {
  businessProfileIn,
  type Intent,
  intentKey,
  isPracticeAccount,
  type Journal,
  serviceOf,
} from "../../src/journal/index.ts";
import { createdResult, intent } from "../support/intents.ts";
import { attemptAt, byHand, given, journalIn } from "../support/journal-file.ts";
import { temporaryFolder } from "../support/run-selfbill.ts";
import { SettableClock } from "../support/start-sandbox.ts";

const [a, b, c] = ["https://a.example", "https://b.example", "https://c.example"] as const;

const said = (former: string, now: string, are: ServicesWord["are"]): ServicesWord => ({
  former,
  now,
  are,
  by: "amina",
});

/** Returns the relations between services that are known after these statements, made in this order. */
const knownAfter = (...words: readonly ServicesWord[]) =>
  relationsIn(words.map((data, at) => ({ sequence: at, at: "", type: "services", data: { ...data } })));

describe("an account's name", () => {
  test.each([
    ["https://a.example BP-1", "https://a.example", "BP-1"],
    ["https://a.example BP 1 x", "https://a.example", "BP 1 x"],
    ["https://a.example. BP-1", "https://a.example", "BP-1"],
    ["https://a.example.:8443 BP-1", "https://a.example:8443", "BP-1"],
    ["https://a.b.example:8443 BP-1", "https://a.b.example:8443", "BP-1"],
    ["sandbox:SBX-1", "sandbox", "SBX-1"],
    ["tunnel:BP-1", "tunnel", "BP-1"],
    ["https://sandbox:8443 BP-1", "https://sandbox:8443", "BP-1"],
    ["nothing", "nothing", "nothing"],
  ])("%s has its service and its business profile", (account, service, businessProfile) => {
    expect([serviceOf(account), businessProfileIn(account)]).toEqual([service, businessProfile]);
    expect(isPracticeAccount(account)).toBe(service === "sandbox");
  });

  test("is of the same buyer however its business profile is written, and wherever its service is", () => {
    expect(isSameBuyer(`${a} BP-1`, "tunnel:bp-1")).toBe(true);
    expect(isSameBuyer(`${a} BP-1`, `${a} BP-2`)).toBe(false);
  });

  test("is folded to one text, and further lines stay as they are", () => {
    expect(foldedAccount("https://a.example. BP-1\n/Marks/ONE\nx")).toBe("https://a.example bp-1\n/Marks/ONE\nx");
    expect(foldedAccount(`${a} bp-1`)).toBe(foldedAccount(`${a}. BP-1 `));
    expect(foldedAccount("tunnel:BP-1")).not.toBe(foldedAccount("sandbox:BP-1"));
    expect(foldedAccount("tunnel:BP-1")).toBe("tunnel bp-1");
  });
});

describe("two addresses", () => {
  test("are of one service or of two by a person's word, told in either order; without one that is not known", () => {
    expect(knownAfter().relation(a, b)).toBe("unknown");
    expect(knownAfter().relation(a, a)).toBe("same");
    for (const are of ["same", "other"] as const)
      for (const word of [said(a, b, are), said(b, a, are)])
        for (const [one, other] of [
          [a, b],
          [b, a],
        ] as const)
          expect(knownAfter(word).relation(one, other)).toBe(are);
    expect(knownAfter(said(a, b, "same"), said(a, b, "other")).relation(a, b)).toBe("other");
    expect(knownAfter(said(a, b, "other"), said(b, a, "same")).relation(a, b)).toBe("same");
    expect(knownAfter(said(a, b, "same"), said(b, a, "other")).relation(a, b)).toBe("other");
    expect(knownAfter(said(a, b, "same")).relation(a, c)).toBe("unknown");
    expect(knownAfter(said(a, b, "other")).relation(a, c)).toBe("unknown");
    expect(knownAfter(said(a, b, "other")).relation(c, b)).toBe("unknown");
  });

  test("are the same as what is the same as each, and another than what is another than one of them", () => {
    const moved = knownAfter(said(a, b, "same"), said(b, c, "same"));
    expect([moved.relation(a, c), moved.relation(c, a)]).toEqual(["same", "same"]);
    const tested = knownAfter(said(a, b, "same"), said(b, c, "other"));
    expect([tested.relation(a, c), tested.relation(c, a)]).toEqual(["other", "other"]);
    const d = "https://d.example";
    const both = knownAfter(said(a, b, "same"), said(c, d, "same"), said(d, a, "other"));
    expect([both.relation(b, c), both.relation(c, b), both.relation(a, b)]).toEqual(["other", "other", "same"]);
    expect(knownAfter(said(a, b, "other"), said(b, c, "other")).relation(a, c)).toBe("unknown");
  });

  test("have the first one by what was the former", () => {
    const moved = knownAfter(said(a, b, "same"), said(b, c, "same"));
    for (const each of [a, b, c]) expect(moved.first(each)).toBe(a);
    expect(knownAfter(said(a, b, "other")).first(b)).toBe(b);
    // If the statements form a cycle, no address comes first, and each keeps its own name.
    const round = knownAfter(said(a, b, "same"), said(b, c, "same"), said(c, a, "same"));
    expect([round.first(b), round.relation(a, c)]).toEqual([b, "same"]);
  });
});

/** Returns a document whose content is the same in all accounts. */
function documentOf(account: string, number: string, change: Partial<Intent> = {}): Intent {
  const businessProfileId = businessProfileIn(account);
  return intent({ account, businessProfileId, documentNumber: number, key: keyOf(account, number), ...change });
}

const keyOf = (account: string, note: string): string =>
  intentKey({ account, businessProfileId: businessProfileIn(account), kind: "invoice" }, { note });

const send = (journal: Journal, account: string, number: string, change: Partial<Intent> = {}): Promise<string> =>
  created(journal, documentOf(account, number, change), `id-${number}`);

async function created(
  journal: Journal,
  what: Intent,
  id: string,
  change: Parameters<typeof createdResult>[1] = {},
): Promise<string> {
  const attempt = await attemptAt(journal, what);
  expect(await attempt.armed()).toBeUndefined();
  expect(await attempt.result(createdResult(id, { documentNumber: what.documentNumber, ...change }))).toBeUndefined();
  return attempt.id;
}

describe("the accounts of a journal", () => {
  const say = async (journal: Journal, word: ServicesWord): Promise<void> => given(await journal.accounts.say(word));

  test("are related but for those of sandboxes, with what is known of their services and their buyers", async () => {
    const journal = journalIn(temporaryFolder());
    expect(given(await journal.accounts.related(`${a} BP-1`))).toEqual([]);
    for (const [at, account] of [`${a} BP-1`, `${b} bp-1`, `${c} BP-2`, "sandbox:BP-1", "tunnel:BP-1"].entries())
      await send(journal, account, `SB-${at}`);
    await say(journal, said(a, b, "same"));
    await say(journal, said(a, c, "other"));
    const related = given(await journal.accounts.related(`${a} BP-1`));
    expect([...related].sort((one, other) => one.account.localeCompare(other.account))).toEqual([
      { account: `${b} bp-1`, relation: "same", sameBuyer: true },
      { account: `${c} BP-2`, relation: "other", sameBuyer: false },
      { account: "tunnel:BP-1", relation: "unknown", sameBuyer: true },
    ]);
    expect(given(await journal.accounts.related("sandbox:BP-1"))).toEqual([]);
    expect(given(await journal.accounts.related(`${a} BP-9`))).toHaveLength(4);
  });

  test("have the name that was recorded first, at the first address of the service", async () => {
    const journal = journalIn(temporaryFolder());
    const accountFor = async (named: string) => given(await journal.accounts.accountFor(named));
    expect(await accountFor(`${a} BP-1`)).toBe(`${a} BP-1`);
    await send(journal, `${a} BP-1`, "SB-1");
    await send(journal, "sandbox:SBX-1", "SB-2");
    expect(await accountFor(`${a} bp-1`)).toBe(`${a} BP-1`);
    expect(await accountFor(`${a} BP-2`)).toBe(`${a} BP-2`);
    expect(await accountFor(`${b} bp-1`)).toBe(`${b} bp-1`);
    expect(await accountFor("sandbox:sbx-1")).toBe("sandbox:sbx-1");
    expect(await accountFor(`${a} SBX-1`)).toBe(`${a} SBX-1`);
    await say(journal, said(a, b, "same"));
    expect(await accountFor(`${b} bp-1`)).toBe(`${a} BP-1`);
    await send(journal, `${a} bp-1`, "SB-3");
    expect([await accountFor(`${a} bp-1`), await accountFor(`${b} BP-1`)]).toEqual([`${a} bp-1`, `${a} BP-1`]);
    expect(await accountFor(`${b} Bp-1`)).toMatch(/^https:\/\/a\.example (?:BP|bp)-1$/);
  });

  test("that were sent to under a later address alone are found from the former one", async () => {
    const journal = journalIn(temporaryFolder());
    await send(journal, `${b} BP-1`, "SB-1");
    await say(journal, said(a, b, "same"));
    expect(given(await journal.accounts.accountFor(`${a} BP-1`))).toBe(`${b} BP-1`);
    expect(given(await journal.accounts.accountFor(`${c} BP-1`))).toBe(`${c} BP-1`);
  });

  test("are each there once, under the name that they have now", async () => {
    const journal = journalIn(temporaryFolder());
    const all = async () => [...given(await journal.accounts.all())].sort();
    expect(await all()).toEqual([]);
    await send(journal, `${a} BP-1`, "SB-1");
    await send(journal, `${b} BP-1`, "SB-2");
    await send(journal, "sandbox:SBX-1", "SB-3");
    expect(await all()).toEqual([`${a} BP-1`, `${b} BP-1`, "sandbox:SBX-1"]);
    await say(journal, said(a, b, "same"));
    expect(await all()).toEqual([`${a} BP-1`, "sandbox:SBX-1"]);
  });

  test("have all names under which the same buyer is at the same service", async () => {
    const journal = journalIn(temporaryFolder());
    await send(journal, `${a} BP-1`, "SB-1");
    await send(journal, `${b} BP-1`, "SB-2");
    await send(journal, `${a} BP-2`, "SB-3");
    const names = async (account: string) => [...given(await journal.accounts.names(account))].sort();
    expect(await names(`${a} BP-1`)).toEqual([`${a} BP-1`]);
    await say(journal, said(a, b, "same"));
    for (const each of [a, b]) expect(await names(`${each} BP-1`)).toEqual([`${a} BP-1`, `${b} BP-1`]);
    expect(await names(`${a} bp-1`)).toEqual([`${a} BP-1`, `${a} bp-1`, `${b} BP-1`].sort());
  });

  test("know a document of their own and of what is not another service", async () => {
    const journal = journalIn(temporaryFolder());
    await send(journal, `${a} BP-1`, "SB-1");
    await send(journal, `${b} BP-1`, "SB-2");
    const knows = async (id: string) => given(await journal.accounts.knows(`${a} BP-1`, id));
    const ids = ["id-SB-1", "id-SB-2", "id-SB-3"];
    expect(await Promise.all(ids.map(knows))).toEqual(["own", "perhaps", undefined]);
    await say(journal, said(a, b, "same"));
    expect(await Promise.all(ids.map(knows))).toEqual(["own", "own", undefined]);
    await say(journal, said(a, b, "other"));
    expect(await Promise.all(ids.map(knows))).toEqual(["own", undefined, undefined]);
  });

  test("show where a content stands in any of them, and claim nothing", async () => {
    const journal = journalIn(temporaryFolder());
    await send(journal, `${a} BP-1`, "SB-1");
    const stands = async (account: string, number = "SB-1") =>
      given(await journal.accounts.standing(documentOf(account, number), (other) => keyOf(other, number)));
    expect(await stands(`${a} BP-1`)).toMatchObject({ is: "created", id: "id-SB-1" });
    expect(await stands(`${b} BP-1`)).toMatchObject({
      is: "elsewhere",
      account: `${a} BP-1`,
      found: { is: "created" },
    });
    expect(await stands(`${a} BP-1`, "SB-2")).toMatchObject({ is: "similar", id: "id-SB-1" });
    expect(given(await journal.records(0, 10))).toHaveLength(3);
  });
});

describe("the documents of an account", () => {
  const supplied = { supplier: { id: "100234567400003", name: "Desert Lime Trading LLC", trn: "100234567400003" } };

  /** Sends one document at each of two addresses of the same service, and a third at another service. */
  const moved = async () => {
    const clock = new SettableClock();
    const journal = journalIn(temporaryFolder(), { now: () => clock.now() });
    const credits = { invoiceNumbers: ["SB-0"], reason: "" };
    for (const [account, number] of [
      [`${a} BP-1`, "SB-1"],
      [`${b} BP-1`, "SB-2"],
      [`${c} BP-1`, "SB-3"],
    ] as const)
      await send(journal, account, number, {
        ...supplied,
        credits,
        kind: "credit-note",
        file: "/documents/one.yaml",
      }).then(() => clock.advance(1));
    const word = async (are: ServicesWord["are"], now: string) => given(await journal.accounts.say(said(a, now, are)));
    const ids = async () => {
      const all = [
        await journal.ofFile(`${b} BP-1`, "/documents/one.yaml"),
        await journal.credited(`${b} BP-1`, "SB-0"),
        await journal.credited(`${a} BP-1`, "SB-0"),
      ];
      return all.map((each) => given(each).map(({ id }) => id));
    };
    return { journal, word, ids };
  };

  test("are those of all its names, the newest first, from the moment on when that is said", async () => {
    const { journal, word, ids } = await moved();
    expect(await ids()).toEqual([["id-SB-2"], ["id-SB-2"], ["id-SB-1"]]);
    await word("same", b);
    await word("other", c);
    expect(await ids()).toEqual([
      ["id-SB-2", "id-SB-1"],
      ["id-SB-2", "id-SB-1"],
      ["id-SB-2", "id-SB-1"],
    ]);
    expect(given(await journal.notes()).map(({ type, data }) => [type, data])).toEqual([
      ["services", said(a, b, "same")],
      ["services", said(a, c, "other")],
    ]);
    for (const number of ["SB-1", "SB-2", "SB-3"])
      expect(given(await journal.find(`${a} BP-1`, number))).toHaveLength(number === "SB-3" ? 0 : 1);
  });

  test("that are under way under one of its names count for all of them", async () => {
    const { journal, word } = await moved();
    const credits = { invoiceNumbers: ["SB-0"], reason: "" };
    const note = documentOf(`${a} BP-1`, "SB-8", { ...supplied, credits, kind: "credit-note" });
    expect(await (await attemptAt(journal, note)).armed()).toBeUndefined();
    const numbers = async () => given(await journal.creditsOn(`${b} BP-1`, "SB-0")).map(({ number }) => number);
    expect(await numbers()).toEqual(["SB-2"]);
    await word("same", b);
    expect((await numbers()).sort()).toEqual(["SB-1", "SB-2", "SB-8"]);
  });

  test("have credit notes, each with the last status that is known of it; one that was approved at once has none", async () => {
    const folder = temporaryFolder();
    const account = `${a} BP-1`;
    const credits = { invoiceNumbers: ["SB-0"], reason: "" };
    // A process ended while sending; the document was later found at the service, so this attempt has no answer.
    const ended = journalIn(folder);
    const looked = await attemptAt(ended, documentOf(account, "CN-0", { credits, kind: "credit-note" }));
    expect(await looked.armed()).toBeUndefined();
    ended.close();
    const journal = journalIn(folder);
    const [doubt] = given(await journal.doubts());
    if (doubt === undefined) throw new Error("no doubt");
    const found = { verdict: "created", id: "id-CN-0", documentNumber: "CN-0", how: "word", by: "amina" } as const;
    given(await journal.resolve(doubt, found));
    const note = async (number: string, overallStatus: string | undefined, ...seen: readonly string[]) => {
      const what = documentOf(account, number, { credits, kind: "credit-note" });
      await created(journal, what, `id-${number}`, { overallStatus });
      for (const state of seen) given(await journal.saw(account, `id-${number}`, state));
    };
    await note("CN-1", "PENDING");
    await note("CN-2", "APPROVED");
    await note("CN-3", "PENDING", "PENDING", "APPROVED", "REJECTED");
    await note("CN-4", "PENDING", "APPROVED");
    await note("CN-5", "REJECTED", "PENDING");
    await note("CN-6", undefined);
    // Later, another service gave the same id to another document.
    await created(journal, documentOf(`${b} BP-1`, "SB-7"), "id-CN-1", { overallStatus: "REJECTED" });
    const asked = async () =>
      given(await journal.creditsOn(account, "SB-0")).map(({ number, status }) => [number, status]);
    expect(await asked()).toEqual([
      ["CN-6", undefined],
      ["CN-5", "PENDING"],
      ["CN-4", "APPROVED"],
      ["CN-3", "REJECTED"],
      ["CN-2", undefined],
      ["CN-1", "PENDING"],
      ["CN-0", undefined],
    ]);
    expect(given(await journal.creditsOn(account, "SB-9"))).toEqual([]);
    // A journal from an earlier version may have documents without the attempts that created them.
    byHand(folder, (database) => database.exec("DELETE FROM tried_name"));
    expect(Object.fromEntries(await asked())).toMatchObject({ "CN-1": undefined, "CN-3": "REJECTED" });
  });

  test("to a supplier are of all its names, and no more than were asked for", async () => {
    const { journal, word } = await moved();
    await word("same", b);
    const sentTo = async (most: number) =>
      given(await journal.sentTo(`${a} BP-1`, "number 100234567400003", most)).map(({ id }) => id);
    expect((await sentTo(5)).sort()).toEqual(["id-SB-1", "id-SB-2"]);
    expect(await sentTo(1)).toHaveLength(1);
  });

  test("were sent last under any of its names, and are open also where it is not known to be another service", async () => {
    const { journal, word } = await moved();
    const open = await attemptAt(journal, documentOf(`${c} BP-1`, "SB-9"));
    expect(await open.armed()).toBeUndefined();
    await open.result({ verdict: "in-doubt", said: [] });
    const lately = async (account: string) => given(await journal.lately(account));
    const times = given(await journal.records(0, 50));
    const lastOf = (account: string) => times.filter((each) => each.account === account).at(-1)?.at;
    expect(await lately(`${a} BP-1`)).toMatchObject({ last: lastOf(`${a} BP-1`) });
    expect((await lately(`${a} BP-1`)).open).toHaveLength(1);
    await word("same", b);
    for (const each of [a, b]) expect(await lately(`${each} BP-1`)).toMatchObject({ last: lastOf(`${b} BP-1`) });
    await word("other", c);
    expect((await lately(`${a} BP-1`)).open).toEqual([]);
    expect((await lately("https://new.example BP-7")).last).toBeUndefined();
  });
});
