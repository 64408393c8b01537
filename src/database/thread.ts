import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/**
 * Waits until a counter that another thread increments differs from `before`; returns false after `milliseconds`. A
 * wake-up alone proves nothing: if the other thread is delayed between its increment and its wake-up call, that call
 * wakes the next waiter, which is waiting for a later increment.
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

/**
 * Returns the path of a thread's code, which the build puts into a separate file; the built file is used even when
 * running from source.
 */
export function threadFile(name: string): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  for (;;) {
    for (const file of [join(folder, `${name}.cjs`), join(folder, "dist", `${name}.cjs`)])
      if (existsSync(file)) return file;
    const above = dirname(folder);
    if (above === folder) throw new Error(`${name}.cjs is missing: this selfbill is not built completely`);
    folder = above;
  }
}
