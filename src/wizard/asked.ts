import type { Refusal } from "../desk/index.ts";

export const backKey = "<";

export const helpKey = "?";

/** Refuses text that begins with `<` or `?`, because the user probably meant to press that key alone. */
export function keyRefusal(text: string): Refusal {
  const [first = ""] = text.trim();
  if (first !== backKey && first !== helpKey) return undefined;
  return `An answer cannot begin with ${first}. Type only ${helpKey} to explain the question, only ${backKey} to go back, or the answer without it.`;
}
