import { expect, test } from "vitest";
import { Gate } from "../../src/submit/index.ts";

/** Returns a promise and the functions that settle it. */
function pending() {
  let [end, fail] = [(): void => undefined, (_: Error): void => undefined];
  const ended = new Promise<void>((resolve, reject) => {
    end = resolve;
    fail = reject;
  });
  return { ended, end, fail };
}

/** Resolves when all pending callbacks have run. */
const settled = (): Promise<void> => new Promise((done) => setImmediate(done));

test("documents pass one at a time, in the order in which they came, and each gets what its own work came to", async () => {
  const gate = new Gate();
  const [first, order] = [pending(), [] as string[]];
  const all = [
    gate.pass(async () => {
      order.push("first begins");
      await first.ended;
      order.push("first ends");
      return 1;
    }),
    gate.pass(async () => {
      order.push("second");
      return 2;
    }),
  ];
  await settled();
  expect(order).toEqual(["first begins"]);
  first.end();
  expect(await Promise.all(all)).toEqual([1, 2]);
  expect(order).toEqual(["first begins", "first ends", "second"]);
});

test("one that fails says so to whoever asked, and lets the next one pass", async () => {
  const gate = new Gate();
  const failed = gate.pass(async () => Promise.reject(new Error("no")));
  const next = gate.pass(async () => "passed");
  await expect(failed).rejects.toThrow("no");
  expect(await next).toBe("passed");
});

test("whether one is under way is told, and that one of them ended, as soon as one does", async () => {
  const gate = new Gate();
  expect(await gate.oneEnded()).toBe(false);
  const [slow, quick] = [pending(), pending()];
  const following = [gate.follow(slow.ended.then(() => "slow")), gate.follow(quick.ended)];
  let said: boolean | undefined;
  const asked = gate.oneEnded().then((one) => {
    said = one;
  });
  await settled();
  expect(said).toBeUndefined();
  quick.end();
  await asked;
  expect(said).toBe(true);
  await following[1];
  slow.end();
  expect(await following[0]).toBe("slow");
  expect(await gate.oneEnded()).toBe(false);
});

test("an exchange that fails counts as ended, and fails for whoever follows it alone", async () => {
  const gate = new Gate();
  const exchange = pending();
  const followed = gate.follow(exchange.ended);
  const asked = gate.oneEnded();
  exchange.fail(new Error("gone"));
  expect(await asked).toBe(true);
  await expect(followed).rejects.toThrow("gone");
  expect(await gate.oneEnded()).toBe(false);
});
