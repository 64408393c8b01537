import { createHash } from "node:crypto";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import type { Policy } from "../../src/approval/index.ts";
import { mergeJournal } from "../../src/journal/admin.ts";
import { type Begun, type Intent, type Journal, openJournal, sha256 } from "../../src/journal/index.ts";
import { approvalOf, type Holder, office, requestFor, signedPolicy } from "../support/approvals.ts";
import { createdResult, intent } from "../support/intents.ts";
import { byHand, given, sendOne } from "../support/journal-file.ts";
import { temporaryFolder } from "../support/run-selfbill.ts";
import { SettableClock } from "../support/start-sandbox.ts";

function openIn(folder: string, clock: { now(): number } = { now: () => Date.now() }): Journal {
  const journal = given(openJournal(join(folder, "journal.db"), { now: () => clock.now() }));
  const close = journal.close.bind(journal);
  let open = true;
  journal.close = () => {
    if (open) close();
    open = false;
  };
  onTestFinished(() => journal.close());
  return journal;
}

/** Opens a journal with a policy; also returns a function that begins a document in it. */
async function withPolicy(change: Partial<Policy> = {}, folder = temporaryFolder()) {
  const people = await office();
  const clock = new SettableClock();
  const journal = openIn(folder, clock);
  const set = (number: string, more: Partial<Policy> = {}, owner: Holder = people.owner) =>
    journal.policies.set(signedPolicy(people.policy({ ...change, ...more, number }), owner), "amina");
  given(await set("1"));
  const begin = async (what: Intent, files: readonly string[], gross = "10500"): Promise<Begun> => {
    const approval = { files, grossInAed: gross };
    return given(await journal.begin(what, { allowSimilar: true, approval }));
  };
  const approved = (what: Intent, by = people.omar): string => approvalOf(requestFor(people.aisha, [what.key]), by);
  return { ...people, folder, clock, journal, set, begin, approved };
}

/** The result of `begin`, as one word. */
const said = (begun: Begun): string => (begun.is === "not-approved" ? begun.problem.code : begun.is);

/** Records that the begun attempt was sent, with this result; `undefined` leaves it in doubt. */
async function sent(begun: Begun, result: Parameters<typeof createdResult>[1] | undefined, id: string): Promise<void> {
  if (begun.is !== "begun") throw new Error(said(begun));
  await begun.attempt.armed();
  await begun.attempt.result(result === undefined ? { verdict: "in-doubt", said: [] } : createdResult(id, result));
}

test("what the policy asks for is begun only with an approval, which is kept with it", async () => {
  const { journal, begin, approved } = await withPolicy();
  const what = intent();
  expect(said(await begin(what, []))).toBe("approval-missing");
  expect(said(given(await journal.begin(what, { allowSimilar: true })))).toBe("approval-missing");
  expect(said(await begin(what, [approved(intent({ content: "another" }))]))).toBe("approval-missing");
  expect(said(await begin(what, ["{}"]))).toBe("approval-invalid");
  expect(given(await journal.records(0, 10))).toEqual([]);
  const file = approved(what);
  const begun = await begin(what, ["{}", file]);
  if (begun.is !== "begun") throw new Error(said(begun));
  const [record] = given(await journal.records(0, 10));
  expect(record?.data).toMatchObject({
    approval: {
      policy: { number: "1" },
      requested: { name: "Aisha" },
      approved: [{ name: "Omar" }],
      day: "2026-06-15",
      files: [sha256(file)],
    },
  });
  expect(given(await journal.kept(sha256(file)))).toBe(file);
  await sent(begun, {}, "id-1");
  expect(said(await begin(what, []))).toBe("created");
  expect(given(await journal.verify()).damage).toBeUndefined();
  // Another business profile has no policy; a difference in capitalization does not make a different profile.
  const [other, same] = ["SBX-2", "sbx-1"].map((businessProfileId) => intent({ businessProfileId, content: "x" }));
  expect(said(await begin(other as Intent, []))).toBe("begun");
  expect(said(await begin(same as Intent, []))).toBe("approval-missing");
});

test("an owner's later policy is in force, and no other, older or damaged one", async () => {
  const { journal, set, begin, approved, stranger, folder, omar, aisha } = await withPolicy();
  for (const refused of [await set("1"), await set("2", {}, stranger), await set("2", {}, aisha)])
    expect(refused).toMatchObject({ ok: false, problems: [{ code: "policy-not-valid" }] });
  given(await set("2", { approval_from: "20000" }));
  expect(await set("1")).toMatchObject({ ok: false });
  expect(said(await begin(intent(), []))).toBe("begun");
  given(await set("3"));
  const what = intent({ content: "two" });
  expect(said(await begin(what, [approved(what)]))).toBe("approval-invalid");
  const now = approvalOf(requestFor(aisha, [what.key]), omar, { policy: "3" });
  expect(given(await journal.policies.of("SBX-1"))).toMatchObject({ now: { policy: { number: "3" } } });
  const flipped = "UPDATE note SET data = replace(data, 'signatures', 'signature') WHERE sequence = 3";
  byHand(folder, (file) => file.run(flipped));
  expect(said(await begin(what, [now]))).toBe("policy-missing");
  expect(await journal.policies.of("SBX-1")).toMatchObject({ ok: false, problems: [{ code: "policy-missing" }] });
});

test("a day's limit counts what exists or may exist, each content once, and not what was refused", async () => {
  const limited = await withPolicy();
  const { set, begin, aisha, omar } = limited;
  const people = limited.policy().people.map((each) => (each.name === "Omar" ? { ...each, per_day: "30000" } : each));
  given(await set("2", { people }));
  const file = (what: Intent): string => approvalOf(requestFor(aisha, [what.key]), omar, { policy: "2" });
  const one = (content: string): Intent => intent({ content, documentNumber: content });
  const go = async (content: string, result: Parameters<typeof sent>[1], gross = "10000"): Promise<string> => {
    const begun = await begin(one(content), [file(one(content))], gross);
    if (begun.is === "begun") await sent(begun, result, `id-${content}`);
    return said(begun);
  };
  expect(await go("a", {})).toBe("begun");
  expect(await go("b", { verdict: "refused", id: undefined })).toBe("begun");
  expect(await go("b", { verdict: "not-sent", id: undefined })).toBe("begun");
  expect(await go("c", undefined)).toBe("begun"); // in doubt
  expect(await go("d", {}, "10000.01")).toBe("approval-invalid");
  expect(await go("d", {}, "10000")).toBe("begun");
  expect(await go("b", {}, "0.01")).toBe("approval-invalid");
  // Another process, which has read nothing yet, gets the same result, and so does one whose clock was set back.
  const again = openIn(limited.folder, { now: () => limited.clock.now() - 3 * 86_400_000 });
  const approval = { files: [file(one("b"))], grossInAed: "0.01" };
  expect(said(given(await again.begin(one("b"), { allowSimilar: true, approval })))).toBe("approval-invalid");
  // The document in doubt is settled as not created, which frees its amount; the next day has its own limit.
  const [doubt] = given(await limited.journal.doubts());
  if (!doubt) throw new Error("no doubt");
  given(await limited.journal.resolve(doubt, { verdict: "not-created", how: "word", by: "amina" }));
  expect(await go("b", {}, "10000")).toBe("begun");
  expect(await go("e", {}, "1")).toBe("approval-invalid");
  limited.clock.advance(86_400);
  expect(await go("e", {}, "30000")).toBe("begun");
  expect(given(await limited.journal.verify()).damage).toBeUndefined();
});

test("a document that replaces one counts in its place, and its content makes no other", async () => {
  const limited = await withPolicy();
  const { set, begin, aisha, omar } = limited;
  const people = limited.policy().people.map((each) => (each.name === "Omar" ? { ...each, per_day: "10000" } : each));
  given(await set("2", { people }));
  const file = (what: Intent): string => approvalOf(requestFor(aisha, [what.key]), omar, { policy: "2" });
  const first = intent({ content: "first" });
  await sent(await begin(first, [file(first)], "10000"), {}, "id-1");
  const corrected = intent({ content: "corrected", replaces: "id-1" });
  expect(said(await begin(corrected, [file(first)], "10000"))).toBe("approval-missing");
  // Both documents would count: the failed one counts until it is replaced.
  expect(said(await begin(corrected, [file(corrected)], "10000"))).toBe("approval-invalid");
  limited.clock.advance(86_400);
  await sent(await begin(corrected, [file(corrected)], "10000"), {}, "id-1");
  limited.clock.advance(86_400);
  const elsewhere = intent({ content: "corrected", replaces: "id-2" });
  expect((await begin(elsewhere, [file(elsewhere)], "10000")).is).toBe("content-used");
  expect(said(await begin(corrected, [file(corrected)], "10000"))).toBe("begun");
});

test("a document that was replaced counts no more to the day", async () => {
  const limited = await withPolicy();
  const { set, begin, aisha, omar } = limited;
  const people = limited.policy().people.map((each) => (each.name === "Omar" ? { ...each, per_day: "20000" } : each));
  given(await set("2", { people }));
  const go = async (what: Intent, id: string): Promise<string> => {
    const begun = await begin(what, [approvalOf(requestFor(aisha, [what.key]), omar, { policy: "2" })], "10000");
    if (begun.is === "begun") await sent(begun, {}, id);
    return said(begun);
  };
  expect(await go(intent({ content: "first" }), "id-1")).toBe("begun");
  expect(await go(intent({ content: "corrected", replaces: "id-1" }), "id-1")).toBe("begun");
  expect(await go(intent({ content: "second", documentNumber: "N-2" }), "id-2")).toBe("begun");
  expect(await go(intent({ content: "third", documentNumber: "N-3" }), "id-3")).toBe("approval-invalid");
});

test("a day's limit counts that day and that person alone, also where the second way to the records names others", async () => {
  const limited = await withPolicy();
  const { set, begin, aisha, omar, sara, folder } = limited;
  const people = limited.policy().people.map((each) => (each.name === "Omar" ? { ...each, per_day: "30000" } : each));
  given(await set("2", { people }));
  const go = async (content: string, by: Holder): Promise<string> => {
    const what = intent({ content, documentNumber: content });
    const begun = await begin(what, [approvalOf(requestFor(aisha, [what.key]), by, { policy: "2" })], "30000");
    if (begun.is === "begun") await sent(begun, {}, `id-${content}`);
    return said(begun);
  };
  expect(await go("yesterday", omar)).toBe("begun");
  expect(await go("too much", omar)).toBe("approval-invalid");
  limited.clock.advance(86_400);
  expect(await go("of Sara", sara)).toBe("begun");
  await sendOne(limited.journal, intent({ businessProfileId: "SBX-2", content: "without a policy" }));
  const records = given(await limited.journal.records(0, 100)).map(({ sequence }) => sequence);
  const nameOf = (value: string): number =>
    createHash("sha256").update(`approved\nsbx-1\n${value}`).digest().readUIntBE(0, 6);
  const adds = (value: string, named: readonly number[]): void =>
    byHand(folder, (file) => {
      for (const each of named) file.run("INSERT INTO known (name, record) VALUES (?, ?)", nameOf(value), each);
    });
  adds(`2026-06-16 ${omar.publicKey}`, records);
  expect(await go("today", omar)).toBe("begun");
  expect(await go("too much", omar)).toBe("approval-invalid");
  // Setting the clock back does not start another day either.
  await sendOne(
    limited.journal,
    intent({ businessProfileId: "SBX-2", content: "another", documentNumber: "N-2" }),
    "2",
  );
  adds("", [given(await limited.journal.records(0, 100)).at(-1)?.sequence ?? 0]);
  limited.clock.advance(-86_400 * 2);
  expect(await go("too much", omar)).toBe("approval-invalid");
});

test("a merge brings no policy and takes none away", async () => {
  const [here, there] = [await withPolicy(), await withPolicy({ approval_from: "99999" })];
  const plain = temporaryFolder();
  const journal = openIn(plain);
  await sendOne(journal, intent({ content: "plain" }));
  journal.close();
  for (const each of [here, there]) each.journal.close();
  given(mergeJournal(join(plain, "journal.db"), there.folder, { by: "amina", now: 0 }));
  given(mergeJournal(join(here.folder, "journal.db"), there.folder, { by: "amina", now: 0 }));
  const after = async (folder: string) => {
    const opened = openIn(folder);
    expect(given(await opened.verify()).damage).toBeUndefined();
    return given(await opened.policies.of("SBX-1"));
  };
  expect((await after(plain)).now).toBeUndefined();
  expect((await after(here.folder)).now?.policy.approval_from).toBe("0");
});

test("a day that the service's clock denies locks nothing, lends nothing, and stops until the clock is set", async () => {
  const limited = await withPolicy();
  const { set, begin, aisha, omar, clock, journal } = limited;
  const people = limited.policy().people.map((each) => (each.name === "Omar" ? { ...each, per_day: "10000" } : each));
  given(await set("2", { people }));
  const file = (what: Intent): string => approvalOf(requestFor(aisha, [what.key]), omar, { policy: "2" });
  const go = async (content: string, gross: string, result: Parameters<typeof sent>[1] = {}): Promise<string> => {
    const what = intent({ content, documentNumber: content });
    const begun = await begin(what, [file(what)], gross);
    if (begun.is === "begun") await sent(begun, result, `id-${content}`);
    return said(begun);
  };
  const tenYears = 10 * 366 * 86_400;
  clock.advance(tenYears);
  expect(await go("a", "9000", { serviceDay: "2026-06-15" })).toBe("begun");
  expect(await go("b", "1")).toBe("clock-ahead");
  clock.advance(86_400);
  expect(await go("b", "1")).toBe("clock-ahead");
  clock.advance(-tenYears - 86_400);
  // The document counts towards the day on which the service received it.
  expect(await go("b", "1000.01")).toBe("approval-invalid");
  expect(await go("b", "1000")).toBe("begun");
  expect(given(await journal.records(0, 99)).at(-3)?.data).toMatchObject({ approval: { day: "2026-06-15" } });
  clock.advance(-86_400);
  expect(await go("c", "1")).toBe("approval-invalid");
  clock.advance(2 * 86_400);
  expect(await go("c", "10000")).toBe("begun");
  expect(given(await journal.verify()).damage).toBeUndefined();
});

/** Sets how much Omar may approve per day; also returns a function that sends a document with a given amount. */
async function limitedTo(perDay: string) {
  const limited = await withPolicy();
  const { policy, set, begin, aisha, omar } = limited;
  const people = policy().people.map((each) => (each.name === "Omar" ? { ...each, per_day: perDay } : each));
  given(await set("2", { people }));
  const begun = (what: Intent, gross: string): Promise<Begun> =>
    begin(what, [approvalOf(requestFor(aisha, [what.key]), omar, { policy: "2" })], gross);
  const named = (content: string): Intent => intent({ content, documentNumber: content });
  const go = async (what: string | Intent, gross: string, result: Parameters<typeof sent>[1] = {}): Promise<string> => {
    const whole = typeof what === "string" ? named(what) : what;
    const found = await begun(whole, gross);
    if (found.is === "begun") await sent(found, result, result?.id ?? `id-${whole.documentNumber}`);
    return said(found);
  };
  return { ...limited, begun, named, go };
}

test("a document that is on its way counts, and stops nobody", async () => {
  const { begun, named, go } = await limitedTo("10000");
  const first = await begun(named("first"), "6000");
  if (first.is !== "begun") throw new Error(said(first));
  await first.attempt.armed();
  expect(await go("second", "4000.01")).toBe("approval-invalid");
  expect(await go("second", "4000")).toBe("begun");
});

test("what replaced a document counts with its own amount, and not with the one that is gone", async () => {
  const { go } = await limitedTo("20000");
  expect(await go("first", "10000", { id: "id-1" })).toBe("begun");
  const corrected = intent({ content: "corrected", documentNumber: "first", replaces: "id-1" });
  expect(await go(corrected, "4000", { id: "id-1" })).toBe("begun");
  expect(await go("second", "16000.01")).toBe("approval-invalid");
  expect(await go("second", "16000")).toBe("begun");
});

test("a document whose amount nobody knew counts nothing once a limit comes", async () => {
  const { set, begin, aisha, sara, policy } = await withPolicy();
  const approved = (what: Intent, number: string): string =>
    approvalOf(requestFor(aisha, [what.key]), sara, { policy: number });
  const unknown = intent({ content: "unknown", totals: {} });
  await sent(await begin(unknown, [approved(unknown, "1")], ""), {}, "id-1");
  const people = policy().people.map((each) => (each.name === "Sara" ? { ...each, per_day: "10000" } : each));
  given(await set("2", { people }));
  const more = intent({ content: "more" });
  expect(said(await begin(more, [approved(more, "2")], "10000.01"))).toBe("approval-invalid");
  expect(said(await begin(more, [approved(more, "2")], "10000"))).toBe("begun");
});

test("once the clock is set right the day goes on with the service's, the earliest that it told", async () => {
  const { clock, begun, named, go, journal } = await limitedTo("10000");
  const tenYears = 10 * 366 * 86_400;
  clock.advance(tenYears);
  // Two processes were sending when the service's day ended.
  const [before, after] = [await begun(named("before"), "3000"), await begun(named("after"), "3000")];
  await sent(before, { serviceDay: "2026-06-15" }, "id-1");
  await sent(after, { serviceDay: "2026-06-16" }, "id-2");
  expect(await go("now", "1")).toBe("clock-ahead");
  clock.advance(-tenYears);
  expect(await go("now", "7000.01")).toBe("approval-invalid");
  expect(await go("now", "7000")).toBe("begun");
  expect(given(await journal.records(0, 99)).at(-3)?.data).toMatchObject({ approval: { day: "2026-06-15" } });
});

test("a clock that is set right a day after the service's word begins a new day", async () => {
  const { clock, go } = await limitedTo("10000");
  const tenYears = 10 * 366 * 86_400;
  clock.advance(tenYears);
  expect(await go("first", "10000", { serviceDay: "2026-06-15" })).toBe("begun");
  clock.advance(86_400 - tenYears);
  expect(await go("second", "10000")).toBe("begun");
});
