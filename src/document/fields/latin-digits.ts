/** Converts Arabic, Persian and full-width digits to 0 to 9; the code point of each ends in the value of the digit. */
export function latinDigits(text: string): string {
  return text.replace(/[\u0660-\u0669\u06f0-\u06f9\uff10-\uff19]/g, (digit) => String(digit.charCodeAt(0) & 0xf));
}

const arabicLetter = /(?=\p{Script=Arabic})\p{Letter}/u;

/** Converts the digits of codes, numbers and dates to 0 to 9; text with Arabic letters keeps its Arabic digits. */
export function latinDigitsInCode(text: string): string {
  return arabicLetter.test(text) ? text : latinDigits(text);
}
