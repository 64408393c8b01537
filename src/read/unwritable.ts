import { type Problem, problem } from "../problem/index.ts";
import { maxProblems } from "./limits.ts";
import { isRawMap, PlainScalar, type RawDocument, type RawValue } from "./raw.ts";
import type { SourceText } from "./source-text.ts";

/** What XML 1.0 cannot hold, and so no invoice: most control characters, and halves of characters. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const unwritable = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff\p{Surrogate}]/u;

/**
 * Values and names with a character that no invoice can hold (`wrong-value`); an escape such as `\u0000` can bring one
 * in.
 */
export function findUnwritable(raw: RawDocument, source: SourceText): [Problem, ...Problem[]] | undefined {
  const problems: Problem[] = [];
  const visit = (value: RawValue): void => {
    if (problems.length >= maxProblems || typeof value !== "object" || value === null) return;
    if (!Array.isArray(value) && !isRawMap(value)) return;
    for (const key of Object.keys(value)) {
      const member = (value as Record<string, RawValue>)[key] as RawValue;
      const text = member instanceof PlainScalar ? member.text : typeof member === "string" ? member : "";
      const found = unwritable.exec(text) ?? unwritable.exec(key);
      if (found) problems.push(refused(found[0], value, Array.isArray(value) ? Number(key) : key));
      visit(member);
    }
  };
  const refused = (char: string, holder: object, key: string | number): Problem => {
    const code = (char.charCodeAt(0) || 0).toString(16).toUpperCase().padStart(4, "0");
    const where = source.spot(raw.places.of(holder, key)?.value ?? raw.rootAt);
    const message = `The value holds U+${code}, a character that no invoice can carry.`;
    return problem("wrong-value", message, "Remove it, or write the text anew.", { where });
  };
  visit(raw.root);
  const [first, ...more] = problems;
  return first && [first, ...more];
}
