import type { Desk } from "../../desk/index.ts";

/** Whether a create command without a file asks for the document: somebody sits there, and wants no JSON. */
export function asksInstead(words: readonly string[], desk: Desk): boolean {
  return words.length === 0 && desk.ask.possible && !desk.asJson;
}
