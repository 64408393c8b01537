import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import type { RateLimit } from "../../src/send/index.ts";
import { paceOf, waitingFrom } from "../../src/submit/index.ts";
import { interrupted, tell, waitForTurn } from "../../src/submit/pace.ts";
import { databaseIn, given, journalIn } from "../support/journal-file.ts";
import { offlineDesk } from "../support/offline-desk.ts";
import { temporaryFolder } from "../support/run-selfbill.ts";

const account = "https://einvoice.example BP-1";
const now = Date.UTC(2026, 5, 15);

/** Opens a journal whose clock moves when the desk waits; the desk collects its messages and pauses. */
function waiter(stopsAt = Number.POSITIVE_INFINITY) {
  const at = { time: now };
  const journal = journalIn(temporaryFolder(), { now: () => at.time });
  const said: string[] = [];
  const paused: number[] = [];
  const desk = {
    ...offlineDesk(),
    say: (line: string) => void said.push(line),
    pause: async (milliseconds: number) => {
      paused.push(milliseconds);
      at.time += milliseconds;
      return paused.length < stopsAt;
    },
  };
  return { journal, desk, said, paused };
}

describe("what a service says of its limits", () => {
  beforeEach(() => void vi.useFakeTimers({ now }));
  afterEach(() => void vi.useRealTimers());

  const rows: readonly [what: string, rate: RateLimit, putOff: boolean, wait: number][] = [
    ["a request that it puts off without a time holds all back for a minute", {}, true, 60_000],
    ["one with a time is obeyed", { retryAfter: 5_000 }, true, 5_000],
    ["one that may be repeated at once holds nothing back", { retryAfter: 0 }, true, 0],
    ["one with the end of the window is waited for", { resetAt: now + 20_000 }, true, 20_000],
    ["the last request of a window holds back until it ends", { remaining: 0, resetAt: now + 20_000 }, false, 20_000],
    ["an end that is far away is no more than a minute", { remaining: 0, resetAt: now + 200_000 }, false, 60_000],
    ["an end that is over holds nothing back", { remaining: 0, resetAt: now - 20_000 }, false, 0],
    ["nothing left until nobody knows when holds nothing back", { remaining: 0 }, false, 0],
    ["something left holds nothing back", { remaining: 1, resetAt: now + 20_000 }, false, 0],
    ["nothing said holds nothing back", {}, false, 0],
  ];
  test.each(rows)("%s", async (_, rate, putOff, wait) => {
    const { journal, desk } = waiter();
    await paceOf(journal, { account }, { none: false, most: 0 }, desk).told(rate, putOff);
    expect(given(await journal.turn(account, "normal"))).toBe(wait);
    expect(given(await journal.turn("another account", "normal"))).toBe(0);
  });
});

test("what holds nothing back is not written down, so that an answer costs no write", async () => {
  const folder = temporaryFolder();
  const journal = journalIn(folder, { now: () => now });
  const watcher = databaseIn(folder);
  onTestFinished(() => watcher.close());
  const writes = (): unknown => watcher.get("PRAGMA data_version")?.data_version;
  const before = writes();
  for (const [rate, putOff] of [
    [{ retryAfter: 0 }, true],
    [{ remaining: 0, resetAt: Date.now() - 20_000 }, false],
    [{ remaining: 0 }, false],
    [{}, false],
  ] as const)
    await tell(journal, { account }, rate, putOff);
  expect(writes()).toBe(before);
  await tell(journal, { account }, { retryAfter: 1 }, true);
  expect(writes()).not.toBe(before);
});

describe("a turn", () => {
  test("is waited for as often as it takes, and no longer than may be waited in all", async () => {
    const { journal, desk, paused } = waiter();
    given(await journal.told(account, { holdOff: 20_000 }));
    expect(await paceOf(journal, { account }, { none: false, most: 20_000 }, desk).turn("normal")).toBeUndefined();
    expect(paused).toEqual([15_000, 5_000]);
    // While this process waits, the service asks another process to hold off for longer.
    const later = waiter();
    given(await later.journal.told(account, { holdOff: 10_000 }));
    const pause = later.desk.pause;
    later.desk.pause = async (milliseconds) => {
      if (later.paused.length === 0) given(await later.journal.told(account, { holdOff: 30_000 }));
      return pause(milliseconds);
    };
    const pace = paceOf(later.journal, { account }, { none: false, most: 29_999 }, later.desk);
    expect(await pace.turn("normal")).toMatchObject({ code: "rate-limited" });
    expect(later.paused).toEqual([10_000]);
  });

  test("is there at once where nothing holds back, and a journal that cannot be asked gives none", async () => {
    const { journal, desk, paused } = waiter();
    const pace = paceOf(journal, { account }, { none: true, most: 0 }, desk);
    expect(await pace.turn("low")).toBeUndefined();
    expect(paused).toEqual([]);
    journal.close();
    expect(await pace.turn("low")).toMatchObject({ code: "journal-unusable" });
  });
});

describe("waiting", () => {
  const most = { none: false, most: 300_000 };

  test("counts down, in steps that a person can follow", async () => {
    const { desk, said, paused } = waiter();
    expect(await waitForTurn(31_000, 0, most, desk)).toBeUndefined();
    expect(paused.splice(0)).toEqual([15_000, 15_000, 1_000]);
    expect(said).toEqual(
      ["31 seconds", "16 seconds", "1 second"].map((left) => `Waiting for the account's next request: ${left} left.`),
    );
    expect(await waitForTurn(30_000, 0, most, desk)).toBeUndefined();
    expect(paused).toEqual([15_000, 15_000]);
  });

  test("of less than a second is not talked about", async () => {
    const { desk, said, paused } = waiter();
    expect(await waitForTurn(999, 0, most, desk)).toBeUndefined();
    expect([said, paused]).toEqual([[], [999]]);
    expect(await waitForTurn(1_000, 0, most, desk)).toBeUndefined();
    expect(said).toHaveLength(1);
  });

  test("ends when somebody asks to stop, and nothing was sent", async () => {
    const { desk, paused } = waiter(2);
    expect(await waitForTurn(60_000, 0, most, desk)).toEqual(interrupted());
    expect(paused).toHaveLength(2);
    expect(interrupted()).toMatchObject({
      code: "interrupted",
      message: "Stopped before anything was sent.",
      hint: "Run the same command again at any time.",
    });
  });

  test("is not begun where it may not be, and the hint tells when to come again", async () => {
    const { desk, paused } = waiter();
    expect(await waitForTurn(1, 0, { ...most, none: true }, desk)).toMatchObject({
      code: "rate-limited",
      message: "Nothing was sent: the rate limit of this account is reached.",
      hint: "Run the same command again in 1 second, or without --no-wait.",
    });
    expect(await waitForTurn(200_001, 100_000, most, desk)).toMatchObject({
      hint: "Run the same command again in 201 seconds, or with a longer --max-wait.",
    });
    expect(paused).toEqual([]);
    expect(await waitForTurn(200_000, 100_000, most, desk)).toBeUndefined();
  });

  test("is as long as the words say", () => {
    expect(waitingFrom({})).toEqual({ none: false, most: 300_000 });
    expect(waitingFrom({ noWait: true, maxWait: 0 })).toEqual({ none: true, most: 0 });
    expect(waitingFrom({ maxWait: 999_999 })).toEqual({ none: false, most: 999_999_000 });
  });
});

test("a word about limits that cannot be written ends nothing", async () => {
  const { journal } = waiter();
  journal.close();
  await expect(tell(journal, { account }, {}, true)).resolves.toBeUndefined();
});
