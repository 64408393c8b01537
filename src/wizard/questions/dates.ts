import { daysAfter, type SelfBilledDocument } from "../../document/index.ts";
import type { Question, QuestionContext } from "../question.ts";
import { questionsAbout } from "./part.ts";
import { applies } from "./start.ts";

const part = "Number and dates";
const day = 24 * 60 * 60 * 1000;

/** Returns the payment period of the last document in days; 30 if unknown. */
export function termOf(last: SelfBilledDocument | undefined): number {
  const term = (Date.parse(last?.due_date ?? "") - Date.parse(last?.issue_date ?? "")) / day;
  return Number.isInteger(term) && term >= 0 ? term : 30;
}

const future = (date: string, { facts }: QuestionContext): readonly string[] =>
  date > facts.today ? [`! ${date} is in the future; today is ${facts.today}.`] : [];

const { text } = questionsAbout({ part, id: "dates" });

export const issueDate = text(
  "issue",
  "issue_date",
  "Date of issue",
  ({ kind }) =>
    kind === "invoice" ? "Year-month-day. A tax invoice is issued within 14 days of the supply." : "Year-month-day.",
  {
    rulesNow: true,
    usual: ({ facts }) => facts.today,
    remarks: (answer, context) => future(String(answer), context),
  },
);

export const documentNumber = text(
  "number",
  "document_number",
  "Your own document number",
  "Leave empty to let the service number it. Each number is used once.",
  { optional: true, usual: () => "", rulesNow: true },
);

const dueDate = text("due", "due_date", "Date on which payment is due", "Year-month-day.", {
  when: (context) => context.kind === "invoice" && !applies(context, 2),
  usual: ({ document, last }) => daysAfter(document.issue_date ?? "", termOf(last)),
});

const supplyDate = text(
  "supply",
  "delivery.actual_delivery_date",
  "Date of supply, if it was another day",
  "When it was delivered or done.",
  {
    when: (context) => context.kind === "invoice" && !applies(context, 4),
    optional: true,
    usual: () => "",
  },
);

export const dateQuestions: readonly Question[] = [documentNumber, issueDate, dueDate, supplyDate];
