import type { DocumentKind, SelfBilledDocument } from "../document/index.ts";
import { documentSchema } from "../document/index.ts";
import { addCompanions } from "./companions.ts";
import { type FieldPath, fieldPathOf, formOf, inOrder, put } from "./field-path.ts";

/** Right values of fields that have no form of their own. */
const plain: Readonly<Record<string, string>> = {
  "party_tax_scheme.company_id": "100234567400003",
  tin: "1002345674",
  endpoint_id: "1002345674",
  endpoint_scheme_id: "0235",
  email: "a@b.example",
  telephone: "+97140000000",
  profile_execution_id: "00000000",
  "payee_financial_account.id": "AE560990000001234567890",
};

/** Right codes that lead to nothing else. */
const usual = ["AED", "AE", "S", "H87", "DXB", "TL", "30", "G", "DL8.61.1.D"];

function placeholderFor(field: FieldPath): string | undefined {
  const names = field.steps.filter((step) => typeof step === "string");
  const [last = "", above = ""] = names.toReversed();
  const own = plain[`${above}.${last}`] ?? plain[last];
  if (own !== undefined) return own;
  const { form } = field.meta;
  if (form?.is === "date") return "2026-06-15";
  if (form?.is === "decimal") return formOf(field) === "percent" ? "5" : "1";
  if (form?.is === "code") {
    const codes = form.list instanceof Set ? form.list : new Set(Object.keys(form.list));
    return usual.find((code) => codes.has(code)) ?? codes.values().next().value;
  }
  return form === undefined ? "x" : undefined;
}

/**
 * The document with right values in place of wrong or missing ones, to find out which findings only echo them. Paths that are no single
 * field stay as they are.
 */
export function withPlaceholders(
  document: SelfBilledDocument,
  paths: readonly string[],
  kind: DocumentKind,
): SelfBilledDocument {
  const copy = structuredClone(document) as Record<string, unknown>;
  for (const path of paths) {
    const line = /^document_lines\[(\d+)\]/.exec(path)?.[1];
    const field = fieldPathOf(path.replace(/^document_lines\[\d+\]/, "document_lines"), kind);
    const text = "steps" in field ? placeholderFor(field) : undefined;
    if (!("steps" in field) || text === undefined) continue;
    const steps = line === undefined ? field.steps : ["document_lines", Number.parseInt(line, 10), ...field.steps];
    put(copy, steps, text);
  }
  addCompanions(copy);
  return inOrder(copy, documentSchema(kind)) as SelfBilledDocument;
}
