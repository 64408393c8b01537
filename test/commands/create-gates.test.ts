import { rmSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { gates, stoppedAt } from "../../src/commands/create/gates/list.ts";
import { onlyReads } from "../../src/commands/create/gates/only-reads.ts";
import { fail, problem } from "../../src/problem/index.ts";
import { guardOf } from "../../src/submit/index.ts";
import { given, journalIn } from "../support/journal-file.ts";
import { temporaryFolder } from "../support/run-selfbill.ts";
import { serviceDesk } from "../support/service-desk.ts";
import { startTestSandbox } from "../support/start-sandbox.ts";

const account = "https://einvoice.example BP-1";
const noWords = { profile: undefined, sandbox: false, businessProfile: undefined, serviceVersion: undefined };
const words = { firstRun: false, sameService: false, otherService: false };

/** A desk for a service that is not a sandbox, with a journal of its own. */
async function opened() {
  const folder = temporaryFolder();
  const journal = journalIn(folder);
  const desk = serviceDesk(await startTestSandbox(), { journal, account });
  const connection = { ...given(await desk.connect(noWords)), account };
  const profile = { ...connection.profile, sandbox: false };
  const marks = given(await desk.marks());
  const guard = guardOf({
    hooks: desk.hooks,
    journal,
    marks,
    account,
    businessProfileId: connection.businessProfileId,
  });
  const sending = { connection: { ...connection, profile }, journal, marks, guard, open: [] };
  return { folder, journal, desk, profile, sending };
}

const named = (name: string) => {
  const all = [...gates.beforeSignIn, ...gates.ofJournal, ...gates.ofAccount];
  const gate = all.find((each) => each.name === name);
  if (!gate) throw new Error(name);
  return gate.stops as (sending: unknown, desk: unknown) => Promise<{ readonly code: string } | undefined>;
};

test("gates are asked in this order", () => {
  const names = Object.values(gates).map((each) => each.map(({ name }) => name));
  expect(names).toEqual([
    ["same-service", "memory", "only-reads"],
    ["team", "sound-journal"],
    ["newer-documents", "journal-mark", "extras"],
  ]);
});

test("none stops where nothing is wrong, and the first that stops ends it", async () => {
  const { journal, desk, profile, sending } = await opened();
  expect(await stoppedAt(gates.beforeSignIn, { profile, words }, desk)).toBeUndefined();
  expect(await stoppedAt(gates.ofJournal, journal, desk)).toBeUndefined();
  expect(await stoppedAt(gates.ofAccount, sending, desk)).toBeUndefined();
  const both = { ...words, sameService: true, otherService: true };
  expect(await stoppedAt(gates.beforeSignIn, { profile, words: both }, { ...desk, inCi: true })).toMatchObject({
    code: "bad-usage",
  });
});

test("same-service: both options", async () => {
  const { desk, profile } = await opened();
  const both = { ...words, sameService: true, otherService: true };
  expect(await named("same-service")({ profile, words: both }, desk)).toMatchObject({ code: "bad-usage" });
});

test("memory: in CI, and nothing is known of what was sent", async () => {
  const { desk, profile } = await opened();
  expect(await named("memory")({ profile, words }, { ...desk, inCi: true })).toMatchObject({ code: "journal-missing" });
  expect(
    await named("memory")({ profile, words: { ...words, firstRun: true } }, { ...desk, inCi: true }),
  ).toBeUndefined();
});

test("only-reads, sound-journal: a journal that cannot record", async () => {
  const { journal, desk } = await opened();
  journal.close();
  expect(await named("sound-journal")(journal, desk)).toMatchObject({ code: "journal-unusable" });
  const reader = {
    ...desk,
    journal: async () => ({ ok: true, value: Object.assign(journal, { onlyReads: true }) }) as const,
  };
  expect(await onlyReads.stops({}, reader)).toMatchObject({ code: "journal-unusable" });
  expect(await onlyReads.stops({}, desk)).toMatchObject({ code: "journal-unusable" });
});

test("only-reads: a journal that cannot be opened is told of after the sign-in, as one of a sandbox or not", async () => {
  const { desk } = await opened();
  const unusable = problem("journal-unusable", "It is not a journal.", "Name another one.");
  const without = { ...desk, journal: async () => fail(unusable) };
  expect(await onlyReads.stops({}, without)).toBeUndefined();
});

test("journal-mark: the journal lacks what the mark covers", async () => {
  const { folder, journal, desk, sending } = await opened();
  given(await journal.note("seen", { account }));
  expect(await named("journal-mark")(sending, desk)).toBeUndefined();
  journal.close();
  rmSync(join(folder, "journal.db"));
  const other = journalIn(folder);
  const guard = guardOf({
    ...sending,
    hooks: desk.hooks,
    account,
    journal: other,
    businessProfileId: sending.connection.businessProfileId,
  });
  expect(await named("journal-mark")({ ...sending, guard }, desk)).toMatchObject({ code: "journal-behind" });
});
