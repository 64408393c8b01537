import type { Refusal } from "../desk/index.ts";

/** The key to type to go back. */
export const backKey = "<";

/** The key to type for an explanation of the question. */
export const helpKey = "?";

/** Refuses a text that begins with a key: it was meant for the terminal, not for the document. */
export function keyRefusal(text: string): Refusal {
  const [first = ""] = text.trim();
  if (first !== backKey && first !== helpKey) return undefined;
  return `An answer cannot begin with ${first}. Type only ${helpKey} to explain the question, only ${backKey} to go back, or the answer without it.`;
}
