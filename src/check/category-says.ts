import { codes } from "../document/index.ts";

/** Returns a category's letter and name, because few readers know the letters. */
export function categorySays(code: keyof typeof codes.vatCategories): string {
  return `${code} (${codes.vatCategories[code]})`;
}
