/** Each digit stands at the place of its value: plain, and doubled with the digits of the result added. */
const plain = "0123456789";
const doubled = "0516273849";

/**
 * Luhn test: every second digit from the right doubled (its digits added), the sum a multiple of ten. The UAE's TIN
 * ends in a check digit for this test.
 */
export function isLuhn(text: string): boolean {
  if (!/^\d+$/.test(text)) return false;
  const fromRight = [...text].reverse();
  const sum = fromRight.reduce((total, digit, at) => total + (at % 2 === 0 ? plain : doubled).indexOf(digit), 0);
  return sum % 10 === 0;
}
