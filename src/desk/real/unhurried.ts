import type { Pace } from "../../send/index.ts";

/**
 * The pace of a sandbox. One that tells no limit has none (`--rate 0`): after its first answer nobody waits for a turn any more. As soon as an
 * answer names a limit, or puts a request off, every request waits for its turn as with the service itself.
 */
export function unhurried(pace: Pace): Pace {
  let answered = false;
  let limited = false;
  return {
    turn: async (priority) => (answered && !limited ? undefined : pace.turn(priority)),
    async told(rate, putOff) {
      answered = true;
      limited ||= putOff || Object.values(rate).some((each) => each !== undefined);
      await pace.told(rate, putOff);
    },
  };
}
