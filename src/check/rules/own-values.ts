import type { UblElement } from "../../ubl/index.ts";
import { hasAttribute, saying } from "../conditions.ts";
import { anyAmount, dateContext, documentCurrencyAmount } from "../contexts/contexts-shared.ts";
import { parseDecimal } from "../decimal.ts";
import { quoted } from "../expression.ts";
import { dayStart } from "../iso-date.ts";
import { defineOwnRule } from "../own-rule.ts";
import type { Context } from "../rule.ts";
import { booleanOf, isEmptyText, stringOf } from "../xpath.ts";

/**
 * In UBL the last word of an element's name is the type of its value. Published rules already judge the values of the
 * elements left out here, and all times (IBR-119).
 */

const source = "UBL 2.1 schemas (unqualified data types)";
const remedy =
  "Correct it in the program that wrote the file: a receiver that checks the schema refuses the whole document.";

/** The paths have the same syntax as those of a rule's context. */
const numbersOfPublishedRules: ReadonlySet<string> = new Set([
  "cbc:LineExtensionAmount",
  "cbc:TaxExclusiveAmount",
  "cbc:TaxInclusiveAmount",
  "cbc:AllowanceTotalAmount",
  "cbc:ChargeTotalAmount",
  "cbc:PayableAmount",
  "cbc:CalculationRate",
  "cac:Price/cbc:PriceAmount",
  "cac:Price/cbc:BaseQuantity",
  "cac:Price/cac:AllowanceCharge/cbc:Amount",
  "cac:Price/cac:AllowanceCharge/cbc:BaseAmount",
  "cac:ClassifiedTaxCategory/cbc:Percent",
  "/*/cac:AllowanceCharge/cbc:Amount",
  "/*/cac:AllowanceCharge/cac:TaxCategory/cbc:Percent",
  "/*/cac:TaxTotal/cbc:TaxAmount",
  "/*/cac:TaxTotal/cac:TaxSubtotal/cbc:TaxableAmount",
  "/*/cac:TaxTotal/cac:TaxSubtotal/cbc:TaxAmount",
  "/*/cac:TaxTotal/cac:TaxSubtotal/cac:TaxCategory/cbc:Percent",
  // Its type is text, in spite of its name.
  "cbc:TimeAmount",
]);

function isAtOneOf(places: ReadonlySet<string>, element: UblElement): boolean {
  let steps = element.name;
  for (let above = element.parent; above !== undefined; above = above.parent) {
    if (places.has(steps) || (above.parent === undefined && places.has(`/*/${steps}`))) return true;
    steps = `${above.name}/${steps}`;
  }
  return false;
}

/** No published rule judges the rate of a line or a breakdown under reverse charge (AE). */
function isRateOfReverseCharge({ name, parent }: UblElement): boolean {
  const category = parent?.name;
  if (name !== "cbc:Percent" || parent?.first("cbc:ID")?.text.trim() !== "AE") return false;
  return category === "cac:ClassifiedTaxCategory" || parent?.parent?.name === "cac:TaxSubtotal";
}

const number: Context = {
  name: "number",
  paths: ["cbc:*Amount", "cbc:*Quantity", "cbc:*Percent", "cbc:*Rate", "cbc:*Numeric", "cbc:*Measure"],
  where: (element) => !isAtOneOf(numbersOfPublishedRules, element) || isRateOfReverseCharge(element),
};

const datesOfPublishedRules = new Set(dateContext.paths);
const date: Context = {
  name: "date",
  paths: ["cbc:*Date"],
  where: ({ name }) => !datesOfPublishedRules.has(name),
};

const indicator: Context = {
  name: "indicator",
  paths: ["cbc:*Indicator"],
  where: ({ name }) => name !== "cbc:ChargeIndicator",
};

const currencyOfPublishedRules = new Set([...anyAmount.paths, "cbc:TimeAmount"]);
const furtherAmount: Context = {
  name: "amount that PINT does not use",
  paths: ["cbc:*Amount"],
  where: ({ name }) => !currencyOfPublishedRules.has(name),
};

/** IBR-079 does not report these when they are empty, because an earlier context of its pattern matches them. */
const emptyUnseen = new Set(documentCurrencyAmount.paths.map((path) => path.slice(path.lastIndexOf("/") + 1)));

const hasText = saying("normalize-space()", (element) => !isEmptyText(stringOf(element)));

export const numberIsADecimal = defineOwnRule({
  id: "SB-0903",
  says: "An amount, quantity, percentage, rate or other number must be a decimal: digits, with a point before the fraction.",
  hint: `Write it like 1000.00, without commas, exponent or unit. ${remedy}`,
  source,
  flag: "fatal",
  of: number,
  test: `. castable as xs:decimal or not(normalize-space() or name() = ${quoted(emptyUnseen)})`,
  holds: (element) => {
    const text = stringOf(element);
    return parseDecimal(text) !== undefined || (isEmptyText(text) && !emptyUnseen.has(element.name));
  },
});

export const furtherDateIsACalendarDay = defineOwnRule({
  id: "SB-0904",
  says: "A date must be a day of the calendar written YYYY-MM-DD, also where PINT does not use it.",
  hint: `Write it like 2026-03-31. ${remedy}`,
  source,
  flag: "fatal",
  of: date,
  when: hasText,
  test: ". castable as xs:date",
  holds: (element) => dayStart(stringOf(element)) !== undefined,
});

export const indicatorIsTrueOrFalse = defineOwnRule({
  id: "SB-0905",
  says: "An indicator must be true or false.",
  hint: `Write true or false, in lower case. ${remedy}`,
  source,
  flag: "fatal",
  of: indicator,
  when: hasText,
  test: ". castable as xs:boolean",
  holds: (element) => booleanOf(stringOf(element)) !== undefined,
});

/** The pattern uses ungrouped character classes: a grouped pattern overflows the stack on megabytes of text. */
function isBase64(text: string): boolean {
  const joined = text.replace(/[ \t\r\n]+/g, "");
  return joined.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(joined);
}

export const attachedFileIsBase64 = defineOwnRule({
  id: "SB-0906",
  says: "An attached file must be in Base64: letters, digits, + and /, four characters for each three bytes.",
  hint: `The content was cut or changed: attach the file again. ${remedy}`,
  source,
  flag: "fatal",
  of: { name: "attached file", paths: ["cbc:*BinaryObject"] },
  test: ". castable as xs:base64Binary",
  holds: (element) => isBase64(stringOf(element)),
});

export const furtherAmountHasACurrency = defineOwnRule({
  id: "SB-0907",
  says: "An amount must name its currency (currencyID), also where PINT does not use it.",
  hint: remedy,
  source,
  flag: "fatal",
  of: furtherAmount,
  holds: hasAttribute("currencyID"),
});
