/**
 * Matches characters that no font draws and that are still allowed in a text: the isolates that `isolated` inserts, and
 * the zero-width space.
 */
const drawnByNobody = /[\u200b\u2066-\u2069\u00ad]/;
const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]/;

/** Returns the code that replaces a character missing in the fonts, in the form used for every character that cannot be shown. */
function shownCode(character: string): string {
  return `<U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}>`;
}

/** Returns the text with codes for the characters that `has` rejects; adds each of these characters to `missed`. */
export function drawable(
  text: string,
  has: (character: number) => boolean,
  missed: (character: string) => void,
): string {
  return Array.from(text.normalize("NFC"), (character) => {
    if (has(character.codePointAt(0) ?? 0) || drawnByNobody.test(character)) return character;
    if (/\s/.test(character)) return " ";
    missed(character);
    return shownCode(character);
  }).join("");
}

/** Isolates a text with right-to-left letters from its surroundings (Unicode Bidirectional Algorithm, FSI and PDI). */
export function isolated(text: string): string {
  return rightToLeft.test(text) ? `\u2068${text}\u2069` : text;
}

/**
 * Marks where a long word may be broken, so that the word stays in its column. Words up to the length of an IBAN stay whole, because people copy
 * them. Joined letters are never separated.
 */
export function breakable(text: string): string {
  return text.replace(/[^\s\u200b\u0590-\u08ff]{35,}/g, (word) => word.replace(/.{8}/gu, "$&\u200b"));
}
