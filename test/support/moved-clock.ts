/** `Date` and the system's monotonic clock of this process. Timers are not affected. */
export interface MovedClock {
  /** Milliseconds, forward or back. */
  move(milliseconds: number): void;
  now(): number;
  reset(): void;
  /** Restores the original `Date`. */
  restore(): void;
}

/** Replaces `Date` in the whole process until it is restored. */
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
