import { codeWords, hasCode } from "../code-words.ts";
import { countryCodes, currencyCodes, emirates } from "../codes/index.ts";
import type { SelfBilledDocument } from "../shapes.ts";
import { isRecord } from "./fields.ts";
import { isPresent } from "./is-present.ts";
import { isLuhn } from "./luhn.ts";
import { meantValue } from "./meant.ts";
import type { MeantValue } from "./refined.ts";

type Group = Readonly<Record<string, unknown>>;

/** Returns the value of a missing field that the rest of the document leaves no choice about. */
export type Derive = (group: Group, document: SelfBilledDocument) => MeantValue | undefined;

const safely = (to: string): MeantValue => ({ to, safe: true });
const textOf = (value: unknown): string => (typeof value === "string" ? value.trim() : "");

/** The field can have no other value. */
export const always =
  (to: string): Derive =>
  () =>
    safely(to);

/** The field can have no other value in this VAT category. */
export const taxed =
  (to: string): Derive =>
  () => ({ to, safe: false });

/** A TIN in the UAE, with its check digit. */
const isTin = (text: string): boolean => /^1\d{9}$/.test(text) && isLuhn(text);

const isInUae = ({ postal_address: address }: Group): boolean => isRecord(address) && address.country_code === "AE";
const isOfUaeScheme = ({ endpoint_scheme_id: scheme }: Group): boolean => !isPresent(scheme) || scheme === "0235";

/** A supplier's TIN is its network address; a TRN begins with another TIN if it is that of a VAT group. */
export const tin: Derive = (party) => {
  const trn = isRecord(party.party_tax_scheme) ? textOf(party.party_tax_scheme.company_id) : "";
  const [address, ofTrn] = [textOf(party.endpoint_id), trn.slice(0, 10)];
  if (isPresent(party.endpoint_id)) {
    if (!isTin(address) || !isOfUaeScheme(party)) return undefined;
    return address === ofTrn ? safely(address) : undefined;
  }
  return /^\d{15}$/.test(trn) && isTin(ofTrn) ? { to: ofTrn, safe: false } : undefined;
};

export const addressOfTin: Derive = (party) => {
  const own = textOf(party.tin);
  return isInUae(party) && isOfUaeScheme(party) && isTin(own) ? safely(own) : undefined;
};

export const addressScheme: Derive = (party) => {
  const address = textOf(party.endpoint_id);
  return isInUae(party) && isTin(address) && (!isPresent(party.tin) || address === textOf(party.tin))
    ? safely("0235")
    : undefined;
};

/** The city of Dubai is in the emirate of Dubai, and so on; a town such as Al Ain is not looked up. */
export const emirateOfCity: Derive = ({ city_name: city, country_code: country }) => {
  if (country !== "AE") return undefined;
  const meant = meantValue(textOf(city), { is: "code", list: emirates, name: "emirate" });
  return meant?.safe ? meant : undefined;
};

export const countryOfCode: Derive = ({ country_code: code }) => {
  const list = countryCodes;
  const words = hasCode(list, textOf(code)) ? codeWords(list, textOf(code)) : undefined;
  return words === undefined ? undefined : safely(words);
};

/** A region that is of no emirate, or an emirate of another country, leaves the country in doubt. */
export const codeOfCountry: Derive = ({ country, country_subentity: region }) => {
  const isEmirate = hasCode(emirates, textOf(region));
  if (!isPresent(country)) return isEmirate ? { to: "AE", safe: false } : undefined;
  const meant = meantValue(textOf(country), { is: "code", list: countryCodes, name: "country" });
  if (!meant?.safe) return undefined;
  const fits = !isPresent(region) || (meant.to === "AE" ? isEmirate : textOf(region).startsWith(`${meant.to}-`));
  return { to: meant.to, safe: fits };
};

const isCurrency = (code: unknown): code is string => typeof code === "string" && hasCode(currencyCodes, code);

export const currencyOfDocument: Derive = (_, { document_currency_code: currency }) =>
  isCurrency(currency) ? safely(currency) : undefined;

/** VAT is stated in dirhams, also in a document in another currency. */
export const dirhamBeside: Derive = (_, { document_currency_code: currency }) =>
  isCurrency(currency) ? safely("AED") : undefined;

/** Other codes of services do not begin with 99. */
export const serviceScheme: Derive = ({ id }) => (/^99\d{4}$/.test(textOf(id)) ? safely("SAC") : undefined);

/** The rate says of which currency the document is; it may be left over from another one. */
export const currencyOfRate: Derive = (_, { tax_exchange_rate: rate }) => {
  const source = isRecord(rate) ? textOf(rate.source_currency_code) : "";
  return isCurrency(source) && source !== "AED" ? { to: source, safe: false } : undefined;
};
