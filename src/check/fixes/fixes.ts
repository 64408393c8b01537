import { type CodeList, type Correction, codeMeant, valueAt } from "../../document/index.ts";
import { isPossibleHsCode } from "../hs-headings.ts";
import type { RuleFix } from "../rule.ts";

/** Corrections of rules with one answer; each says for which documents it has none. */

const change = (path: string, to: string | undefined, safe: boolean): Correction => ({ safe, changes: [{ path, to }] });

const textAt = (document: unknown, path: string): string => {
  const value = valueAt(document, path);
  return typeof value === "string" ? value : "";
};

const siblingOf = (path: string, name: string): string => path.replace(/[^.]+$/, name);

/** A rate of tax or of exchange that can have no other value, if `is` applies to the one that is written. */
export const onlyRate =
  (to: string, is: (written: string) => boolean = () => true): RuleFix =>
  (document, path) => {
    const written = textAt(document, path);
    return /(?:percent|_rate)$/.test(path) && written !== "" && is(written) ? change(path, to, false) : undefined;
  };

/** Neither 0, which other categories have, nor below it. */
export const isPositive = (text: string): boolean => /[1-9]/.test(text) && !text.startsWith("-");

/** The dollar's rate is fixed; those of other currencies are not known. */
export const dollarRate: RuleFix = (document, path) =>
  textAt(document, "tax_exchange_rate.source_currency_code") === "USD" &&
  textAt(document, "document_currency_code") === "USD"
    ? onlyRate("3.6725")(document, path)
    : undefined;

/** The name of a code, or the code in other letters. */
export const codeFor =
  (list: CodeList): RuleFix =>
  (document, path) => {
    const to = codeMeant(list, textAt(document, path));
    return to === undefined ? undefined : change(path, to, true);
  };

/** Unsafe: a code of another list can look like one of the Harmonized System. */
export const hsList: RuleFix = (document, path) =>
  isPossibleHsCode(textAt(document, path))
    ? change(siblingOf(path, "item_classification_list_id"), "HS", false)
    : undefined;

/** Codes of services begin with 99, those of goods do not. */
export const sacScheme: RuleFix = (document, path) =>
  /^99\d{4}$/.test(textAt(document, path)) ? change(siblingOf(path, "scheme_id"), "SAC", true) : undefined;

/** Without marks between the digits; unsafe with the zero that a spreadsheet dropped. */
export const hsDigits: RuleFix = (document, path) => {
  const written = textAt(document, path);
  const digits = written.replace(/(?<=\d)[. -](?=\d)/g, "");
  if (digits !== written && isPossibleHsCode(digits) && digits.length % 2 === 0) return change(path, digits, true);
  const whole = `0${digits}`;
  return digits.length % 2 === 1 && isPossibleHsCode(whole) ? change(path, whole, false) : undefined;
};

/** The target, if the rate is plausible for dirhams only as far as the source is the document's currency. */
export const rateIntoDirham: RuleFix = (document) => {
  const [from, rate] = ["source_currency_code", "calculation_rate"].map((name) =>
    textAt(document, `tax_exchange_rate.${name}`),
  );
  if (from === "" || rate === "" || from !== textAt(document, "document_currency_code")) return undefined;
  return change("tax_exchange_rate.target_currency_code", "AED", false);
};

export const grossPrice: RuleFix = (document, path) => {
  const gross = textAt(document, path.replace(/allowance\.base_amount$/, "base_amount"));
  return gross === "" ? undefined : change(path, gross, false);
};

/** A payee who is described by nothing but the seller's name. */
export const noPayee: RuleFix = (document) => {
  const payee = valueAt(document, "payee_party");
  const names = typeof payee === "object" && payee !== null ? Object.keys(payee) : [];
  return names.length === 1 && names[0] === "party_name" ? change("payee_party", undefined, false) : undefined;
};

/** The party's TIN, of which the address has only a part, or which is followed by the rest of a TRN. */
export const tinAsAddress: RuleFix = (document, path) => {
  const [written, tin] = [textAt(document, path), textAt(document, siblingOf(path, "tin"))];
  const isPart = written.startsWith(tin) || (written.length > 6 && tin.startsWith(written));
  return /^1\d{9}$/.test(tin) && isPart ? change(path, tin, false) : undefined;
};
