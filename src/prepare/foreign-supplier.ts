import { codes, codeWords } from "../document/index.ts";
import { type Problem, problem } from "../problem/index.ts";
import type { Prepared } from "./prepared.ts";

const address = "accounting_supplier_party.postal_address";

/** A supplier abroad with what only the UAE gives: an emirate, or a TRN. */
export function foreignSupplier({ document, spot }: Prepared): Problem[] {
  const { postal_address: place, party_tax_scheme: tax } = document?.accounting_supplier_party ?? {};
  const country = place?.country_code?.trim() ?? "";
  if (country === "" || country === "AE" || !codes.countryCodes.has(country)) return [];
  const named = codeWords(codes.countryCodes, country) ?? country;
  const warning = (message: string, hint: string, path: string): Problem =>
    problem("wrong-value", message, hint, { severity: "warning", where: spot?.(path) });
  const emirate = place?.country_subentity?.trim() ?? "";
  const found: Problem[] = [];
  if (Object.hasOwn(codes.emirates, emirate))
    found.push(
      warning(
        `The supplier's country is ${named} (${country}), and its region is the emirate ${codes.emirates[emirate as keyof typeof codes.emirates]} (${emirate}).`,
        "Correct the one that is wrong: abroad the region is that of the country.",
        `${address}.country_subentity`,
      ),
    );
  if (/^1\d{12}03$/.test(tax?.company_id?.trim() ?? ""))
    found.push(
      warning(
        `The supplier's country is ${named} (${country}), and it has a TRN of the UAE.`,
        "Check the country and the TRN: a supplier abroad has one only if it is registered for VAT in the UAE.",
        "accounting_supplier_party.party_tax_scheme.company_id",
      ),
    );
  return found;
}
