import { codes } from "../document/index.ts";
import type { Rule } from "./rule.ts";

/**
 * The condition of a rule as an XPath 3.1 expression, with an element of the rule's context as the context item, and
 * with UBL's prefixes cac and cbc. True if the rule passes or does not apply; false, or an error for text that is not
 * a number, means that the rule is violated. Variables are long code lists (expressionLists). Undefined for a check
 * of the document itself, which uses facts that the UBL does not contain.
 */
export function expressionOf({ when, holds, test = holds.xpath }: Rule): string | undefined {
  if (when === undefined || test === undefined) return test;
  return when.xpath === undefined ? undefined : `not(${when.xpath}) or ${test}`;
}

/** Lists that expressions refer to, such as `$currency`, keyed by their name in `selfbill codes`. */
export const expressionLists: Readonly<Record<string, Iterable<string>>> = {
  currency: codes.currencyCodes,
  country: codes.countryCodes,
  unit: codes.unitCodes,
  allowance: codes.allowanceReasonCodes,
  charge: codes.chargeReasonCodes,
  address: codes.endpointSchemes,
  identifier: codes.icdSchemes,
  "item-scheme": codes.itemClassificationSchemes,
  reference: codes.referenceSchemes,
};

export function listsIn(expression: string): readonly string[] {
  return Object.keys(expressionLists).filter((name) => expression.includes(`$${name}`));
}

/** An XPath sequence: `('389', '480')`. */
export function quoted(texts: Iterable<string>): string {
  return `(${[...texts].map((text) => `'${text}'`).join(", ")})`;
}

/** `position`: 1–8, from the left. */
export function flagSet(position: number): string {
  const digits = (count: number) => (count === 0 ? "" : count === 1 ? "[01]" : `[01]{${count}}`);
  return `matches(/*/cbc:ProfileExecutionID, '^${digits(position - 1)}1${digits(8 - position)}$')`;
}

/** XPath: the document has one of these type codes. */
export function typeIs(...types: readonly string[]): string {
  return `/*/(cbc:InvoiceTypeCode | cbc:CreditNoteTypeCode) = ${quoted(types)}`;
}

/** XPath: the VAT category or tax registration has the scheme VAT. */
export const underVat = "cac:TaxScheme/cbc:ID/upper-case(normalize-space()) = 'VAT'";

/** XPath: the sum of the digits, each multiplied by its weight. */
export function weighted(text: string, weights: readonly number[]): string {
  return `sum(for $at in 1 to ${weights.length} return (${weights.join(", ")})[$at] * xs:integer(substring(${text}, $at, 1)))`;
}

/**
 * XPath: the Luhn sum of the first `digits` digits of `text`; every second digit from the right is doubled and its
 * digits are added.
 */
export function luhn(text: string, digits: number): string {
  const digit = `substring(${text}, $at, 1)`;
  const doubled = `translate(${digit}, '0123456789', '0246813579')`;
  return `sum(for $at in 1 to ${digits} return xs:integer(if ($at mod 2 = ${digits % 2}) then ${digit} else ${doubled}))`;
}

/** XPath: all characters are digits and, with weights 1, 3, 1 … from the right, their sum is a multiple of ten. */
export function gs1(text: string): string {
  const weight = `(if ((string-length(${text}) - $at) mod 2 = 1) then 3 else 1)`;
  const sum = `sum(for $at in 1 to string-length(${text}) return ${weight} * xs:integer(substring(${text}, $at, 1)))`;
  return `matches(${text}, '^[0-9]+$') and ${sum} mod 10 = 0`;
}
