import type { Desk } from "../../desk/index.ts";
import type { DocumentKind } from "../../document/index.ts";
import { ok, type Result } from "../../problem/index.ts";
import { isSheetFile, type SheetWords } from "../sheet/drafts.ts";
import { guidedMap } from "./guide.ts";
import { earlierMapAsked } from "./map-of-earlier.ts";
import { ratesOfList } from "./rates-of-list.ts";
import { suppliersOfList } from "./suppliers-of-list.ts";

/**
 * Asks about columns that a finished map leaves open, custom headings, unknown suppliers and exchange rates before a
 * list is read. Returns all rates, including those from the options. Does nothing without a terminal, or with --yes.
 * Problems: `declined`, `interrupted`, any file-reading problem, any settings problem.
 */
export async function guidedList(
  names: readonly string[],
  kind: DocumentKind | undefined,
  words: SheetWords & { readonly yes?: boolean; readonly exchangeRate: readonly string[] },
  desk: Desk,
): Promise<Result<readonly string[]>> {
  const rates: string[] = [...words.exchangeRate];
  if (words.yes || !desk.ask.possible || desk.asJson) return ok(rates);
  for (const file of names.filter(isSheetFile)) {
    const earlier = await earlierMapAsked(file, kind, words, desk);
    if (!earlier.ok) return earlier;
    const mapped = await guidedMap(file, kind, words, desk);
    if (!mapped.ok) return mapped;
    const supplied = await suppliersOfList(file, kind, words, desk);
    if (!supplied.ok) return supplied;
    const asked = await ratesOfList(file, kind, { ...words, exchangeRate: rates }, desk);
    if (!asked.ok) return asked;
    rates.push(...asked.value);
  }
  return ok(rates);
}
