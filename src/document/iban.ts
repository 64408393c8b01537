/**
 * Follows ISO 13616: with the country code and check digits moved to the end and letters counted as 10 to 35, the
 * whole number modulo 97 must be 1.
 */
export function isIban(text: string): boolean {
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(text)) return false;
  // The country code and check digits come last, and A to Z are 10 to 35; the remainder is carried from character to
  // character.
  let rest = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt((at + 4) % text.length);
    rest = code < 65 ? (rest * 10 + code - 48) % 97 : (rest * 100 + code - 55) % 97;
  }
  return rest === 1;
}
