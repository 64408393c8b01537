import { describe, expect, test } from "vitest";
import { amount } from "../../src/document/index.ts";
import type { Past } from "../../src/journal/index.ts";
import { type CreditedBy, type LifeFacts, lifeOf, type Related } from "../../src/life/index.ts";
import type { Stage } from "../../src/states/index.ts";
import { intent } from "../support/intents.ts";

const sent = "2026-06-15T08:00:00.000Z";
const heard = "2026-06-15T08:05:00.000Z";
const later = "2026-06-16T08:00:00.000Z";
const now = Date.parse("2026-06-20T08:00:00.000Z");

function past(change: Partial<Past> = {}): Past {
  const what = intent({ totals: { tax_inclusive_amount: "10500" } });
  const id = "4bf90b8c";
  return { record: 1, attempt: "AAAA", at: sent, sentAt: sent, intent: what, state: "created", id, ...change };
}

function life(change: Partial<LifeFacts> = {}) {
  const facts: LifeFacts = {
    past: past(),
    status: "APPROVED",
    since: heard,
    tellsStatus: true,
    resubmits: true,
    authorityAccepted: undefined,
    credits: [],
    creditsAll: false,
    correctedBy: [],
    correction: undefined,
    done: [],
    answer: undefined,
    copyAwaited: false,
    answerLate: false,
    now,
  };
  return lifeOf({ ...facts, ...change });
}

const other = (stage: Stage, change: Partial<Related> = {}): Related => ({
  ...{ called: "SB-2", stage, id: "2", attempt: "BBBB", at: later },
  ...change,
});
const credit = (stage: Stage, gross: string | undefined = "10500", at = later): CreditedBy => ({
  ...other(stage, { at }),
  gross: gross === undefined ? undefined : amount(gross),
  ...{ sums: undefined, currency: "AED", reason: "DL8.61.1.D", lines: [] },
});
const shared = (stage: Stage): CreditedBy => ({ ...credit(stage), gross: undefined });
const word = (what: "rejected" | "failed" | "pending" | "objected" | "in-doubt", at = later) => ({
  ...{ what, reason: "reversed in the books", by: "mona", at },
});

describe("what is open of a document by itself", () => {
  test.each([
    ["created", "APPROVED", true, undefined],
    ["created", "PENDING", true, "pending"],
    ["created", undefined, true, "pending"],
    ["created", "ON_HOLD", true, "pending"],
    ["created", "PENDING", false, undefined],
    ["created", "REJECTED", true, "rejected"],
    ["created", "REJECTED", false, "rejected"],
    ["created", "VALIDATION_FAILED", true, "failed"],
    ["in-doubt", undefined, true, "in-doubt"],
    ["in-doubt", undefined, false, "in-doubt"],
    ["under-way", undefined, true, undefined],
  ] as const)("%s with status %s, told by the service: %s", (state, status, tellsStatus, owed) => {
    expect(life({ past: past({ state }), status, tellsStatus }).owed).toBe(owed);
  });

  test("pending is owed after 24 hours, not before", () => {
    const at = (hours: number) => life({ status: "PENDING", now: Date.parse(sent) + hours * 3_600_000 }).owed;
    expect([at(24), at(24.01)]).toEqual([undefined, "pending"]);
  });

  test("a credit note that is not approved yet is due by itself, until the patience ends", () => {
    const creditNote = past({ intent: intent({ kind: "credit-note" }) });
    const at = (hours: number) =>
      life({ past: creditNote, status: "PENDING", now: Date.parse(sent) + hours * 3_600_000 }).owed;
    expect([at(0.01), at(24), at(24.01)]).toEqual(["credit-waits", "credit-waits", "pending"]);
    expect(life({ past: creditNote, status: "PENDING", done: [word("pending")] }).owed).toBeUndefined();
    expect(life({ past: creditNote, status: undefined, tellsStatus: false }).owed).toBeUndefined();
  });

  test("an answer of the supplier", () => {
    expect(life({ answer: { answer: "objected", recordedAt: later } }).owed).toBe("objected");
    expect(life({ answer: { answer: "accepted", recordedAt: later }, answerLate: true }).owed).toBeUndefined();
    expect(life({ answerLate: true }).owed).toBe("not-accepted");
    expect(life({ answerLate: true, status: "REJECTED" }).owed).toBe("rejected");
  });
});

describe("a rejected invoice", () => {
  const rejected = (change: Partial<LifeFacts>) => life({ status: "REJECTED", ...change });

  test.each([
    ["approved", undefined],
    ["pending", "rejected"],
    ["created", undefined],
    ["rejected", "rejected"],
    ["failed", "rejected"],
    ["in-doubt", "rejected"],
    ["under-way", "rejected"],
  ] as const)("with a credit note for all of it that is %s", (stage, owed) => {
    expect(rejected({ credits: [credit(stage)] }).owed).toBe(owed);
  });

  test("stays until all of it is credited", () => {
    const part = rejected({ credits: [credit("approved", "10000"), credit("rejected", "500")] });
    expect([part.owed, part.credited?.left.toFixed()]).toEqual(["rejected", "500"]);
    const waits = rejected({ credits: [credit("approved", "10000"), credit("pending", "500")] });
    expect([waits.owed, waits.credited?.left.toFixed()]).toEqual(["rejected", "500"]);
    expect(rejected({ credits: [credit("approved", "10000"), credit("approved", "500")] }).owed).toBeUndefined();
  });

  test("a credit note that belongs to several invoices counts as for all of it", () => {
    expect(rejected({ credits: [shared("approved")] }).owed).toBeUndefined();
    expect(rejected({ credits: [shared("rejected")] }).owed).toBe("rejected");
  });

  test("a credit note in another currency does not count as for all of it", () => {
    const foreign = rejected({ credits: [{ ...credit("approved"), currency: "USD" }] });
    expect([foreign.owed, foreign.credited]).toEqual(["rejected", undefined]);
    expect(
      rejected({ credits: [{ ...credit("rejected"), currency: "USD" }, credit("approved")] }).owed,
    ).toBeUndefined();
  });

  test("goes on in the document that stands in for it, whatever becomes of that one", () => {
    for (const stage of ["approved", "pending", "rejected", "failed", "in-doubt"] as const)
      expect(rejected({ correctedBy: [other(stage)] }).dealt).toMatchObject({ how: "corrected" });
  });

  test("that the tax authority has accepted is taken back by a credit note alone", () => {
    expect(rejected({ authorityAccepted: true, correctedBy: [other("approved")] }).owed).toBe("rejected");
    expect(rejected({ authorityAccepted: false, correctedBy: [other("approved")] }).owed).toBeUndefined();
    expect(rejected({ authorityAccepted: true, credits: [credit("approved")] }).owed).toBeUndefined();
  });

  test("ends by a word that was said of this rejection", () => {
    expect(rejected({ done: [word("rejected")] }).dealt).toMatchObject({ how: "done" });
    expect(rejected({ done: [word("rejected", sent)] }).owed).toBe("rejected");
    expect(rejected({ done: [word("pending")] }).owed).toBe("rejected");
  });
});

test("a failed document is no matter of credit notes", () => {
  expect(life({ status: "VALIDATION_FAILED", credits: [credit("approved")] }).owed).toBe("failed");
  expect(life({ status: "VALIDATION_FAILED", correctedBy: [other("approved")] }).owed).toBeUndefined();
  expect(life({ status: "VALIDATION_FAILED", done: [word("failed")] }).owed).toBeUndefined();
});

test("no word ends a doubt", () => {
  expect(life({ past: past({ state: "in-doubt" }), done: [word("in-doubt")] }).owed).toBe("in-doubt");
});

describe("the correction of an approved document", () => {
  const begun = {
    withCopy: true,
    why: "amount",
    files: { credit: "/c.yaml" },
    by: "mona",
    at: "2026-06-16T00:00:00.000Z",
  };
  const early = credit("approved", "100", sent);

  test("is open until the credit note and the copy exist", () => {
    expect(life({ correction: begun }).owed).toBe("correction");
    expect(life({ correction: begun, credits: [credit("approved")] }).owed).toBe("correction");
    expect(life({ correction: begun, correctedBy: [other("approved")] }).owed).toBe("correction");
    expect(life({ correction: begun, credits: [credit("approved")], correctedBy: [other("pending")] }).owed).toBe(
      undefined,
    );
    expect(life({ correction: { ...begun, withCopy: false }, credits: [credit("pending", "5")] }).owed).toBeUndefined();
  });

  test("is not done by a credit note of before, or by one that was rejected", () => {
    const without = { ...begun, withCopy: false };
    expect(life({ correction: without, credits: [early] }).owed).toBe("correction");
    expect(life({ correction: without, credits: [credit("rejected")] }).owed).toBe("correction");
  });
});

test("an objection ends by a credit note, or by a word that came after it", () => {
  const objected = (change: Partial<LifeFacts>) =>
    life({ answer: { answer: "objected", recordedAt: "2026-06-17T00:00:00.000Z" }, ...change }).owed;
  expect(objected({ credits: [credit("approved", "5")] })).toBeUndefined();
  expect(objected({ credits: [credit("rejected")] })).toBe("objected");
  expect(objected({ done: [word("objected", "2026-06-18T00:00:00.000Z")] })).toBeUndefined();
  expect(objected({ done: [word("objected")] })).toBe("objected");
});
