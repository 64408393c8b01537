import type { Context, Question } from "../question.ts";

const part = "Currency";

const isForeign = ({ document }: Context): boolean => (document.document_currency_code ?? "AED") !== "AED";

const currency: Question = {
  id: "currency.code",
  part,
  form: "text",
  asks: "Currency of the amounts",
  help: "Three letters; another one than AED needs the published exchange rate.",
  at: "document_currency_code",
  usual: ({ last }) => last?.document_currency_code ?? "AED",
  tidy: (text) => text.toUpperCase(),
};

const rate: Question = {
  id: "currency.rate",
  part,
  form: "text",
  when: isForeign,
  asks: ({ document }) => `AED for 1 ${document.document_currency_code}`,
  help: "The rate that the Central Bank published for the date of supply, with all its decimals, such as 3.6725.",
  at: "tax_exchange_rate.calculation_rate",
  rulesNow: true,
  also: ["tax_exchange_rate", "tax_currency_code"],
  // The dirham is pegged to the dollar; any other rate of an earlier day would be a trap.
  usual: ({ document }) => (document.document_currency_code === "USD" ? "3.6725" : ""),
  writes: (document, answer) => {
    document.tax_currency_code = "AED";
    document.tax_exchange_rate = {
      source_currency_code: document.document_currency_code,
      target_currency_code: "AED",
      calculation_rate: String(answer),
    };
  },
  remarks: (answer, { document }) => {
    const decimals = String(answer).split(".")[1]?.length ?? 0;
    if (document.document_currency_code === "USD" && answer !== "3.6725")
      return ["! The dirham is pegged to the US dollar at 3.6725; look again at the rate."];
    return decimals < 4 ? ["! Published rates have more decimals, as a rule; look again whether it was rounded."] : [];
  },
};

export const currencyQuestions: readonly Question[] = [currency, rate];
