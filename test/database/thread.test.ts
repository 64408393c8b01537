import { Worker } from "node:worker_threads";
import { expect, onTestFinished, test } from "vitest";
import { waitForAnother } from "../../src/database/thread.ts";

const newCount = (): Int32Array<SharedArrayBuffer> => new Int32Array(new SharedArrayBuffer(4));

/** A program that wakes the waiting thread before the count is raised, as may happen if a thread is delayed. */
const wakesFirst = `
  const { workerData: count } = require("node:worker_threads");
  while (Atomics.notify(count, 0) === 0);
  while (Atomics.notify(count, 0) === 0);
  Atomics.add(count, 0, 1);
  Atomics.notify(count, 0);`;

test("who is woken and finds no answer goes on waiting for it", () => {
  const count = newCount();
  const thread = new Worker(wakesFirst, { eval: true, workerData: count });
  onTestFinished(async () => void (await thread.terminate()));
  expect(waitForAnother(count, 0, 60_000)).toBe(true);
  expect(Atomics.load(count, 0)).toBe(1);
});

test("an answer that is there already is not waited for, and one that does not come is given up", () => {
  const count = newCount();
  expect(waitForAnother(count, 7, 60_000)).toBe(true);
  expect(waitForAnother(count, 0, 1)).toBe(false);
});
