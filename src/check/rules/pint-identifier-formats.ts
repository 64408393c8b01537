import * as checkDigits from "../check-digits.ts";
import { saying } from "../conditions.ts";
import * as contexts from "../contexts/contexts-shared.ts";
import { gs1, luhn, weighted } from "../expression.ts";
import { type Context, defineRule, pintAe, type Rule } from "../rule.ts";
import { spaced, stringOf } from "../xpath.ts";

const terms = ["IBT-034", "IBT-049", "IBT-029", "IBT-046", "IBT-060", "IBT-030", "IBT-047", "IBT-061"];

/**
 * Makes a rule for endpoints, party identifiers and company identifiers with a scheme whose format PINT defines.
 * `xpath` uses `$id` for the identifier, after normalising whitespace.
 */
function format(id: string, of: Context, says: string, isRight: (text: string) => boolean, xpath: string): Rule {
  return defineRule({
    id,
    says,
    hint: "Copy the number from the party's own papers, or correct the scheme beside it.",
    source: pintAe(...terms),
    of,
    holds: saying(xpath.replaceAll("$id", "normalize-space()"), (identifier) => isRight(spaced(stringOf(identifier)))),
  });
}

export const glnIsRight = format(
  "IBR-068",
  contexts.gln,
  "An identifier of scheme 0088 must be a GS1 location number: digits only, with the right check digit.",
  checkDigits.isGln,
  gs1("$id"),
);

export const swedishNumberIsRight = format(
  "IBR-127",
  contexts.swedishNumber,
  "An identifier of scheme 0007 must be a Swedish organization number: ten digits.",
  checkDigits.isSwedishNumber,
  "string-length($id) = 10 and $id castable as xs:double",
);

export const norwegianNumberIsRight = format(
  "IBR-069",
  contexts.norwegianNumber,
  "An identifier of scheme 0192 must be a Norwegian organization number: nine digits, with the right check digit.",
  checkDigits.isNorwegianNumber,
  `matches($id, '^[0-9]{9}$') and number($id) > 0 and ${weighted("$id", [3, 2, 7, 6, 5, 4, 3, 2, 1])} mod 11 = 0`,
);

/** The only format that does not allow whitespace around the number. */
export const danishNumberIsRight = defineRule({
  id: "IBR-070",
  says: "An identifier of scheme 0184 must be a Danish CVR number: DK and eight digits, without spaces.",
  hint: "Write it like DK12345678.",
  source: pintAe(...terms),
  of: contexts.danishNumber,
  test: "matches(., '^DK[0-9]{8}$')",
  holds: (identifier) => checkDigits.isDanishNumber(identifier.text),
});

export const belgianNumberIsRight = format(
  "IBR-113",
  contexts.belgianNumber,
  "An identifier of scheme 0208 must be a Belgian enterprise number: ten digits, with the right check digits.",
  checkDigits.isBelgianNumber,
  "matches($id, '^[0-9]{10}$') and 97 - xs:integer(substring($id, 1, 8)) mod 97 = xs:integer(substring($id, 9))",
);

export const italianOfficeCodeIsRight = format(
  "IBR-114",
  contexts.italianOfficeCode,
  "An identifier of scheme 0201 must be an Italian office code: six letters or digits.",
  checkDigits.isItalianOfficeCode,
  "matches($id, '^[A-Za-z0-9]{6}$')",
);

export const italianTaxCodeIsRight = format(
  "IBR-115",
  contexts.italianTaxCode,
  "An identifier of scheme 0210 or 9907 must be an Italian tax code: eleven digits, or the sixteen characters of a person.",
  checkDigits.isItalianTaxCode,
  "string-length($id) = 11 and $id castable as xs:integer or matches($id, '^[A-Za-z]{6}[0-9+-][0-9][A-Za-z][0-9+-][0-9].{3}[0-9][A-Za-z]$')",
);

export const italianVatNumberIsRight = format(
  "IBR-116",
  contexts.italianVatNumber,
  "An identifier of scheme 0211 or 9906 that begins with IT must have eleven digits after it, with the right check digit.",
  checkDigits.isItalianVatNumber,
  `not(matches($id, '^(IT|it)')) or matches($id, '^..[0-9]{11}$') and ${luhn("substring($id, 3)", 11)} mod 10 = 0`,
);

export const australianNumberIsRight = format(
  "IBR-120",
  contexts.australianNumber,
  "An identifier of scheme 0151 must be an Australian business number: eleven digits, with the right check digits.",
  checkDigits.isAustralianNumber,
  `matches($id, '^[0-9]{11}$') and (${weighted("$id", [10, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19])} - 10) mod 89 = 0`,
);
