/** The time of this process, which tests may move: what `Date` and the system's running clock say. Timers go on as ever. */
export interface MovedClock {
  /** Milliseconds further, or back. */
  move(milliseconds: number): void;
  now(): number;
  /** To what it really is. */
  reset(): void;
  /** Puts the real one back. */
  restore(): void;
}

/** Takes the place of `Date` in the whole process, until it is put back. */
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
