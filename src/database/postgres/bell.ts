/**
 * Waits until a counter that another thread increments differs from `before`; false after this many milliseconds. A
 * wake-up by itself proves nothing: a thread delayed between incrementing and waking wakes the next waiter, which waits
 * for another increment.
 */
export function waitForAnother(count: Int32Array<SharedArrayBuffer>, before: number, milliseconds: number): boolean {
  const end = performance.now() + milliseconds;
  for (;;) {
    if (Atomics.load(count, 0) !== before) return true;
    const left = end - performance.now();
    if (left <= 0) return false;
    Atomics.wait(count, 0, before, left);
  }
}
