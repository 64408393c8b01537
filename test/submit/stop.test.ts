import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { watchForStop } from "../../src/submit/index.ts";
import { row } from "../support/failure-matrix.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A watch that collects its messages and can be asked to stop. */
function watched() {
  const said: string[] = [];
  let ask = (): void => undefined;
  const watch = watchForStop({
    say: (line) => void said.push(line),
    onStop: (listener) => {
      ask = listener;
      return () => {
        ask = () => undefined;
      };
    },
  });
  return { watch, said, stop: () => ask() };
}

test(row("12 stop", "answers are waited for ten seconds, and not a moment longer"), () => {
  const { watch, said, stop } = watched();
  const [sent, connecting, over] = [watch.begin(), watch.begin(), watch.begin()];
  sent.underWay();
  over.underWay();
  over.ended();
  stop();
  expect([sent, connecting, over].map(({ signal }) => signal.aborted)).toEqual([false, true, false]);
  expect(said).toEqual([expect.stringContaining("the document is under way")]);
  vi.advanceTimersByTime(9_999);
  expect(sent.signal.aborted).toBe(false);
  vi.advanceTimersByTime(1);
  expect([sent.signal.aborted, over.signal.aborted]).toEqual([true, false]);
});

test(row("12 stop", "a second request ends all at once, and nothing begins after the first"), () => {
  const { watch, said, stop } = watched();
  const sent = [watch.begin(), watch.begin()];
  for (const each of sent) each.underWay();
  stop();
  expect([watch.asked, watch.begin().signal.aborted]).toEqual([true, true]);
  stop();
  expect(sent.every(({ signal }) => signal.aborted)).toBe(true);
  expect(said).toEqual([expect.stringContaining("2 documents are under way")]);
});

test("what is waited for is told in words, once, and nothing where nothing is under way", () => {
  const [one, two, none] = [watched(), watched(), watched()];
  for (const { watch, stop } of [one, two, two]) {
    watch.begin().underWay();
    expect(watch.asked).toBe(false);
    if (watch === one.watch) stop();
  }
  for (let count = 0; count < 3; count++) two.stop();
  const ended = none.watch.begin();
  ended.underWay();
  ended.ended();
  const before = none.watch.begin();
  before.ended();
  none.stop();
  expect(none.watch.asked).toBe(true);
  expect([ended, before].map(({ signal }) => signal.aborted)).toEqual([false, false]);
  expect(one.said).toEqual([
    "Stopping: the document is under way, so waiting for its answer, up to 10 seconds. Again: stop at once.",
  ]);
  expect(two.said).toEqual([
    "Stopping: 2 documents are under way, so waiting for their answers, up to 10 seconds. Again: stop at once.",
  ]);
  expect(none.said).toEqual([]);
});

test("a watch that is closed hears nothing and ends nothing", () => {
  const { watch, said, stop } = watched();
  const sent = watch.begin();
  sent.underWay();
  stop();
  watch.close();
  vi.advanceTimersByTime(20_000);
  expect(sent.signal.aborted).toBe(false);
  stop();
  expect([sent.signal.aborted, said.length]).toEqual([false, 1]);
});
