import { codes } from "../../document/index.ts";
import type { UblElement } from "../../ubl/index.ts";
import { saying } from "../conditions.ts";
import * as contexts from "../contexts/contexts-shared.ts";
import { quoted } from "../expression.ts";
import { type Context, defineRule, pintAe, type Rule } from "../rule.ts";
import { attribute, isCode, spaced, stringOf, within } from "../xpath.ts";

/** Reads the code from the element or one of its attributes. */
interface CodeOf {
  (element: UblElement): string;
  readonly xpath: string;
}
const itself: CodeOf = Object.assign((element: UblElement) => stringOf(element), { xpath: "normalize-space()" });
const inAttribute = (name: string): CodeOf =>
  Object.assign((element: UblElement) => attribute(element, name) ?? "", { xpath: `normalize-space(@${name})` });

type Codes = Pick<ReadonlySet<string>, "has">;

interface CodeList {
  readonly name: string;
  readonly codes: Codes;
  /** The list as an XPath sequence. */
  readonly xpath: string;
  readonly example: string;
  /** How the list of 1.0.3 (the same in 1.0.2) differs from this one. */
  readonly until103?: ListChange;
}

/** Difference from the next edition's list. */
interface ListChange {
  readonly with: readonly string[];
  readonly without: readonly string[];
}

function before(codes: Codes, { with: gone, without }: ListChange): Codes {
  return { has: (code) => gone.includes(code) || (codes.has(code) && !without.includes(code)) };
}

const currencies: CodeList = {
  name: "ISO 4217",
  // XXX (no currency) is missing from the published list file, but the rules accept it.
  codes: { has: (code) => code === "XXX" || codes.currencyCodes.has(code) },
  xpath: "($currency, 'XXX')",
  example: "AED",
  // Curaçao and Sint Maarten replaced the Netherlands Antillean guilder; Bulgaria adopted the euro.
  until103: { with: ["ANG", "BGN"], without: ["XCG"] },
};
const countries: CodeList = { name: "ISO 3166-1", codes: codes.countryCodes, xpath: "$country", example: "AE" };
const newIcd: ListChange = { with: [], without: ["0245", "0246", "0247", "0248"] };
const icd: CodeList = {
  name: "ISO 6523 (ICD)",
  codes: codes.icdSchemes,
  xpath: "$identifier",
  example: "0160 for a GTIN",
  until103: newIcd,
};

/** Payment means of UNCL 4461: the rule allows more than the service offers. */
const otherMeans = "70 74 75 76 77 78 91 92 93 94 95 96 97 98 ZZZ Z01 Z02 Z03 Z04 Z05 Z06 Z07 Z08".split(" ");
const paymentMeansCodes: ReadonlySet<string> = new Set([
  ...Array.from({ length: 68 }, (_, at) => String(at + 1)),
  ...otherMeans,
]);

/** Returns an earlier list as an XPath sequence. */
function xpathBefore(xpath: string, { with: gone, without }: ListChange): string {
  const kept = without.length === 0 ? xpath : `${xpath}[not(. = ${quoted(without)})]`;
  return gone.length === 0 ? kept : `(${[kept, ...gone.map((code) => `'${code}'`)].join(", ")})`;
}

/** Documents repeat a few codes many times, so the last match is cached. */
function inList(list: Codes): (code: string) => boolean {
  let last = "";
  return (code) => {
    if (code === last && code !== "") return true;
    if (!isCode(code, list)) return false;
    last = code;
    return true;
  };
}

/** The field of a document for each code; codes without an entry occur only in XML from other programs. */
const fieldOf: Readonly<Record<string, string>> = {
  "IBR-CL-03": "currencyID of the XML",
  "IBR-CL-04": "document_currency_code",
  "IBR-CL-05": "tax_currency_code",
  "IBR-CL-11": "company_scheme_id",
  "IBR-CL-13": "commodity_classification.item_classification_list_id",
  "IBR-CL-14": "country_code",
  "IBR-CL-16": "payment_means_code",
  "IBR-CL-19": "reason_code",
  "IBR-CL-20": "reason_code",
  "IBR-CL-21": "standard_item_identification.scheme_id",
  "IBR-CL-23": "unit_code",
  "IBR-CL-25": "endpoint_scheme_id",
};

function listed(id: string, of: Context, what: string, list: CodeList, codeOf: CodeOf, ...terms: string[]): Rule {
  const isListed = inList(list.codes);
  const { until103 } = list;
  const wasListed = until103 && inList(before(list.codes, until103));
  return defineRule({
    id,
    says: `${what} must be a code of ${list.name}.`,
    hint: `Use a code of the list${fieldOf[id] ? ` in ${fieldOf[id]}` : ""}, such as ${list.example}.`,
    source: pintAe(...terms),
    of,
    holds: saying(`${codeOf.xpath} = ${list.xpath}`, (element) => isListed(codeOf(element))),
    ...(wasListed
      ? {
          before: [
            {
              until: "1.0.3",
              holds: saying(`${codeOf.xpath} = ${xpathBefore(list.xpath, until103)}`, (element) =>
                wasListed(codeOf(element)),
              ),
            },
          ],
        }
      : {}),
  });
}

export const amountCurrencyIsListed = listed(
  "IBR-CL-03",
  contexts.anyAmount,
  "The currency of an amount",
  currencies,
  inAttribute("currencyID"),
  "IBT-005",
  "IBT-006",
);
export const documentCurrencyIsListed = listed(
  "IBR-CL-04",
  contexts.documentCurrency,
  "The currency of the document",
  currencies,
  itself,
  "IBT-005",
);
export const taxCurrencyIsListed = listed(
  "IBR-CL-05",
  contexts.taxCurrencyCode,
  "The tax currency",
  currencies,
  itself,
  "IBT-006",
);
export const invoicedObjectSchemeIsListed = listed(
  "IBR-CL-07",
  contexts.invoicedObjectId,
  "The scheme of an invoiced object",
  { name: "UNTDID 1153", codes: codes.referenceSchemes, xpath: "$reference", example: "ABT" },
  inAttribute("schemeID"),
  "IBT-018-1",
  "IBT-128-1",
);

const seller = "exists(ancestor::cac:AccountingSupplierParty | ancestor::cac:PayeeParty)";
const partyScheme = (list: string): string =>
  `normalize-space(@schemeID) = ${list} or normalize-space(@schemeID) = 'SEPA' and ${seller}`;
const icdUntil103 = before(icd.codes, newIcd);

function isPartyScheme(identifier: UblElement, listed: Codes): boolean {
  const scheme = attribute(identifier, "schemeID") ?? "";
  if (isCode(scheme, listed)) return true;
  return spaced(scheme) === "SEPA" && within(identifier, "cac:AccountingSupplierParty", "cac:PayeeParty");
}

export const partyIdentifierSchemeIsListed = defineRule({
  id: "IBR-CL-10",
  says: "The scheme of a party identifier must be a code of ISO 6523 (ICD), or SEPA for the seller and the payee.",
  hint: "Use a code of the list, such as 0088 for a GS1 location number, or leave the scheme out.",
  source: pintAe("IBT-029-1", "IBT-046-1", "IBT-060-1"),
  of: contexts.partyIdentifier,
  test: partyScheme(icd.xpath),
  holds: (identifier) => isPartyScheme(identifier, icd.codes),
  before: [
    {
      until: "1.0.3",
      test: partyScheme(xpathBefore(icd.xpath, newIcd)),
      holds: (identifier) => isPartyScheme(identifier, icdUntil103),
    },
  ],
});

export const legalIdentifierSchemeIsListed = listed(
  "IBR-CL-11",
  contexts.legalIdentifier,
  "The scheme of a registration number",
  { ...icd, example: "0088 for a GS1 location number" },
  inAttribute("schemeID"),
  "IBT-030-1",
  "IBT-047-1",
  "IBT-061-1",
);
export const classificationListIsListed = listed(
  "IBR-CL-13",
  contexts.classificationWithList,
  "The list of an item classification",
  { name: "UNTDID 7143", codes: codes.itemClassificationSchemes, xpath: "$item-scheme", example: "HS" },
  inAttribute("listID"),
  "IBT-158-1",
);
export const countryIsListed = listed(
  "IBR-CL-14",
  contexts.countryCode,
  "A country",
  countries,
  itself,
  "IBT-040",
  "IBT-055",
  "IBT-069",
  "IBT-080",
  "IBT-175",
);
export const originCountryIsListed = listed(
  "IBR-CL-15",
  contexts.originCountryCode,
  "The country of origin",
  countries,
  itself,
  "IBT-159",
);
export const paymentMeansIsListed = listed(
  "IBR-CL-16",
  contexts.paymentMeansCode,
  "A payment means code",
  {
    name: "UNCL 4461",
    codes: paymentMeansCodes,
    xpath: `((1 to 68) ! string(), ${quoted(otherMeans)})`,
    example: "30 for a credit transfer",
  },
  itself,
  "IBT-081",
);
export const allowanceReasonIsListed = listed(
  "IBR-CL-19",
  contexts.allowanceReasonCode,
  "The reason code of an allowance",
  { name: "UNCL 5189", codes: codes.allowanceReasonCodes, xpath: "$allowance", example: "95 for a discount" },
  itself,
  "IBT-098",
  "IBT-140",
);
export const chargeReasonIsListed = listed(
  "IBR-CL-20",
  contexts.chargeReasonCode,
  "The reason code of a charge",
  { name: "UNCL 7161", codes: codes.chargeReasonCodes, xpath: "$charge", example: "FC for freight" },
  itself,
  "IBT-105",
  "IBT-145",
);
export const standardItemSchemeIsListed = listed(
  "IBR-CL-21",
  contexts.standardItemIdWithScheme,
  "The scheme of a standard item identifier",
  icd,
  inAttribute("schemeID"),
  "IBT-157-1",
);
export const unitIsListed = listed(
  "IBR-CL-23",
  contexts.quantityWithUnit,
  "A unit",
  { name: "UN/ECE Recommendation 20", codes: codes.unitCodes, xpath: "$unit", example: "H87 for pieces" },
  inAttribute("unitCode"),
  "IBT-130",
  "IBT-150",
);

const attachmentTypes: ReadonlySet<string> = new Set(Object.keys(codes.attachmentTypes));

/** The type is compared without trimming whitespace. */
export const attachmentTypeIsListed = defineRule({
  id: "IBR-CL-24",
  says: "An attached file must be PDF, PNG, JPEG, CSV, XML, or a spreadsheet (XLSX, ODS).",
  hint: "Attach the file in one of these forms and write its MIME type, such as application/pdf.",
  source: pintAe("IBT-125-1"),
  of: contexts.attachmentWithType,
  test: `@mimeCode = ${quoted(attachmentTypes)}`,
  holds: (file) => attachmentTypes.has(attribute(file, "mimeCode") ?? ""),
});

export const endpointSchemeIsListed = listed(
  "IBR-CL-25",
  contexts.endpointWithScheme,
  "The scheme of a network address",
  {
    name: "the EAS list",
    codes: codes.endpointSchemes,
    xpath: "$address",
    example: "0235 for the UAE",
    until103: { with: [], without: ["0242", "0245", "0246", "0248"] },
  },
  inAttribute("schemeID"),
  "IBT-034-1",
  "IBT-049-1",
);
export const deliveryLocationSchemeIsListed = listed(
  "IBR-CL-26",
  contexts.deliveryLocationId,
  "The scheme of a delivery location",
  { ...icd, example: "0088 for a GS1 location number" },
  inAttribute("schemeID"),
  "IBT-071-1",
);
