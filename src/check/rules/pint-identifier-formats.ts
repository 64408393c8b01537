import * as checkDigits from "../check-digits.ts";
import * as contexts from "../contexts/contexts-shared.ts";
import { type Context, defineRule, pintAe, type Rule } from "../rule.ts";
import { spaced, stringOf } from "../xpath.ts";

const terms = ["IBT-034", "IBT-049", "IBT-029", "IBT-046", "IBT-060", "IBT-030", "IBT-047", "IBT-061"];

/** Endpoints, party identifiers and company identifiers under a scheme whose format PINT knows. */
function format(id: string, of: Context, says: string, isRight: (text: string) => boolean): Rule {
  return defineRule({
    id,
    says,
    hint: "Copy the number from the party's own papers, or correct the scheme beside it.",
    source: pintAe(...terms),
    layer: "shared",
    of,
    holds: (identifier) => isRight(spaced(stringOf(identifier))),
  });
}

export const glnIsRight = format(
  "IBR-068",
  contexts.gln,
  "An identifier of scheme 0088 must be a GS1 location number: digits only, with the right check digit.",
  checkDigits.isGln,
);

export const swedishNumberIsRight = format(
  "IBR-127",
  contexts.swedishNumber,
  "An identifier of scheme 0007 must be a Swedish organization number: ten digits.",
  checkDigits.isSwedishNumber,
);

export const norwegianNumberIsRight = format(
  "IBR-069",
  contexts.norwegianNumber,
  "An identifier of scheme 0192 must be a Norwegian organization number: nine digits, with the right check digit.",
  checkDigits.isNorwegianNumber,
);

/** The only format that does not forgive blanks around the number. */
export const danishNumberIsRight = defineRule({
  id: "IBR-070",
  says: "An identifier of scheme 0184 must be a Danish CVR number: DK and eight digits, without spaces.",
  hint: "Write it like DK12345678.",
  source: pintAe(...terms),
  layer: "shared",
  of: contexts.danishNumber,
  holds: (identifier) => checkDigits.isDanishNumber(identifier.text),
});

export const belgianNumberIsRight = format(
  "IBR-113",
  contexts.belgianNumber,
  "An identifier of scheme 0208 must be a Belgian enterprise number: ten digits, with the right check digits.",
  checkDigits.isBelgianNumber,
);

export const italianOfficeCodeIsRight = format(
  "IBR-114",
  contexts.italianOfficeCode,
  "An identifier of scheme 0201 must be an Italian office code: six letters or digits.",
  checkDigits.isItalianOfficeCode,
);

export const italianTaxCodeIsRight = format(
  "IBR-115",
  contexts.italianTaxCode,
  "An identifier of scheme 0210 or 9907 must be an Italian tax code: eleven digits, or the sixteen characters of a person.",
  checkDigits.isItalianTaxCode,
);

export const italianVatNumberIsRight = format(
  "IBR-116",
  contexts.italianVatNumber,
  "An identifier of scheme 0211 or 9906 that begins with IT must have eleven digits after it, with the right check digit.",
  checkDigits.isItalianVatNumber,
);

export const australianNumberIsRight = format(
  "IBR-120",
  contexts.australianNumber,
  "An identifier of scheme 0151 must be an Australian business number: eleven digits, with the right check digits.",
  checkDigits.isAustralianNumber,
);
