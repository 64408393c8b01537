import { type Problem, problem } from "../../problem/index.ts";
import { type Item, itemTitle } from "./book/index.ts";

/** Warns about HS codes that do not exist; the document check does so too (SB-0806). */
export async function doubtfulCodes(items: readonly Item[]): Promise<Problem[]> {
  const { isPossibleHsCode } = await import("../../check/index.ts");
  return items.flatMap((item): Problem[] => {
    if (item.hs === undefined || isPossibleHsCode(item.hs)) return [];
    const message = `${itemTitle(item)}: no heading of the Harmonized System begins as ${item.hs} does.`;
    const hint = "Look up the goods: selfbill codes hs WORDS. A spreadsheet may have dropped a zero at the start.";
    return [problem("wrong-value", message, hint, { severity: "warning" })];
  });
}
