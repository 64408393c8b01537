/** This process's `Date` and monotonic clock. Timers are not affected. */
export interface MovedClock {
  /** Moves the clock by `milliseconds`, forward or back. */
  move(milliseconds: number): void;
  now(): number;
  reset(): void;
  /** Restores the original clocks. */
  restore(): void;
}

/** Replaces the clocks for the whole process until they are restored. */
export function moveClock(): MovedClock {
  const [RealDate, realTicks] = [Date, process.hrtime.bigint];
  let by = 0;
  const now = (): number => RealDate.now() + by;
  globalThis.Date = new Proxy(RealDate, {
    construct: (target, given, made) => Reflect.construct(target, given.length === 0 ? [now()] : given, made),
    get: (target, name) => (name === "now" ? now : Reflect.get(target, name)),
  });
  process.hrtime.bigint = () => realTicks() + BigInt(by) * 1_000_000n;
  return {
    move: (milliseconds) => {
      by += milliseconds;
    },
    now,
    reset() {
      by = 0;
    },
    restore() {
      globalThis.Date = RealDate;
      process.hrtime.bigint = realTicks;
    },
  };
}
