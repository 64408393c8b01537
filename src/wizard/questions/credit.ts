import type { Choice } from "../../desk/index.ts";
import { codes } from "../../document/index.ts";
import { ok, type Result } from "../../problem/index.ts";
import type { Answer, Question, QuestionContext, Step } from "../question.ts";
import { creditLineSteps } from "./credit-lines.ts";
import { creditedIn, isFromInvoice } from "./credited.ts";
import { documentNumber, issueDate } from "./dates.ts";
import { capitalChoicesOf, questionsAbout } from "./part.ts";

const part = "The credit note";
// Values of two choices in a list of invoice numbers; no number begins with a space, so none can equal them.
const another = " another";
const byHand = " by hand";
const isCredit = ({ kind }: QuestionContext): boolean => kind === "credit-note";

const { text, choose } = questionsAbout({ part, id: "credit", when: isCredit });

const find = async (named: string, { facts }: QuestionContext): Promise<Result<Answer>> => {
  if (named === another || named === byHand) return ok(named);
  const found = await facts.invoice(named);
  return found.ok ? ok({ name: named, found: found.value }) : found;
};

const warned = (answer: Answer, { facts }: QuestionContext): readonly string[] =>
  (creditedIn(answer)?.remarks ?? []).map((each) => `! ${facts.safe(each)}`);

const which: readonly Question[] = [
  {
    id: "credit.invoice",
    part,
    form: "choose",
    when: isCredit,
    asks: "Which invoice is corrected?",
    help: "Pick one that this computer or the service knows: most answers are then copied from it.",
    choices: ({ facts }): Choice[] => [
      ...facts.invoices.map(({ number, words }) => ({
        value: number,
        name: facts.safe(`${number}  ${words}`),
        short: facts.safe(number),
      })),
      { value: another, name: "Another one, by its number, id or file" },
      { value: byHand, name: "An invoice that is not known here: I type everything" },
    ],
    finds: find,
    unsettles: /^credit\.(?:whole|lines)/,
    remarks: warned,
  },
  text(
    "named",
    undefined,
    "Number, id or file of the invoice",
    "The number that the service gave it, its id, or the YAML file.",
    {
      when: (context) => isCredit(context) && context.text("credit.invoice") === another,
      finds: find,
      unsettles: /^credit\.(?:whole|lines)/,
      remarks: warned,
    },
  ),
  text("number", undefined, "Number of the invoice", "The number, not the id.", {
    when: (context) => isCredit(context) && !isFromInvoice(context),
    also: ["billing_reference"],
    writes: (document, answer) => {
      document.credit_note_type_code = "261";
      document.billing_reference = [{ id: String(answer) }];
    },
  }),
  text("date", "billing_reference[0].issue_date", "Date of issue of that invoice", "Year-month-day.", {
    when: (context) => isCredit(context) && !isFromInvoice(context),
    usual: () => "",
  }),
];

const why: readonly Question[] = [
  choose(
    "reason",
    "discrepancy_response",
    "Why is it corrected?",
    "The law knows these reasons.",
    () => capitalChoicesOf(codes.discrepancyReasons),
    { unsettles: /^credit\.(?:whole|lines)/ },
  ),
  text("reasonWords", "reason", "The reason in your words", "Such as: Four boxes broken on arrival.", {
    optional: true,
    usual: () => "",
  }),
];

/** The additional questions for a credit note, and all questions for one that is made from an invoice. */
export const creditSteps: readonly Step[] = [
  ...which,
  ...why,
  { ...issueDate, id: "credit.issue", part, when: isFromInvoice },
  { ...documentNumber, id: "credit.documentNumber", part, when: isFromInvoice },
  ...creditLineSteps,
];
