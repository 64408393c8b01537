import type { Pace } from "../../send/index.ts";

/** A pace that may have no limit. */
export interface UnhurriedPace extends Pace {
  /** Whether creates need not wait: a sandbox announced that it has no limit, and no later answer mentioned one. */
  free(): boolean;
}

/**
 * Wraps the pace of a sandbox; `free`: the sandbox announced that it has no limit. A sandbox whose first answer gives no limit has none (`--rate 0`),
 * and requests no longer wait. As soon as an answer gives a limit, or postpones a request, every request waits for its turn as with the service
 * itself.
 */
export function unhurried(pace: Pace, free: boolean): UnhurriedPace {
  let answered = free;
  let limited = false;
  return {
    free: () => free && !limited,
    turn: async (priority) => (answered && !limited ? undefined : pace.turn(priority)),
    async told(rate, putOff) {
      answered = true;
      limited ||= putOff || Object.values(rate).some((each) => each !== undefined);
      await pace.told(rate, putOff);
    },
  };
}
