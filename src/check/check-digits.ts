/** Check digits of the identifier schemes in PINT. Callers must normalise whitespace. */

const digits = /^\d+$/;
/** What a cast to xs:integer accepts. */
const integer = /^[ \t\n\r]*[+-]?\d+[ \t\n\r]*$/;

function weightedFromRight(body: string, weightAt: (position: number) => number): number {
  let sum = 0;
  for (let position = 0; position < body.length; position++) {
    sum += Number(body[body.length - 1 - position]) * weightAt(position);
  }
  return sum;
}

/** GS1 GLN: digits of any length; with weights 1, 3, 1 … from the right, the sum is a multiple of ten. */
export function isGln(text: string): boolean {
  if (!digits.test(text)) return false;
  const sum = weightedFromRight(text.slice(0, -1), (position) => (position % 2 === 0 ? 3 : 1));
  return (10 - (sum % 10)) % 10 === Number(text.at(-1));
}

/** Nine digits, weights 2 to 7 from the right, modulo 11. */
export function isNorwegianNumber(text: string): boolean {
  if (!/^\d{9}$/.test(text) || Number(text) === 0) return false;
  const sum = weightedFromRight(text.slice(0, -1), (position) => (position % 6) + 2);
  return (11 - (sum % 11)) % 11 === Number(text.at(-1));
}

/** Ten characters that can be read as a number. */
export function isSwedishNumber(text: string): boolean {
  return [...text].length === 10 && /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/.test(text);
}

/** DK and eight digits. */
export function isDanishNumber(text: string): boolean {
  return /^DK\d{8}$/.test(text);
}

/** Ten digits, the last two being 97 minus the first eight modulo 97. */
export function isBelgianNumber(text: string): boolean {
  return /^\d{10}$/.test(text) && 97 - (Number(text.slice(0, 8)) % 97) === Number(text.slice(8));
}

/** Six letters or digits. */
export function isItalianOfficeCode(text: string): boolean {
  return /^[A-Za-z0-9]{6}$/.test(text);
}

/** Eleven characters that can be read as an integer, or a sixteen-character personal code. */
export function isItalianTaxCode(text: string): boolean {
  const characters = [...text];
  if (characters.length === 11) return integer.test(text);
  if (characters.length !== 16) return false;
  const part = (from: number, length: number) => characters.slice(from - 1, from - 1 + length).join("");
  const isLetters = (value: string) => /^[A-Za-z]*$/.test(value);
  return (
    isLetters(part(1, 6)) &&
    integer.test(part(7, 2)) &&
    isLetters(part(9, 1)) &&
    integer.test(part(10, 2)) &&
    integer.test(part(15, 1)) &&
    isLetters(part(16, 1))
  );
}

/** IT and eleven digits whose Luhn sum is a multiple of ten; text with another prefix passes. */
export function isItalianVatNumber(text: string): boolean {
  const prefix = text.slice(0, 2);
  if (prefix !== "IT" && prefix !== "it") return true;
  const code = text.slice(2);
  if (!/^\d{11}$/.test(code)) return false;
  let sum = 0;
  for (let position = 0; position < 11; position++) {
    const digit = Number(code[position]);
    sum += position % 2 === 0 ? digit : Number("0246813579"[digit]);
  }
  return sum % 10 === 0;
}

/** Eleven digits: one is subtracted from the first, then weights 10, 1, 3 … 19, modulo 89. */
export function isAustralianNumber(text: string): boolean {
  if (!/^\d{11}$/.test(text)) return false;
  let sum = 0;
  for (let position = 0; position < 11; position++) {
    const digit = Number(text[position]);
    sum += position === 0 ? (digit - 1) * 10 : digit * (2 * position - 1);
  }
  return sum % 89 === 0;
}
