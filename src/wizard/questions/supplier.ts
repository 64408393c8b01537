import { codes, isDay } from "../../document/index.ts";
import { foldedName, isSupplierName, type Supplier } from "../../suppliers/index.ts";
import type { Choice } from "../asked.ts";
import { setAt } from "../places.ts";
import type { Context, KnownParty, Question } from "../question.ts";

const part = "The supplier";
const at = "accounting_supplier_party";
// No name begins with a blank.
const somebodyElse = " somebody else";

/** Whether the supplier is described here, because it was not chosen. */
const typed = (context: Context): boolean =>
  context.facts.parties.length === 0 || context.text("supplier.known") === somebodyElse;
const inUae = (context: Context): boolean => typed(context) && context.text("supplier.place") === "AE";
const abroad = (context: Context): boolean => typed(context) && !inUae(context);

/** The account and the book's entry of one supplier are not those of another. */
const ofOldSupplier = /^(?:payment\.|supplier\.(?!known|place|trn|taxNumber))/;
const ofOldNumber = /^supplier\.tin$/;

const known: Question = {
  id: "supplier.known",
  part,
  form: "choose",
  when: ({ facts }) => facts.parties.length > 0,
  asks: "Who supplied you?",
  help: "Suppliers that this computer knows; what their latest document says is offered to you below.",
  choices: ({ facts }) => [
    ...facts.parties.map(
      (each): Choice => ({
        value: nameOf(each),
        name: facts.safe(`${each.name}  ${each.remark}`),
        short: facts.safe(each.name),
      }),
    ),
    { value: somebodyElse, name: "Somebody else", short: "Somebody else" },
  ],
  finds: async (name, { facts }) => {
    const found = facts.parties.find((each) => nameOf(each) === name);
    return { ok: true, value: found === undefined ? name : { name, found } };
  },
  also: [at, "supplier"],
  unsettles: ofOldSupplier,
  writes: (document, answer) => {
    if (typeof answer !== "object" || !("found" in answer) || !("party" in answer.found)) return;
    const { party, book } = answer.found;
    if (book) Object.assign(document, { supplier: book.name });
    document.accounting_supplier_party = structuredClone(party);
  },
  remarks: (answer, { facts }) =>
    typeof answer === "object" && "found" in answer && "warnings" in answer.found
      ? (answer.found.warnings ?? []).map((each) => `! ${facts.safe(each)}`)
      : [],
};

/** Two suppliers may bear one name; the TRN tells them apart. */
function nameOf({ name, party }: KnownParty): string {
  return `${name} ${party.party_tax_scheme?.company_id ?? party.tin ?? ""}`.trim();
}

/** A text field of the supplier. */
const field = (name: string, path: string, asks: string, help: string, more: Partial<Question> = {}): Question => ({
  id: `supplier.${name}`,
  part,
  form: "text",
  when: typed,
  asks,
  help,
  at: `${at}.${path}`,
  ...more,
});

const withoutBlanks = (text: string): string => text.replace(/\s/g, "");

const place: Question = {
  id: "supplier.place",
  part,
  form: "choose",
  when: typed,
  asks: "Where is the supplier established?",
  help: "Self-billing needs a written agreement with the supplier, who is registered for VAT and then sends no invoice of its own.",
  choices: () => [
    { value: "AE", name: "In the United Arab Emirates" },
    { value: "abroad", name: "In another country" },
  ],
  writes: (document, answer) => {
    if (answer !== "AE") return;
    setAt(document, `${at}.postal_address.country`, "United Arab Emirates");
    setAt(document, `${at}.postal_address.country_code`, "AE");
  },
};

const identity: readonly Question[] = [
  field(
    "legalName",
    "party_name",
    "Registered name",
    "The legal name, as on the trade licence and the tax certificate.",
  ),
  field("name", "name", "Name for daily use", "As you call the supplier; Enter takes the registered name.", {
    usual: (context) => context.text("supplier.legalName"),
  }),
  field("arabicName", "party_name_in_local_language", "Name in Arabic", "It is printed on the paper.", {
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
    usual: (context) => context.text("supplier.trn").slice(0, 10),
    also: [`${at}.endpoint_id`, `${at}.endpoint_scheme_id`],
    writes: (document, answer) => {
      setAt(document, `${at}.tin`, answer);
      setAt(document, `${at}.endpoint_id`, answer);
      setAt(document, `${at}.endpoint_scheme_id`, "0235");
    },
  }),
  field("taxNumber", "party_tax_scheme.company_id", "Tax number", "The supplier's own tax number in its country.", {
    when: abroad,
    writes: (document, answer) => {
      setAt(document, `${at}.party_tax_scheme`, { company_id: answer, tax_scheme: "VAT" });
      // The placeholder for a party that is not part of UAE e-invoicing.
      setAt(document, `${at}.endpoint_id`, "9900000098");
      setAt(document, `${at}.endpoint_scheme_id`, "0235");
    },
  }),
];

const registered: readonly Question[] = [
  {
    id: "supplier.registration",
    part,
    form: "choose",
    when: typed,
    asks: "How is the supplier registered?",
    help: "The kind of the registration number that is asked for next.",
    choices: (context) =>
      Object.entries(codes.registrationTypes)
        .filter(([value]) => value !== "OTH" || abroad(context))
        .map(([value, words]) => ({ value, name: capital(words) })),
    at: `${at}.scheme_agency_id`,
  },
  field("registrationNumber", "company_id", "Registration number", "The number of that paper, not the TRN."),
  field(
    "authority",
    "authority_name",
    "Issuing authority",
    "Who issued the trade licence, such as Dubai Department of Economy and Tourism.",
    {
      when: (context) => typed(context) && context.text("supplier.registration") === "TL",
    },
  ),
  field("passportCountry", "passport_issuing_country_code", "Country of the passport", "Two letters, such as IN.", {
    when: (context) => typed(context) && context.text("supplier.registration") === "PAS",
    tidy: (text) => text.toUpperCase(),
  }),
];

const address: readonly Question[] = [
  field("street", "postal_address.street_name", "Street and number", "The first line of the address."),
  field("city", "postal_address.city_name", "City", "The city or town."),
  {
    id: "supplier.emirate",
    part,
    form: "choose",
    when: inUae,
    asks: "Emirate",
    help: "The emirate of the address.",
    choices: () => Object.entries(codes.emirates).map(([value, name]) => ({ value, name })),
    at: `${at}.postal_address.country_subentity`,
  },
  field("region", "postal_address.country_subentity", "Region", "Province or state, as the country writes it.", {
    when: abroad,
  }),
  field("countryCode", "postal_address.country_code", "Code of the country", "Two letters, such as OM for Oman.", {
    when: abroad,
    tidy: (text) => text.toUpperCase(),
    refuses: (text) => (text === "AE" ? "AE is the United Arab Emirates: go back and choose it." : undefined),
  }),
  field("country", "postal_address.country", "Country", "Its name.", {
    when: abroad,
    usual: (context) => countryName(context.text("supplier.countryCode")),
  }),
  field("email", "email", "E-mail address", "Where the supplier reads about its invoices."),
  field("telephone", "telephone", "Telephone", "With the country's number, such as +97142000111.", {
    tidy: (text) => text.replace(/[\s()-]/g, ""),
  }),
];

/** The English name of a country; blank where its code is none. */
export function countryName(code: string): string {
  if (!codes.countryCodes.has(code)) return "";
  return new Intl.DisplayNames(["en"], { type: "region", fallback: "none" }).of(code) ?? "";
}

function capital(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

const keeps = (context: Context): boolean => typed(context) && context.text("supplier.keepAs") !== "";

const book: readonly Question[] = [
  {
    id: "supplier.keepAs",
    part,
    form: "text",
    when: typed,
    asks: "Keep it in your supplier book as",
    help: "A short name, such as desert-lime; next time you choose it from a list.",
    optional: true,
    refuses: (text, { facts }) => nameRefusal(String(text), facts.bookNames),
  },
  {
    id: "supplier.agreementNumber",
    part,
    form: "text",
    when: keeps,
    asks: "Number of your self-billing agreement",
    help: "Without a prior written agreement the buyer may lose the input VAT.",
    optional: true,
  },
  {
    id: "supplier.agreementDate",
    part,
    form: "text",
    when: keeps,
    asks: "Date of the agreement",
    help: "Year-month-day.",
    optional: true,
    refuses: (text) => dayRefusal(String(text)),
  },
  {
    id: "supplier.agreementExpiry",
    part,
    form: "text",
    when: (context) => keeps(context) && context.text("supplier.agreementDate") !== "",
    asks: "Its last day",
    help: "Year-month-day; you are warned before it ends.",
    optional: true,
    refuses: (text, context) =>
      dayRefusal(String(text)) ??
      (String(text) < context.text("supplier.agreementDate") ? "The agreement would end before it begins." : undefined),
  },
];

function nameRefusal(name: string, taken: readonly string[]): string | undefined {
  if (!isSupplierName(name)) return "Use up to 80 letters, digits, blanks and signs such as - . & on one line.";
  return taken.some((each) => foldedName(each) === foldedName(name))
    ? `The supplier book has ${name} already; take another name.`
    : undefined;
}

function dayRefusal(text: string): string | undefined {
  return isDay(text) ? undefined : `${text} is not a calendar date. Write year-month-day, such as 2026-06-15.`;
}

/** What the supplier book is to keep of a supplier that was typed here; undefined where nothing is. */
export function bookEntry({ document, text }: Pick<Context, "document" | "text">): Supplier | undefined {
  const name = text("supplier.keepAs");
  if (name === "") return undefined;
  const given = (id: string): string | undefined => text(id) || undefined;
  return {
    supplier: name,
    agreement_number: given("supplier.agreementNumber"),
    agreement_date: given("supplier.agreementDate"),
    agreement_expiry: given("supplier.agreementExpiry"),
    accounting_supplier_party: document.accounting_supplier_party,
    payment_means: document.payment_means,
  };
}

/** Who supplied: chosen, or described field by field. */
export const supplierQuestions: readonly Question[] = [known, place, ...identity, ...registered, ...address, ...book];
