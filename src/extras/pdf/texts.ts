/**
 * Characters without a glyph that are allowed in text: the isolates from `isolated`, the zero-width space and the
 * soft hyphen.
 */
const drawnByNobody = /[\u200b\u2066-\u2069\u00ad]/;
const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]/;

function shownCode(character: string): string {
  return `<U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}>`;
}

/** Replaces characters that `has` rejects with their codes, and passes the characters to `missed`. */
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

/** Isolates right-to-left text from its surroundings (Unicode Bidirectional Algorithm, FSI and PDI). */
export function isolated(text: string): string {
  return rightToLeft.test(text) ? `\u2068${text}\u2069` : text;
}

/**
 * Marks where a long word may break. Words up to the length of an IBAN stay whole, because people copy them. Letters
 * that join, as in Arabic, are never separated.
 */
export function breakable(text: string): string {
  return text.replace(/[^\s\u200b\u0590-\u08ff]{35,}/g, (word) => word.replace(/.{8}/gu, "$&\u200b"));
}
