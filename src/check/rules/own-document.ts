import { type DocumentKind, documentKinds, type SelfBilledDocument } from "../../document/index.ts";
import { ownPriceDiscount, ownSeller } from "../contexts/contexts-own.ts";
import { exact, parseDecimal } from "../decimal.ts";
import { grossPrice } from "../fixes/fixes.ts";
import { defineOwnRule } from "../own-rule.ts";
import { type DocumentFault, pintAe } from "../rule.ts";

/** Checks on values that the UBL does not contain. These checks do not apply to XML files. */

const tin = /^1\d{9}$/;
const trn = /^1\d{12}03$/;
/** These rules are not evaluated on the tree. */
const notOfTree = (): boolean => true;

function differs(a: string | undefined, b: string | undefined): boolean {
  const [left, right] = [a, b].map((text) => (text === undefined ? undefined : parseDecimal(text)));
  return left !== undefined && right !== undefined && !exact.equal(left, right);
}

function wrongDiscountBases(document: SelfBilledDocument, kind: DocumentKind): DocumentFault[] {
  const { root, line } = documentKinds[kind];
  return (document.document_lines ?? []).flatMap(({ price }, at) =>
    differs(price?.allowance?.base_amount, price?.base_amount)
      ? [
          {
            path: `document_lines[${at}].price.allowance.base_amount`,
            location: `/${root}/${line}[${at + 1}]/cac:Price/cac:AllowanceCharge/cbc:BaseAmount`,
          },
        ]
      : [],
  );
}

export const discountBaseIsGrossPrice = defineOwnRule({
  id: "SB-0804",
  says: "The base amount of a price discount should be the price before the discount, which is in price.base_amount.",
  hint: "Write the gross price there, as in price.base_amount.",
  fix: grossPrice,
  source: pintAe("IBT-148"),
  of: ownPriceDiscount,
  holds: notOfTree,
  ofDocument: wrongDiscountBases,
});

/**
 * Compares the TIN with the network address if that is a TIN, otherwise with the TRN: SB-0206 compares the two with
 * each other in the tree.
 */
function wrongTin(
  { accounting_supplier_party: supplier = {} }: SelfBilledDocument,
  kind: DocumentKind,
): DocumentFault[] {
  const own = supplier.tin;
  if (own === undefined || !tin.test(own)) return [];
  const address = supplier.endpoint_scheme_id === "0235" ? (supplier.endpoint_id ?? "") : "";
  const number = supplier.party_tax_scheme?.company_id ?? "";
  const wrong = tin.test(address) ? address !== own : trn.test(number) && number.slice(0, 10) !== own;
  const location = `/${documentKinds[kind].root}/cac:AccountingSupplierParty/cac:Party`;
  return wrong ? [{ path: "accounting_supplier_party.tin", location }] : [];
}

export const tinIsTheSuppliers = defineOwnRule({
  id: "SB-0212",
  says: "The supplier's TIN should be its network address and the first ten digits of its TRN.",
  hint: "Compare tin, endpoint_id and party_tax_scheme.company_id. They may differ only where the TRN belongs to a VAT group.",
  source: pintAe("IBT-031", "IBT-034"),
  of: ownSeller,
  holds: notOfTree,
  ofDocument: wrongTin,
});
