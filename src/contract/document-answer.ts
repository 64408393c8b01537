import { amount, formatAmount } from "../document/index.ts";
import { isJsonObject, JsonNumber, type JsonObject, type JsonValue } from "../json/index.ts";

/** The names under which a service tells its totals. Source: contract §7.2. */
export const totalNames = [
  "line_extension_amount",
  "allowance_total_amount",
  "charge_total_amount",
  "tax_exclusive_amount",
  "tax_amount",
  "tax_amount_in_aed",
  "tax_inclusive_amount",
  "prepaid_amount",
  "payable_rounding_amount",
  "payable_amount",
  "payable_amount_in_aed",
  "total_item_allowances",
  "total_item_charges",
  "total_taxable_amount",
  "total_non_taxable_amount",
] as const;

export type TotalName = (typeof totalNames)[number];

/**
 * The totals of a document of the service, as exact decimal text, read at the root first and then inside `totals`. What is absent,
 * null or no number is left out. Source: contract §7.2, Decision 4.
 */
export function totalsOf(document: JsonObject): Partial<Record<TotalName, string>> {
  const inner = isJsonObject(document.totals) ? document.totals : {};
  const totals: Partial<Record<TotalName, string>> = {};
  for (const name of totalNames) {
    const found = decimalText(document[name]) ?? decimalText(inner[name]);
    if (found !== undefined) totals[name] = found;
  }
  return totals;
}

/** `meta_info.peppol_status.overall_status`; undefined while the service has told none (`meta_info: null` is normal at first). */
export function overallStatusOf(document: JsonObject): string | undefined {
  return textAt(peppolStatus(document)?.overall_status);
}

/** One finding of the network. Source: contract §8.1. */
export interface ValidationResult {
  readonly flag?: string | undefined;
  readonly reasonCode?: string | undefined;
  readonly text?: string | undefined;
  readonly location?: string | undefined;
  readonly test?: string | undefined;
}

/** `meta_info.peppol_status.validation_results`; empty when there are none. */
export function validationResultsOf(document: JsonObject): ValidationResult[] {
  const results = peppolStatus(document)?.validation_results;
  if (!Array.isArray(results)) return [];
  return results.filter(isJsonObject).map((each) => ({
    flag: textAt(each.flag),
    reasonCode: textAt(each.reasonCode ?? each.reason_code),
    text: textAt(each.text),
    location: textAt(each.location),
    test: textAt(each.test),
  }));
}

/** A text member of an answer; numbers as their text; blank and null count as absent. */
export function textAt(value: JsonValue | undefined): string | undefined {
  if (value instanceof JsonNumber) return value.text;
  return typeof value === "string" && value.trim() !== "" ? value : undefined;
}

function peppolStatus(document: JsonObject): JsonObject | undefined {
  const meta = document.meta_info;
  return isJsonObject(meta) && isJsonObject(meta.peppol_status) ? meta.peppol_status : undefined;
}

/** An amount's text; an exponent is written out. Long ones are refused: no amount has 40 digits, and 1e999999999 fills the memory. */
function decimalText(value: JsonValue | undefined): string | undefined {
  const text = textAt(value)?.trim();
  if (text === undefined || text.length > 40 || !/^-?\d+(?:\.\d+)?(?:[eE][+-]?\d{1,2})?$/.test(text)) return undefined;
  return /[eE]/.test(text) ? formatAmount(amount(text)) : text;
}
