import { dateFault, dateHint, isDay } from "../../document/index.ts";
import type { Question, QuestionContext } from "../question.ts";
import { typedNumber } from "../typed-number.ts";
import { questionsAbout } from "./part.ts";

const { text } = questionsAbout({ part: "Currency", id: "currency" });

const isForeign = ({ document }: QuestionContext): boolean => (document.document_currency_code ?? "AED") !== "AED";

const currency = text(
  "code",
  "document_currency_code",
  "Currency of the amounts",
  "Its name or code, such as dirham or AED. A currency other than AED needs the published exchange rate.",
  {
    usual: ({ last }) => last?.document_currency_code ?? "AED",
    unsettles: /^currency\.rate/,
  },
);

const rate = text(
  "rate",
  "tax_exchange_rate.calculation_rate",
  ({ document }) => `AED for 1 ${document.document_currency_code}`,
  "The rate that the Central Bank published for the date of supply, with all its decimals, such as 3.6725.",
  {
    when: isForeign,
    rulesNow: true,
    tidy: typedNumber,
    also: ["tax_exchange_rate", "tax_currency_code"],
    // The dirham is pegged to the dollar; for other currencies, an earlier rate would be misleading.
    usual: ({ document }) => (document.document_currency_code === "USD" ? "3.6725" : ""),
    writes: (document, answer) => {
      document.tax_currency_code = "AED";
      document.tax_exchange_rate = {
        source_currency_code: document.document_currency_code,
        target_currency_code: "AED",
        calculation_rate: String(answer),
      };
    },
  },
);

/** The day is stored with the document, but never sent. */
const rateDate = text(
  "rateDate",
  undefined,
  "Day for which that rate was published",
  "As a rule the date of supply. It is kept in the journal, not sent.",
  {
    when: isForeign,
    usual: ({ document, facts }) => {
      const supplied = document.delivery?.actual_delivery_date ?? document.issue_date ?? facts.today;
      return supplied > facts.today ? facts.today : supplied;
    },
    refuses: (text, { facts }) => {
      const day = String(text);
      if (!isDay(day)) return `${dateFault(day)} ${dateHint(day)}`;
      return day > facts.today ? `${day} is in the future: today is ${facts.today} in the Emirates.` : undefined;
    },
  },
);

export const currencyQuestions: readonly Question[] = [currency, rate, rateDate];
