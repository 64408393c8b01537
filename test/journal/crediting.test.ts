import { describe, expect, test } from "vitest";
import { stateOfLegs } from "../../src/contract/index.ts";
import type { Attempt, Intent, Journal } from "../../src/journal/index.ts";
import { createdResult, intent } from "../support/intents.ts";
import { given, journalIn } from "../support/journal-file.ts";
import { temporaryFolder } from "../support/run-selfbill.ts";

const tiles = (quantity: string, netAmount: string): Intent["lines"] => [
  { name: "Ceramic floor tile", quantity, unitCode: "XBX", netAmount },
];

/** A credit note for `boxes` of SB-1's forty boxes. */
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

/** Opens a journal with invoice SB-1, for forty boxes, in two processes. */
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

  test("sums count where lines have other names, and another currency cannot be counted", async () => {
    const { first } = await twoProcesses();
    const named = (amount: string) => [{ name: "Refund", quantity: "1", unitCode: "C62", netAmount: amount }];
    expect(await begun(first, note("a", 1, { lines: named("10000.03") }))).toMatchObject({ is: "over-credited" });
    expect(await begun(first, note("b", 1, { lines: named("10000.01") }))).toMatchObject({ is: "begun" });
    expect(await begun(first, note("c", 2, { lines: named("20000"), currency: "USD" }))).toMatchObject({ is: "begun" });
  });
});

describe("a credit note of several invoices", () => {
  /** Adds two invoices to SB-1, which is for forty boxes: SB-2 and SB-3 for one box each; SB-3 is in dollars. */
  async function threeInvoices() {
    const { first, second } = await twoProcesses();
    for (const [number, currency] of [
      ["SB-2", "AED"],
      ["SB-3", "USD"],
    ] as const) {
      const invoice = await attemptOf(
        first,
        intent({
          content: number,
          documentNumber: number,
          currency,
          totals: { payable_amount: number },
          lines: tiles("1", "250"),
        }),
      );
      await invoice.armed();
      await invoice.result(createdResult(`id-${number}`, { documentNumber: number }));
    }
    return { first, second };
  }
  const credits = (...invoiceNumbers: string[]) => ({ credits: { invoiceNumbers, reason: "DL8.61.1.D" } });
  const refund = (netAmount: string) => [{ name: "Refund", quantity: "1", unitCode: "C62", netAmount }];
  const both = credits("SB-1", "SB-2");

  test("may take back what is left of all of them together, and no more", async () => {
    const { first } = await threeInvoices();
    expect(await begun(first, note("a", 42, both))).toMatchObject({
      is: "over-credited",
      found: ["Ceramic floor tile has 41 boxes (XBX) left to credit of SB-1 and SB-2, not 42. Invoiced: 41."],
    });
    expect(await begun(first, note("b", 1, { ...both, lines: refund("10250.02") }))).toMatchObject({
      is: "over-credited",
      found: ["The lines come to 10,250.02 AED; the lines of SB-1 and SB-2 were 10,250.00."],
    });
    expect(await begun(first, note("c", 41, both))).toMatchObject({ is: "begun" });
  });

  test("is counted once, and in full, beside the notes of each", async () => {
    const { first, second } = await threeInvoices();
    await attemptOf(first, note("a", 20, both));
    await attemptOf(first, note("b", 10));
    expect(await begun(second, note("c", 12, both))).toMatchObject({
      is: "over-credited",
      found: [expect.stringContaining("has 11 boxes (XBX) left to credit of SB-1 and SB-2, not 12.")],
      counted: [{ state: "under-way" }, { state: "under-way" }],
    });
    expect(await begun(second, note("d", 1, { ...both, lines: refund("2750.05") }))).toMatchObject({
      is: "over-credited",
    });
    expect(await begun(second, note("e", 11, both))).toMatchObject({ is: "begun" });
    expect(await begun(second, note("f", 1, credits("SB-2")))).toMatchObject({ is: "over-credited" });
  });

  test("counts in full if all its invoices are among those of the next, whatever its lines are called", async () => {
    const { first, second } = await threeInvoices();
    await attemptOf(first, note("a", 1, { ...both, lines: refund("10000") }));
    expect(await begun(second, note("b", 3, { ...both, lines: refund("251") }))).toMatchObject({ is: "over-credited" });
    expect(await begun(second, note("c", 2, { ...both, lines: refund("250") }))).toMatchObject({ is: "begun" });
  });

  test("in several currencies is judged by its quantities alone", async () => {
    const { first } = await threeInvoices();
    const mixed = credits("SB-1", "SB-3");
    expect(await begun(first, note("a", 42, mixed))).toMatchObject({ is: "over-credited" });
    expect(await begun(first, note("b", 1, { ...mixed, lines: refund("99999") }))).toMatchObject({ is: "begun" });
  });

  test("of which one is not in the journal is not judged", async () => {
    const { first } = await threeInvoices();
    expect(await begun(first, note("a", 99, credits("SB-1", "XX-9")))).toMatchObject({ is: "begun" });
  });

  test("that names one invoice twice is judged as if it named it once, now and when it was recorded so", async () => {
    const { first, second } = await threeInvoices();
    const twice = credits("SB-1", "SB-1");
    expect(await begun(first, note("a", 41, twice))).toMatchObject({
      found: ["Ceramic floor tile has 40 boxes (XBX) left to credit of SB-1, not 41. Invoiced: 40."],
    });
    await attemptOf(first, note("b", 1, { ...twice, lines: refund("9000") }));
    expect(await begun(second, note("c", 5))).toMatchObject({ is: "over-credited" });
  });
});
