import type { Refusal } from "../desk/index.ts";

export const backKey = "<";

export const helpKey = "?";

/** Refuses text that begins with a key, because the key was meant for the terminal. */
export function keyRefusal(text: string): Refusal {
  const [first = ""] = text.trim();
  if (first !== backKey && first !== helpKey) return undefined;
  return `An answer cannot begin with ${first}. Type only ${helpKey} to explain the question, only ${backKey} to go back, or the answer without it.`;
}
