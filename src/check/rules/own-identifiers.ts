import { codes, isIban, isLuhn } from "../../document/index.ts";
import type { UblElement } from "../../ubl/index.ts";
import { isGln } from "../check-digits.ts";
import { saying } from "../conditions.ts";
import {
  ownAccountId,
  ownCustomization,
  ownEndpoint,
  ownGtin,
  ownProfile,
  ownUaeEndpoint,
  ownUuid,
} from "../contexts/contexts-own.ts";
import { documentIs, scenarioFlag } from "../contexts/facts-ae.ts";
import { flagSet, gs1, luhn, quoted } from "../expression.ts";
import { tinAsAddress } from "../fixes/fixes.ts";
import { defineOwnRule, sources } from "../own-rule.ts";
import { spaced, stringOf, within } from "../xpath.ts";

const tin = /^1[0-9]{9}$/;
const placeholders: ReadonlySet<string> = new Set(Object.keys(codes.placeholderEndpoints));
/** The scenario flag for each placeholder; 9900000098 means any party outside UAE e-invoicing. */
const flagOfPlaceholder: ReadonlyMap<string, number> = new Map([
  ["9900000097", 2],
  ["9900000099", 8],
]);

const isBuyers = saying("exists(ancestor::cac:AccountingCustomerParty)", (endpoint) =>
  within(endpoint, "cac:AccountingCustomerParty"),
);

export const endpointIsNotEmpty = defineOwnRule({
  id: "SB-0301",
  says: "The network address of the seller and of the buyer must not be empty. IBR-079 does not check it.",
  hint: "Set endpoint_id: in the UAE it is the TIN, ten digits.",
  source: sources.meant("IBT-034", "IBT-049", "IBR-079"),
  of: ownEndpoint,
  test: "normalize-space() != ''",
  holds: (endpoint) => spaced(stringOf(endpoint)) !== "",
});

export const uaeEndpointIsTin = defineOwnRule({
  id: "SB-0302",
  says: "A network address under scheme 0235 should be a TIN: 10 digits, starting with 1 (not the TRN).",
  hint: "Write its TIN into endpoint_id: the first ten digits of its TRN, if that is its own and not that of a VAT group.",
  fix: tinAsAddress,
  source: "Peppol participant scheme 0235 (AE:TIN)",
  of: ownUaeEndpoint,
  when: saying(
    `normalize-space() != '' and not(. = ${quoted(placeholders)})`,
    (endpoint) => spaced(stringOf(endpoint)) !== "" && !placeholders.has(stringOf(endpoint)),
  ),
  test: "matches(., '^1[0-9]{9}$')",
  holds: (endpoint) => tin.test(stringOf(endpoint)),
});

export const tinEndsInCheckDigit = defineOwnRule({
  id: "SB-0303",
  says: "The last digit of a TIN should be its correct check digit (Luhn). If it is not, one digit is probably mistyped.",
  hint: "Compare endpoint_id, tin and TRN digit by digit with the tax certificate.",
  source: "Peppol participant scheme 0235 (AE:TIN)",
  of: ownUaeEndpoint,
  when: saying("matches(., '^1[0-9]{9}$')", (endpoint) => tin.test(stringOf(endpoint))),
  test: `${luhn(".", 10)} mod 10 = 0`,
  holds: (endpoint) => isLuhn(stringOf(endpoint)),
});

/** The buyer issues the document, so the buyer's network address is the buyer's own TIN. */
export const buyerHasNoPlaceholder = defineOwnRule({
  id: "SB-0304",
  says: "The buyer of a self-billed document should not have a placeholder as its network address, because the buyer sends the document.",
  hint: "Complete the business profile: the buyer's TIN as endpoint_id.",
  source: sources.meant("IBT-049", "predefined endpoints"),
  of: ownUaeEndpoint,
  when: isBuyers,
  test: `not(. = ${quoted(placeholders)})`,
  holds: (endpoint) => !placeholders.has(stringOf(endpoint)),
});

export const placeholderFitsScenario = defineOwnRule({
  id: "SB-0305",
  says: "The placeholder 9900000097 belongs to a deemed supply (flag 2), 9900000099 to an export (flag 8).",
  hint: "For an ordinary purchase write the supplier's own TIN, or 9900000098 for one outside UAE e-invoicing. Only if it really is a deemed supply (flag 2) or an export (flag 8), set that digit of profile_execution_id to 1.",
  source: sources.meant("IBT-034", "BTAE-02", "predefined endpoints"),
  of: ownUaeEndpoint,
  when: saying(
    `. = ${quoted([...flagOfPlaceholder.keys()])} and not(${isBuyers.xpath})`,
    (endpoint, facts) => flagOfPlaceholder.has(stringOf(endpoint)) && !isBuyers(endpoint, facts),
  ),
  test: [...flagOfPlaceholder].map(([placeholder, flag]) => `. = '${placeholder}' and ${flagSet(flag)}`).join(" or "),
  holds: (endpoint, facts) => scenarioFlag(facts, flagOfPlaceholder.get(stringOf(endpoint)) as number),
});

const ibanTest = [
  "(let $iban := translate(., ' ', '') return matches($iban, '^[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}$')",
  "and (not(starts-with($iban, 'AE')) or string-length($iban) = 23)",
  "and fold-left(string-to-codepoints(concat(substring($iban, 5), substring($iban, 1, 4))), 0, function($rest, $sign)",
  "{ (if ($sign > 64) then $rest * 100 + $sign - 55 else $rest * 10 + $sign - 48) mod 97 }) = 1)",
].join(" ");

/** Applies only to values that look like an IBAN: other account numbers have no known check digits. */
export const ibanHasItsCheckDigits = defineOwnRule({
  id: "SB-0306",
  says: "The check digits of an IBAN should be correct. If they are not, one character is probably mistyped.",
  hint: "Compare it character by character with the bank letter of the supplier before you pay.",
  source: "ISO 13616 (IBAN)",
  of: ownAccountId,
  when: saying(
    "matches(translate(., ' ', ''), '^AE[0-9]|^[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}$')",
    (id) => /^AE\d/.test(bare(id)) || /^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(bare(id)),
  ),
  test: ibanTest,
  holds: (id) => isIban(bare(id)) && (!bare(id).startsWith("AE") || bare(id).length === 23),
});

const bare = (id: UblElement): string => stringOf(id).replaceAll(" ", "");

export const gtinHasItsCheckDigit = defineOwnRule({
  id: "SB-0307",
  says: "A GTIN (scheme 0160) should have 8, 12, 13 or 14 digits, and the last digit should be the correct check digit.",
  hint: "Compare standard_item_identification.id with the bar code.",
  source: "GS1 General Specifications; PINT AE 1.0.4: IBT-157",
  of: ownGtin,
  test: `matches(normalize-space(), '^([0-9]{8}|[0-9]{12,14})$') and ${gs1("normalize-space()")}`,
  holds: (id) => /^(?:\d{8}|\d{12,14})$/.test(spaced(stringOf(id))) && isGln(spaced(stringOf(id))),
});

export const uuidIsOne = defineOwnRule({
  id: "SB-0308",
  says: "The UUID should be 32 hexadecimal digits in groups of 8, 4, 4, 4 and 12. IBR-193-AE accepts any text.",
  hint: "In the program that wrote the file, give each document its own UUID.",
  source: sources.meant("BTAE-07", "IBR-193-AE"),
  of: ownUuid,
  test: "matches(normalize-space(), '^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$')",
  holds: (uuid) => /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(spaced(stringOf(uuid))),
});

const isSelfBilled = documentIs("389", "480", "261", "81");

export const customizationIsSelfBilling = defineOwnRule({
  id: "SB-0309",
  says: "The specification of a self-billed document should be exactly urn:peppol:pint:selfbilling-1@ae-1. ALIGNED-IBRP-001-AE compares only its beginning, and accepts that of billing.",
  hint: "Set CustomizationID in the program that wrote the file.",
  source: sources.meant("IBT-024", "ALIGNED-IBRP-001-AE"),
  of: ownCustomization,
  when: isSelfBilled,
  test: "normalize-space() = 'urn:peppol:pint:selfbilling-1@ae-1'",
  holds: (id) => spaced(stringOf(id)) === "urn:peppol:pint:selfbilling-1@ae-1",
});

export const processIsSelfBilling = defineOwnRule({
  id: "SB-0310",
  says: "The process of a self-billed document should be exactly urn:peppol:bis:selfbilling. ALIGNED-IBRP-002-AE compares only its beginning, and accepts that of billing.",
  hint: "Set ProfileID in the program that wrote the file.",
  source: sources.meant("IBT-023", "ALIGNED-IBRP-002-AE"),
  of: ownProfile,
  when: isSelfBilled,
  test: "normalize-space() = 'urn:peppol:bis:selfbilling'",
  holds: (id) => spaced(stringOf(id)) === "urn:peppol:bis:selfbilling",
});
