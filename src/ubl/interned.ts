/** The texts by themselves. Without a prototype, so that no text is there before it was put in. */
let known: Record<string, string> = Object.create(null);
let count = 0;
/** Names come from files, so what is kept is limited; the rules and the schema have some hundreds. */
const mostKnown = 4_000;
const longestKnown = 100;

/**
 * The same text as the engine's own copy of it. V8 compares two interned strings by address; a string put together at run time or cut
 * out of a file is compared character by character, in every rule.
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
