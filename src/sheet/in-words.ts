import { pathIn } from "./field-path.ts";
import type { ColumnMap } from "./map/column-map.ts";
import type { Table } from "./table.ts";
import { templateColumns } from "./template-columns.ts";

/**
 * Returns the label that the user knows: selfbill's own name for the whole path (such as a group), otherwise the
 * column's heading, otherwise the heading in the ready-made sheet, otherwise selfbill's own name for the last step;
 * undefined if there is none. `path` may be only the end of a path, such as `price.base_amount`.
 */
export function labelOf(path: string, { columns }: Pick<Table, "columns">): string | undefined {
  const own = columns.map(({ map, heading }) => ({ heading, paths: map.fields.map(plainPath) }));
  const readyMade = templateColumns.map(({ heading, fields }) => ({ heading, paths: fields }));
  const all = [...own, ...readyMade];
  const plain = path.replace(/\[\d*\]/g, "");
  const found =
    all.find(({ paths }) => paths.includes(plain)) ??
    all.find(({ paths }) => paths.some((each) => each.endsWith(`.${plain}`)));
  return words.get(plain) ?? found?.heading ?? words.get(plain.replace(/^.*\./, ""));
}

/** Names of groups, and of fields without a column of their own. */
const words: ReadonlyMap<string, string> = new Map(
  Object.entries({
    accounting_supplier_party: "the supplier",
    postal_address: "the address",
    party_tax_scheme: "the supplier's TRN",
    endpoint_scheme_id: "the scheme of the network address",
    document_lines: "the lines",
    classified_tax_category: "the VAT category",
    tax_category: "the VAT category",
    payment_means: "the way of payment",
    payee_financial_account: "the account (IBAN)",
    billing_reference: "the earlier invoice",
    invoice_period: "the period",
    delivery: "the delivery",
    "delivery.delivery_location.address": "the address of delivery",
    tax_currency_code: "the tax currency",
    tax_exchange_rate: "the exchange rate",
    source_currency_code: "the currency of the rate",
    target_currency_code: "the target currency of the rate",
    commodity_classification: "the kind of goods or services",
    additional_item_identification: "the service code",
    item_classification_list_id: "the list of the HS code",
    standard_item_identification: "the article number (GTIN)",
    seller_supplier_party: "the principal",
    buyer_customer_party: "the beneficiary",
    tax_scheme: "the tax scheme",
  }),
);

const plainPath = (field: ColumnMap["fields"][number]): string => pathIn(field, 0).replace(/\[\d+\]/g, "");

/**
 * Replaces field names with labels, but only names with an underscore, because the others are everyday words. A field
 * that is set by a command keeps its name, because the user has to type it.
 */
export function withLabels(text: string, table: Pick<Table, "columns">): string {
  const ofOther = otherParty.test(text);
  const said = text.replace(/(?<![\w./@-]|--set )[a-z]+(?:[_.][a-z]+|\[\d+\])*(?![\w@])/g, (name, at: number) => {
    const label = /_/.test(name) ? labelOf(name, table) : undefined;
    if (label === undefined || (ofOther && isOfSupplier(label))) return name;
    return /(?:['’]s|\b(?:the|its|one|each|every|this|same)) $/i.test(text.slice(0, at))
      ? label.replace(/^the /, "")
      : label;
  });
  return withoutTwice(said);
}

/** Parties with the same field names as the supplier. */
const otherParty =
  /business profile|payee_party|tax_representative_party|buyer_customer_party|seller_supplier_party|\bdelivery\b/;

const isOfSupplier = (label: string): boolean =>
  templateColumns.some(
    ({ heading, fields }) => heading === label && fields.some((each) => each.startsWith("accounting_supplier_party.")),
  );

/**
 * Removes repetitions such as `the exchange rate (the exchange rate)`, which arise when both fields have the same
 * label.
 */
function withoutTwice(text: string): string {
  const plain = (words: string): string => words.toLowerCase().replace(/^the /, "");
  return text
    .replace(/([^().,:;]+) \(([^()]+)\)/g, (all, before: string, inside: string) =>
      plain(before).endsWith(plain(inside)) ? before : all,
    )
    .replace(/\b(\w[\w ]*), the \1\b/g, "$1");
}

/** Rules that are violated when a column is missing, with the path of its field. */
const columnOfRule: Readonly<Record<string, string>> = {
  "IBR-134-AE": "accounting_supplier_party.party_tax_scheme.company_id",
  "IBR-CO-26": "accounting_supplier_party.party_tax_scheme.company_id",
  "IBR-143-AE": "accounting_supplier_party.postal_address",
  "IBR-191-AE": "payment_means",
  "IBR-127-AE": "due_date",
  "IBR-145-AE": "document_lines.classified_tax_category",
  "IBR-023": "document_lines.unit_code",
};

/** Returns the path of the missing field; undefined if the finding does not report one. */
export function missingField(code: string, path: string): string | undefined {
  const plain = path.replace(/\[\d+\]/g, "");
  return code === "missing-field" || code === "scenario-field-missing" ? plain : columnOfRule[code];
}

/** Headings in the ready-made sheet that are not required, even if their group is. */
const optional = new Set(["Account name", "Exemption reason", "Discount", "Discount reason", "Supplier telephone"]);

/**
 * Returns the headings to add for a field or group without a column: a single heading, or those of the group's required
 * parts.
 */
export function columnsFor(path: string, { absent, columns }: Pick<Table, "absent" | "columns">): string[] {
  if (path === "accounting_supplier_party") return ["Supplier"];
  const own = absent.filter((each) => each.fields.some((field) => `${plainPath(field)}.`.startsWith(`${path}.`)));
  const parts = own.map(({ heading }) => heading).filter((heading) => own.length === 1 || !optional.has(heading));
  if (parts.length > 0) return parts;
  return [`${labelOf(path, { columns }) ?? path.replace(/^.*\./, "").replaceAll("_", " ")} (${path})`];
}
