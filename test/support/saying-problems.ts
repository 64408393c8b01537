import type { Desk } from "../../src/desk/index.ts";
import { SaidBefore } from "../../src/desk/real/said-before.ts";
import type { Style } from "../../src/report/index.ts";

/** Reports problems as a desk does: one per line, and each only once. */
export function sayingProblems(say: (line: string) => void, style: Style): Desk["sayProblems"] {
  const before = new SaidBefore();
  return (problems) => {
    const text = before.text(problems, style);
    if (text !== "") say(text);
  };
}
