import { tinIsTheSuppliers } from "./rules/own-document.ts";
import { trnBeginsWithTin } from "./rules/own-parties.ts";

const rules: ReadonlySet<string> = new Set([trnBeginsWithTin.id, tinIsTheSuppliers.id]);

/**
 * Whether the finding is only that the supplier's TRN does not begin with its TIN, which is correct for a member of a
 * VAT group.
 */
export function isRightInVatGroup(code: string, path = ""): boolean {
  return rules.has(code) && path.startsWith("accounting_supplier_party");
}
