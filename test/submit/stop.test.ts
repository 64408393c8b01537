import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { watchForStop } from "../../src/submit/index.ts";
import { row } from "../support/failure-matrix.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A watch, what it said, and a way to ask it to stop. */
function watched() {
  const said: string[] = [];
  let ask = (): void => undefined;
  const watch = watchForStop({
    say: (line) => void said.push(line),
    onStop: (listener) => {
      ask = listener;
      return () => undefined;
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
