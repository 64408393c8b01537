import { expect, test } from "vitest";
import type { Journal, Priority } from "../../src/journal/index.ts";
import { intent } from "../support/intents.ts";
import { journalIn } from "../support/journal-file.ts";
import { temporaryFolder } from "../support/run-selfbill.ts";

const account = "sandbox:SBX-1";
const minute = 60_000;

/** Opens a journal whose clock the test sets. */
function journalAt(clock: { now: number }, folder = temporaryFolder()): Journal {
  return journalIn(folder, { now: () => clock.now, window: minute });
}

/** Asks for the next request's turn; returns the milliseconds to wait, or 0 if the request counts as started. */
async function turn(journal: Journal, priority: Priority = "normal"): Promise<number> {
  const wait = await journal.turn(account, priority);
  if (!wait.ok) throw new Error(wait.problems[0].message);
  return wait.value;
}

test("in no minute are there more than 60 starts, whatever the pace, over two processes", async () => {
  const clock = { now: 1_000_000 };
  const folder = temporaryFolder();
  const journals = [journalAt(clock, folder), journalAt(clock, folder)];
  const starts: number[] = [];
  for (let step = 0; starts.length < 200; step++) {
    const wait = await turn(journals[step % 2] as Journal);
    if (wait === 0) starts.push(clock.now);
    clock.now += wait === 0 ? (step * 37) % 900 : wait;
  }
  for (const start of starts) {
    const within = starts.filter((each) => each >= start && each < start + minute);
    expect(within.length).toBeLessThanOrEqual(60);
  }
  expect(starts.slice(60).every((start, index) => start - (starts[index] ?? 0) >= minute)).toBe(true);
});

test("a turn counts a second longer than the minute of the service, on a server two", async () => {
  const journal = journalIn(temporaryFolder(), { now: () => 1_000_000 });
  for (let count = 0; count < 60; count++) expect(await turn(journal)).toBe(0);
  expect(await turn(journal)).toBe(process.env.SELFBILL_TEST_ENGINE === "postgres" ? 62_000 : 61_000);
});

test("a document takes its turn with its claim, or waits without one", async () => {
  const clock = { now: 1_000_000 };
  const journal = journalAt(clock);
  for (let count = 0; count < 60; count++) expect(await turn(journal)).toBe(0);
  clock.now += 10_000;
  expect(await journal.begin(intent(), { allowSimilar: false })).toMatchObject({
    value: { is: "wait", milliseconds: 50_000 },
  });
  expect(await journal.records(0, 10)).toEqual({ ok: true, value: [] });
  clock.now += 50_000;
  expect(await journal.begin(intent(), { allowSimilar: false })).toMatchObject({ value: { is: "begun" } });
});

test("a document counts from when it may leave, not from when it was claimed", async () => {
  const clock = { now: 1_000_000 };
  const journal = journalAt(clock);
  const begun = await journal.begin(intent(), { allowSimilar: false });
  if (!begun.ok || begun.value.is !== "begun") throw new Error(JSON.stringify(begun));
  clock.now += 7_000;
  expect(await begun.value.attempt.armed()).toBeUndefined();
  for (let count = 1; count < 60; count++) expect(await turn(journal)).toBe(0);
  expect(await turn(journal)).toBe(minute);
});

test.each([
  ["low", 45],
  ["unasked", 20],
] as const)("what is not urgent leaves room for everything else: %s", async (priority, most) => {
  const journal = journalAt({ now: 1_000_000 });
  let polls = 0;
  while ((await turn(journal, priority)) === 0) polls += 1;
  expect(polls).toBe(most);
  expect(await turn(journal)).toBe(0);
});

test("a clock that is set back counts as one that stood still", async () => {
  const clock = { now: 10_000_000 };
  const journal = journalAt(clock);
  for (let count = 0; count < 60; count++) await turn(journal);
  clock.now = 1_000_000;
  expect(await turn(journal)).toBe(minute);
  clock.now += 20_000;
  expect(await turn(journal)).toBe(40_000);
  clock.now += 40_000;
  expect(await turn(journal)).toBe(0);
});

test("what the service asks for holds everybody back, and no longer than two minutes", async () => {
  const clock = { now: 1_000_000 };
  const journal = journalAt(clock);
  await journal.told(account, { holdOff: 20_000 });
  expect(await turn(journal)).toBe(20_000);
  await journal.told(account, { holdOff: 999_999_000 });
  expect(await turn(journal)).toBe(120_000);
  const other = await journal.turn("sandbox:SBX-2", "normal");
  expect(other).toEqual({ ok: true, value: 0 });
});

test("creates of a sandbox without a limit wait for a hold-off alone, and count for whoever asks later", async () => {
  const clock = { now: 1_000_000 };
  const journal = journalAt(clock);
  const begin = async (count: number, unlimited: boolean) => {
    const begun = await journal.begin(intent({ account, key: `key-${count}`, documentNumber: `SB-${count}` }), {
      allowSimilar: true,
      unlimited,
    });
    if (!begun.ok) throw new Error(begun.problems[0].message);
    return begun.value.is === "wait" ? begun.value.milliseconds : begun.value.is;
  };
  for (let count = 0; count < 70; count++) expect(await begin(count, true)).toBe("begun");
  expect(await begin(70, false)).toBe(minute);
  await journal.told(account, { holdOff: 5_000 });
  expect(await begin(71, true)).toBe(5_000);
  clock.now += 5_000;
  expect(await begin(71, true)).toBe("begun");
});
