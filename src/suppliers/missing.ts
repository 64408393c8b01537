import { valueAt } from "./set-field.ts";
import type { Supplier } from "./supplier.ts";
import { judgeSupplier } from "./supplier.ts";

const party = "accounting_supplier_party";
const trn = `${party}.party_tax_scheme.company_id`;

/** What a clerk calls the fields of an entry, by the end of their path. */
const words: Readonly<Record<string, string>> = {
  name: "name",
  party_name: "legal name",
  email: "e-mail address",
  telephone: "telephone",
  tin: "TIN",
  endpoint_id: "Peppol address (endpoint_id)",
  endpoint_scheme_id: "scheme of the Peppol address (0235 in the UAE)",
  company_id: "number of the trade licence or registration",
  scheme_agency_id: "kind of registration (TL, CD, EID or PAS)",
  authority_name: "authority that issued the licence",
  passport_issuing_country_code: "country that issued the passport",
  postal_address: "address",
  street_name: "street",
  city_name: "city",
  country_subentity: "emirate or region",
  country: "country",
  country_code: "country",
  "party_tax_scheme.company_id": "TRN",
  party_tax_scheme: "TRN",
  "party_tax_scheme.tax_scheme": "tax scheme (VAT)",
  "payee_financial_account.id": "IBAN or account number",
};

/** A rule of the network about the party that no check of a single field knows. */
interface Demand {
  readonly path: string;
  readonly when: (supplier: Supplier) => boolean;
}

const says = (supplier: Supplier, field: string): unknown => valueAt(supplier, `${party}.${field}`);

/** Source: PINT AE rules IBR-134-AE (a TRN), IBR-150-AE (a registration in the UAE), IBR-181-AE (its kind). */
const demands: readonly Demand[] = [
  { path: trn, when: () => true },
  { path: `${party}.company_id`, when: (supplier) => says(supplier, "endpoint_scheme_id") === "0235" },
  { path: `${party}.scheme_agency_id`, when: (supplier) => says(supplier, "endpoint_scheme_id") === "0235" },
];

/** Paths of what every document needs and the entry lacks; without them no document can use it. */
export function missingIn(supplier: Supplier): string[] {
  const { problems } = judgeSupplier(supplier, (path) => ({ path }));
  const absent = problems.flatMap(({ code, where }) => (code === "missing-field" && where?.path ? [where.path] : []));
  const asked = demands.flatMap(({ path, when }) =>
    when(supplier) && valueAt(supplier, path) === undefined ? [path] : [],
  );
  return [...new Set([...absent, ...asked])];
}

/** What is missing, as a clerk calls it: `TRN, e-mail address`. What follows from something else that is missing is not named. */
export function missingWords(paths: readonly string[]): string[] {
  const lacksTrn = paths.includes(trn);
  const follows = new Set(lacksTrn ? ["tin", "endpoint_id", "endpoint_scheme_id"] : []);
  const told = paths.filter((path) => !follows.has(path.split(".").at(-1) ?? ""));
  return [...new Set(told.map(wordOf))];
}

function wordOf(path: string): string {
  const steps = path.split(".");
  return words[steps.slice(-2).join(".")] ?? words[steps.at(-1) ?? ""] ?? path;
}
