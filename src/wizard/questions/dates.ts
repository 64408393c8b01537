import type { SelfBilledDocument } from "../../document/index.ts";
import type { Question, QuestionContext } from "../question.ts";
import { applies } from "./start.ts";

const part = "Number and dates";
const day = 24 * 60 * 60 * 1000;

/** A date some days later; the date itself where it is none. */
export function daysAfter(date: string, days: number): string {
  const instant = Date.parse(date);
  return Number.isNaN(instant) ? date : new Date(instant + days * day).toISOString().slice(0, 10);
}

/** How long the supplier was given to be paid last time; 30 days where nothing is known. */
function termOf(last: SelfBilledDocument | undefined): number {
  const term = (Date.parse(last?.due_date ?? "") - Date.parse(last?.issue_date ?? "")) / day;
  return Number.isInteger(term) && term >= 0 ? term : 30;
}

const future = (date: string, { facts }: QuestionContext): readonly string[] =>
  date > facts.today ? [`! ${date} is in the future; today is ${facts.today}.`] : [];

export const issueDate: Question = {
  id: "dates.issue",
  part,
  form: "text",
  asks: "Date of issue",
  help: ({ kind }) =>
    kind === "invoice" ? "Year-month-day. A tax invoice is issued within 14 days of the supply." : "Year-month-day.",
  at: "issue_date",
  rulesNow: true,
  usual: ({ facts }) => facts.today,
  remarks: (answer, context) => future(String(answer), context),
};

export const documentNumber: Question = {
  id: "dates.number",
  part,
  form: "text",
  asks: "Your own document number",
  help: "Leave empty to let the service number it. Each number is used once.",
  optional: true,
  usual: () => "",
  at: "document_number",
  rulesNow: true,
};

const dueDate: Question = {
  id: "dates.due",
  part,
  form: "text",
  when: (context) => context.kind === "invoice" && !applies(context, 2),
  asks: "Date on which payment is due",
  help: "Year-month-day.",
  at: "due_date",
  usual: ({ document, last }) => daysAfter(document.issue_date ?? "", termOf(last)),
};

const supplyDate: Question = {
  id: "dates.supply",
  part,
  form: "text",
  when: (context) => context.kind === "invoice" && !applies(context, 4),
  asks: "Date of supply, if it was another day",
  help: "When it was delivered or done.",
  optional: true,
  usual: () => "",
  at: "delivery.actual_delivery_date",
};

export const dateQuestions: readonly Question[] = [documentNumber, issueDate, dueDate, supplyDate];
