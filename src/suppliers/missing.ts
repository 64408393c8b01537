import { valueAt } from "../document/index.ts";
import { fieldOf, memberPath } from "./set-field.ts";
import type { Supplier } from "./supplier.ts";
import { judgeSupplier } from "./supplier.ts";
import { groupDoubt } from "./vat-group.ts";

const party = "accounting_supplier_party";
const trn = `${party}.party_tax_scheme.company_id`;

/** Plain names for fields, keyed by the end of the path. */
const words: Readonly<Record<string, string>> = {
  name: "name for daily use",
  party_name: "legal name",
  party_name_in_local_language: "name in Arabic",
  email: "e-mail address",
  telephone: "telephone",
  tin: "TIN",
  endpoint_id: "Peppol address (endpoint_id)",
  endpoint_scheme_id: "scheme of the Peppol address (0235 in the UAE)",
  company_id: "number of the trade licence or registration",
  scheme_agency_id: "kind of registration (TL, CD, EID, or PAS with the country of the passport)",
  authority_name: "authority that issued the licence",
  passport_issuing_country_code: "country that issued the passport",
  postal_address: "address",
  street_name: "street",
  city_name: "city",
  country_subentity: "emirate or region",
  country: "country",
  country_code: "country code",
  postal_zone: "P.O. box or postal code",
  additional_street_name: "second line of the address",
  address_line: "third line of the address",
  "party_tax_scheme.company_id": "TRN",
  party_tax_scheme: "TRN",
  "party_tax_scheme.tax_scheme": "tax scheme (VAT)",
  "payee_financial_account.id": "IBAN or account number",
  "payee_financial_account.name": "account holder",
  financial_institution_branch_id: "BIC of the bank",
  supplier: "short name or code that you call it by",
  number_code: "what stands for it in document numbers",
  vat_group: "member of a VAT group (yes or no)",
  agreement_number: "number of the self-billing agreement",
  agreement_date: "first day of the agreement",
  agreement_expiry: "last day of the agreement",
};

/** A field that the rules require of some suppliers, or of all. */
interface Demand {
  readonly path: string;
  readonly when: (supplier: Supplier) => boolean;
}

const says = (supplier: Supplier, field: string): unknown => valueAt(supplier, `${party}.${field}`);

/** True if the supplier has a network address in the UAE, or will have one once its TRN is known. */
function isInUae(supplier: Supplier): boolean {
  const scheme = says(supplier, "endpoint_scheme_id");
  const country = says(supplier, "postal_address.country_code") ?? "AE";
  return scheme === "0235" || (scheme === undefined && country === "AE");
}

const kind = `${party}.scheme_agency_id`;

const lacksKind = (supplier: Supplier): boolean => isInUae(supplier) && valueAt(supplier, kind) === undefined;

/**
 * Fields that the network's rules require. Source: PINT AE rules IBR-134-AE (a TRN), IBR-143-AE (the emirate or
 * region), IBR-150-AE (a registration in the UAE), IBR-181-AE (its kind). The fields that only one kind of registration
 * needs are requested together with the kind, so that the user is asked only once.
 */
const demands: readonly Demand[] = [
  { path: trn, when: () => true },
  { path: `${party}.company_id`, when: isInUae },
  { path: kind, when: isInUae },
  { path: `${party}.authority_name`, when: lacksKind },
  { path: `${party}.passport_issuing_country_code`, when: lacksKind },
  { path: `${party}.postal_address.country_subentity`, when: isInUae },
  { path: `${party}.postal_address.country_code`, when: () => true },
];

/**
 * Adds an empty party and address, in the UAE by default, so that missing fields are reported one by one. An empty
 * group would count as missing.
 */
function withGroups(supplier: Supplier): Supplier {
  const { postal_address: address, ...own } = supplier.accounting_supplier_party ?? {};
  const usual = isInUae(supplier) ? { country_code: "AE" } : { address_line: "-" };
  return { ...supplier, accounting_supplier_party: { ...own, postal_address: { ...usual, ...address } } };
}

/** Returns the paths of the fields that every document needs and the entry lacks. */
export function missingIn(supplier: Supplier): string[] {
  const { problems } = judgeSupplier(withGroups(supplier), (path) => ({ path }));
  const absent = problems.flatMap(({ code, where }) => (code === "missing-field" && where?.path ? [where.path] : []));
  const asked = demands.flatMap(({ path, when }) =>
    when(supplier) && valueAt(supplier, path) === undefined ? [path] : [],
  );
  return [...new Set([...absent, ...asked])];
}

/** Returns strings such as `TRN, e-mail address`. Omits fields that follow from other missing ones. */
export function missingWords(supplier: Supplier): string[] {
  const paths = missingIn(supplier);
  const follows = new Set([
    ...(paths.includes(trn) ? ["tin", "endpoint_id", "endpoint_scheme_id"] : []),
    ...(paths.includes(`${party}.tin`) ? ["endpoint_id", "endpoint_scheme_id"] : []),
    // The wording for the kind of registration already says that a passport needs its country.
    ...(paths.includes(kind) ? ["passport_issuing_country_code"] : []),
    ...(paths.includes(`${party}.postal_address.country`) ? ["country_code"] : []),
  ]);
  const told = paths.filter((path) => !follows.has(path.split(".").at(-1) ?? ""));
  const isAbroad = (says(supplier, "postal_address.country_code") ?? "AE") !== "AE";
  return [...new Set(told.map((path) => (isAbroad && path === trn ? "tax number of its own country" : wordOf(path))))];
}

function wordOf(path: string): string {
  const steps = path.split(".");
  return words[steps.slice(-2).join(".")] ?? words[steps.at(-1) ?? ""] ?? path;
}

export function fieldWord(field: string): string {
  return wordOf(memberPath(field));
}

/**
 * Returns a TRN that the network rejects: the service also accepts one that ends in 01, the network only 03. An entry
 * without a country is checked too, because most suppliers are in the UAE. Source: PINT AE rule IBR-132-AE.
 */
function trnOffNetwork(supplier: Supplier): [field: string, given: string][] {
  const given = valueAt(supplier, trn);
  const country = says(supplier, "postal_address.country_code") ?? "AE";
  return country === "AE" && typeof given === "string" && !/^1\d{12}03$/.test(given) ? [["trn", given]] : [];
}

/** Returns values, from an imported list or an editor, that no document can use. */
export function notUsable(supplier: Supplier): ReadonlyArray<readonly [field: string, given: string]> {
  const { problems } = judgeSupplier(supplier, (path) => ({ path }));
  const wrong = problems.flatMap(({ severity, where }): [string, string][] => {
    const given = severity === "error" && where?.path ? valueAt(supplier, where.path) : undefined;
    return typeof given === "string" && where?.path ? [[fieldOf(where.path), given]] : [];
  });
  return [...new Map([...Object.entries(supplier.to_check ?? {}), ...trnOffNetwork(supplier), ...wrong])];
}

/** Describes what is missing or not valid in an entry; undefined if nothing is. */
export function gapSentence(supplier: Supplier): string | undefined {
  const wrong = notUsable(supplier);
  const given = new Set(wrong.map(([field]) => fieldWord(field)));
  const missing = missingWords(supplier).filter((word) => !given.has(word));
  const parts = [
    ...(missing.length > 0 ? [`Missing: ${missing.join(", ")}`] : []),
    ...(wrong.length > 0
      ? [`Not valid: ${wrong.map(([field, text]) => `${fieldWord(field)} “${text}”`).join(", ")}`]
      : []),
  ];
  const doubt = groupDoubt(supplier);
  if (doubt !== undefined) parts.push(doubt.replace(/\.$/, ""));
  return parts.length === 0 ? undefined : `${parts.join(". ")}.`;
}
