import type { Party } from "../document/index.ts";
import type { SupplierBook } from "./book.ts";
import type { Supplier } from "./supplier.ts";

/**
 * Whether the TIN of a party in the UAE is not the beginning of its TRN, which is only correct for members of a VAT
 * group. Source: Ministry of Finance, e-invoicing FAQ, VAT groups: each member has its own TIN and address, and the
 * group has one TRN.
 */
export function numbersDiffer(party: Party | undefined): boolean {
  const { tin, party_tax_scheme: scheme } = party ?? {};
  const trn = scheme?.company_id;
  return (
    typeof tin === "string" &&
    typeof trn === "string" &&
    /^1\d{9}$/.test(tin) &&
    /^1\d{14}$/.test(trn) &&
    !trn.startsWith(tin)
  );
}

export function groupMember({ suppliers }: SupplierBook, party: Party | undefined): Supplier | undefined {
  return suppliers.find(
    ({ vat_group: group, accounting_supplier_party: own }) =>
      group === "yes" &&
      own?.tin !== undefined &&
      own.tin === party?.tin &&
      own.party_tax_scheme?.company_id === party?.party_tax_scheme?.company_id,
  );
}

/** Returns a question for the user if the TIN and TRN do not match and no VAT group explains it. */
export function groupDoubt({ vat_group: group, accounting_supplier_party: party }: Supplier): string | undefined {
  if (group === "yes" || !numbersDiffer(party)) return undefined;
  const differ = "Its TIN is not the first ten digits of its TRN";
  return group === "no"
    ? `${differ}, and it is not a member of a VAT group: correct one of them.`
    : `${differ}: find out whether it is a member of a VAT group (vat_group, yes or no).`;
}
