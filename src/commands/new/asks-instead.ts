import type { Desk } from "../../desk/index.ts";

/** Whether a create command without files starts the wizard: at a terminal, without --json. */
export function asksInstead(words: readonly string[], desk: Desk): boolean {
  return words.length === 0 && desk.ask.possible && !desk.asJson;
}
