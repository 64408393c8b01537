import { type Credit, codes, creditInvoice, isDecimalText, type LineChoice } from "../../document/index.ts";
import { ok, type Result } from "../../problem/index.ts";
import type { Choice } from "../asked.ts";
import type { Answer, Context, CreditedInvoice, Question, Round, Step } from "../question.ts";
import { sentenceOf } from "../sentence.ts";
import { documentNumber, issueDate } from "./dates.ts";

const part = "The credit note";
const another = "another";
const byHand = "by hand";
const isCredit = ({ kind }: Context): boolean => kind === "credit-note";

/** The invoice that was found for the credit note; undefined when everything is typed. */
function invoiceOf(context: Context): CreditedInvoice | undefined {
  for (const id of ["credit.invoice", "credit.named"]) {
    const found = foundIn(context.answer(id));
    if (found) return found;
  }
  return undefined;
}

function foundIn(answer: Answer | undefined): CreditedInvoice | undefined {
  return typeof answer === "object" && "found" in answer && "credits" in answer.found ? answer.found : undefined;
}

/** Whether the document comes from the invoice, so that only what is credited is asked. */
export function isFromInvoice(context: Context): boolean {
  return isCredit(context) && invoiceOf(context) !== undefined;
}

const find = async (named: string, { facts }: Context): Promise<Result<Answer>> => {
  if (named === another || named === byHand) return ok(named);
  const found = await facts.invoice(named);
  return found.ok ? ok({ name: named, found: found.value }) : found;
};

const warned = (answer: Answer, { facts }: Context): readonly string[] =>
  (foundIn(answer)?.remarks ?? []).map((each) => `! ${facts.safe(each)}`);

const which: readonly Question[] = [
  {
    id: "credit.invoice",
    part,
    form: "choose",
    when: isCredit,
    asks: "Which invoice is corrected?",
    help: "From one that this computer or the service knows, supplier, prices and VAT are taken over.",
    choices: ({ facts }): Choice[] => [
      ...facts.invoices.map(({ number, words }) => ({
        value: number,
        name: facts.safe(`${number}  ${words}`),
        short: facts.safe(number),
      })),
      { value: another, name: "Another one, by its number, id or file" },
      { value: byHand, name: "One that nobody here knows: I type everything" },
    ],
    finds: find,
    remarks: warned,
  },
  {
    id: "credit.named",
    part,
    form: "text",
    when: (context) => isCredit(context) && context.text("credit.invoice") === another,
    asks: "Number, id or file of the invoice",
    help: "The number that the service gave it, its id, or the YAML file.",
    finds: find,
    remarks: warned,
  },
  {
    id: "credit.number",
    part,
    form: "text",
    when: (context) => isCredit(context) && invoiceOf(context) === undefined,
    asks: "Number of the invoice",
    help: "The number, not the id.",
    also: ["billing_reference"],
    writes: (document, answer) => {
      document.credit_note_type_code = "261";
      document.billing_reference = [{ id: String(answer) }];
    },
  },
  {
    id: "credit.date",
    part,
    form: "text",
    when: (context) => isCredit(context) && invoiceOf(context) === undefined,
    asks: "Date of issue of that invoice",
    help: "Year-month-day.",
    at: "billing_reference[0].issue_date",
    usual: () => "",
  },
];

const why: readonly Question[] = [
  {
    id: "credit.reason",
    part,
    form: "choose",
    when: isCredit,
    asks: "Why is it corrected?",
    help: "The law knows these reasons.",
    choices: () =>
      Object.entries(codes.discrepancyReasons).map(([value, words]) => ({
        value,
        name: words.charAt(0).toUpperCase() + words.slice(1),
      })),
    at: "discrepancy_response",
  },
  {
    id: "credit.reasonWords",
    part,
    form: "text",
    when: isCredit,
    asks: "The reason in your words",
    help: "Such as: Four boxes broken on arrival.",
    optional: true,
    usual: () => "",
    at: "reason",
  },
];

const howMuch: Question = {
  id: "credit.whole",
  part,
  form: "choose",
  asks: "What is credited?",
  help: "What earlier credit notes took back is not credited twice.",
  choices: () => [
    { value: "all", name: "All that is left of every line" },
    { value: "lines", name: "Some lines, or a part of them" },
  ],
  refuses: (answer, context) => (answer === "all" ? refusalOf(context, []) : undefined),
  writes: (document, answer, context) => {
    if (answer === "all") Object.assign(document, creditOf(context, [])?.document);
  },
  remarks: (answer, context) => (answer === "all" ? remarksOf(context, []) : []),
};

const linesOf = (context: Context): number => invoiceOf(context)?.document.document_lines?.length ?? 0;
const quantityId = (index: number): string => `credit.lines[${index}].quantity`;

const perLine: Round = {
  when: (context) => isFromInvoice(context) && context.text("credit.whole") === "lines",
  steps: (index) => [
    {
      id: quantityId(index),
      part: "What is credited",
      form: "text",
      asks: (context) => lineWords(context, index),
      help: "The quantity that is taken back; 0 for none.",
      usual: () => "0",
      refuses: (text, context) => quantityRefusal(String(text), index, context),
      also: [`document_lines[${index}]`],
      writes: (document, answer, context) => {
        if (index === linesOf(context) - 1)
          Object.assign(document, creditOf(context, choicesUpTo(context, index, String(answer)))?.document);
      },
      remarks: (answer, context) =>
        index === linesOf(context) - 1 ? remarksOf(context, choicesUpTo(context, index, String(answer))) : [],
    },
  ],
  goesOn: (context, index) => index < linesOf(context) - 1,
};

function lineWords(context: Context, index: number): string {
  const line = invoiceOf(context)?.document.document_lines?.[index] ?? {};
  return context.facts.safe(
    `Line ${index + 1}, ${line.name ?? ""}: how many of ${line.quantity ?? ""} ${line.unit_code ?? ""}`,
  );
}

function quantityRefusal(text: string, index: number, context: Context): string | undefined {
  if (!isDecimalText(text) || text.startsWith("-"))
    return `${text} is no quantity. Write digits, such as 4, or 0 for none.`;
  const choices = choicesUpTo(context, index, text);
  if (choices.length > 0) return refusalOf(context, choices);
  return index === linesOf(context) - 1
    ? "Nothing is credited so far: credit something of this line, or go back."
    : undefined;
}

/** What was chosen of the lines up to this one. */
function choicesUpTo(context: Context, index: number, answer: string): LineChoice[] {
  const quantities = Array.from({ length: index }, (_, at) => context.text(quantityId(at)));
  return [...quantities, answer].flatMap((quantity, at) =>
    /[1-9]/.test(quantity) ? [{ position: at + 1, quantity }] : [],
  );
}

function credited(context: Context, lines: readonly LineChoice[]): Result<Credit> | undefined {
  const invoice = invoiceOf(context);
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

function creditOf(context: Context, lines: readonly LineChoice[]): Credit | undefined {
  const credit = credited(context, lines);
  return credit?.ok ? credit.value : undefined;
}

function refusalOf(context: Context, lines: readonly LineChoice[]): string | undefined {
  const credit = credited(context, lines);
  if (credit === undefined) return undefined;
  const problems = credit.ok ? [credit.value.excess].filter((each) => each !== undefined) : credit.problems;
  return problems.length === 0 ? undefined : context.facts.safe(problems.map(sentenceOf).join(" "));
}

function remarksOf(context: Context, lines: readonly LineChoice[]): string[] {
  return (creditOf(context, lines)?.remarks ?? []).map((each) => `! ${context.facts.safe(sentenceOf(each))}`);
}

const fromInvoice = (question: Question): Question => ({ ...question, part, when: isFromInvoice });

/** What a credit note needs besides, and all that one from an invoice needs. */
export const creditSteps: readonly Step[] = [
  ...which,
  ...why,
  fromInvoice({ ...issueDate, id: "credit.issue" }),
  fromInvoice({ ...documentNumber, id: "credit.documentNumber" }),
  fromInvoice(howMuch),
  perLine,
];
