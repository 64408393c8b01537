import { describe, expect, test } from "vitest";
import { stateOfLegs } from "../../src/contract/index.ts";
import type { Attempt, Intent, Journal } from "../../src/journal/index.ts";
import { createdResult, intent } from "../support/intents.ts";
import { given, journalIn } from "../support/journal-file.ts";
import { temporaryFolder } from "../support/run-selfbill.ts";

const tiles = (quantity: string, netAmount: string): Intent["lines"] => [
  { name: "Ceramic floor tile", quantity, unitCode: "XBX", netAmount },
];

/** A credit note for this many of SB-1's forty boxes. */
function note(content: string, boxes: number, more: Partial<Intent> = {}): Intent {
  return intent({
    content,
    kind: "credit-note",
    issueDate: `2026-06-${10 + boxes}`,
    lines: tiles(String(boxes), String(boxes * 250)),
    totals: { payable_amount: `${boxes}` },
    credits: { invoiceNumbers: ["SB-1"], reason: "DL8.61.1.D" },
    ...more,
  });
}

async function begun(journal: Journal, what: Intent, more: object = {}) {
  const found = await journal.begin(what, { allowSimilar: false, ...more });
  if (!found.ok) throw new Error(found.problems[0].message);
  return found.value;
}

async function attemptOf(journal: Journal, what: Intent): Promise<Attempt> {
  const found = await begun(journal, what);
  if (found.is !== "begun") throw new Error(JSON.stringify(found));
  return found.attempt;
}

/** The journal has invoice SB-1, for forty boxes; two processes use the journal. */
async function twoProcesses(): Promise<{ folder: string; first: Journal; second: Journal }> {
  const folder = temporaryFolder();
  const [first, second] = [journalIn(folder), journalIn(folder)];
  const invoice = await attemptOf(first, intent({ documentNumber: "SB-1", lines: tiles("40", "10000") }));
  await invoice.armed();
  await invoice.result(createdResult("invoice-1"));
  return { folder, first, second };
}

const over = {
  is: "over-credited",
  found: ["Ceramic floor tile has 10 boxes (XBX) left to credit of SB-1, not 20. Invoiced: 40. Credited before: 30."],
};

describe("two processes cannot credit more than the invoice together", () => {
  test("while the other is at its note", async () => {
    const { first, second } = await twoProcesses();
    const other = await attemptOf(first, note("a", 30));
    const counted = [{ state: "under-way", attempt: other.id, number: other.id }];
    expect(await begun(second, note("b", 20))).toMatchObject({ ...over, counted });
    expect(await begun(second, note("c", 10))).toMatchObject({ is: "begun" });
  });

  test("while the other note is in doubt, until somebody settles it", async () => {
    const { folder, first, second } = await twoProcesses();
    const other = await attemptOf(first, note("a", 30, { documentNumber: "CN-1" }));
    await other.armed();
    first.close();
    const counted = [{ state: "in-doubt", attempt: other.id, number: "CN-1" }];
    expect(await begun(second, note("b", 20))).toMatchObject({ ...over, counted });
    expect(await begun(journalIn(folder), note("b", 20))).toMatchObject(over);
    const doubts = await second.doubts();
    if (!doubts.ok || !doubts.value[0]) throw new Error("the doubt is missing");
    await second.resolve(doubts.value[0], { verdict: "not-created", how: "word", by: "test" });
    expect(await begun(second, note("b", 20))).toMatchObject({ is: "begun" });
  });

  test("a note that the service answered without a word of it is in doubt and counts", async () => {
    const { first, second } = await twoProcesses();
    const other = await attemptOf(first, note("a", 30));
    await other.armed();
    await other.result({ verdict: "in-doubt", status: 502, said: [] });
    expect(await begun(second, note("b", 20))).toMatchObject({ ...over, counted: [{ state: "in-doubt" }] });
  });

  test.each(["refused", "not-sent"] as const)("a note that was %s does not count", async (verdict) => {
    const { first, second } = await twoProcesses();
    const other = await attemptOf(first, note("a", 30));
    await other.armed();
    await other.result({ verdict, said: [] });
    expect(await begun(second, note("b", 20))).toMatchObject({ is: "begun" });
  });

  test("a note that never left counts no more once its process is gone", async () => {
    const { first, second } = await twoProcesses();
    await attemptOf(first, note("a", 30));
    first.close();
    expect(await begun(second, note("b", 20))).toMatchObject({ is: "begun" });
  });
});

describe("a credit note that came to nothing", () => {
  const account = "sandbox:SBX-1";
  const says = async (journal: Journal, id: string, state: string) => given(await journal.saw(account, id, state));
  async function createdNote(journal: Journal, what: Intent, id: string, more: object = {}): Promise<void> {
    const attempt = await attemptOf(journal, what);
    await attempt.armed();
    await attempt.result(createdResult(id, { documentNumber: id, ...more }));
  }
  const said = (no: { rejected: boolean; failed: boolean }) => stateOfLegs({ says: "C3 SENT, C5 SENT", ...no });

  test.each([
    "REJECTED",
    "VALIDATION_FAILED",
    said({ rejected: true, failed: false }),
    said({ rejected: false, failed: true }),
  ])("uses up nothing of its invoice: %s", async (state) => {
    const { first, second } = await twoProcesses();
    await createdNote(first, note("a", 30), "CN-1");
    expect(await begun(second, note("b", 20))).toMatchObject(over);
    await says(first, "CN-1", state);
    expect(await begun(second, note("b", 20))).toMatchObject({ is: "begun" });
    expect(await begun(first, note("c", 30, { issueDate: "2026-06-28" }))).toMatchObject({
      is: "over-credited",
      counted: [{ state: "under-way" }],
    });
  });

  test("as its answer said at once", async () => {
    const { first, second } = await twoProcesses();
    await createdNote(first, note("a", 30), "CN-1", { overallStatus: "REJECTED" });
    expect(await begun(second, note("b", 20))).toMatchObject({ is: "begun" });
  });

  test.each(["PENDING", "APPROVED", "ON HOLD", said({ rejected: false, failed: false })])(
    "is not one of which the service says %s",
    async (state) => {
      const { first, second } = await twoProcesses();
      await createdNote(first, note("a", 30), "CN-1");
      await says(first, "CN-1", state);
      expect(await begun(second, note("b", 20))).toMatchObject({ ...over, counted: [{ number: "CN-1" }] });
    },
  );

  test("has a corrected copy, which counts", async () => {
    const { first, second } = await twoProcesses();
    await createdNote(first, note("a", 40), "CN-1");
    await says(first, "CN-1", "REJECTED");
    await createdNote(second, note("a better", 40, { corrects: { id: "CN-1", documentNumber: "CN-1" } }), "CN-2");
    expect(await begun(first, note("b", 20))).toMatchObject({ is: "over-credited", counted: [{ number: "CN-2" }] });
  });

  test("counts again once it was sent again", async () => {
    const { first, second } = await twoProcesses();
    await createdNote(first, note("a", 40), "CN-1");
    await says(first, "CN-1", "VALIDATION_FAILED");
    await createdNote(first, note("again", 40, { replaces: "CN-1" }), "CN-1", { overallStatus: "PENDING" });
    expect(await begun(second, note("b", 20))).toMatchObject({ is: "over-credited", counted: [{ number: "CN-1" }] });
  });
});

describe("what is counted", () => {
  test("the same note again is not counted against itself, nor one that it replaces", async () => {
    const { first, second } = await twoProcesses();
    const other = await attemptOf(first, note("a", 30));
    await other.armed();
    await other.result(createdResult("note-1", { documentNumber: "CN-1" }));
    expect(await begun(second, note("a", 30))).toMatchObject({ is: "created", id: "note-1" });
    expect(await begun(second, note("a better", 35, { replaces: "note-1" }))).toMatchObject({ is: "begun" });
  });

  test("--send-anyway overrides it", async () => {
    const { first, second } = await twoProcesses();
    await attemptOf(first, note("a", 30));
    expect(await begun(second, note("b", 20, { overridden: ["--send-anyway"] }))).toMatchObject({ is: "begun" });
  });

  test("an invoice of elsewhere, with its credit notes of elsewhere", async () => {
    const journal = journalIn(temporaryFolder());
    const credits = { invoiceNumbers: ["XX-9"], reason: "DL8.61.1.D" };
    const earlier = {
      number: "CN-7",
      reason: "DL8.61.1.D",
      status: undefined,
      shared: false,
      lines: tiles("15", "3750"),
    };
    const invoice = { number: "XX-9", currency: "AED", lines: tiles("40", "10000") };
    const cap = { invoice, elsewhere: [earlier] };
    await begun(journal, note("a", 20, { credits }), { cap });
    expect(await begun(journal, note("b", 6, { credits }), { cap })).toMatchObject({
      is: "over-credited",
      counted: [{ state: "under-way" }, { number: "CN-7" }],
    });
    expect(await begun(journal, note("c", 5, { credits }), { cap })).toMatchObject({ is: "begun" });
  });

  test("sums count where lines have other names, and another currency or several invoices cannot be counted", async () => {
    const { first } = await twoProcesses();
    const named = (amount: string) => [{ name: "Refund", quantity: "1", unitCode: "C62", netAmount: amount }];
    expect(await begun(first, note("a", 1, { lines: named("10000.03") }))).toMatchObject({ is: "over-credited" });
    expect(await begun(first, note("b", 1, { lines: named("10000.01") }))).toMatchObject({ is: "begun" });
    expect(await begun(first, note("c", 2, { lines: named("20000"), currency: "USD" }))).toMatchObject({ is: "begun" });
  });
});
