import { type CodeList, codeMeant, hasCode } from "../code-words.ts";
import { currencyCodes, exemptionReasons, unitCodes, vatCategories } from "../codes/index.ts";
import { dateReadings, monthNames } from "../date-readings.ts";
import { numberReadings } from "../number-hint.ts";
import { latinDigits } from "./latin-digits.ts";
import type { LeafForm, MeantValue } from "./refined.ts";

/** Returns the only value of this form that a wrong value can mean; undefined if there is none, or several. */
export function meantValue(value: string, form: LeafForm | undefined): MeantValue | undefined {
  switch (form?.is) {
    case "date":
      return onlyOf(dateReadings(value), hasOwnMonth(value) && isWholeDay(value));
    case "decimal":
      return onlyOf(numberReadings(value), false);
    case "code": {
      const to = codeMeant(form.list, value);
      return to === undefined ? undefined : { to, safe: isSafeCode(form.list, value, to) };
    }
    case "pattern":
      return spelled(value, new RegExp(form.pattern));
    case undefined:
      return undefined;
  }
}

function onlyOf([to, other]: readonly string[], safe: boolean): MeantValue | undefined {
  return to === undefined || other !== undefined ? undefined : { to, safe };
}

/** Whether the month, if in letters, is a name or its beginning; a misspelt or foreign one could be another. */
function hasOwnMonth(value: string): boolean {
  const [word = ""] = /[A-Za-z]{3,}/.exec(value) ?? [];
  return monthNames.some((name) => name.toLowerCase().startsWith(word.toLowerCase()));
}

/** Whether the year has its century, and no zone may mean another day in the Gulf. */
const isWholeDay = (value: string): boolean =>
  /\d{4}/.test(latinDigits(value)) && !/\d:\d\d.*(?:Z|[+-]\d\d:?\d\d)\s*$/.test(latinDigits(value));

/** Abbreviations of several units: carat and carton, metre and ton, running metre and ream. */
const unclearUnit = /^(?:cts?|gr|lt|mt|pk|pt|rm|sh|st|to)\.?$/i;

/**
 * An edit is not safe if it changes the tax, if the value in capital letters is another code (kgs is kilograms, and KGS
 * a code), or if several currencies have the sign ($) or abbreviation (SR).
 */
function isSafeCode(list: CodeList, value: string, meant: string): boolean {
  const capitals = value.trim().toUpperCase();
  if (list === vatCategories || list === exemptionReasons || (list === unitCodes && unclearUnit.test(value.trim())))
    return false;
  if (capitals === meant) return true;
  return !hasCode(list, capitals) && (list !== currencyCodes || /\p{L}{3}/u.test(value));
}

/**
 * Tries the value without blanks around it, in capital letters, and in the digits 0 to 9 without blanks and dashes. Of a
 * number, such as a TRN, no edit is safe.
 */
function spelled(value: string, form: RegExp): MeantValue | undefined {
  const inside = value.replace(/^[\s\p{Cf}]+|[\s\p{Cf}]+$/gu, "");
  const digits = latinDigits(value).replace(/[\s\p{Cf}\p{Pd}]/gu, "");
  const to = [inside, inside.toUpperCase(), ...(/^\d+$/.test(digits) ? [digits] : [])].find((each) => form.test(each));
  return to === undefined ? undefined : { to, safe: /\D/.test(to) };
}
