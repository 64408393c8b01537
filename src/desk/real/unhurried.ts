import type { Pace } from "../../send/index.ts";

/** A pace that may have no limit. */
export interface UnhurriedPace extends Pace {
  /** Whether creates wait for no turn: a sandbox said before that it has no limit, and no answer since spoke of one. */
  free(): boolean;
}

/**
 * The pace of a sandbox; `free`: it said that it has no limit. One that tells no limit has none (`--rate 0`): after its first answer nobody waits for a turn any more. As soon as an
 * answer names a limit, or puts a request off, every request waits for its turn as with the service itself.
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
