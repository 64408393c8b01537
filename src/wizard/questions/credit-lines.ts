import {
  amount,
  type Credit,
  creditInvoice,
  type DocumentLine,
  isDecimalText,
  type LineChoice,
  money,
  quantityWords,
  type SelfBilledDocument,
} from "../../document/index.ts";
import type { Result } from "../../problem/index.ts";
import type { Question, QuestionContext, Round, Step } from "../question.ts";
import { sentenceOf } from "../sentence.ts";
import { typedNumber } from "../typed-number.ts";
import { creditedInvoice, isFromInvoice } from "./credited.ts";

const part = "What is credited";

const changesPrice = ({ document }: QuestionContext): boolean =>
  /^(?:DL8\.61\.1\.C|VD)$/.test(document.discrepancy_response ?? "");
const linesOf = (context: QuestionContext): readonly DocumentLine[] =>
  creditedInvoice(context)?.document.document_lines ?? [];
const inPart = (context: QuestionContext): boolean => context.text("credit.whole") === "lines";
const quantityId = (index: number): string => `credit.lines[${index}].quantity`;
const priceId = (index: number): string => `credit.lines[${index}].price`;
const isPicked = (context: QuestionContext, index: number): boolean =>
  !inPart(context) || /[1-9]/.test(context.text(quantityId(index)));

const whole: Question = {
  id: "credit.whole",
  part,
  form: "choose",
  when: isFromInvoice,
  asks: (context) => (changesPrice(context) ? "Which lines does the price change?" : "What is credited?"),
  help: (context) =>
    changesPrice(context)
      ? "For each line you are asked by how much the price of one was too high."
      : "What earlier credit notes took back is not credited twice.",
  choices: (context) =>
    changesPrice(context)
      ? [
          { value: "all", name: "All lines, in their whole quantity" },
          { value: "lines", name: "Some lines, or a part of them" },
        ]
      : [
          { value: "all", name: "All that is left of every line" },
          { value: "lines", name: "Some lines, or a part of them" },
        ],
  refuses: (answer, context) => (answer === "all" ? refusalOf(context, []) : undefined),
  writes: (document, _, context) => credit(document, context),
  remarks: (answer, context) => (answer === "all" ? remarksOf(context, []) : []),
};

const perLine: Round = {
  when: isFromInvoice,
  steps: (index) => [
    {
      id: quantityId(index),
      part,
      form: "text",
      when: inPart,
      asks: (context) => lineWords(context, index),
      help: "The quantity that is credited; 0 for none.",
      usual: () => "0",
      tidy: typedNumber,
      refuses: (text, context) => quantityRefusal(String(text), index, context),
      also: [`document_lines[${index}].quantity`],
      writes: (document, _, context) => credit(document, context),
      remarks: (answer, context) =>
        index === linesOf(context).length - 1 ? remarksOf(context, choicesOf(context, index, String(answer))) : [],
    },
    {
      id: priceId(index),
      part,
      form: "text",
      when: (context) => changesPrice(context) && isPicked(context, index),
      asks: (context) => `Line ${index + 1}: by how much was the price of ${priceOf(context, index)} too high`,
      help: "The difference in the price of one, without VAT; it is what is credited.",
      tidy: typedNumber,
      refuses: (text, context) => priceRefusal(String(text), priceOf(context, index)),
      also: [`document_lines[${index}].price`],
      writes: (document, _, context) => credit(document, context),
    },
  ],
  goesOn: (context, index) => index < linesOf(context).length - 1,
};

function lineWords(context: QuestionContext, index: number): string {
  const { name = "", quantity = "", unit_code: unit = "" } = linesOf(context)[index] ?? {};
  return context.facts.safe(`Line ${index + 1}, ${name}: how many of ${quantityWords(quantity, unit)}`);
}

/** Returns the price of a line on the invoice, less its discount. */
function priceOf(context: QuestionContext, index: number): string {
  const { base_amount: price = "0", allowance } = linesOf(context)[index]?.price ?? {};
  const off = allowance?.amount;
  if (!isDecimalText(price) || off === undefined || !isDecimalText(off)) return context.facts.safe(price);
  return money.subtract(amount(price), amount(off)).toFixed();
}

function priceRefusal(text: string, price: string): string | undefined {
  if (!isDecimalText(text) || text.startsWith("-") || !/[1-9]/.test(text))
    return `${text} is not a difference in price. Write digits with at most one point, such as 2.50.`;
  return isDecimalText(price) && money.compare(amount(text), amount(price)) > 0
    ? `The price was ${price}; no more than that can be credited.`
    : undefined;
}

function quantityRefusal(text: string, index: number, context: QuestionContext): string | undefined {
  if (!isDecimalText(text) || text.startsWith("-"))
    return `${text} is not a quantity. Write digits, such as 4, or 0 for none.`;
  const choices = choicesOf(context, index, text);
  if (choices.length > 0) return refusalOf(context, choices);
  return index === linesOf(context).length - 1
    ? "Nothing is credited yet: credit something of this line, or go back."
    : undefined;
}

function choicesOf(context: QuestionContext, index: number, answer: string): LineChoice[] {
  const quantities = Array.from({ length: index }, (_, at) => context.text(quantityId(at)));
  return [...quantities, answer].flatMap((quantity, at) =>
    /[1-9]/.test(quantity) ? [{ position: at + 1, quantity }] : [],
  );
}

function made(context: QuestionContext, lines: readonly LineChoice[]): Result<Credit> | undefined {
  const invoice = creditedInvoice(context);
  if (invoice === undefined) return undefined;
  const { document } = context;
  const wish = {
    invoiceNumber: invoice.number,
    issueDate: document.issue_date ?? context.facts.today,
    reason: document.discrepancy_response ?? "",
    reasonText: document.reason,
    documentNumber: document.document_number,
    lines,
  };
  return creditInvoice(invoice.document, wish, invoice.credits);
}

/** Rebuilds what the credit note credits, after each answer. */
function credit(document: SelfBilledDocument, context: QuestionContext): void {
  const lines = linesOf(context);
  const answered = lines.findLastIndex((_, index) => context.answer(quantityId(index)) !== undefined);
  const choices = inPart(context) ? choicesOf(context, answered, context.text(quantityId(answered))) : [];
  if (inPart(context) && choices.length === 0) return;
  const found = made(context, choices);
  if (!found?.ok) return;
  for (const name of ["charges", "allowances", "payable_rounding_amount"] as const) delete document[name];
  Object.assign(document, found.value.document);
  if (changesPrice(context)) atDifference(document, choices, context);
}

/**
 * Sets each price to the difference, and removes the charges, allowances and rounding that go with the invoice's own
 * prices.
 */
function atDifference(document: SelfBilledDocument, choices: readonly LineChoice[], context: QuestionContext): void {
  for (const name of ["charges", "allowances", "payable_rounding_amount"] as const) delete document[name];
  document.document_lines = document.document_lines?.map(({ charges: _, allowances: __, ...line }, at) => {
    const index = (choices[at]?.position ?? at + 1) - 1;
    const difference = context.text(priceId(index));
    const { allowance: ___, ...price } = line.price ?? {};
    return difference === "" ? line : { ...line, price: { ...price, base_amount: difference } };
  });
}

function refusalOf(context: QuestionContext, lines: readonly LineChoice[]): string | undefined {
  const found = made(context, lines);
  if (found === undefined) return undefined;
  // If the price is corrected, only the price difference is credited, and the user has not entered it yet.
  const excess = found.ok && !changesPrice(context) ? found.value.excess : undefined;
  const problems = found.ok ? [excess].filter((each) => each !== undefined) : found.problems;
  return problems.length === 0 ? undefined : context.facts.safe(problems.map(sentenceOf).join(" "));
}

function remarksOf(context: QuestionContext, lines: readonly LineChoice[]): string[] {
  const found = made(context, lines);
  if (!found?.ok || changesPrice(context)) return [];
  return found.value.remarks.map(({ message }) => `! ${context.facts.safe(message)}`);
}

/** Questions about a known invoice: whether to credit all of it, quantities from its lines, or price differences. */
export const creditLineSteps: readonly Step[] = [whole, perLine];
