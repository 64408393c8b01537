import { expect, test } from "vitest";
import { unhurried } from "../../src/desk/real/unhurried.ts";
import type { RateLimit } from "../../src/send/index.ts";

/** Returns an unhurried pace around one that counts its calls. */
function counting(free = false) {
  const seen = { turns: 0, told: 0 };
  const pace = unhurried(
    {
      async turn() {
        seen.turns += 1;
        return undefined;
      },
      async told() {
        seen.told += 1;
      },
    },
    free,
  );
  const ask = async (rate: RateLimit, putOff = false): Promise<void> => {
    await pace.turn("normal");
    await pace.told(rate, putOff);
  };
  return { seen, ask, free: () => pace.free() };
}

test("a sandbox that tells no limit is asked without waiting for a turn, but for the first time", async () => {
  const { seen, ask } = counting();
  for (let count = 0; count < 100; count++) await ask({});
  expect(seen).toEqual({ turns: 1, told: 100 });
});

test("one that names a limit, or puts a request off, is asked at the account's pace", async () => {
  for (const [rate, putOff] of [
    [{ limit: 60, remaining: 59 }, false],
    [{}, true],
  ] as const) {
    const { seen, ask } = counting();
    await ask({});
    await ask(rate, putOff);
    for (let count = 0; count < 10; count++) await ask({});
    expect(seen).toEqual({ turns: 11, told: 12 });
  }
});

test("creates wait for no turn of a sandbox that said it has no limit, until an answer speaks of one", async () => {
  const known = counting(true);
  await known.ask({});
  expect([known.free(), known.seen.turns]).toEqual([true, 0]);
  await known.ask({ limit: 60, remaining: 59 });
  await known.ask({});
  expect([known.free(), known.seen.turns]).toEqual([false, 1]);
  const putOff = counting(true);
  await putOff.ask({}, true);
  expect(putOff.free()).toBe(false);
  const silent = counting();
  await silent.ask({});
  expect(silent.free()).toBe(false);
});
