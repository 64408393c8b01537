import { codes } from "../document/index.ts";

/** A VAT category by its letter and its name: nobody knows all letters. */
export function categorySays(code: keyof typeof codes.vatCategories): string {
  return `${code} (${codes.vatCategories[code]})`;
}
