import { latinDigits } from "../document/index.ts";

/**
 * Converts a number in a form used in spreadsheets, such as `1,250.50`, `1 250.50` or Arabic digits, to plain digits.
 * Other text stays unchanged, and is refused later.
 */
export function typedNumber(typed: string): string {
  const latin = latinDigits(typed)
    .replaceAll("\u066b", ".")
    .replaceAll("\u066c", ",")
    .replace(/[\u00a0\u202f]/g, " ")
    .trim();
  for (const sign of [",", " ", "'"]) {
    const [whole = "", fraction, ...rest] = latin.split(".");
    const [first = "", ...groups] = whole.split(sign);
    const isGrouped = groups.length > 0 && /^-?\d{1,3}$/.test(first) && groups.every((each) => /^\d{3}$/.test(each));
    if (rest.length === 0 && isGrouped && /^\d*$/.test(fraction ?? ""))
      return [first, ...groups].join("") + (fraction === undefined ? "" : `.${fraction}`);
  }
  return /^-?[\d.,]+$/.test(latin) ? latin : typed;
}
