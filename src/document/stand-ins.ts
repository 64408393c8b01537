import { copies, stepsOf } from "./copies.ts";
import { type Field, isRecord, type LeafMeta, memberOf } from "./fields/fields.ts";
import type { DocumentKind } from "./kind.ts";
import { documentShapes, type SelfBilledDocument } from "./shapes.ts";

/** Valid values of fields whose form does not say enough. */
const plain: Readonly<Record<string, string>> = {
  "party_tax_scheme.company_id": "100234567400003",
  "seller_supplier_party.id": "100555666500003",
  tin: "1002345674",
  endpoint_id: "1002345674",
  endpoint_scheme_id: "0235",
  email: "a@b.example",
  telephone: "+97140000000",
  profile_execution_id: "00000000",
  tax_currency_code: "AED",
  tax_scheme: "VAT",
  scheme_id: "SAC",
  "payee_financial_account.id": "AE560990000001234567890",
  file_content: "QQ==",
};

/** Valid codes that require nothing else. */
const usual = ["AED", "AE", "S", "H87", "DXB", "TL", "30", "G", "DL8.61.1.D"];
const percentages = new Set(["percent", "multiplier_factor_numeric"]);

/** A valid value for a field; undefined where none is known. */
function standIn(last: string, above: string, { form }: LeafMeta): string | undefined {
  const own = plain[`${above}.${last}`] ?? plain[last];
  if (own !== undefined) return own;
  if (form?.is === "date") return "2026-06-15";
  if (form?.is === "decimal") return percentages.has(last) ? "5" : "1";
  if (form?.is === "code") {
    const codes = form.list instanceof Set ? form.list : new Set(Object.keys(form.list));
    return usual.find((code) => codes.has(code)) ?? codes.values().next().value;
  }
  if (form?.is === "pattern") return last.endsWith("_time") ? "10:30:00" : undefined;
  return "x";
}

/**
 * A copy of the document with valid values at these paths, in order to find out which findings only follow from what is wrong there.
 * A group or list is made where it is missing, without its fields. Paths that are not known, and groups that exist, stay as they are.
 */
export function withStandIns(
  document: SelfBilledDocument,
  paths: readonly string[],
  kind: DocumentKind,
): SelfBilledDocument {
  const own = copies();
  const copy = own(document);
  for (const path of paths) putStandIn(copy, documentShapes[kind], stepsOf(path), "", own);
  return copy;
}

type Own = ReturnType<typeof copies>;

/** `group` is a copy already. */
function putStandIn(
  group: Record<string, unknown>,
  field: Field,
  [name, ...rest]: readonly string[],
  above: string,
  own: Own,
): void {
  const member = name === undefined ? undefined : memberOf(field, name);
  if (name === undefined || member === undefined) return;
  const value = group[name];
  if (member.kind === "leaf") {
    const stood = rest.length === 0 ? standIn(name, above, member.meta) : undefined;
    if (stood !== undefined) group[name] = stood;
  } else if (member.kind === "list" || (member.kind === "object-or-list" && Array.isArray(value))) {
    const entries: unknown[] = Array.isArray(value) && value.length > 0 ? own(value) : [{}];
    group[name] = entries;
    const [at = "0", ...below] = rest;
    const index = Number.parseInt(at, 10);
    const entry = entries[index];
    if (!isRecord(entry) || below.length === 0) return;
    const copy = own(entry);
    entries[index] = copy;
    putStandIn(copy, member.item, below, name, own);
  } else {
    const copy = own(isRecord(value) ? value : {});
    group[name] = copy;
    if (rest.length > 0) putStandIn(copy, member, rest, name, own);
  }
}
