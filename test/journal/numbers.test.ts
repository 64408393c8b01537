import { describe, expect, test } from "vitest";
import { numberIn, seriesAt, seriesFault, shownSeries } from "../../src/document/index.ts";
import { type Attempt, type Intent, type Journal, sha256 } from "../../src/journal/index.ts";
import { createdResult, intent } from "../support/intents.ts";
import { given, journalIn } from "../support/journal-file.ts";
import { temporaryFolder } from "../support/run-selfbill.ts";

const account = "sandbox:SBX-1";
const numbering = { series: "SB-2026-{0000}", bodyWith: (number: string) => `{"document_number":"${number}"}` };

/** A document that differs enough from the others not to be a possible duplicate. */
const bill = (content: string, more: Partial<Intent> = {}): Intent =>
  intent({ content, totals: { payable_amount: content }, ...more });

async function begun(journal: Journal, what: Intent, more: object = {}) {
  const found = await journal.begin(what, { allowSimilar: false, numbering, ...more });
  if (!found.ok) throw new Error(found.problems[0].message);
  return found.value;
}

async function attemptOf(journal: Journal, what: Intent): Promise<{ attempt: Attempt; intent: Intent }> {
  const found = await begun(journal, what);
  if (found.is !== "begun") throw new Error(JSON.stringify(found));
  return found;
}

/** Sends a document and records the given result; returns its number. */
async function sent(journal: Journal, what: Intent, verdict: "created" | "refused" | "in-doubt"): Promise<string> {
  const { attempt, intent: numbered } = await attemptOf(journal, what);
  const number = numbered.documentNumber ?? "";
  await attempt.armed();
  const result = createdResult(`id-${number}`, { documentNumber: number });
  await attempt.result(verdict === "created" ? result : { verdict, said: [] });
  return number;
}

async function used(journal: Journal) {
  const found = await journal.numbers(account);
  if (!found.ok) throw new Error(found.problems[0].message);
  return found.value.map(({ number, state }) => [number, state]);
}

describe("the journal hands numbers out", () => {
  test("one after the other, with the body and its hash as they are sent", async () => {
    const journal = journalIn(temporaryFolder());
    expect(await sent(journal, bill("a"), "created")).toBe("SB-2026-0001");
    const { intent: second, attempt } = await attemptOf(journal, bill("b"));
    const body = '{"document_number":"SB-2026-0002"}';
    expect(second).toMatchObject({ documentNumber: "SB-2026-0002", bodyHash: sha256(body) });
    expect(await journal.kept(sha256(body))).toEqual({ ok: true, value: body });
    expect(await journal.attempt(attempt.id)).toMatchObject({
      value: [{ type: "intent", data: { documentNumber: "SB-2026-0002" } }],
    });
    expect(given(await journal.find(account, "SB-2026-0001"))).toMatchObject([{ id: "id-SB-2026-0001" }]);
  });

  test("the same content keeps its number after a refusal, and its key is the one without a number", async () => {
    const folder = temporaryFolder();
    const journal = journalIn(folder);
    expect(await sent(journal, bill("a"), "refused")).toBe("SB-2026-0001");
    expect(await sent(journal, bill("b"), "created")).toBe("SB-2026-0002");
    expect(await sent(journalIn(folder), bill("a"), "created")).toBe("SB-2026-0001");
    expect(await begun(journal, bill("a"))).toMatchObject({ is: "created", id: "id-SB-2026-0001" });
    expect(await begun(journal, bill("a"), { numbering: undefined })).toMatchObject({ is: "created" });
  });

  test("two processes never get the same number", async () => {
    const folder = temporaryFolder();
    const [first, second] = [journalIn(folder), journalIn(folder)];
    const contents = Array.from({ length: 20 }, (_, at) => bill(String(at)));
    const numbers = await Promise.all(
      contents.map(async (each, at) => (await attemptOf(at % 2 === 0 ? first : second, each)).intent.documentNumber),
    );
    expect(new Set(numbers).size).toBe(20);
    expect([...numbers].sort().at(-1)).toBe("SB-2026-0020");
  });

  test("nothing is taken while the document waits for its turn or is refused by the journal", async () => {
    const journal = journalIn(temporaryFolder());
    await sent(journal, bill("a"), "created");
    expect(await begun(journal, bill("a again", { totals: { payable_amount: "a" } }))).toMatchObject({ is: "similar" });
    await journal.told(account, { holdOff: 60_000 });
    expect(await begun(journal, bill("b"))).toMatchObject({ is: "wait" });
    expect(await used(journal)).toEqual([["SB-2026-0001", "created"]]);
  });

  test("a number that a document of this journal has already is passed over", async () => {
    const journal = journalIn(temporaryFolder());
    const typed = bill("typed", { documentNumber: "SB-2026-0001" });
    const found = await begun(journal, typed, { numbering: undefined });
    if (found.is !== "begun") throw new Error(found.is);
    const { attempt } = found;
    await attempt.armed();
    await attempt.result(createdResult("typed", { documentNumber: "SB-2026-0001" }));
    expect(await sent(journal, bill("b"), "created")).toBe("SB-2026-0002");
  });

  test("another period and another series count for themselves", async () => {
    const journal = journalIn(temporaryFolder());
    await sent(journal, bill("a"), "created");
    const later = { series: "SB-2027-{0000}", bodyWith: (number: string) => number };
    expect(await begun(journal, bill("b"), { numbering: later })).toMatchObject({
      intent: { documentNumber: "SB-2027-0001" },
    });
  });
});

describe("gaps", () => {
  test("each number says what came of it", async () => {
    const journal = journalIn(temporaryFolder());
    await sent(journal, bill("a"), "created");
    await sent(journal, bill("b"), "refused");
    await sent(journal, bill("c"), "in-doubt");
    await attemptOf(journal, bill("d"));
    expect(await used(journal)).toEqual([
      ["SB-2026-0001", "created"],
      ["SB-2026-0002", "not-created"],
      ["SB-2026-0003", "in-doubt"],
      ["SB-2026-0004", "under-way"],
    ]);
  });

  test("a number that is used elsewhere is given up on somebody's word, and its content gets the next one", async () => {
    const journal = journalIn(temporaryFolder());
    await sent(journal, bill("a"), "created");
    await sent(journal, bill("b"), "refused");
    await sent(journal, bill("c"), "in-doubt");
    for (const number of ["SB-2026-0001", "SB-2026-0003", "SB-2026-0009"])
      expect(await journal.giveUpNumber(account, number, "amina")).toEqual({ ok: true, value: false });
    expect(await journal.giveUpNumber(account, "SB-2026-0002", "amina")).toEqual({ ok: true, value: true });
    expect(await sent(journal, bill("b"), "created")).toBe("SB-2026-0004");
    expect(await used(journal)).toContainEqual(["SB-2026-0002", "used-elsewhere"]);
    expect(await journal.notes()).toMatchObject({
      value: expect.arrayContaining([expect.objectContaining({ type: "number-given-up" })]),
    });
  });
});

describe("one series for two companies", () => {
  const [acme, oasis] = ["https://einvoice.example BP-1", "https://einvoice.example BP-2"] as const;
  const of = (company: string, content: string): Intent => bill(content, { account: company });

  test("is refused to the second one, which takes nothing; another period and a series of its own are free", async () => {
    const journal = journalIn(temporaryFolder());
    await sent(journal, of(acme, "a"), "created");
    const taken = { is: "series-used", account: acme, series: "SB-2026-{0000}" };
    expect(await begun(journal, of(oasis, "b"))).toEqual(taken);
    const longer = { ...numbering, series: "SB-2026-{00000}" };
    expect(await begun(journal, of(oasis, "b"), { numbering: longer })).toEqual({ ...taken, series: longer.series });
    for (const series of ["SB-2027-{0000}", "O-2026-{0000}", "SB-2026-1{0000}"])
      expect(await begun(journal, of(oasis, series), { numbering: { ...numbering, series } })).toMatchObject({
        is: "begun",
      });
    expect(given(await journal.numbers(oasis)).map(({ number }) => number)).not.toContain("SB-2026-0001");
    expect(await sent(journal, of(acme, "c"), "created")).toBe("SB-2026-0002");
    expect(given(await journal.accounts.seriesOfOthers(oasis))).toEqual([{ account: acme, series: "SB-2026-{0000}" }]);
  });

  test("the same company under another address, in another spelling or in practice is no other company", async () => {
    const journal = journalIn(temporaryFolder());
    await sent(journal, of(acme, "a"), "created");
    for (const account of ["https://new.example BP-1", "https://einvoice.example bp-1", "sandbox:SBX-1"])
      expect(await begun(journal, of(account, account))).toMatchObject({ is: "begun" });
    expect(given(await journal.accounts.seriesOfOthers(acme))).toEqual([]);
  });

  test("of two that both used one before, the first goes on, and the other keeps the numbers that it has", async () => {
    const journal = journalIn(temporaryFolder());
    const elsewhere = "https://test.example BP-2";
    const [former, now] = ["https://einvoice.example", "https://test.example"];
    given(await journal.accounts.say({ former, now, are: "other", by: "amina" }));
    await sent(journal, of(acme, "a"), "created");
    await sent(journal, of(elsewhere, "b"), "refused");
    given(await journal.accounts.say({ former, now, are: "same", by: "amina" }));
    expect(await begun(journal, of(elsewhere, "c"))).toMatchObject({ is: "series-used", account: acme });
    expect(await sent(journal, of(elsewhere, "b"), "created")).toBe("SB-2026-0001");
    expect(await sent(journal, of(acme, "d"), "created")).toBe("SB-2026-0002");
  });
});

describe("a series", () => {
  test.each([
    ["SB-{yyyy}-{00000}", "2026-06-15", 42, "SB-2026-00042", "SB-2026-#####"],
    ["{yy}{mm}/{000}", "2026-06-15", 1234, "2606/1234", "2606/###"],
    ["A{0}", "2026-06-15", 7, "A7", "A#"],
  ])("%s at %s", (pattern, date, counter, number, shown) => {
    expect(seriesFault(pattern)).toBeUndefined();
    const series = seriesAt(pattern, date);
    expect([numberIn(series, counter), shownSeries(series)]).toEqual([number, shown]);
  });

  test.each(["SB-{yyyy}", "SB-{000}-{000}", "SB {000}", "SB-{year}-{000}", "ف-{000}", `${"S".repeat(60)}{000}`])(
    "%s is not one",
    (pattern) => {
      expect(seriesFault(pattern)).toMatch(/^(?:It|Beside) .*\.$/);
    },
  );
});
