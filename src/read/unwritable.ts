import { unwritableIn } from "../document/index.ts";
import { type Problem, problem } from "../problem/index.ts";
import { maxProblems } from "./limits.ts";
import { isRawMap, PlainScalar, type RawDocument, type RawValue } from "./raw.ts";
import type { SourceText } from "./source-text.ts";

/**
 * Reports a `wrong-value` for each value or name with a character that no invoice can contain; an escape such as
 * `\u0000` can produce one.
 */
export function findUnwritable(raw: RawDocument, source: SourceText): [Problem, ...Problem[]] | undefined {
  const problems: Problem[] = [];
  const visit = (value: RawValue): void => {
    if (problems.length >= maxProblems || typeof value !== "object" || value === null) return;
    if (!Array.isArray(value) && !isRawMap(value)) return;
    for (const key of Object.keys(value)) {
      if (problems.length >= maxProblems) return;
      const member = (value as Record<string, RawValue>)[key] as RawValue;
      const text = member instanceof PlainScalar ? member.text : typeof member === "string" ? member : "";
      const found = unwritableIn(text) ?? unwritableIn(key);
      if (found) problems.push(refused(found, value, Array.isArray(value) ? Number(key) : key));
      visit(member);
    }
  };
  const refused = (sign: string, holder: object, key: string | number): Problem => {
    const where = source.spot(raw.places.of(holder, key)?.value ?? raw.rootAt);
    const message = `The value contains ${sign}, a character that an invoice cannot have.`;
    return problem("wrong-value", message, "Remove it, or type the text again.", { where });
  };
  visit(raw.root);
  const [first, ...more] = problems;
  return first && [first, ...more];
}
