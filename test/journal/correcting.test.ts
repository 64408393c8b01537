import { describe, expect, test } from "vitest";
import type { Attempt, Intent, Journal } from "../../src/journal/index.ts";
import { createdResult, intent } from "../support/intents.ts";
import { given, journalIn } from "../support/journal-file.ts";
import { temporaryFolder } from "../support/run-selfbill.ts";

const account = "sandbox:SBX-1";
const corrects = { id: "i-1", documentNumber: "SB-1" };
const copy = (content: string, more: Partial<Intent> = {}): Intent => intent({ content, corrects, ...more });

async function begun(journal: Journal, what: Intent, more: object = {}) {
  return given(await journal.begin(what, { allowSimilar: false, ...more }));
}

async function attemptOf(journal: Journal, what: Intent): Promise<Attempt> {
  const found = await begun(journal, what);
  if (found.is !== "begun") throw new Error(JSON.stringify(found));
  return found.attempt;
}

async function created(journal: Journal, what: Intent, id: string, number: string): Promise<Attempt> {
  const attempt = await attemptOf(journal, what);
  await attempt.armed();
  await attempt.result(createdResult(id, { documentNumber: number }));
  return attempt;
}

/** Opens a journal with the rejected invoice SB-1 in two processes. */
async function twoProcesses() {
  const folder = temporaryFolder();
  const [first, second] = [journalIn(folder), journalIn(folder)];
  const original = await created(first, intent({ documentNumber: "SB-1" }), "i-1", "SB-1");
  given(await first.saw(account, "i-1", "REJECTED"));
  return { folder, first, second, original };
}

describe("two copies of one rejected document", () => {
  test("are not both sent by two processes", async () => {
    const { first, second } = await twoProcesses();
    const one = await attemptOf(first, copy("a"));
    expect(await begun(second, copy("b"))).toEqual({ is: "busy" });
    // The content does not matter: the result is the same with different amounts.
    expect(await begun(second, copy("b", { totals: { payable_amount: "1" } }))).toEqual({ is: "busy" });
    await one.armed();
    await one.result(createdResult("i-2", { documentNumber: "SB-2" }));
    const refused = { is: "corrected", attempt: one.id, id: "i-2", documentNumber: "SB-2" };
    expect(await begun(second, copy("b"))).toEqual(refused);
    expect(await begun(second, copy("b"), { allowSimilar: true })).toEqual(refused);
    // The same content again is the same document.
    expect(await begun(second, copy("a"))).toMatchObject({ is: "created", id: "i-2" });
  });

  test("are not both sent while one is in doubt, until somebody settles it", async () => {
    const { folder, first, second } = await twoProcesses();
    const one = await attemptOf(first, copy("a"));
    await one.armed();
    first.close();
    expect(await begun(second, copy("b"))).toEqual({ is: "corrected", attempt: one.id });
    const [doubt] = given(await journalIn(folder).doubts());
    if (doubt === undefined) throw new Error("no doubt");
    given(await second.resolve(doubt, { verdict: "not-created", how: "word", by: "test" }));
    expect(await begun(second, copy("b"))).toMatchObject({ is: "begun" });
  });

  test("are both tried where the first came to nothing", async () => {
    const { first, second } = await twoProcesses();
    const one = await attemptOf(first, copy("a"));
    await one.armed();
    await one.result({ verdict: "refused", status: 400, said: [] });
    expect(await begun(second, copy("b"))).toMatchObject({ is: "begun" });
  });
});

describe("a copy resembles what it corrects", () => {
  test("which is no duplicate, nor is what that one corrected; any other is", async () => {
    const { first } = await twoProcesses();
    expect(await begun(first, intent({ content: "twin" }))).toMatchObject({ is: "similar", id: "i-1" });
    await created(first, copy("a"), "i-2", "SB-2");
    const again = { id: "i-2", documentNumber: "SB-2" };
    await created(first, intent({ content: "b", corrects: again }), "i-3", "SB-3");
    const other = await begun(first, intent({ content: "c", corrects: { id: "i-3", documentNumber: "SB-3" } }));
    expect(other).toMatchObject({ is: "begun" });
    expect(await begun(first, intent({ content: "twin" }))).toMatchObject({ is: "busy" });
  });

  test("and another one that it does not correct is asked about", async () => {
    const { first } = await twoProcesses();
    const other = await attemptOf(first, intent({ content: "other", issueDate: "2026-06-16" }));
    await other.armed();
    await other.result(createdResult("i-9", { documentNumber: "SB-9" }));
    expect(await begun(first, copy("a", { issueDate: "2026-06-16" }))).toMatchObject({ is: "similar", id: "i-9" });
  });

  test("its number stays the other's", async () => {
    const { first } = await twoProcesses();
    expect(await begun(first, copy("a", { documentNumber: "SB-1" }))).toMatchObject({ is: "number-used", id: "i-1" });
  });
});

describe("a document that is sent again under its number", () => {
  const again = (content: string): Intent => intent({ content, documentNumber: "SB-1", replaces: "i-1" });

  test("keeps its copy back while that is not over, and afterwards", async () => {
    const { first, second, original } = await twoProcesses();
    const judged = original.id;
    const resent = await attemptOf(first, again("again"));
    expect(await begun(second, copy("a"), { judged })).toEqual({ is: "busy" });
    await resent.armed();
    await resent.result({ verdict: "in-doubt", status: 502, said: [] });
    expect(await begun(second, copy("a"), { judged })).toEqual({ is: "sent-again", attempt: resent.id });
    const [doubt] = given(await second.doubts());
    if (doubt === undefined) throw new Error("no doubt");
    given(
      await second.resolve(doubt, { verdict: "created", id: "i-1", documentNumber: "SB-1", how: "word", by: "test" }),
    );
    const since = { is: "sent-again", attempt: resent.id, id: "i-1" };
    expect(await begun(second, copy("a"), { judged })).toEqual(since);
    expect(await begun(second, copy("a"), { judged: resent.id })).toMatchObject({ is: "begun" });
  });

  test("is not sent again while that is in doubt, until somebody settles it", async () => {
    const { first, second } = await twoProcesses();
    const one = await attemptOf(first, again("again"));
    expect(await begun(second, again("other"))).toEqual({ is: "busy" });
    await one.armed();
    await one.result({ verdict: "in-doubt", status: 502, said: [] });
    for (const content of ["again", "other"])
      for (const more of [{}, { allowSimilar: true }])
        expect(await begun(second, again(content), more)).toMatchObject({ is: "in-doubt", attempt: one.id });
    const [doubt] = given(await second.doubts());
    if (doubt === undefined) throw new Error("no doubt");
    given(await second.resolve(doubt, { verdict: "not-created", how: "word", by: "test" }));
    expect(await begun(second, again("other"))).toMatchObject({ is: "begun" });
  });

  test("with unchanged content keeps its copy back while that is in doubt", async () => {
    const { first, second, original } = await twoProcesses();
    const resent = await attemptOf(first, intent({ documentNumber: "SB-1", replaces: "i-1" }));
    await resent.armed();
    await resent.result({ verdict: "in-doubt", status: 502, said: [] });
    const kept = { is: "sent-again", attempt: resent.id };
    expect(await begun(second, copy("a"), { judged: original.id })).toEqual(kept);
  });

  test("is held back itself where another one stands in for it", async () => {
    const { first, second } = await twoProcesses();
    const one = await attemptOf(first, copy("a"));
    expect(await begun(second, again("again"))).toEqual({ is: "busy" });
    await one.armed();
    await one.result(createdResult("i-2", { documentNumber: "SB-2" }));
    expect(await begun(second, again("again"))).toMatchObject({ is: "corrected", id: "i-2" });
    const own = intent({ content: "own", documentNumber: "SB-2", corrects, replaces: "i-2" });
    expect(await begun(second, own)).toMatchObject({ is: "begun" });
  });
});
