import { codes } from "../../document/index.ts";
import { countryName, numbersDiffer, outsideAddress, outsideSays } from "../../suppliers/index.ts";
import { setAt } from "../places.ts";
import type { Question, QuestionContext } from "../question.ts";
import { capitalChoicesOf, choicesOf, questionsAbout } from "./part.ts";
import { bookQuestions } from "./supplier-book.ts";
import { gapQuestions } from "./supplier-gap.ts";
import { isTyped, knownSupplier, supplierPart } from "./supplier-known.ts";

const at = "accounting_supplier_party";
const inUae = (context: QuestionContext): boolean => isTyped(context) && context.text("supplier.place") === "AE";
const abroad = (context: QuestionContext): boolean => isTyped(context) && !inUae(context);

/** Ids of questions whose answers are removed if the TRN changes, because the TIN is derived from it. */
const ofOldNumber = /^supplier\.(?:gap\.)?(?:tin|vatGroup)$/;
const ofOldPair = /^supplier\.(?:gap\.)?vatGroup$/;

const { text: field, choose } = questionsAbout({ part: supplierPart, id: "supplier", above: at, when: isTyped });

const withoutBlanks = (text: string): string => text.replace(/\s/g, "");

const place = choose(
  "place",
  undefined,
  "Where is the supplier established?",
  "Self-billing needs a written agreement with the supplier, who is registered for VAT and does not send its own invoice.",
  () => [
    { value: "AE", name: "In the United Arab Emirates" },
    { value: "abroad", name: "In another country" },
  ],
  {
    writes: (document, answer) => {
      if (answer !== "AE") return;
      setAt(document, `${at}.postal_address.country`, "United Arab Emirates");
      setAt(document, `${at}.postal_address.country_code`, "AE");
    },
  },
);

const identity: readonly Question[] = [
  field(
    "legalName",
    "party_name",
    "Registered name",
    "The legal name, as on the trade licence and the tax certificate.",
  ),
  field("name", "name", "Name for daily use", "Your name for the supplier; Enter uses the registered name.", {
    usual: (context) => context.text("supplier.legalName"),
  }),
  field("arabicName", "party_name_in_local_language", "Name in Arabic", "It is printed on the invoice.", {
    optional: true,
  }),
  field(
    "trn",
    "party_tax_scheme.company_id",
    "TRN",
    "15 digits that begin with 1 and end with 03, from the tax certificate.",
    {
      when: inUae,
      rulesNow: true,
      tidy: withoutBlanks,
      unsettles: ofOldNumber,
      also: [`${at}.party_tax_scheme`],
      writes: (document, answer) => {
        setAt(document, `${at}.party_tax_scheme`, { company_id: answer, tax_scheme: "VAT" });
      },
    },
  ),
  field("tin", "tin", "TIN", "10 digits, as a rule the first ten of the TRN; also the address on the network.", {
    when: inUae,
    rulesNow: true,
    tidy: withoutBlanks,
    unsettles: ofOldPair,
    usual: (context) => context.text("supplier.trn").slice(0, 10),
    also: [`${at}.endpoint_id`, `${at}.endpoint_scheme_id`],
    writes: (document, answer) => {
      setAt(document, `${at}.tin`, answer);
      setAt(document, `${at}.endpoint_id`, answer);
      setAt(document, `${at}.endpoint_scheme_id`, "0235");
    },
  }),
  choose(
    "vatGroup",
    undefined,
    "Is the supplier a member of a VAT group?",
    "Its TIN is not the first ten digits of the TRN: a member of a VAT group uses the group's TRN with its own TIN.",
    () => [
      { value: "yes", name: "Yes, the TRN is that of its VAT group" },
      { value: "no", name: "No: go back (<) and correct the TRN or the TIN" },
    ],
    {
      when: (context) => inUae(context) && numbersDiffer(context.document.accounting_supplier_party),
      usual: () => "no",
      writes: () => undefined,
    },
  ),
  field("taxNumber", "party_tax_scheme.company_id", "Tax number", "The supplier's own tax number in its country.", {
    when: abroad,
    writes: (document, answer) => {
      setAt(document, `${at}.party_tax_scheme`, { company_id: answer, tax_scheme: "VAT" });
      if (document.accounting_supplier_party?.endpoint_id !== undefined) return; // keep the existing address
      setAt(document, `${at}.endpoint_id`, outsideAddress);
      setAt(document, `${at}.endpoint_scheme_id`, "0235");
    },
    remarks: (_, { document }) => {
      const { endpoint_id = outsideAddress } = document.accounting_supplier_party ?? {};
      const says = outsideSays({ endpoint_id });
      return says === undefined ? [] : [`Peppol address: ${says}.`];
    },
  }),
];

const registered: readonly Question[] = [
  choose(
    "registration",
    "scheme_agency_id",
    "How is the supplier registered?",
    "The kind of registration number in the next question.",
    (context) => capitalChoicesOf(codes.registrationTypes).filter(({ value }) => value !== "OTH" || abroad(context)),
  ),
  field("registrationNumber", "company_id", "Registration number", "The number of that document, not the TRN."),
  field(
    "authority",
    "authority_name",
    "Issuing authority",
    "Who issued the trade licence, such as Dubai Department of Economy and Tourism.",
    {
      when: (context) => isTyped(context) && context.text("supplier.registration") === "TL",
    },
  ),
  field(
    "passportCountry",
    "passport_issuing_country_code",
    "Country of the passport",
    "Its name or its code, such as India or IN.",
    {
      when: (context) => isTyped(context) && context.text("supplier.registration") === "PAS",
      tidy: (text) => text.toUpperCase(),
    },
  ),
];

const address: readonly Question[] = [
  field("street", "postal_address.street_name", "Street and number", "The first line of the address."),
  field("city", "postal_address.city_name", "City", "The city or town."),
  choose(
    "emirate",
    "postal_address.country_subentity",
    "Emirate",
    "The emirate of the address.",
    () => choicesOf(codes.emirates),
    { when: inUae },
  ),
  field("region", "postal_address.country_subentity", "Region", "Province or state, as the country writes it.", {
    when: abroad,
  }),
  field("countryCode", "postal_address.country_code", "Country", "Its name or its code, such as Oman or OM.", {
    when: abroad,
    tidy: (text) => text.toUpperCase(),
    also: [`${at}.postal_address.country`],
    writes: (document, answer) => {
      setAt(document, `${at}.postal_address.country_code`, answer);
      const name = countryName(String(answer));
      if (name !== undefined) setAt(document, `${at}.postal_address.country`, name);
    },
    refuses: (text) => (text === "AE" ? "This is the United Arab Emirates: go back and choose it." : undefined),
  }),
  field("country", "postal_address.country", "Name of the country", "As it is printed.", {
    // For a known country, the name has already been filled in together with the code.
    when: (context) =>
      abroad(context) && context.document.accounting_supplier_party?.postal_address?.country === undefined,
  }),
  field("email", "email", "E-mail address", "E-mail address for invoices."),
  field("telephone", "telephone", "Telephone", "With the country's number, such as +97142000111.", {
    tidy: (text) => text.replace(/[\s()-]/g, ""),
  }),
];

export const supplierQuestions: readonly Question[] = [
  knownSupplier,
  ...gapQuestions([place, ...identity, ...registered, ...address]),
  place,
  ...identity,
  ...registered,
  ...address,
  ...bookQuestions,
];
