import { findCodes as search, codeLists as searched } from "../document/index.ts";
import { made, refused, unreadable, wrong } from "./finding.ts";
import type { CodeList, NamedCode, Result } from "./types.ts";

/** The code lists that documents use, in the order of `selfbill codes`. */
export const codeLists: readonly CodeList[] = searched.map(({ name, title, field }) => ({ name, title, field }));

/**
 * Finds the codes that a word may refer to, as `selfbill codes` does: `findCodes("box", "unit")` returns XBX first.
 * Without a word, it returns the whole list; without a list, it searches all lists. Names are in English and, if
 * available, in Arabic. Findings: `bad-usage` for an unknown list. The names are loaded on first use.
 */
export async function findCodes(word = "", list?: string): Promise<Result<readonly NamedCode[]>> {
  try {
    const lists = searched.filter(({ name }) => list === undefined || name === list);
    if (lists.length > 0) return made(await search(String(word), lists));
    return refused([wrong(`There is no code list ${String(list)}.`, "codeLists names all of them.")]);
  } catch (error) {
    return refused([unreadable(error)]);
  }
}
