import { Readable, Writable } from "node:stream";
import { expect, onTestFinished, test } from "vitest";
import { type OpenDesk, openDesk } from "../../src/desk/real/index.ts";
import { isPracticeAccount, type Journal } from "../../src/journal/index.ts";
import { createdResult, intent } from "../support/intents.ts";
import { temporaryFolder } from "../support/run-selfbill.ts";
import { unwrap } from "../support/settings.ts";

const account = "https://api.example 0b5f7a52-93c1-4f7e-9a37-6de1a3d1c0de";
const nothingNamed = { profile: undefined, businessProfile: undefined, serviceVersion: undefined };

function deskOf(home: string, { sandbox }: { readonly sandbox: boolean }, more: Record<string, string> = {}): OpenDesk {
  const out = new Writable({ write: (_, __, next) => next() }) as unknown as NodeJS.WriteStream;
  const environment = { SELFBILL_HOME: home, SELFBILL_BASE_URL: "https://api.example", SELFBILL_TOKEN: "t", ...more };
  const desk = openDesk({
    ...{ environment, out, err: out, version: "0", json: false, noInput: true, noColor: true, sandbox },
    input: () => Readable.from([]) as unknown as NodeJS.ReadStream,
    ...{ journalFolder: undefined, journalMark: undefined },
    onStop: () => () => undefined,
  });
  onTestFinished(() => desk.close());
  return desk;
}

/** Every journal call that changes records of this account. */
const changing = (journal: Journal, whose: string) => {
  const other = intent({ account: whose, businessProfileId: "x" });
  const resolution = { verdict: "not-created", how: "word", by: "amina" } as const;
  return {
    begin: () => journal.begin(other, { allowSimilar: false }),
    resolve: () => journal.resolve({ attempt: "AAAAAAAA", intent: other, last: 1 }, resolution),
    takeOver: () => journal.takeOver(other, { ...resolution, verdict: "created", id: "1" }, "{}"),
    saw: () => journal.saw(whose, "1", "APPROVED"),
    giveUpNumber: () => journal.giveUpNumber(whose, "SB-1", "amina"),
    note: () => journal.note("answered", { account: whose, id: "1" }),
  };
};

/** Calls that affect the whole journal; no practice run makes them. */
const ofEverybody = (journal: Journal) => ({
  accept: () => journal.accept("amina"),
  "note without an account": () => journal.note("merged", {}),
  "accounts.say": () => journal.accounts.say({ former: "a", now: "b", are: "same", by: "amina" }),
});

test("in practice a journal records nothing of a real service, whatever a command asks of it", async () => {
  const desk = deskOf(temporaryFolder(), { sandbox: true });
  const journal = unwrap(await desk.journal());
  const before = unwrap(await journal.identity());
  for (const [call, run] of Object.entries({ ...changing(journal, account), ...ofEverybody(journal) }))
    expect([call, await run()]).toMatchObject([
      call,
      {
        ok: false,
        problems: [{ message: expect.stringMatching(/^Nothing was recorded: this .*, and this is practice/) }],
      },
    ]);
  expect(unwrap(await journal.identity())).toEqual(before);
});

test("out of practice a journal records nothing of practice, and all that is of a real service", async () => {
  const home = temporaryFolder();
  const practice = deskOf(home, { sandbox: true });
  const own = (await practice.account(unwrap(await practice.profile({ ...nothingNamed, sandbox: true })))) ?? "";
  expect(isPracticeAccount(own)).toBe(true);
  const begun = unwrap(await unwrap(await practice.journal()).begin(intent({ account: own }), { allowSimilar: false }));
  if (begun.is !== "begun") throw new Error(begun.is);
  expect([await begun.attempt.armed(), await begun.attempt.result(createdResult())]).toEqual([undefined, undefined]);
  const desk = deskOf(home, { sandbox: false });
  const journal = unwrap(await desk.journal());
  const before = unwrap(await journal.identity());
  for (const [call, run] of Object.entries(changing(journal, own)))
    expect([call, await run()]).toMatchObject([
      call,
      { ok: false, problems: [{ message: expect.stringMatching(/^Nothing was recorded: this belongs to practice/) }] },
    ]);
  expect(unwrap(await journal.identity())).toEqual(before);
  for (const call of [() => journal.saw(account, "1", "APPROVED"), () => journal.note("answered", { account })])
    expect(await call()).toMatchObject({ ok: true });
});

test("a sandbox that a profile names is not practice: its documents are those of its user", async () => {
  const id = "SBX-NAMED00001";
  const desk = deskOf(temporaryFolder(), { sandbox: false }, { SELFBILL_BUSINESS_PROFILE_ID: id });
  expect(await unwrap(await desk.journal()).saw(`sandbox:${id}`, "1", "APPROVED")).toMatchObject({ ok: true });
});

test("a run in practice stays in it, whatever its parts ask for", async () => {
  const desk = deskOf(temporaryFolder(), { sandbox: true });
  const words = { ...nothingNamed, sandbox: false };
  expect(unwrap(await desk.profile(words))).toMatchObject({ name: "sandbox", sandbox: true });
  expect(unwrap(await desk.connect(words)).profile).toMatchObject({ name: "sandbox", sandbox: true });
  expect(unwrap(await desk.settings()).folders.usual).toBeDefined();
});
