/** Maps strings to themselves. It has no prototype, so that no keys are inherited. */
let known: Record<string, string> = Object.create(null);
let count = 0;
/** Limited because names come from files; the rules and the schema have a few hundred. */
const mostKnown = 4_000;
const longestKnown = 100;

/**
 * Returns the interned copy of a string. V8 compares two interned strings by address; in every rule, it would compare
 * other strings, such as those cut from a file, character by character.
 */
export function interned(text: string): string {
  const own = known[text];
  if (own !== undefined) return own;
  if (count >= mostKnown) [known, count] = [Object.create(null), 0];
  for (const key in { [text]: 0 }) {
    if (text.length > longestKnown) return key;
    known[key] = key;
    count += 1;
    return key;
  }
  return text;
}
