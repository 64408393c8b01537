import { documentShape, isRecord, withCodes } from "../document/index.ts";
import { fail, ok, problem, type Result } from "../problem/index.ts";
import { type Supplier, supplierFields } from "./supplier.ts";

const account = "payment_means[0].payee_financial_account";

/** Short names that users may type for fields. Any other name is that of a party field or of the entry's own field. */
export const shortFields: Readonly<Record<string, string>> = {
  trn: "accounting_supplier_party.party_tax_scheme.company_id",
  iban: `${account}.id`,
  account_name: `${account}.name`,
  bic: `${account}.financial_institution_branch_id`,
  ...Object.fromEntries(
    `street_name additional_street_name address_line city_name postal_zone country_subentity country country_code`
      .split(" ")
      .map((name) => [name, `accounting_supplier_party.postal_address.${name}`]),
  ),
};

/**
 * Returns the path of a field, given a name such as `trn`, `telephone`, `postal_address.city_name` or `agreement_date`.
 */
export function memberPath(name: string): string {
  const short = Object.hasOwn(shortFields, name) ? shortFields[name] : undefined;
  if (short !== undefined) return short;
  const [top = ""] = name.split(/[.[]/);
  return (supplierFields as readonly string[]).includes(top) ? name : `accounting_supplier_party.${name}`;
}

export type SupplierDraft = Readonly<Record<string, unknown>>;

/**
 * Changes fields of an entry. `settings` have the form `field=value`; an empty value removes the field. Fields and
 * values are validated later, all together. Problem: `bad-usage`.
 */
export function setFields(entry: Supplier | SupplierDraft, settings: readonly string[]): Result<SupplierDraft> {
  let changed: unknown = structuredClone(entry);
  for (const setting of settings) {
    const [, name, value = ""] = /^\s*([A-Za-z_][\w.[\]]*)\s*=([\s\S]*)$/.exec(setting) ?? [];
    if (name === undefined) {
      const message = `--set ${setting} is not field=value.`;
      return fail(
        problem("bad-usage", message, "Write --set telephone=+97142000111; without a value the field is removed."),
      );
    }
    const said = spelt(name, value.trim());
    changed = withField(changed, memberPath(name), said === "" ? undefined : said);
    // Setting a field removes the unusable value that an import kept for it in to_check.
    changed = withField(changed, `to_check.${shortName(name)}`, undefined);
  }
  return ok(withCodes(changed as SupplierDraft, documentShape("invoice")));
}

function spelt(name: string, value: string): string {
  if (name === "number_code") return value.toUpperCase();
  return name === "vat_group" ? yesOrNo(value) : value;
}

/** Converts English and Arabic words to `yes` or `no`; other text stays unchanged. */
function yesOrNo(word: string): string {
  if (/^(?:yes|y|true|نعم)$/i.test(word)) return "yes";
  return /^(?:no|n|false|لا)$/i.test(word) ? "no" : word;
}

/** Returns a copy of the entry with the value at `path`; undefined removes the field. */
export function withField(entry: unknown, path: string, value: string | undefined): unknown {
  return withValue(entry, stepsOf(path), value);
}

function shortName(name: string): string {
  return fieldOf(memberPath(name));
}

/** Returns the shortest name that `setFields` accepts. */
export function fieldOf(path: string): string {
  const short = Object.entries(shortFields).find(([, each]) => each === path)?.[0];
  return short ?? path.replace(/^accounting_supplier_party\./, "");
}

function stepsOf(path: string): Array<string | number> {
  return (path.match(/[^.[\]]+/g) ?? []).map((step) => (/^\d{1,3}$/.test(step) ? Number(step) : step));
}

/** Returns a copy with the value at a path; creates missing groups and removes empty ones. */
function withValue(at: unknown, [step, ...rest]: ReadonlyArray<string | number>, value: string | undefined): unknown {
  if (step === undefined) return value;
  if (typeof step === "number") {
    const list = Array.isArray(at) ? [...at] : [];
    list[Math.min(step, list.length)] = withValue(list[step], rest, value);
    const left = list.filter((each) => each !== undefined);
    return left.length === 0 ? undefined : left;
  }
  const group: Record<string, unknown> = isRecord(at) ? { ...at } : {};
  const member = withValue(Object.hasOwn(group, step) ? group[step] : undefined, rest, value);
  if (member === undefined) delete group[step];
  else Object.defineProperty(group, step, { value: member, enumerable: true, configurable: true, writable: true });
  return Object.keys(group).length === 0 && value === undefined ? undefined : group;
}
