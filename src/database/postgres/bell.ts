/**
 * Waits until a count that another thread raises is not `before` any more; false when so many milliseconds went by. Being woken alone says
 * nothing: a thread that was held up between raising the count and waking whoever waits wakes the next one, who waits for something else.
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
