import { type CodeList, codesIn, codeWords } from "./code-words.ts";
import * as codes from "./codes/index.ts";

export interface NamedCode {
  readonly list: string;
  readonly code: string;
  readonly words: string;
  readonly arabic?: string;
}

interface Searched {
  /** Name of the list, as given to `selfbill codes`. */
  readonly name: string;
  readonly title: string;
  /** The field of the request that holds the code. */
  readonly field: string;
  readonly list?: CodeList;
  /** Source of the names, if the list itself has none: a member of codes/names.ts. */
  readonly names?: keyof typeof import("./codes/names.ts");
}

/** Every list that can be searched. */
export const codeLists: readonly Searched[] = [
  { name: "currency", title: "Currencies (ISO 4217)", field: "document_currency_code", list: codes.currencyCodes },
  { name: "country", title: "Countries (ISO 3166)", field: "country_code", list: codes.countryCodes },
  { name: "unit", title: "Units (UN/ECE 20 and 21)", field: "unit_code", list: codes.unitCodes, names: "units" },
  { name: "emirate", title: "Emirates", field: "country_subentity", list: codes.emirates },
  { name: "vat", title: "VAT categories", field: "classified_tax_category.id", list: codes.vatCategories },
  { name: "payment", title: "Payment means", field: "payment_means_code", list: codes.paymentMeansCodes },
  {
    name: "credit-reason",
    title: "Credit note reasons",
    field: "discrepancy_response",
    list: codes.discrepancyReasons,
  },
  { name: "exemption", title: "Exemption reasons", field: "tax_exemption_reason_code", list: codes.exemptionReasons },
  { name: "goods", title: "Goods under the reverse charge", field: "nature_code", list: codes.reverseChargeGoods },
  { name: "item", title: "Item types", field: "commodity_code", list: codes.itemTypes },
  { name: "registration", title: "Kinds of registration", field: "scheme_agency_id", list: codes.registrationTypes },
  { name: "frequency", title: "Billing frequencies", field: "invoice_period", list: codes.billingFrequencies },
  { name: "allowance", title: "Allowance reasons (UNTDID 5189)", field: "reason_code", names: "allowanceReasons" },
  { name: "charge", title: "Charge reasons (UNTDID 7161)", field: "reason_code", names: "chargeReasons" },
  { name: "address", title: "Network address schemes (EAS)", field: "endpoint_scheme_id", names: "endpointSchemes" },
  { name: "identifier", title: "Identifier schemes (ISO 6523)", field: "scheme_id", names: "identifierSchemes" },
  { name: "item-scheme", title: "Item classifications (UNTDID 7143)", field: "list_id", names: "itemClassifications" },
  { name: "reference", title: "Kinds of reference (UNTDID 1153)", field: "scheme_id", names: "references" },
  { name: "hs", title: "Goods (Harmonized System 2022)", field: "item_classification_code", names: "hsChapters" },
];

async function codesOf({ name, list, names }: Searched): Promise<NamedCode[]> {
  const text = names === undefined ? undefined : (await import("./codes/names.ts"))[names];
  const own = codesIn(list ?? {});
  return (text?.split("\n") ?? own).map((row) => {
    const end = row.indexOf(" ");
    const [code, words] = end < 0 ? [row, ""] : [row.slice(0, end), row.slice(end + 1)];
    const usual = list && codeWords(list, code);
    const [english = "", inArabic] = words.split(" | ");
    const arabic = inArabic ?? (list && codeWords(list, code, "ar"));
    const inWords = usual === undefined || english.toLowerCase().startsWith(usual.toLowerCase()) ? english : usual;
    const both = english !== "" && inWords !== english ? `${inWords} (${english})` : inWords;
    return { list: name, code, words: both || (usual ?? ""), ...(arabic === undefined ? {} : { arabic }) };
  });
}

/**
 * Returns codes in this order: the exact code, names equal to the word, names that begin with it, names that contain
 * it as a word, and names that contain it anywhere. A longer HS code finds its chapter. Without a word, returns the
 * whole list.
 */
export async function findCodes(word: string, lists: readonly Searched[]): Promise<NamedCode[]> {
  const all = (await Promise.all(lists.map(codesOf))).flat();
  const wanted = plain(word);
  if (wanted === "") return all;
  const ranked = all.flatMap((each): [number, NamedCode][] => {
    const rank = rankOf(each, wanted);
    return rank === undefined ? [] : [[rank, each]];
  });
  return ranked.sort(([a], [b]) => a - b).map(([, each]) => each);
}

function rankOf({ list, code, words, arabic = "" }: NamedCode, wanted: string): number | undefined {
  if (code.toLowerCase() === wanted) return 0;
  if (list === "hs" && /^\d{4,12}$/.test(wanted) && wanted.startsWith(code)) return 0;
  const texts = [plain(words), plain(arabic)];
  const singular = wanted.length > 3 ? wanted.replace(/(?:e?s)$/, "") : wanted;
  if (texts.some((text) => text === wanted || text === singular)) return 1;
  if (texts.some((text) => text.startsWith(wanted) || text.startsWith(`${singular} `))) return 2;
  if (texts.some((text) => ` ${text} `.includes(` ${wanted}`) || ` ${text} `.includes(` ${singular} `))) return 3;
  return wanted.length > 2 && texts.some((text) => text.includes(wanted)) ? 4 : undefined;
}

/** Lower case without accents: letters, digits and spaces only. */
function plain(text: string): string {
  return text
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}
