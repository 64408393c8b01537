import { codeMeant, codes, isIban } from "../document/index.ts";

/** Returns a message if the text cannot be a value of the field, such as a TRN typed as a name. */
type Refuses = (text: string) => string | undefined;

const bare = (text: string): string => text.replace(/[\s-]/g, "").toUpperCase();

/** True for text in the form of an IBAN; no other account number has check digits that can be verified. */
const hasIbanForm = (text: string): boolean => /^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(bare(text));

const isNoName: Refuses = (text) => {
  if (hasIbanForm(text) && isIban(bare(text))) return `${text} is an IBAN, not a name.`;
  const digits = text.replace(/\D/g, "").length;
  if (/\p{L}/u.test(text) || digits < 7) return undefined;
  return `${text} is ${/^1\d{14}$/.test(bare(text)) ? "a TRN" : "a number"}, not a name.`;
};

const isNoArabic: Refuses = (text) =>
  /\p{Script=Arabic}/u.test(text)
    ? undefined
    : `${text} has no Arabic letter. Write the name in Arabic, or leave it out.`;

const isNoTelephone: Refuses = (text) =>
  /\d/.test(text) ? undefined : `${text} has no digits. Write the number, such as +97142000111.`;

const isNoStreet: Refuses = (text) =>
  codeMeant(codes.countryCodes, text) === undefined
    ? undefined
    : `${text} is a country. Write the street and number; the country has a field of its own.`;

/** Refuses a UAE IBAN that does not have 23 characters. Source: the IBAN registry. */
const isNoIban: Refuses = (text) => {
  const iban = bare(text);
  const tooMany = iban.length > 23 ? "too many" : "too few";
  return /^AE\d/.test(iban) && iban.length !== 23
    ? `${iban} has ${iban.length} characters: an IBAN of the UAE has 23, so there are ${tooMany}.`
    : undefined;
};

/** Checks by field; each pattern matches the end of the field's path. */
const refusals: ReadonlyArray<readonly [end: RegExp, refuses: Refuses]> = [
  [/(?:^|\.)(?:party_name|accounting_supplier_party\.name|payee_financial_account\.name)$/, isNoName],
  [/\bparty_name_in_local_language$/, isNoArabic],
  [/\btelephone$/, isNoTelephone],
  [/\bstreet_name$/, isNoStreet],
  [/\bpayee_financial_account\.id$/, isNoIban],
];

/**
 * Returns a message if the text cannot be a value of the field; undefined otherwise. The field's own checks find other
 * errors.
 */
export function noAnswer(path: string, text: string): string | undefined {
  return refusals.find(([end]) => end.test(path))?.[1](text);
}

/** Returns a message for an IBAN with wrong check digits, which the user should type again. Source: ISO 13616. */
export function doubtfulAnswer(path: string, text: string): string | undefined {
  if (!/\bpayee_financial_account\.id$/.test(path) || !hasIbanForm(text) || isIban(bare(text))) return undefined;
  return "The check digits of this IBAN are wrong, so at least one character is mistyped. Compare it with the supplier's bank letter.";
}
