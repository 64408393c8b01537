import type { Desk } from "../../desk/index.ts";
import { amount, type DocumentKind, isDecimalText, money } from "../../document/index.ts";
import { ok, type Result } from "../../problem/index.ts";
import { openSheetFile, type SheetWords } from "../sheet/drafts.ts";
import { askText } from "./ask.ts";

/**
 * Asks for the rate of each currency that has none in the list or the options. A result looks like `USD=3.6725`.
 * Problems: `declined`, `interrupted`.
 */
export async function ratesOfList(
  file: string,
  kind: DocumentKind | undefined,
  words: SheetWords & { readonly exchangeRate: readonly string[] },
  desk: Desk,
): Promise<Result<readonly string[]>> {
  const opened = await openSheetFile(file, kind, { ...words, isLook: true }, desk);
  if (!opened.ok) return ok([]); // errors in the file are reported when it is read
  const known = new Set(words.exchangeRate.map((each) => each.slice(0, 3).toUpperCase()));
  const rates: string[] = [];
  for (const { made } of opened.value.drafts) {
    const { document_currency_code: currency = "AED", tax_exchange_rate: own } = made.document;
    if (!/^[A-Z]{3}$/.test(currency) || currency === "AED" || own?.calculation_rate || known.has(currency)) continue;
    known.add(currency);
    const rate = await askText(
      desk,
      `${made.label} is in ${currency}, and the list has no rate to AED. AED for one ${currency}:`,
      "VAT is reported in AED. The Central Bank of the UAE publishes the rates of each day; the one of the date of supply counts.",
      { wrong: (text) => (isDecimalText(text) && money.isPositive(amount(text)) ? undefined : notARate) },
    );
    if (!rate.ok) return rate;
    rates.push(`${currency}=${rate.value}`);
  }
  return ok(rates);
}

const notARate = "Write the AED for one unit with a point, such as 4.0215.";
