/** Returns the text with Arabic digits in place of 0 to 9. */
export function inArabicDigits(text: string): string {
  return text.replace(/\d/g, (digit) => String.fromCharCode(0x660 + Number(digit)));
}
