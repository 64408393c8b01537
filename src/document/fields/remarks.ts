import { codeWords } from "../code-words.ts";
import * as codes from "../codes/index.ts";
import type { DocumentKind } from "../kind.ts";
import { amount, isDecimalText, money } from "../money.ts";
import type { SelfBilledDocument } from "../shapes.ts";

/** A warning about something that no rule forbids but that is usually an error; based only on the document. */
export interface FieldRemark {
  readonly code: "wrong-value" | "prepayment-unnamed" | "reference-not-needed";
  readonly message: string;
  readonly hint: string;
  readonly path: string;
  /** Set if the warning concerns the field itself, not its value. */
  readonly atName?: true;
}

export function documentRemarks(document: SelfBilledDocument, kind: DocumentKind): FieldRemark[] {
  return [
    ...foreignSupplier(document),
    ...(kind === "invoice" ? unnamedPrepayment(document) : volumeDiscount(document)),
  ];
}

const address = "accounting_supplier_party.postal_address";

/** Warns about a supplier abroad with an emirate or a TRN, both of which exist only in the UAE. */
function foreignSupplier({ accounting_supplier_party: party }: SelfBilledDocument): FieldRemark[] {
  const { postal_address: place, party_tax_scheme: tax } = party ?? {};
  const country = place?.country_code?.trim() ?? "";
  if (country === "" || country === "AE" || !codes.countryCodes.has(country)) return [];
  const named = codeWords(codes.countryCodes, country) ?? country;
  const emirate = place?.country_subentity?.trim() ?? "";
  const found: FieldRemark[] = [];
  if (Object.hasOwn(codes.emirates, emirate))
    found.push({
      code: "wrong-value",
      message: `The supplier's country is ${named} (${country}), and its region is the emirate ${codes.emirates[emirate as keyof typeof codes.emirates]} (${emirate}).`,
      hint: "Correct the one that is wrong: abroad the region is that of the country.",
      path: `${address}.country_subentity`,
    });
  if (/^1\d{12}03$/.test(tax?.company_id?.trim() ?? ""))
    found.push({
      code: "wrong-value",
      message: `The supplier's country is ${named} (${country}), and it has a TRN of the UAE.`,
      hint: "Check the country and the TRN: a supplier abroad has one only if it is registered for VAT in the UAE.",
      path: "accounting_supplier_party.party_tax_scheme.company_id",
    });
  return found;
}

/** An amount paid earlier belongs to another invoice, which the document should name. */
function unnamedPrepayment({
  prepaid_amount: prepaid,
  billing_reference: named = [],
}: SelfBilledDocument): FieldRemark[] {
  if (prepaid === undefined || !isDecimalText(prepaid) || money.isZero(amount(prepaid))) return [];
  if (named.some(({ id }) => id?.trim())) return [];
  return [
    {
      code: "prepayment-unnamed",
      message: `prepaid_amount is ${prepaid}, and billing_reference does not name the invoice of the prepayment.`,
      hint: "Add billing_reference with the number and date of that invoice.",
      path: "prepaid_amount",
    },
  ];
}

/**
 * The service requires the invoice reference for every reason; the network's own rules do not for a volume discount.
 */
function volumeDiscount({ discrepancy_response: reason }: SelfBilledDocument): FieldRemark[] {
  if (reason !== "VD") return [];
  return [
    {
      code: "reference-not-needed",
      message:
        "By the network's rules a volume discount (VD) belongs to no single invoice, but the service requires the reference.",
      hint: "Keep billing_reference: name an invoice that the discount is for.",
      path: "billing_reference",
      atName: true,
    },
  ];
}
