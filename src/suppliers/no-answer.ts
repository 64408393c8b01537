import { codeMeant, codes, isIban } from "../document/index.ts";

/** Explains why a text cannot be an answer, as a sentence; undefined if it can. */
type Refuses = (text: string) => string | undefined;

const bare = (text: string): string => text.replace(/[\s-]/g, "").toUpperCase();

/** Whether a text has the form of an IBAN; check digits are known only for IBANs. */
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

/** Refuses an IBAN of the wrong length. Source: the IBAN registry; an IBAN of the UAE has 23 characters. */
const isNoIban: Refuses = (text) => {
  const iban = bare(text);
  const tooMany = iban.length > 23 ? "too many" : "too few";
  return /^AE\d/.test(iban) && iban.length !== 23
    ? `${iban} has ${iban.length} characters: an IBAN of the UAE has 23, so there are ${tooMany}.`
    : undefined;
};

/** The refusals, by the end of the field's path. */
const refusals: ReadonlyArray<readonly [end: RegExp, refuses: Refuses]> = [
  [/(?:^|\.)(?:party_name|accounting_supplier_party\.name|payee_financial_account\.name)$/, isNoName],
  [/\bparty_name_in_local_language$/, isNoArabic],
  [/\btelephone$/, isNoTelephone],
  [/\bstreet_name$/, isNoStreet],
  [/\bpayee_financial_account\.id$/, isNoIban],
];

/** Explains why the text typed for the field at this path cannot be an answer; other errors are found by the field's own checks. */
export function noAnswer(path: string, text: string): string | undefined {
  return refusals.find(([end]) => end.test(path))?.[1](text);
}

/** Explains why the answer should be typed again, although it may be correct. Source: ISO 13616 (IBAN). */
export function doubtfulAnswer(path: string, text: string): string | undefined {
  if (!/\bpayee_financial_account\.id$/.test(path) || !hasIbanForm(text) || isIban(bare(text))) return undefined;
  return "The check digits of this IBAN are wrong, so at least one character is mistyped. Compare it with the supplier's bank letter.";
}
