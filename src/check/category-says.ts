import { codes } from "../document/index.ts";

/** Returns a VAT category by letter and name, for readers who do not know the letters. */
export function categorySays(code: keyof typeof codes.vatCategories): string {
  return `${code} (${codes.vatCategories[code]})`;
}
