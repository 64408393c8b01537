import { AsyncLocalStorage } from "node:async_hooks";
import { askCompletionOf, type Completion } from "./suggestion.ts";

/**
 * The completion of the work that is under way. It is not a parameter: every sentence that names a command would have to
 * hand it on, and the one that forgets it sends somebody from practice to a real service. Apart from what suggests, so
 * that the library imports nothing of Node.
 */
const completions = /* @__PURE__ */ new AsyncLocalStorage<Completion>();

/** Does the work; the commands suggested in it, in this and in later turns, are completed. */
export function withCompletion<T>(completion: Completion, work: () => T): T {
  askCompletionOf(() => completions.getStore());
  return completions.run(completion, work);
}
