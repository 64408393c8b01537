import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { HookScope } from "../../../src/desk/index.ts";
import { affectedBy } from "../../../src/extras/outage/fate.ts";
import { failuresIn, lastingOutages } from "../../../src/extras/outage/in-journal.ts";
import { lastingProblems } from "../../../src/extras/outage/lasting.ts";
import {
  type FailedAttempt,
  failuresAmong,
  notTried,
  type OutageLimits,
  type SeenAttempt,
  seenIn,
  usualLimits,
} from "../../../src/extras/outage/spans.ts";
import { reportText } from "../../../src/extras/outage/words.ts";
import type { AttemptResult, Intent, Journal } from "../../../src/journal/index.ts";
import { createdResult, intent } from "../../support/intents.ts";
import { attemptAt, given, journalIn } from "../../support/journal-file.ts";
import {
  account,
  at,
  error,
  keptBack,
  lost,
  made,
  other,
  played,
  putOff,
  refused,
  start,
  stopped,
  type Try,
  unreached,
  unsigned,
} from "../../support/outage-attempts.ts";
import { temporaryFolder } from "../../support/run-selfbill.ts";

const whole: HookScope = { account: undefined, practice: false };

/** The times (in seconds) and documents of each outage, and the documents of single failures. */
async function found(journal: Journal, limits: OutageLimits = usualLimits, whose = whole) {
  const accounts = given(await failuresIn(journal, whose, limits));
  const seconds = (time: number | undefined): number | undefined =>
    time === undefined ? undefined : (time - start) / 1000;
  const number = ({ past }: { past: { documentNumber?: string | undefined } }): string => past.documentNumber ?? "";
  return {
    outages: accounts.flatMap(({ outages }) =>
      outages.map(({ from, last, to, failures }) => [
        seconds(from),
        seconds(last),
        seconds(to),
        failures.map(number).join(),
      ]),
    ),
    single: accounts.flatMap(({ single }) => single.map(number)).join(),
  };
}

/** One success or failure per minute; each takes one second. */
const minutely = (how: readonly AttemptResult[]): Try[] =>
  how.map((each, minute) => [`SB-${minute}`, minute * 60, minute * 60 + 1, each] as const);

describe("an outage", () => {
  test("is three failed attempts in a row, from the first to the last; the next answer ends it", async () => {
    const journal = await played(minutely([made, lost, error, unreached, made]));
    expect(await found(journal)).toEqual({ outages: [[60, 181, 240, "SB-1,SB-2,SB-3"]], single: "" });
  });

  test("is two of them fifteen minutes apart, but not fourteen", async () => {
    const first: Try = ["SB-1", 0, 1, lost];
    const twice = (second: number): Try[] => [first, ["SB-2", second, second + 100, lost]];
    expect((await found(await played(twice(900)))).outages).toEqual([[0, 1000, undefined, "SB-1,SB-2"]]);
    expect(await found(await played(twice(899)))).toEqual({ outages: [], single: "SB-1,SB-2" });
  });

  test("is never one attempt, however long it took", async () => {
    expect(await found(await played([["SB-1", 0, 7200, lost]]))).toEqual({ outages: [], single: "SB-1" });
  });

  test("is what the limits say", async () => {
    const journal = await played(minutely([lost, lost, lost, made, lost, lost]));
    const outagesBy = async (attempts: number, minutes: number) =>
      (await found(journal, { attempts, minutes })).outages.length;
    expect([await outagesBy(2, 15), await outagesBy(4, 3), await outagesBy(4, 2), await outagesBy(4, 1)]).toEqual([
      2, 0, 1, 2,
    ]);
  });

  test.each([
    ["an answer", made],
    ["a refusal, which is an answer", refused],
  ])("is none with %s in between", async (_, between) => {
    const journal = await played(minutely([made, lost, error, between, lost, lost]));
    expect(await found(journal)).toEqual({ outages: [], single: "SB-1,SB-2,SB-4,SB-5" });
  });

  test("goes on over what tells nothing of the service: a stop, the limit of requests, trouble of this computer", async () => {
    const journal = await played(minutely([lost, stopped, putOff, keptBack, lost, lost]));
    expect(await found(journal)).toEqual({ outages: [[0, 301, undefined, "SB-0,SB-4,SB-5"]], single: "" });
    const [only] = given(await failuresIn(journal, whole, usualLimits));
    expect(only?.outages[0]?.putOff).toBe(1);
  });

  test.each([
    ["a person stopped", stopped],
    ["the limit of requests", putOff],
    ["this computer's own trouble", keptBack],
    ["refusals", refused],
  ])("is never made of %s, and none of them is a failure of the service", async (_, how) => {
    expect(await found(await played(minutely([how, how, how, how])))).toEqual({ outages: [], single: "" });
  });

  test("is also a sign-in that gives no token", async () => {
    expect((await found(await played(minutely([unsigned, unsigned, unsigned])))).outages).toHaveLength(1);
  });

  test("is of one account: failures of two are not added up, and the answers of one end nothing of the other", async () => {
    const alternating = (how: AttemptResult): Try[] =>
      [0, 1, 2, 3].map((each) => [
        `SB-${each}`,
        each * 60,
        each * 60 + 1,
        each % 2 ? how : lost,
        each % 2 ? other : account,
      ]);
    expect((await found(await played(alternating(lost)))).outages).toEqual([]);
    const more: Try[] = [...alternating(made), ["SB-9", 300, 301, lost]];
    const journal = await played(more);
    expect((await found(journal)).outages).toEqual([[0, 301, undefined, "SB-0,SB-2,SB-9"]]);
    expect((await found(journal, usualLimits, { account: other, practice: false })).outages).toEqual([]);
  });

  test("is one where its service has two addresses", async () => {
    const moved = "https://new.service.example BP-1";
    const tries: Try[] = [...minutely([made, lost, lost]), ["SB-3", 300, 301, lost, moved]];
    const journal = await played(tries);
    expect((await found(journal)).outages).toEqual([]);
    const [former, now] = ["https://api.service.example", "https://new.service.example"];
    given(await journal.accounts.say({ former, now, are: "same", by: "amina" }));
    expect((await found(journal)).outages).toEqual([[60, 301, undefined, "SB-1,SB-2,SB-3"]]);
  });

  test("is none in a sandbox, unless practice is asked for", async () => {
    const practice = "sandbox:SBX-1";
    const tries = minutely([lost, lost, lost]).map((each): Try => [each[0], each[1], each[2], each[3], practice]);
    const journal = await played(tries);
    expect(given(await failuresIn(journal, whole, usualLimits))).toEqual([]);
    expect(given(await failuresIn(journal, { account: practice, practice: false }, usualLimits))).toEqual([]);
    expect((await found(journal, usualLimits, { account: practice, practice: true })).outages).toHaveLength(1);
    expect(given(await lastingOutages(journal, { account: practice, practice: false }))).toEqual([]);
    expect(given(await lastingOutages(journal, { account: practice, practice: true }))).toHaveLength(1);
  });
});

describe("of several runs at once", () => {
  test("a success that came during an attempt stands against it", async () => {
    const tries: Try[] = [
      ["SB-0", 0, 1, made],
      ...["SB-1", "SB-2", "SB-3"].map((number): Try => [number, 2, 60, lost]),
      ["SB-4", 30, 31, made],
      ["SB-5", 61, 62, made],
    ];
    expect(await found(await played(tries))).toEqual({ outages: [], single: "SB-1,SB-2,SB-3" });
  });

  test("so does one that began before they ended and is answered after them", async () => {
    const tries: Try[] = [
      ...["SB-1", "SB-2", "SB-3"].map((number, each): Try => [number, each + 2, each + 3, lost]),
      ["SB-4", 1, 20, made],
    ];
    expect(await found(await played(tries))).toEqual({ outages: [], single: "SB-1,SB-2,SB-3" });
  });

  test("even where another one is answered first", async () => {
    const tries: Try[] = [
      ["SB-4", 1, 20, made],
      ...["SB-1", "SB-2", "SB-3"].map((number, each): Try => [number, each + 2, each + 3, lost]),
      ["SB-5", 7, 8, made],
    ];
    expect(await found(await played(tries))).toEqual({ outages: [], single: "SB-1,SB-2,SB-3" });
  });

  test("attempts that began before the last answer belong to the outage that they ended in, and make none", async () => {
    const edge: Try[] = [
      ["SB-0", 0, 5, made],
      ["SB-1", 3, 63, lost],
      ["SB-2", 4, 64, lost],
    ];
    const both: Try[] = [...edge, ["SB-3", 64, 70, error], ["SB-4", 71, 72, error]];
    expect((await found(await played(both))).outages).toEqual([]);
    const enough = await played([...both, ["SB-5", 73, 74, error]]);
    expect((await found(enough)).outages).toEqual([[64, 74, undefined, "SB-1,SB-2,SB-3,SB-4,SB-5"]]);
  });

  test("eight lanes with three faults among 380 are three single failures", () => {
    const faults = new Map([...[100, 101].map((each) => [each, "no-answer"] as const), [102, "server-error"]]);
    const attempts = Array.from({ length: 380 }, (_, each): SeenAttempt => {
      const told = faults.get(each) ?? "answered";
      return { told, began: at(each), ended: at(each + 9), past: { record: each } } as SeenAttempt;
    });
    const { outages, single } = failuresAmong(attempts, usualLimits);
    expect([outages, single.map(({ past }) => past.record)]).toEqual([[], [100, 101, 102]]);
  });
});

describe("what lasts", () => {
  test("is an outage without an answer since; what a live process is at is no failure", async () => {
    const healthy = await played([
      ...minutely([made, made]),
      ...[1, 2, 3, 4].map((each): Try => [`L-${each}`, 130, undefined, made]),
    ]);
    expect(given(await lastingProblems(healthy, whole))).toEqual([]);
    expect(await found(healthy)).toEqual({ outages: [], single: "" });
    const failing = await played(minutely([made, lost, error, unreached]));
    const [only, ...more] = given(await lastingProblems(failing, whole));
    expect(more).toEqual([]);
    expect(only?.message).toBe(
      "Sending fails since 2026-06-15 12:01:00 +04:00: none of 3 attempts was answered with a result, and 3 documents wait. If it must be reported, that is due within two business days; an unreported failure can cost AED 1,000 a day.",
    );
    expect(given(await lastingProblems(await played(minutely([lost, lost, lost, made])), whole))).toEqual([]);
  });

  test("what died with its process tells nothing of the service", async () => {
    const folder = temporaryFolder();
    const tries = [1, 2, 3].map((each): Try => [`L-${each}`, each, undefined, made]);
    (await played(tries, folder)).close();
    const journal = journalIn(folder);
    expect(given(await journal.doubts())).toHaveLength(3);
    expect(await found(journal)).toEqual({ outages: [], single: "" });
    expect(given(await lastingOutages(journal, whole))).toEqual([]);
  });

  test("an answer that began long before the others and came late is still seen", async () => {
    const tries: Try[] = [["SB-A", 0, 500, made], ...minutely([lost, lost, lost])];
    expect(given(await lastingOutages(await played(tries), whole))).toEqual([]);
  });
});

test("a doubt that is settled later changes nothing about what was seen then", async () => {
  const journal = await played(minutely([made, lost, lost, lost, made]));
  for (const [at, doubt] of given(await journal.doubts()).entries())
    given(
      await journal.resolve(
        doubt,
        at === 0
          ? { verdict: "created", id: "id-later", how: "looked-up", by: "amina" }
          : { verdict: "not-created", how: "word", by: "amina" },
      ),
    );
  expect(await found(journal)).toEqual({ outages: [[60, 181, 240, "SB-1,SB-2,SB-3"]], single: "" });
});

test("a document that was changed is known by its number: later, of the same kind and supplier", async () => {
  const failed = ["SB-1", "SB-2", "SB-3"].map((number, each): Try => [number, each + 10, each + 10, unreached]);
  const journal = await played([["SB-4", 0, 1, made], ...failed]);
  const numbered = (documentNumber: string, change: Partial<Intent>): Intent =>
    intent({ account, content: `${documentNumber} changed`, documentNumber, ...change });
  const supplier = { id: "100999999900003", name: "Another LLC", trn: "100999999900003" };
  const create = async (number: string, change: Partial<Intent>): Promise<void> => {
    const attempt = await attemptAt(journal, numbered(number, change));
    await attempt.armed();
    expect(await attempt.result(createdResult(`new-${number}`, { documentNumber: number }))).toBe(undefined);
  };
  await create("SB-1", {});
  await create("SB-2", { supplier });
  await create("SB-3", { kind: "credit-note" });
  const again = await attemptAt(journal, numbered("SB-4", { replaces: "id-SB-4" }));
  expect(await again.result(unreached)).toBe(undefined);
  const past = given(await journal.tries.page({ account }, { after: 0 }, 20));
  const of = past.filter(({ state }) => state === "not-sent");
  const failures = of.map((each): FailedAttempt => ({ past: each, how: "not-sent", began: 0, ended: 0 }));
  const fates = given(await affectedBy(failures, journal)).map(({ past: each, fate }) => [
    each.documentNumber,
    fate.is,
  ]);
  expect(fates).toEqual([
    ["SB-1", "created"],
    ["SB-2", "not-created"],
    ["SB-3", "not-created"],
    ["SB-4", "not-created"],
  ]);
});

test.each([
  ["our system could not send", [unreached, unreached, unreached]],
  ["confirmed none of", [unreached, putOff, unreached, unreached]],
  ["did not answer", [unreached, lost, lost]],
  ["confirmed none of", [lost, error, lost]],
])("the text says %s only where nothing else is proved", async (says, how) => {
  const [found] = given(await failuresIn(await played(minutely(how)), whole, usualLimits));
  const [only] = found?.outages ?? [];
  expect(only && reportText(only, []).split("\n")[0]).toContain(says);
});

/** Histories of attempts that may overlap. */
const history = fc.array(
  fc
    .record({
      told: fc.constantFrom("answered", "answered", "no-answer", "no-answer", "server-error", "not-sent", "put-off"),
      began: fc.integer({ min: 0, max: 3_000 }),
      lasts: fc.integer({ min: 0, max: 90 }),
    })
    .map(({ told, began, lasts }): SeenAttempt => {
      const past = { record: began } as never;
      return { told, began: began * 1000, ended: (began + lasts) * 1000, past } as SeenAttempt;
    }),
  { maxLength: 40 },
);

/** An answered attempt and an unanswered one at the same time, in either order. */
const sameTime: [SeenAttempt[], { attempts: number; minutes: number }, fc.Stream<number>] = [
  (["not-sent", "no-answer", "answered", "no-answer"] as const).map((told, at) => {
    const [began, ended] = at < 2 ? [0, 0] : [713_000, 791_000];
    return { told, began, ended, past: { record: began / 1000 } as never };
  }),
  { attempts: 2, minutes: 1 },
  new fc.Stream([3, 2, 1, 0].values()),
];

test("whatever happens: no answered attempt touches an outage, no failure is lost or told twice, and the order in the journal does not matter", () => {
  const limits = fc.record({ attempts: fc.integer({ min: 2, max: 5 }), minutes: fc.integer({ min: 1, max: 20 }) });
  fc.assert(
    fc.property(history, limits, fc.infiniteStream(fc.nat()), (attempts, given, order) => {
      const result = failuresAmong(attempts, given);
      const answered = attempts.filter(({ told }) => told === "answered");
      for (const { from, last, to, failures } of result.outages) {
        expect(answered.filter(({ began, ended }) => began < last && ended > from)).toEqual([]);
        expect(to === undefined || to >= last).toBe(true);
        const inside = failures.filter(({ began, ended }) => began >= from && ended <= last);
        const span = (inside.at(-1)?.began ?? 0) - from;
        expect(inside.length >= given.attempts || (inside.length > 1 && span >= given.minutes * 60_000)).toBe(true);
      }
      const all = [...result.outages.flatMap(({ failures }) => failures), ...result.single];
      const failed = attempts.filter(({ told }) => told !== "answered" && told !== "put-off");
      const times = (list: readonly { began: number; ended: number; how?: string; told?: string }[]): string[] =>
        list.map(({ began, ended, how, told }) => `${began} ${ended} ${how ?? told}`).sort();
      expect(times(all)).toEqual(times(failed));
      const shuffled = [...attempts].map((each) => ({ each, key: order.next().value })).sort((a, b) => a.key - b.key);
      const again = failuresAmong(
        shuffled.map(({ each }) => each),
        given,
      );
      const shape = ({ outages, single }: typeof again) => [
        outages.map(({ from, last, to, putOff, failures }) => [from, last, to, putOff, times(failures)]),
        times(single),
      ];
      expect(shape(again)).toEqual(shape(result));
    }),
    { numRuns: 2_000, examples: [sameTime] },
  );
});

test("a document that was not tried counts with the failure before it alone, and proves nothing by itself", async () => {
  const journal = await played([
    ["SB-1", 0, 1, unreached],
    ["SB-2", 100, 101, made],
    ["SB-3", 200, 201, unreached],
  ]);
  const [first, second, third] = given(await journal.tries.page({ account }, { after: 0 }, 20));
  if (!first || !second || !third) throw new Error("three attempts were recorded");
  const seen = [first, second, third].flatMap((past) => seenIn(past) ?? []);
  const untried = (second: number): SeenAttempt =>
    notTried({ at: new Date(at(second)).toISOString(), documentNumber: "SB-9", intent: first.intent });
  const among = (...more: SeenAttempt[]) => {
    const { outages, single } = failuresAmong([...seen, ...more], usualLimits);
    return [outages.map((each) => [each.failures.length, each.untried.length]), single.map(({ past }) => past.attempt)];
  };
  expect(among(untried(2), untried(3))).toEqual([[[1, 2]], [third.attempt]]);
  expect(among(untried(202), untried(203))).toEqual([[[1, 2]], [first.attempt]]);
  expect(among(untried(2), untried(202))).toEqual([[], [first.attempt, third.attempt]]);
  expect(among(untried(102), untried(103))).toEqual([[], [first.attempt, third.attempt]]);
});
