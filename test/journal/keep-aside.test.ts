import { expect, test } from "vitest";
import { type AttemptResult, type Intent, intentKey, type JournalRecord } from "../../src/journal/index.ts";
import { keepAside } from "../../src/journal/trouble/keep-aside.ts";
import { fail, ok, problem, type Result } from "../../src/problem/index.ts";
import { createdResult, intent } from "../support/intents.ts";
import { attemptAt, failing, journalIn, sendOne } from "../support/journal-file.ts";
import { temporaryFolder } from "../support/run-selfbill.ts";

const why = problem("journal-unusable", "The journal could not be written: disk is full.", "Free disk space.");
const base = { at: "2026-06-15T08:00:00.000Z", account: "a", key: "k", attempt: "A" };
const intended: JournalRecord = { ...base, sequence: 1, type: "intent", data: intent() };
const armed: JournalRecord = { ...base, sequence: 2, type: "armed", data: {} };

/** Returns what happens to a result that could not be recorded. */
function given(result: AttemptResult, how: { records?: Result<JournalRecord[]>; isUnarmed?: boolean; room?: string }) {
  const { records = ok([intended, armed]), isUnarmed = false, room = "enough" } = how;
  const [side, rescued, kept]: [unknown[], string[], Map<string, AttemptResult>] = [[], [], new Map()];
  const found = keepAside({ ...base, result }, why, {
    records,
    isUnarmed,
    side:
      room === "none"
        ? undefined
        : {
            isUsed: false,
            close: () => undefined,
            keep: (aside) => {
              if (room === "used up") throw new Error("no space left");
              side.push(aside);
            },
            tryToKeep: (aside) => void side.push(aside),
          },
    kept,
    rescue: (name) => {
      rescued.push(name);
      return `/tmp/${name}`;
    },
  });
  const cause = found?.cause instanceof Error ? found.cause.message : undefined;
  return { code: found?.code, cause, severity: found?.severity, side: side.length, rescued, known: [...kept.keys()] };
}

const nothing = { code: undefined, cause: undefined, severity: undefined, side: 0, rescued: [], known: [] };
const doubtful: AttemptResult = { verdict: "in-doubt", status: 500, said: [] };

test("a result that says something is set aside, and known to this process from then on", () => {
  for (const result of [createdResult(), { verdict: "refused", said: [] }, { verdict: "not-sent", said: [] }] as const)
    expect(given(result, {})).toEqual({
      ...nothing,
      code: "result-set-aside",
      severity: "warning",
      side: 1,
      known: ["A"],
    });
});

test("a doubtful result is not set aside: what left is in doubt without it", () => {
  expect(given(doubtful, {})).toEqual(nothing);
  expect(given(doubtful, { room: "used up" })).toEqual(nothing);
});

test("a result is set aside also where the records cannot be read", () => {
  expect(given(createdResult(), { records: fail(why) })).toMatchObject({ code: "result-set-aside", side: 1 });
  // Without the records it is unknown whether the request was sent.
  expect(given(doubtful, { records: fail(why) })).toMatchObject({ code: "result-set-aside", side: 1 });
});

test("what never left needs no record; where the disk may have it as sent all the same, the result is kept if that can be", () => {
  const records = ok([intended]);
  const notSent: AttemptResult = { verdict: "not-sent", said: [] };
  expect(given(notSent, { records })).toEqual(nothing);
  expect(given(notSent, { records, isUnarmed: true })).toEqual({ ...nothing, side: 1 });
  expect(given(notSent, { records, isUnarmed: true, room: "none" })).toEqual(nothing);
});

test("where no room is left, what exists is written elsewhere and named; nothing else is", () => {
  const reasons = { "used up": "no space left", none: "no room was reserved" };
  for (const [room, cause] of Object.entries(reasons)) {
    expect(given(createdResult(), { room })).toMatchObject({
      code: "journal-unusable",
      cause,
      severity: "error",
      side: 0,
      rescued: ["selfbill-A.json"],
      known: [],
    });
    expect(given({ verdict: "refused", said: [] }, { room })).toMatchObject({ code: "journal-unusable", rescued: [] });
  }
});

const corrects = { id: "i-1", documentNumber: "SB-1" };
const at = (service: string): Partial<Intent> => ({ account: `${service} BP-1`, businessProfileId: "BP-1" });
const otherwise: Partial<Intent> = { issueDate: "2026-06-01", totals: { payable_amount: "1" } };

test.each([
  ["number-open", { documentNumber: "SB-9" }, { documentNumber: "SB-9", ...otherwise }],
  ["similar", {}, {}],
  ["elsewhere", at("https://a.example"), at("https://b.example")],
  ["corrected", { corrects }, { corrects, ...otherwise }],
  ["sent-again", { replaces: "i-1" }, { corrects, ...otherwise }],
] as const)(
  "what a process set aside that is gone by now ends what stood in the way of another document: %s",
  async (is, one, other) => {
    for (const isSetAside of [false, true]) {
      const folder = temporaryFolder();
      const [first, second] = [journalIn(folder), journalIn(folder)];
      const judged = await sendOne(
        first,
        intent({ content: "before", documentNumber: "SB-1", issueDate: "2026-01-01" }),
        "i-1",
      );
      // A process picks up only results that were set aside before it started; this process had already started.
      expect(await second.readyToSend()).toEqual({ ok: true });
      const attempt = await attemptAt(first, intent({ content: "one", ...one }));
      expect(await attempt.armed()).toBeUndefined();
      const { mend } = failing(folder, "record", "result");
      const refused = { verdict: "refused", status: 400, said: [] } as const;
      if (isSetAside) expect(await attempt.result(refused)).toMatchObject({ code: "result-set-aside" });
      first.close();
      mend();
      const keyIn = (account: string) =>
        intentKey({ account, businessProfileId: "BP-1", kind: "invoice" }, { note: "other" });
      const how = { allowSimilar: false, judged, keyIn };
      const found = await second.begin(intent({ content: "other", ...other }), how);
      expect(found).toMatchObject({ value: { is: isSetAside ? "begun" : is } });
    }
  },
);
