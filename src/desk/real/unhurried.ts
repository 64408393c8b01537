import type { Pace } from "../../send/index.ts";

export interface UnhurriedPace extends Pace {
  /**
   * Whether create requests may be sent without waiting: the sandbox announced no limit, and no later answer
   * mentioned one.
   */
  free(): boolean;
}

/**
 * Wraps the pace of a sandbox: if its first answer gives no limit (`--rate 0`), requests do not wait. As soon as an
 * answer gives a limit or postpones a request, every request waits for its turn. `free` is set if the sandbox already
 * announced that it has no limit.
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
