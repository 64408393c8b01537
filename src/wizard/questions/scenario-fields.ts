import { codes, dateFault, dateHint, isDay } from "../../document/index.ts";
import { countryName } from "../../suppliers/index.ts";
import type { Question, QuestionContext } from "../question.ts";
import { applies } from "./start.ts";

const part = "What the scenario asks for";
const address = "delivery.delivery_location.address";

const text = (
  id: string,
  at: string,
  positions: readonly number[],
  asks: string,
  help: string,
  more: Partial<Question> = {},
): Question => ({
  id: `scenario.${id}`,
  part,
  form: "text",
  when: (context) => applies(context, ...positions),
  asks,
  help,
  at,
  ...more,
});

const withoutBlanks = (typed: string): string => typed.replace(/\s/g, "");
const delivered = [7, 8];
const inUae = (context: QuestionContext): boolean => context.text("scenario.country") === "AE";

const parties: readonly Question[] = [
  text(
    "beneficiary",
    "buyer_customer_party.id",
    [1],
    "Identifier of the beneficiary",
    "Free trade zone: who benefits from the goods, by TIN or TRN.",
    {
      rulesNow: true,
      tidy: withoutBlanks,
    },
  ),
  text(
    "principal",
    "seller_supplier_party.id",
    [6],
    "TRN of the principal",
    "Disclosed agent: in whose name the supplier supplies; 15 digits.",
    {
      rulesNow: true,
      tidy: withoutBlanks,
    },
  ),
];

function dayRefusal(text: string): string | undefined {
  return isDay(text) ? undefined : `${dateFault(text)} ${dateHint(text, "2026-06-30")}`;
}

function endRefusal(end: string, start: string): string | undefined {
  const wrong = dayRefusal(end);
  if (wrong !== undefined || start === "" || end >= start) return wrong;
  return `The period would end (${end}) before it begins (${start}).`;
}

const period: readonly Question[] = [
  text("periodStart", "invoice_period.start_date", [4, 5], "First day of the period", "Year-month-day.", {
    optional: true,
    // The period of the latest document is over.
    usual: () => "",
    refuses: (text) => dayRefusal(String(text)),
  }),
  text("periodEnd", "invoice_period.end_date", [4, 5], "Last day of the period", "Year-month-day.", {
    usual: () => "",
    refuses: (text, context) => endRefusal(String(text), context.text("scenario.periodStart")),
    also: ["invoice_period"],
    when: (context) => applies(context, 4) || (applies(context, 5) && context.text("scenario.periodStart") !== ""),
  }),
  {
    id: "scenario.frequency",
    part,
    form: "choose",
    when: (context) => applies(context, 4, 5) && context.document.invoice_period !== undefined,
    asks: "How often is it billed?",
    help: "Printed next to the period.",
    choices: () => [
      { value: "", name: "Not said" },
      ...Object.entries(codes.billingFrequencies).map(([value, words]) => ({ value, name: words })),
    ],
    at: "invoice_period.description",
  },
  text(
    "frequencyNote",
    "note",
    [4, 5],
    "How often, in words",
    "The network asks for it where none of the usual ones fits.",
    {
      when: ({ document }) => document.invoice_period?.description === "OTH",
    },
  ),
];

const delivery: readonly Question[] = [
  text(
    "country",
    `${address}.country_code`,
    delivered,
    "Country of delivery",
    "Its name or its code, such as Oman or OM.",
    {
      usual: (context) => (applies(context, 8) ? undefined : "AE"),
      also: ["delivery", "delivery.delivery_location"],
      remarks: (answer, context) =>
        answer === "AE" && applies(context, 8) ? ["! An export leaves the UAE; this address lies in it."] : [],
      writes: (document, answer) => {
        const { delivery } = document;
        const country = answer === "AE" ? { country: "United Arab Emirates" } : {};
        document.delivery = {
          ...delivery,
          delivery_location: { address: { ...country, country_code: String(answer) } },
        };
      },
    },
  ),
  text("countryName", `${address}.country`, delivered, "Name of the country of delivery", "As it is printed.", {
    when: (context) => applies(context, 7, 8) && !inUae(context),
    usual: (context) => countryName(context.text("scenario.country")),
  }),
  text("street", `${address}.street_name`, delivered, "Street of delivery", "Where the goods go."),
  text("city", `${address}.city_name`, delivered, "City of delivery", "The city or town."),
  {
    id: "scenario.emirate",
    part,
    form: "choose",
    when: (context) => applies(context, 7, 8) && inUae(context),
    asks: "Emirate of delivery",
    help: "The emirate of that address.",
    choices: () => Object.entries(codes.emirates).map(([value, name]) => ({ value, name })),
    at: `${address}.country_subentity`,
  },
  text(
    "region",
    `${address}.country_subentity`,
    delivered,
    "Region of delivery",
    "Province or state, as the country writes it.",
    {
      when: (context) => applies(context, 7, 8) && !inUae(context),
    },
  ),
  text(
    "customs",
    "statement_document_reference.id",
    [8],
    "Number of the customs declaration",
    "It proves the export.",
    {
      optional: true,
      usual: () => "",
    },
  ),
];

/** What the ticked scenarios demand beyond a standard document. */
export const scenarioFields: readonly Question[] = [...parties, ...period, ...delivery];
