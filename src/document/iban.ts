import { isRecord } from "./fields/fields.ts";
import { latinDigits } from "./fields/latin-digits.ts";

/**
 * Follows ISO 13616: with the country code and check digits moved to the end and letters counted as 10 to 35, the
 * whole number modulo 97 must be 1.
 */
export function isIban(text: string): boolean {
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(text)) return false;
  // The country code and check digits come last, and A to Z are 10 to 35; the remainder is carried from character to
  // character.
  let rest = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt((at + 4) % text.length);
    rest = code < 65 ? (rest * 10 + code - 48) % 97 : (rest * 100 + code - 55) % 97;
  }
  return rest === 1;
}

/** Country and length of each IBAN. Source: IBAN registry (ISO 13616). */
const lengths: ReadonlySet<string> = new Set(
  `AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BI27 BR29 BY28 CH21 CR22 CY28 CZ24 DE22 DJ27 DK18 DO28 EE20 EG29 ES24
  FI18 FK18 FO18 FR27 GB22 GE22 GI23 GL18 GR27 GT28 HN28 HR21 HU28 IE22 IL23 IQ23 IS26 IT27 JO30 KW30 KZ20 LB28 LC32
  LI21 LT20 LU20 LV21 LY25 MC27 MD24 ME22 MK19 MN20 MR27 MT31 MU30 NI28 NL18 NO15 OM23 PK24 PL28 PS29 PT25 QA29 RO24
  RS22 RU33 SA24 SC31 SD18 SE24 SI19 SK24 SM27 SO23 ST25 SV28 TL23 TN24 TR26 UA29 VA22 VG24 XK20 YE30`.split(/\s+/),
);
/** The longest IBAN. */
const longest = 33;

/** Marks that cannot be seen, which are often copied along from letters and web pages. */
const hidden = /[\p{Cf}\p{Cc}\p{Mn}]/gu;

/**
 * Returns an account number without blanks, dashes, dots and hidden marks, with Latin digits and capital letters: equal
 * for two numbers that a person reads as the same.
 */
export function plainAccount(text: string): string {
  return latinDigits(text.normalize("NFKC"))
    .replace(/\s/g, "")
    .replace(hidden, "")
    .replace(/[\p{Z}\p{Pd}\u2212.]/gu, "")
    .toUpperCase();
}

/**
 * Returns the IBAN in its one form (ISO 13616: capital letters and digits alone), however it is written; undefined for
 * another number. The check digits may be wrong: a rule tells that.
 */
export function ibanOf(text: string): string | undefined {
  const plain = plainAccount(text).replace(/^IBAN:?/, "");
  return hasIbanForm(plain) ? plain : undefined;
}

function hasIbanForm(plain: string): boolean {
  return /^[A-Z]{2}\d{2}[A-Z0-9]+$/.test(plain) && lengths.has(`${plain.slice(0, 2)}${plain.length}`);
}

/** What may be between the characters of an IBAN inside a text. */
const between = /[\s\p{Z}\p{Pd}\u2212./_:·|]/u;
/** Maximum number of such characters between two of the IBAN. */
const mostBetween = 8;

/**
 * Returns the IBANs inside a text, each in its one form: with correct check digits or, because a wrong one is as
 * misleading, of digits alone after the country.
 */
export function ibansWithin(text: string): string[] {
  const plain = latinDigits(text.normalize("NFKC"))
    .replace(/[\t\r\n]/g, " ")
    .replace(hidden, "")
    .toUpperCase();
  const found = new Set<string>();
  for (const { index } of plain.matchAll(/(?:(?<![\p{L}\p{N}])|(?<=IBAN))[A-Z]{2}(?=[^\p{L}]{0,8}\d)/gu)) {
    const iban = ibanAt(plain, index);
    if (iban !== undefined) found.add(iban);
  }
  return [...found];
}

function ibanAt(text: string, from: number): string | undefined {
  let iban = "";
  let skipped = 0;
  let at = from;
  for (; !hasIbanForm(iban) && iban.length < longest && skipped <= mostBetween && at < text.length; at++) {
    const sign = text[at] ?? "";
    if (/[A-Z0-9]/.test(sign)) {
      iban += sign;
      skipped = 0;
    } else if (between.test(sign)) skipped++;
    else return undefined;
  }
  const isCut = /[\p{L}\p{N}]/u.test(text.slice(at, at + 1));
  if (isCut || !hasIbanForm(iban)) return undefined;
  return isIban(iban) || /^[A-Z]{2}\d+$/.test(iban) ? iban : undefined;
}

/**
 * Returns the document or supplier book entry with each IBAN to pay to in its one form; the same object if nothing
 * changes.
 */
export function withPlainIbans<T>(document: T): T {
  if (!isRecord(document)) return document;
  const means = document.payment_means;
  const changed = Array.isArray(means) ? means.map((each) => withPlainAccount(each, "payee_financial_account")) : means;
  const isChanged = Array.isArray(means) && Array.isArray(changed) && changed.some((each, at) => each !== means[at]);
  const payee = withPlainAccount(document.payee_party, "financial_account");
  if (!isChanged && payee === document.payee_party) return document;
  return {
    ...document,
    ...(isChanged ? { payment_means: changed } : {}),
    ...(payee === undefined ? {} : { payee_party: payee }),
  };
}

function withPlainAccount(group: unknown, name: string): unknown {
  const account = isRecord(group) ? group[name] : undefined;
  const id = isRecord(account) ? account.id : undefined;
  const iban = typeof id === "string" ? ibanOf(id) : undefined;
  if (iban === undefined || iban === id) return group;
  return { ...(group as object), [name]: { ...(account as object), id: iban } };
}
