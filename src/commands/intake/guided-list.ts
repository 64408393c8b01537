import type { Desk } from "../../desk/index.ts";
import type { DocumentKind } from "../../document/index.ts";
import { ok, type Result } from "../../problem/index.ts";
import { isSheetFile, type SheetWords } from "../sheet/drafts.ts";
import { guidedMap } from "./guide.ts";
import { suppliersOfList } from "./suppliers-of-list.ts";

/**
 * At a terminal, before a command reads spreadsheets: asks for the map of those with headings of their own, and for suppliers that the book does
 * not have. Nothing happens where nobody can be asked, or --yes says not to ask. Problems: `declined`, `interrupted`, those of reading and of the settings.
 */
export async function guidedList(
  names: readonly string[],
  kind: DocumentKind | undefined,
  words: SheetWords & { readonly yes?: boolean },
  desk: Desk,
): Promise<Result<undefined>> {
  if (words.yes) return ok(undefined);
  for (const file of names.filter(isSheetFile)) {
    const mapped = await guidedMap(file, kind, words, desk);
    if (!mapped.ok) return mapped;
    const supplied = await suppliersOfList(file, kind, words, desk);
    if (!supplied.ok) return supplied;
  }
  return ok(undefined);
}
