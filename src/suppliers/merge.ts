import { isRecord, valueAt } from "../document/index.ts";
import { recordNames } from "./book-records.ts";
import { identityOf } from "./identity.ts";
import { outsideAddress } from "./outside.ts";
import { networkAddress } from "./reach.ts";
import { memberPath } from "./set-field.ts";
import { type Supplier, supplierFields } from "./supplier.ts";

const party = "accounting_supplier_party";
const account = "payment_means[0].payee_financial_account";

/**
 * Updates an entry from an imported list: fields that are empty in the list keep their earlier values, and values that
 * belong to an old TRN or account are removed. The short name is kept.
 */
export function mergedEntry(before: Supplier, news: Supplier): Supplier {
  const kept = structuredClone(before) as unknown as Record<string, unknown>;
  const differs = (path: string): boolean =>
    valueAt(news, path) !== undefined &&
    valueAt(before, path) !== undefined &&
    valueAt(news, path) !== valueAt(before, path);
  const own = kept.accounting_supplier_party;
  const trn = valueAt(before, `${party}.party_tax_scheme.company_id`);
  if (isRecord(own) && differs(`${party}.party_tax_scheme.company_id`)) {
    const followed = typeof trn === "string" && own.tin === trn.slice(0, 10);
    if (own.endpoint_id === own.tin) forget(own, "endpoint_id");
    if (followed) forget(own, "tin");
  }
  // If the country changes, the placeholder for parties abroad may be wrong: in the UAE, the network address is the
  // TIN.
  if (isRecord(own) && own.endpoint_id === outsideAddress && differs(`${party}.postal_address.country_code`))
    forget(own, "endpoint_id");
  // A display name that was taken from the legal name changes with it.
  if (isRecord(own) && own.name === own.party_name && differs(`${party}.party_name`)) forget(own, "name");
  const means = valueAt(kept, "payment_means[0].payment_means_code");
  const held = valueAt(kept, account);
  if (isRecord(held) && differs(`${account}.id`)) forget(held, "financial_institution_branch_id");
  const answers = laterAnswers(before, news);
  const all = {
    ...(merged(kept, news) as Supplier),
    ...laterRecords(before, news),
    ...(Object.keys(answers).length === 0 ? {} : { tax_answers: answers }),
    supplier: before.supplier,
  };
  const result = withOpenChecks(all);
  const [first, ...others] = result.payment_means ?? [];
  // An imported list gives an account without a code the code 30, so the entry's own code is kept.
  if (first === undefined || typeof means !== "string" || first.payment_means_code !== "30") return result;
  return { ...result, payment_means: [{ ...first, payment_means_code: means }, ...others] };
}

function laterAnswers({ tax_answers: before = {} }: Supplier, { tax_answers: news = {} }: Supplier) {
  const isLater = ([subject, { recorded_at: at }]: readonly [string, { readonly recorded_at: string }]): boolean =>
    at >= (before[subject]?.recorded_at ?? "");
  return { ...before, ...Object.fromEntries(Object.entries(news).filter(isLater)) };
}

/** Keeps the later of two records of the same kind; they are never merged. */
function laterRecords(before: Supplier, news: Supplier): Partial<Supplier> {
  const pairs = recordNames.map((name) => {
    const isLater = (before[name]?.date ?? "") > (news[name]?.date ?? "");
    return [name, (isLater ? before : news)[name]] as const;
  });
  return Object.fromEntries(pairs.filter(([, record]) => record !== undefined));
}

/**
 * Records that are valid only as long as a value does not change: their fields, that value, and the wording for both.
 */
const bound: ReadonlyArray<{
  readonly fields: readonly (keyof Supplier)[];
  readonly says: string;
  readonly of: (entry: Supplier) => unknown;
  readonly changed: string;
}> = [
  {
    fields: ["agreement_file", "agreement_sha256", "agreement_reviewed"],
    says: "of the signed agreement and its review",
    of: (entry) => [entry.agreement_number, entry.agreement_date, entry.agreement_expiry],
    changed: "the agreement",
  },
  {
    fields: ["trn_check"],
    says: "that the TRN was looked up",
    of: (entry) => identityOf(entry).trn,
    changed: "the TRN",
  },
  {
    fields: ["tax_answers"],
    says: "what its goods are bought for",
    of: (entry) => identityOf(entry).trn,
    changed: "the TRN",
  },
  {
    fields: ["on_network"],
    says: "whether the network delivers to it",
    of: (entry) => networkAddress(entry.accounting_supplier_party),
    changed: "the Peppol address",
  },
];

/**
 * Carries over the records about unchanged values, because an imported list contains no records. `dropped` has one
 * sentence for each record that was removed because its value changed.
 */
export function withKeptRecords(before: Supplier, news: Supplier): { entry: Supplier; dropped: readonly string[] } {
  const open = bound.filter(
    ({ fields }) =>
      fields.some((each) => before[each] !== undefined) && fields.every((each) => news[each] === undefined),
  );
  const holds = ({ of }: (typeof bound)[number]): boolean => JSON.stringify(of(before)) === JSON.stringify(of(news));
  const kept = open.filter(holds).flatMap(({ fields }) => fields);
  const all = supplierFields.map((name) => [name, kept.includes(name) ? before[name] : news[name]] as const);
  const entry = Object.fromEntries(all.filter(([, value]) => value !== undefined)) as unknown as Supplier;
  const dropped = open
    .filter((each) => !holds(each))
    .map(({ says, changed }) => `The record ${says} was removed because ${changed} changed.`);
  return { entry, dropped };
}

/** Fills in missing fields from `party`, and sets the VAT group status if it is known. */
export function completedEntry(
  entry: Supplier,
  party: Supplier["accounting_supplier_party"],
  group?: string | undefined,
): Supplier {
  const whole = merged(party, entry.accounting_supplier_party) as Supplier["accounting_supplier_party"];
  const vat = group === undefined ? {} : { vat_group: group };
  return withOpenChecks({ ...entry, ...vat, accounting_supplier_party: whole });
}

/** Removes fields that now have a value from `to_check`. */
export function withOpenChecks({ to_check: check, ...entry }: Supplier): Supplier {
  const open = Object.entries(check ?? {}).filter(([field]) => valueAt(entry, memberPath(field)) === undefined);
  return open.length === 0 ? entry : { ...entry, to_check: Object.fromEntries(open) };
}

function forget(group: Readonly<Record<string, unknown>>, name: string): void {
  delete (group as Record<string, unknown>)[name];
}

/** Merges groups by member and lists by position; new strings replace old ones. */
function merged(before: unknown, news: unknown): unknown {
  if (news === undefined) return before;
  if (Array.isArray(before) && Array.isArray(news))
    return Array.from({ length: Math.max(before.length, news.length) }, (_, at) => merged(before[at], news[at]));
  if (!isRecord(before) || !isRecord(news)) return news;
  const names = [...new Set([...Object.keys(before), ...Object.keys(news)])];
  return Object.fromEntries(names.map((name) => [name, merged(before[name], news[name])]));
}
