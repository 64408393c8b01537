/** Characters that XML 1.0 does not allow: most control characters, unpaired surrogates, U+FFFE and U+FFFF. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
export const unwritable = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff\ud800-\udfff]/u;

/** Returns the first such character in the form `U+0000`; undefined if there is none. */
export function unwritableIn(text: string): string | undefined {
  const [found] = unwritable.exec(text) ?? [];
  return found === undefined ? undefined : `U+${found.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}`;
}
