/**
 * The same text as the engine's own copy of it. V8 compares two interned strings by address; a string put together at run time or cut
 * out of a file is compared character by character, in every rule.
 */
export function interned(text: string): string {
  for (const key in { [text]: 0 }) return key;
  return text;
}
