import { amount, formatAmount } from "../document/index.ts";
import { isJsonObject, type JsonObject, type JsonValue } from "../json/index.ts";
import { networkFindings, type ValidationResult } from "./answers/finding.ts";
import { memberNamed, objectNamed, textAt, textNamed } from "./members.ts";
import { Reading } from "./told.ts";

/** Source: contract §7.2. */
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
 * Returns exact decimal strings; the root is read first, then `totals`. Values that are absent, null or not a number
 * are left out. Source: contract §7.2, Decision 4.
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

/** Like `totalsOf`, but accepts names in any spelling; for display only. */
export function totalsShown(document: JsonObject): Partial<Record<TotalName, string>> {
  const inner = objectNamed(document, "totals") ?? {};
  const found = totalNames.map((name) => [name, memberNamed(document, name) ?? memberNamed(inner, name)] as const);
  return totalsOf(Object.fromEntries(found));
}

/**
 * `meta_info.peppol_status.overall_status`; undefined until the service sends one (`meta_info: null` is normal at
 * first).
 */
export function overallStatusOf(document: JsonObject): string | undefined {
  const status = peppolStatus(document);
  return status && textNamed(status, "overallStatus");
}

/** `meta_info.peppol_status.validation_results`; empty if there are none. */
export function validationResultsOf(document: JsonObject): readonly ValidationResult[] {
  const status = peppolStatus(document);
  return (status && networkFindings.read?.(new Reading(status), ["validation_results"])) ?? [];
}

/**
 * Returns the statuses of the two sides, for diagnosis only: null means neither success nor failure. Source: contract
 * §8.1.
 */
export function sideStatusesOf(document: JsonObject): { participant?: string | undefined; fta?: string | undefined } {
  const status = peppolStatus(document);
  return status ? { participant: textNamed(status, "participantStatus"), fta: textNamed(status, "ftaStatus") } : {};
}

/** What an answer says about the status of its document. */
export interface ToldStatus {
  /** Undefined if the service has told none yet; any other word as it came. */
  readonly overallStatus?: string | undefined;
  /** For diagnosis only. */
  readonly sides: { readonly participant?: string | undefined; readonly fta?: string | undefined };
  readonly findings: readonly ValidationResult[];
}

/** Reads the status in any answer that contains it: a document, a snapshot, or the answer to create. Source: contract §8.1. */
export function toldStatusOf(answer: JsonObject): ToldStatus {
  return {
    overallStatus: overallStatusOf(answer),
    sides: sideStatusesOf(answer),
    findings: validationResultsOf(answer),
  };
}

function peppolStatus(document: JsonObject): JsonObject | undefined {
  const meta = objectNamed(document, "metaInfo");
  return meta && objectNamed(meta, "peppolStatus");
}

/**
 * The result has no exponent. Rejects strings of more than 40 characters, because no amount is that long, and exponents
 * of more than two digits, because 1e999999999 would exhaust memory.
 */
function decimalText(value: JsonValue | undefined): string | undefined {
  const text = textAt(value)?.trim();
  if (text === undefined || text.length > 40 || !/^-?\d+(?:\.\d+)?(?:[eE][+-]?\d{1,2})?$/.test(text)) return undefined;
  return /[eE]/.test(text) ? formatAmount(amount(text)) : text;
}
