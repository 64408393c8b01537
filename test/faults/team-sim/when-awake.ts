import type { Attempt, Journal } from "../../../src/journal/index.ts";

/**
 * Wraps the journal of a process that sometimes sleeps: while it sleeps, `asleep` returns a promise that resolves
 * when it wakes.
 */
export function whenAwake(journal: Journal, asleep: () => Promise<void> | undefined): Journal {
  const awake = async (): Promise<void> => {
    for (let sleep = asleep(); sleep; sleep = asleep()) await sleep;
  };
  const attemptOf = (attempt: Attempt): Attempt => ({
    id: attempt.id,
    armed: async () => {
      await awake();
      return attempt.armed();
    },
    // Not delayed: the check and the step that it permits must happen in the same turn of the event loop.
    leaves: () => attempt.leaves(),
    result: async (...words) => {
      await awake();
      return attempt.result(...words);
    },
  });
  const begin: Journal["begin"] = async (...words) => {
    await awake();
    const begun = await journal.begin(...words);
    if (!begun.ok || begun.value.is !== "begun") return begun;
    return { ...begun, value: { ...begun.value, attempt: attemptOf(begun.value.attempt) } };
  };
  return new Proxy(journal, {
    get(target, name) {
      const value: unknown = name === "begin" ? begin : Reflect.get(target, name, target);
      if (typeof value !== "function") return value;
      if (name === "begin" || name === "close") return value.bind(target);
      return (...words: unknown[]) => {
        const isAwake = asleep() === undefined;
        return isAwake ? value.apply(target, words) : awake().then(() => value.apply(target, words));
      };
    },
  });
}
