import type { Party } from "../../document/index.ts";
import { countryName, numbersDiffer } from "../../suppliers/index.ts";
import type { Question, QuestionContext } from "../question.ts";
import { isTyped } from "./supplier-known.ts";

const at = "accounting_supplier_party";

const party = ({ document }: QuestionContext): Party => document.accounting_supplier_party ?? {};
const isUae = (context: QuestionContext): boolean => party(context).postal_address?.country_code === "AE";

/** Whether the chosen book entry lacks one of these fields; paths are relative to the party. */
function lacks(context: QuestionContext, ...fields: readonly string[]): boolean {
  const open = isTyped(context) ? [] : (context.chosen?.book?.lacks ?? []);
  return fields.some((field) => open.includes(`${at}.${field}`));
}

/** Conditions for asking for a value that the book entry lacks; keys are the ends of question ids. */
const asked: Readonly<Record<string, (context: QuestionContext) => boolean>> = {
  place: (context) => lacks(context, "postal_address.country_code", "postal_address"),
  legalName: (context) => lacks(context, "party_name"),
  name: (context) => lacks(context, "name"),
  trn: (context) => isUae(context) && lacks(context, "party_tax_scheme.company_id", "party_tax_scheme"),
  tin: (context) => isUae(context) && lacks(context, "tin", "endpoint_id", "endpoint_scheme_id"),
  vatGroup: (context) =>
    isUae(context) &&
    context.chosen?.book?.isGroupMember !== true &&
    numbersDiffer(context.document.accounting_supplier_party),
  taxNumber: (context) => !isUae(context) && lacks(context, "party_tax_scheme.company_id", "endpoint_id"),
  registration: (context) => lacks(context, "scheme_agency_id"),
  registrationNumber: (context) => lacks(context, "company_id"),
  authority: (context) => party(context).scheme_agency_id === "TL" && party(context).authority_name === undefined,
  passportCountry: (context) =>
    party(context).scheme_agency_id === "PAS" && party(context).passport_issuing_country_code === undefined,
  street: (context) => lacks(context, "postal_address.street_name", "postal_address"),
  city: (context) => lacks(context, "postal_address.city_name", "postal_address"),
  emirate: (context) => isUae(context) && lacks(context, "postal_address.country_subentity", "postal_address"),
  region: (context) => !isUae(context) && lacks(context, "postal_address.country_subentity", "postal_address"),
  countryCode: (context) => !isUae(context) && lacks(context, "postal_address.country_code", "postal_address"),
  country: (context) =>
    !isUae(context) &&
    party(context).postal_address?.country === undefined &&
    lacks(context, "postal_address.country", "postal_address"),
  email: (context) => lacks(context, "email"),
  telephone: (context) => lacks(context, "telephone"),
};

const usual: Readonly<Record<string, (context: QuestionContext) => string | undefined>> = {
  name: (context) => party(context).party_name,
  tin: (context) => party(context).tin ?? party(context).party_tax_scheme?.company_id?.slice(0, 10),
  country: (context) => countryName(party(context).postal_address?.country_code ?? ""),
};

/** Returns questions about data that the chosen book entry lacks; the answers are stored there. */
export function gapQuestions(questions: readonly Question[]): readonly Question[] {
  return questions.flatMap((question): Question[] => {
    const name = question.id.replace("supplier.", "");
    const when = asked[name];
    if (when === undefined) return [];
    const isOpen = (context: QuestionContext): boolean =>
      !isTyped(context) && (context.chosen?.book?.lacks ?? []).length > 0 && when(context);
    const known = usual[name];
    return [
      { ...question, id: `supplier.gap.${name}`, when: isOpen, ...(known === undefined ? {} : { usual: known }) },
    ];
  });
}

/** Returns what the user added to the chosen book entry; undefined if nothing was asked. */
export function filledGap({ document, chosen, answer, text }: QuestionContext): FilledGap | undefined {
  const isFilled = Object.keys(asked).some((name) => answer(`supplier.gap.${name}`) !== undefined);
  const { accounting_supplier_party: filled } = document;
  return isFilled && chosen?.book && filled
    ? { supplier: chosen.book.name, party: filled, vatGroup: text("supplier.gap.vatGroup") || undefined }
    : undefined;
}

export function isVatGroupMember({ text }: QuestionContext): boolean {
  return ["supplier.vatGroup", "supplier.gap.vatGroup"].some((id) => text(id) === "yes");
}

export interface FilledGap {
  readonly supplier: string;
  readonly party: Party;
  /** The answer to the question about the VAT group, `yes` or `no`; undefined if it was not asked. */
  readonly vatGroup: string | undefined;
}
