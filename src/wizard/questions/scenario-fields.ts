import { codes, dateFault, dateHint, isDay } from "../../document/index.ts";
import { countryName } from "../../suppliers/index.ts";
import type { Question, QuestionContext } from "../question.ts";
import { choicesOf, questionsAbout } from "./part.ts";
import { applies } from "./start.ts";

const part = "What the scenario asks for";
const address = "delivery.delivery_location.address";

/** Returns functions that make questions to be asked only if one of these scenarios is ticked. */
const where = (...positions: readonly number[]) =>
  questionsAbout({ part, id: "scenario", when: (context) => applies(context, ...positions) });
const { text: ofPeriod, choose } = where(4, 5);
const { text: delivered } = where(7, 8);

const withoutBlanks = (typed: string): string => typed.replace(/\s/g, "");
const inUae = (context: QuestionContext): boolean => context.text("scenario.country") === "AE";

const parties: readonly Question[] = [
  where(1).text(
    "beneficiary",
    "buyer_customer_party.id",
    "Identifier of the beneficiary",
    "Free trade zone: who benefits from the goods, by TIN or TRN.",
    { rulesNow: true, tidy: withoutBlanks },
  ),
  where(6).text(
    "principal",
    "seller_supplier_party.id",
    "TRN of the principal",
    "Disclosed agent: in whose name the supplier supplies; 15 digits.",
    { rulesNow: true, tidy: withoutBlanks },
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
  ofPeriod("periodStart", "invoice_period.start_date", "First day of the period", "Year-month-day.", {
    optional: true,
    usual: () => "",
    refuses: (text) => dayRefusal(String(text)),
  }),
  ofPeriod("periodEnd", "invoice_period.end_date", "Last day of the period", "Year-month-day.", {
    usual: () => "",
    refuses: (text, context) => endRefusal(String(text), context.text("scenario.periodStart")),
    also: ["invoice_period"],
    when: (context) => applies(context, 4) || (applies(context, 5) && context.text("scenario.periodStart") !== ""),
  }),
  choose(
    "frequency",
    "invoice_period.description",
    "How often is it billed?",
    "Printed next to the period.",
    () => [{ value: "", name: "Not said" }, ...choicesOf(codes.billingFrequencies)],
    { when: (context) => applies(context, 4, 5) && context.document.invoice_period !== undefined },
  ),
  ofPeriod(
    "frequencyNote",
    "note",
    "How often, in words",
    "The network asks for it where none of the usual ones fits.",
    { when: ({ document }) => document.invoice_period?.description === "OTH" },
  ),
];

const delivery: readonly Question[] = [
  delivered("country", `${address}.country_code`, "Country of delivery", "Its name or its code, such as Oman or OM.", {
    usual: (context) => (applies(context, 8) ? undefined : "AE"),
    also: ["delivery", "delivery.delivery_location"],
    remarks: (answer, context) =>
      answer === "AE" && applies(context, 8) ? ["! An export leaves the UAE; this address lies in it."] : [],
    writes: (document, answer) => {
      const { delivery } = document;
      const name = answer === "AE" ? "United Arab Emirates" : countryName(String(answer));
      const country = name === undefined ? {} : { country: name };
      document.delivery = {
        ...delivery,
        delivery_location: { address: { ...country, country_code: String(answer) } },
      };
    },
  }),
  delivered("countryName", `${address}.country`, "Name of the country of delivery", "As it is printed.", {
    when: (context) =>
      applies(context, 7, 8) &&
      !inUae(context) &&
      context.document.delivery?.delivery_location?.address?.country === undefined,
  }),
  delivered("street", `${address}.street_name`, "Street of delivery", "Where the goods go."),
  delivered("city", `${address}.city_name`, "City of delivery", "The city or town."),
  choose(
    "emirate",
    `${address}.country_subentity`,
    "Emirate of delivery",
    "The emirate of that address.",
    () => choicesOf(codes.emirates),
    { when: (context) => applies(context, 7, 8) && inUae(context) },
  ),
  delivered(
    "region",
    `${address}.country_subentity`,
    "Region of delivery",
    "Province or state, as the country writes it.",
    { when: (context) => applies(context, 7, 8) && !inUae(context) },
  ),
  where(8).text(
    "customs",
    "statement_document_reference.id",
    "Number of the customs declaration",
    "It proves the export.",
    { optional: true, usual: () => "" },
  ),
];

/** Fields that the ticked scenarios require. */
export const scenarioFields: readonly Question[] = [...parties, ...period, ...delivery];
