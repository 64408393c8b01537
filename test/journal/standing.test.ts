import { describe, expect, test } from "vitest";
import { withoutReplaced } from "../../src/journal/content/standing.ts";
import {
  type ContentState,
  type JournalRecord,
  type Known,
  type StandingFacts,
  standingOf,
} from "../../src/journal/index.ts";
import type { AttemptResult, Resolution } from "../../src/journal/store/records.ts";
import { intent } from "../support/intents.ts";

const by = { machine: "desk-1", user: "amina", databaseUser: "amina" };

/** The events of one attempt, in order. */
type Event = "intent" | "armed" | AttemptResult | (Resolution & { readonly resolved: true });

const result = (verdict: AttemptResult["verdict"], more: Partial<AttemptResult> = {}): AttemptResult => ({
  verdict,
  said: [],
  ...more,
});
const resolved = (verdict: Resolution["verdict"], id?: string): Event => ({
  resolved: true,
  verdict,
  how: "word",
  by: "amina",
  ...(id === undefined ? {} : { id }),
});

/** Makes the records of a document with these attempts. */
function recordsOf(attempts: Readonly<Record<string, readonly Event[]>>, from: typeof by | null = by) {
  let sequence = 0;
  return Object.entries(attempts).flatMap(([attempt, events]) =>
    events.map((event): JournalRecord => {
      sequence += 1;
      const base = { sequence, at: `at ${sequence}`, account: "a", key: "k", attempt };
      if (event === "intent") return { ...base, type: "intent", data: intent(from ? { by: from } : {}) };
      if (event === "armed") return { ...base, type: "armed", data: {} };
      return "resolved" in event
        ? { ...base, type: "resolved", data: event }
        : { ...base, type: "result", data: event };
    }),
  );
}

const left: readonly Event[] = ["intent", "armed"];
const known = (attempts: Parameters<typeof recordsOf>[0], ownerAlive = false): Known => ({
  records: recordsOf(attempts),
  ownerAlive,
});
const nothing: Known = { records: [], ownerAlive: false };
const created = known({ A: [...left, result("created", { id: "id-1" })] });
const doubtful = known({ B: left });
const refused = known({ C: [...left, result("refused")] });
const busy = known({ D: ["intent"] }, true);

describe("a content by itself", () => {
  const rows: readonly [what: string, facts: StandingFacts, stands: ContentState][] = [
    ["of which nothing is known may be sent", nothing, { is: "fresh", after: "nothing" }],
    ["that never left may be sent", known({ A: ["intent"] }), { is: "fresh", after: "intent" }],
    ["that a live process is about to send is busy", known({ A: ["intent"] }, true), { is: "busy" }],
    ["that a live process is sending is busy", known({ A: left }, true), { is: "busy" }],
    [
      "that left a process that is gone is in doubt, and whose it was is told",
      known({ A: left }),
      { is: "in-doubt", attempt: "A", at: "at 2", by },
    ],
    [
      "of which nobody knows whose it was is in doubt without a name",
      { records: recordsOf({ A: left }, null), ownerAlive: false },
      { is: "in-doubt", attempt: "A", at: "at 2" },
    ],
    ["that was created exists", created, { is: "created", attempt: "A", id: "id-1", at: "at 3" }],
    [
      "of which only the first byte is recorded is in doubt",
      known({ A: ["armed"] }),
      { is: "in-doubt", attempt: "A", at: "at 1" },
    ],
    [
      "that was created under an id that nobody told exists",
      known({ A: [...left, result("created")] }),
      { is: "created", attempt: "A", id: "", at: "at 3" },
    ],
    [
      "that was settled as created without an id exists",
      known({ A: [...left, resolved("created")] }),
      { is: "created", attempt: "A", id: "", at: "at 3" },
    ],
    ["that was refused may be sent", refused, { is: "fresh", after: "refused" }],
    ["that was put off may be sent", known({ A: [...left, result("not-sent")] }), { is: "fresh", after: "not-sent" }],
    [
      "whose answer is unclear is in doubt, with its status",
      known({ A: [...left, result("in-doubt", { status: 500 })] }),
      { is: "in-doubt", attempt: "A", at: "at 3", status: 500, by },
    ],
    [
      "that was settled as created exists",
      known({ A: [...left, resolved("created", "id-2")] }),
      { is: "created", attempt: "A", id: "id-2", at: "at 3" },
    ],
    [
      "that was settled as not created may be sent",
      known({ A: [...left, resolved("not-created")] }),
      { is: "fresh", after: "not-created" },
    ],
    [
      "whose settlement was taken back is in doubt since it was sent",
      known({ A: [...left, resolved("not-created"), resolved("in-doubt")] }),
      { is: "in-doubt", attempt: "A", at: "at 2", by },
    ],
    [
      "whose settlement was taken back keeps the answer that made it doubtful",
      known({ A: [...left, result("in-doubt", { status: 500 }), resolved("created", "id-3"), resolved("in-doubt")] }),
      { is: "in-doubt", attempt: "A", at: "at 3", status: 500, by },
    ],
  ];
  test.each(rows)("%s", (_, facts, stands) => {
    expect(standingOf(facts)).toStrictEqual(stands);
  });
});

describe("a content that was tried several times", () => {
  test("stays in doubt after a later try came to nothing: an older doubt is not forgotten", () => {
    for (const end of [["intent"], [...left, result("refused")], [...left, result("not-sent")]] as const)
      expect(standingOf(known({ A: left, B: end }))).toEqual({ is: "in-doubt", attempt: "A", at: "at 2", by });
  });

  test("is in doubt by the older try also while a live process is at the later one", () => {
    expect(standingOf(known({ A: left, B: left }, true))).toMatchObject({ is: "in-doubt", attempt: "A" });
    const later = known({ A: [...left, result("refused")], B: left }, true);
    expect(standingOf(later)).toEqual({ is: "busy" });
  });

  test("exists by any of them, whatever the others came to", () => {
    const made = [...left, result("created", { id: "id-1" })];
    for (const attempts of [
      { A: made, B: left },
      { A: left, B: made },
      { A: made, B: [...left, result("refused")] },
    ])
      expect(standingOf(known(attempts))).toMatchObject({ is: "created", id: "id-1" });
  });

  test("stands as the last one left it where none exists or is in doubt", () => {
    const attempts = { A: [...left, result("refused")], B: [...left, result("not-sent")] };
    expect(standingOf(known(attempts))).toEqual({ is: "fresh", after: "not-sent" });
  });
});

describe("what came back and could not be recorded", () => {
  const came = (verdict: AttemptResult["verdict"], id?: string) => ({ cameBack: { verdict, id, status: 201 } });

  test("decides a try that has no result", () => {
    expect(standingOf({ ...known({ A: left }), ...came("created", "id-9") })).toEqual({
      is: "created",
      attempt: "A",
      id: "id-9",
      at: "at 2",
    });
    expect(standingOf({ ...known({ A: left }, true), ...came("refused") })).toEqual({ is: "fresh", after: "refused" });
  });

  test("is of the last try alone", () => {
    expect(standingOf({ ...known({ A: left, B: left }), ...came("refused") })).toMatchObject({
      is: "in-doubt",
      attempt: "A",
    });
  });

  test("says nothing against what is recorded", () => {
    const facts = { ...known({ A: [...left, result("refused")] }), ...came("created", "id-9") };
    expect(standingOf(facts)).toEqual({ is: "fresh", after: "refused" });
    const settled = { ...known({ A: [...left, resolved("not-created")] }), ...came("created", "id-9") };
    expect(standingOf(settled)).toEqual({ is: "fresh", after: "not-created" });
  });

  test("makes no content out of nothing", () => {
    expect(standingOf({ ...nothing, ...came("created", "id-9") })).toEqual({ is: "fresh", after: "nothing" });
  });
});

describe("another content with the number", () => {
  test("that exists has it", () => {
    expect(standingOf({ ...nothing, sameNumber: [refused, created] })).toEqual({
      is: "number-used",
      attempt: "A",
      id: "id-1",
    });
  });

  test("that is in doubt may have it: it is not used again", () => {
    expect(standingOf({ ...nothing, sameNumber: [doubtful] })).toEqual({ is: "number-open", attempt: "B" });
    expect(standingOf({ ...nothing, sameNumber: [doubtful], allowSimilar: true })).toMatchObject({ is: "number-open" });
  });

  test("that is being sent is waited for", () => {
    expect(standingOf({ ...nothing, sameNumber: [busy] })).toEqual({ is: "busy" });
  });

  test("that came to nothing is not in the way", () => {
    expect(standingOf({ ...nothing, sameNumber: [refused] })).toEqual({ is: "fresh", after: "nothing" });
  });

  test("is not asked about where the content itself exists or is in doubt", () => {
    expect(standingOf({ ...created, sameNumber: [doubtful] })).toMatchObject({ is: "created" });
    expect(standingOf({ ...doubtful, sameNumber: [created] })).toMatchObject({ is: "in-doubt" });
  });
});

describe("a twin", () => {
  test("that exists or may exist is told, the first of them by its id", () => {
    expect(standingOf({ ...nothing, similar: [refused, created, doubtful] })).toEqual({
      is: "similar",
      attempts: ["A", "B"],
      id: "id-1",
    });
    expect(standingOf({ ...nothing, similar: [doubtful, created] })).toStrictEqual({
      is: "similar",
      attempts: ["B", "A"],
    });
  });

  test("that is being sent is waited for, whatever the others are", () => {
    expect(standingOf({ ...nothing, similar: [created, busy] })).toEqual({ is: "busy" });
  });

  test("that came to nothing, or that is wanted, is not in the way", () => {
    expect(standingOf({ ...refused, similar: [refused] })).toEqual({ is: "fresh", after: "refused" });
    expect(standingOf({ ...nothing, similar: [created, busy], allowSimilar: true })).toMatchObject({ is: "fresh" });
  });
});

describe("what is known besides a document that is replaced", () => {
  const replaced = known({ A: [...left, result("created", { id: "id-1" })] });
  test.each([
    ["leaves the document out by exactly its id", replaced, { is: "fresh", after: "nothing" }],
    ["has the same content under another id", created, { is: "created", id: "id-1" }],
    ["has a doubt", doubtful, { is: "in-doubt" }],
    ["has the attempt of a live process", busy, { is: "busy" }],
    [
      "has what became another document since",
      known({ A: [...left, result("created", { id: "id-1" })], B: [...left, result("created", { id: "id-2" })] }),
      { is: "created", attempt: "B" },
    ],
  ] as const)("%s", (_, facts, stands) => {
    expect(standingOf(withoutReplaced(facts, [facts === created ? "id-9" : "id-1"]))).toMatchObject(stands);
  });

  test("has an attempt to replace it that has no result yet", () => {
    const both = (ownerAlive: boolean) =>
      withoutReplaced(known({ A: [...left, result("created", { id: "id-1" })], B: left }, ownerAlive), ["id-1"]);
    expect(standingOf(both(true))).toEqual({ is: "busy" });
    expect(standingOf(both(false))).toMatchObject({ is: "in-doubt", attempt: "B" });
  });

  test("is nothing where nothing is known", () => {
    expect(withoutReplaced({ records: [], ownerAlive: true }, ["id-1"])).toEqual({ records: [], ownerAlive: true });
  });

  test("is all of it where nothing is replaced", () => {
    expect(withoutReplaced(replaced, [])).toBe(replaced);
  });
});
