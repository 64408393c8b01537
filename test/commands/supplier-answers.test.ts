import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { due } from "../../src/commands/due.ts";
import { history } from "../../src/commands/history.ts";
import type { Desk } from "../../src/desk/index.ts";
import { archive } from "../../src/extras/archive/command.ts";
import { evidence } from "../../src/extras/archive/evidence/command.ts";
import { mergeJournal } from "../../src/journal/admin.ts";
import { openJournal } from "../../src/journal/index.ts";
import { fail, ok, problem } from "../../src/problem/index.ts";
import { renderJson } from "../../src/render/index.ts";
import type { Report } from "../../src/report/index.ts";
import { creditNote, invoice } from "../support/documents.ts";
import { type Given, runCommand } from "../support/run-command.ts";
import { temporaryFolder } from "../support/run-selfbill.ts";
import type { ServiceDesk } from "../support/service-desk.ts";
import { ask, create, from, screen, shop } from "../support/shop.ts";
import { suppliers } from "../support/suppliers-command.ts";

const mail = "e-mail from Mona Haddad";
const say = (desk: Desk, words: string, options: Given<typeof suppliers> = {}): Promise<Report> =>
  runCommand(suppliers, desk, words.split(" "), options);
const past = async (desk: Desk) => renderJson(await runCommand(history, desk)).history as Record<string, unknown>[];
const whatIsDue = async (desk: Desk): Promise<unknown[]> => {
  const found = renderJson(await runCommand(due, desk)).due as never[];
  return found.map(({ due: what, document_number, why }) => [document_number, what, why]);
};

async function approved() {
  const place = await shop({}, { sameClock: true });
  const ids = [
    await create(place.desk, invoice({ document_number: "SB-1" })),
    await create(place.desk, invoice({ document_number: "SB-2" })),
  ];
  place.clock.advance(10);
  await ask(place.desk, []);
  return { ...place, ids };
}

/** The same desk with a profile that requires acceptance. */
const asking = (desk: ServiceDesk, days: string, since = "2026-06-15"): Desk => ({
  ...desk,
  profile: async (words) => {
    const found = await desk.profile(words);
    return found.ok ? ok({ ...found.value, acceptance: { days, from: since } }) : found;
  },
});
const day = 24 * 3600;

test("an answer is kept in the journal: history, the audit file and the archive have it, the last one counts", async () => {
  const { desk, clock } = await approved();
  const first = await say(desk, "object SB-1", { on: "2026-06-15", by: "telephone call" });
  expect(first).toMatchObject({ outcome: "done", sandbox: true });
  clock.advance(day);
  const second = await say(desk, "accept SB-1 SB-2", { by: ` ${mail} ` });
  const recorded = renderJson(second).recorded as Record<string, unknown>[];
  expect(recorded).toMatchObject([
    { document_number: "SB-1", answer: "accepted", on: "2026-06-16", how: mail },
    { document_number: "SB-2", answer: "accepted", on: "2026-06-16", how: mail },
  ]);
  expect(screen(second, "pipe")).toContain(mail);
  await say(desk, "accept SB-1", { by: mail });
  const answers = [
    { answer: "objected", on: "2026-06-15", how: "telephone call" },
    { answer: "accepted", on: "2026-06-16", how: mail },
  ];
  const told = await past(desk);
  expect(told[0]).toMatchObject({ document_number: "SB-1", supplier_answers: answers });
  expect(told[0]?.supplier_answers, "the same answer twice is one").toHaveLength(2);
  const shown = screen(await runCommand(history, desk), "pipe");
  expect(shown).toContain(`OBJECTED TO by the supplier on 2026-06-15 (telephone call); accepted by the supplier on`);

  const out = join(desk.folder, "pack");
  expect((await runCommand(evidence, desk, ["SB-1"], { out })).outcome).toBe("done");
  const lines = readFileSync(join(out, "journal.jsonl"), "utf8")
    .trim()
    .split("\n")
    .map((each) => JSON.parse(each));
  expect(lines.filter(({ type }) => type === "supplier-answer")).toMatchObject(answers);

  const folder = join(desk.folder, "archive");
  const made = await runCommand(archive, desk, [], { month: "2026-06", out: folder, offline: true });
  expect(made.outcome, JSON.stringify(made.problems)).toBe("done");
  expect(readFileSync(join(folder, "index.csv"), "utf8")).toContain(`accepted on 2026-06-16 (${mail})`);
  expect(readFileSync(join(folder, "index.html"), "utf8")).toContain(`accepted on 2026-06-16 (${mail})`);
  expect(JSON.parse(readFileSync(join(folder, "manifest.json"), "utf8")).documents[0].supplier_answers).toMatchObject(
    answers,
  );
});

test("an objection is due until it is accepted, or the invoice is credited", async () => {
  const { desk, clock } = await approved();
  await say(desk, "object SB-1 SB-2", { by: mail });
  const why = [`The supplier objected on 2026-06-15 (${mail}).`];
  expect(await whatIsDue(desk)).toEqual([
    ["SB-1", "objected", why],
    ["SB-2", "objected", why],
  ]);
  await say(desk, "accept SB-1", { by: "letter of 22 June" });
  await create(desk, creditNote({ billing_reference: [{ id: "SB-2", issue_date: "2026-06-15" }] }));
  expect(await whatIsDue(desk)).toMatchObject([
    ["SBC-2026-0001", "credit-waits", ["It takes nothing off SB-2 until it is approved."]],
    ["SB-2", "objected", why],
  ]);
  clock.advance(10);
  await ask(desk, []);
  expect(await whatIsDue(desk)).toEqual([]);
});

test("where the profile asks for it, documents without an acceptance are due in time, from the day of the setting on", async () => {
  const { desk, clock } = await approved();
  await create(desk, invoice({ document_number: "SB-3", ...from("1999999913") }));
  clock.advance(10);
  await ask(desk, []);
  expect(await whatIsDue(desk)).toMatchObject([["SB-3", "rejected", expect.anything()]]);
  clock.advance(4 * day);
  expect(await whatIsDue(asking(desk, "5"))).toMatchObject([["SB-3", "rejected", expect.anything()]]);
  clock.advance(day);
  const why = ["It was sent on 2026-06-15, and the supplier's acceptance is not recorded (asked within 5 days)."];
  expect(await whatIsDue(asking(desk, "5"))).toMatchObject([
    ["SB-3", "rejected", expect.anything()],
    ["SB-1", "not-accepted", why],
    ["SB-2", "not-accepted", why],
  ]);
  expect(await whatIsDue(asking(desk, "5", "2026-06-16"))).toMatchObject([["SB-3", "rejected", expect.anything()]]);
  await say(desk, "accept SB-1", { by: mail });
  expect(await whatIsDue(asking(desk, "5"))).toMatchObject([
    ["SB-3", "rejected", expect.anything()],
    ["SB-2", "not-accepted", expect.anything()],
  ]);
});

test("--acceptance-days asks for it without a profile's setting, in practice too", async () => {
  const { desk, clock } = await approved();
  const dueIn = async (acceptanceDays: number | undefined, at: Desk = desk) =>
    runCommand(due, at, [], { acceptanceDays });
  const rows = async (days: number | undefined) =>
    (renderJson(await dueIn(days)).due as { due: string; document_number: string }[]).map((each) => [
      each.document_number,
      each.due,
    ]);
  clock.advance(5 * day);
  expect(await rows(undefined)).toEqual([]);
  expect(await rows(6)).toEqual([]);
  expect(await rows(5)).toEqual([
    ["SB-1", "not-accepted"],
    ["SB-2", "not-accepted"],
  ]);
  const noProfile = { ...desk, profile: async () => fail(problem("no-profile", "No profile.", "Make one.")) };
  const account = async () => undefined;
  expect((await dueIn(5, { ...noProfile, account })).outcome).toBe("usage");
});

test("answers come along when a journal is merged into another", async () => {
  const { desk, ids } = await approved();
  await say(desk, "accept SB-1", { on: "2026-06-15", by: mail });
  const other = temporaryFolder();
  const made = openJournal(join(other, "journal.db"));
  if (!made.ok) throw new Error(made.problems[0].message);
  made.value.close();
  const backup = join(desk.folder, "backup.db");
  expect((await desk.openedJournal.backUp(backup)).ok).toBe(true);
  const merged = mergeJournal(join(other, "journal.db"), backup, { by: "test", now: 0 });
  expect(merged.ok, JSON.stringify(merged)).toBe(true);
  const opened = openJournal(join(other, "journal.db"));
  if (!opened.ok) throw new Error(opened.problems[0].message);
  const there: Desk = { ...desk, journal: async () => opened, journalIsNew: async () => ok(false) };
  const told = await past(there);
  opened.value.close();
  expect(told.find(({ id }) => id === ids[0])).toMatchObject({ supplier_answers: [{ answer: "accepted", how: mail }] });
});

test.each([
  ["accept SB-1", {}, "bad-usage", "How the acceptance came was not given"],
  ["object SB-1", { by: " " }, "bad-usage", "How the objection came was not given"],
  ["accept SB-1", { by: mail, on: "21/06/2026" }, "bad-usage", "is not written as year-month-day"],
  ["accept SB-1", { by: mail, on: "2026-06-21" }, "bad-usage", "is in the future"],
  ["accept SB-1", { by: mail, on: "2026-06-14" }, "bad-usage", "SB-1 was issued on 2026-06-15"],
  ["accept SB-1 SB-9", { by: mail }, "not-found", 'no document "SB-9"'],
  ["accept", { by: mail }, "bad-usage", "accept needs a document"],
  ["show desert-lime", { by: mail }, "bad-usage", "--by belongs to suppliers accept and object"],
] as const)("%s %j is refused, and nothing is recorded", async (words, options, code, says) => {
  const { desk } = await shop({}, { sameClock: true });
  await create(desk, invoice({ document_number: "SB-1" }));
  const refused = await say(desk, words, options);
  expect(refused.problems).toMatchObject([{ code, message: expect.stringContaining(says) }]);
  expect((await past(desk))[0]?.supplier_answers).toEqual([]);
});

test("before anything was sent no document is known, and no journal is made", async () => {
  const { desk } = await shop();
  const refused = await say({ ...desk, journalIsNew: async () => ok(true) }, "accept SB-1", { by: mail });
  expect(refused.problems).toMatchObject([{ code: "not-found" }]);
});
