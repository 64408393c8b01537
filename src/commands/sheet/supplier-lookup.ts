import { plainName } from "../../document/index.ts";
import { suggest, typed } from "../../problem/index.ts";
import type { FindSupplier, SayGaps, SupplierKey } from "../../sheet/index.ts";
import {
  fieldOf,
  fieldWord,
  foldedName,
  isSameSupplier,
  type Supplier,
  type SupplierBook,
  sameName,
} from "../../suppliers/index.ts";

/**
 * Returns a function that finds the only matching entry of the supplier book, or explains why there is none or more
 * than one.
 */
export function lookupIn({ suppliers }: SupplierBook): FindSupplier {
  const found = new Map<string, ReturnType<FindSupplier>>();
  return (by, text) => {
    const key = `${by} ${text}`;
    const known = found.get(key) ?? lookedUp(suppliers, by, text);
    found.set(key, known);
    return known;
  };
}

const what: Readonly<Record<SupplierKey | "any", string>> = {
  trn: "the TRN",
  code: "the name",
  name: "the name",
  any: "the name or TRN",
};

function lookedUp(suppliers: readonly Supplier[], by: SupplierKey | "any", text: string): ReturnType<FindSupplier> {
  const matching =
    by === "any"
      ? likeAny(suppliers, text)
      : suppliers.filter((each) => keysOf(each, by).includes(by === "trn" ? text : foldedName(text)));
  const [first, second] = matching;
  if (first !== undefined && second === undefined) return { text: first.supplier };
  if (first === undefined) {
    const message = `No entry of the supplier book has ${what[by]} ${JSON.stringify(text)}.`;
    const hint = `Add the supplier (${suggest`suppliers add NAME`}), or correct the cell. The book: ${suggest`suppliers list`}`;
    return { complaint: { code: "no-supplier", message, hint } };
  }
  const names = matching.map(({ supplier }) => supplier).join(", ");
  if (by === "trn" && second !== undefined && matching.every((each) => isSameSupplier(first, each))) {
    const message = `The supplier with TRN ${JSON.stringify(text)} is in your supplier book more than once: ${names}.`;
    const hint = `Keep one of the names, and remove each other one: ${suggest`suppliers remove ${second.supplier}`}`;
    return { complaint: { code: "no-supplier", message, hint } };
  }
  const message = `Several entries of the supplier book have ${what[by]} ${JSON.stringify(text)}: ${names}.`;
  const hint = "Map a column that names one of them, such as its code.";
  return { complaint: { code: "no-supplier", message, hint } };
}

function keysOf({ supplier, accounting_supplier_party: party }: Supplier, by: SupplierKey): string[] {
  if (by === "trn") return [party?.party_tax_scheme?.company_id ?? ""].map((each) => each.replace(/[\s-]/g, ""));
  const names = by === "code" ? [supplier] : [supplier, party?.name ?? "", party?.party_name ?? ""];
  return names.filter((each) => each !== "").map(foldedName);
}

/** Returns the entries of which a text is the TRN or a name, whatever its punctuation; else those with another legal form. */
function likeAny(suppliers: readonly Supplier[], text: string): readonly Supplier[] {
  const trn = text.replace(/[\s-]/g, "");
  const like = (isLike: (name: string) => boolean): readonly Supplier[] =>
    suppliers.filter((each) => keysOf(each, "name").some(isLike) || keysOf(each, "trn").includes(trn));
  const exact = like((name) => sameName(name, text));
  const plain = plainName(text);
  return exact.length > 0 || plain === "" ? exact : like((name) => plainName(name) === plain);
}

/** Fields to name in a message if the entry lacks a whole group of fields. */
const partsOf: Readonly<Record<string, readonly string[]>> = {
  accounting_supplier_party: ["name", "party_name", "trn", "street_name", "city_name", "country_subentity"],
  party_tax_scheme: ["trn"],
  postal_address: ["street_name", "city_name", "country_subentity"],
  payment_means: ["iban"],
};

/** Fields that `suppliers edit` derives from another field. */
const followsFrom: Readonly<Record<string, string>> = { tin: "trn", endpoint_id: "tin", endpoint_scheme_id: "tin" };

/** Says what the entry lacks and how to add it. */
export const bookGaps: SayGaps = (supplier, paths) => {
  const fields = new Set(paths.map(fieldOf).flatMap((field) => partsOf[field] ?? [field]));
  const follows = (field: string): boolean => {
    const from = followsFrom[field];
    return from !== undefined && (fields.has(from) || follows(from));
  };
  const asked = [...fields].filter((field) => !follows(field));
  const message = `The entry ${typed(supplier)} of your supplier book lacks: ${asked.map(fieldWord).join(", ")}.`;
  const more = asked.map((field) => ` --set ${field}=…`).join("");
  return { message, hint: `Ask the supplier, then: ${suggest`suppliers edit ${supplier}`}${more}` };
};
