import { codes, type PaymentMeans, type SelfBilledDocument } from "../../document/index.ts";
import { setAt } from "../places.ts";
import type { KnownParty, Question, QuestionContext } from "../question.ts";
import { typedNumber } from "../typed-number.ts";
import { questionsAbout } from "./part.ts";
import { applies } from "./start.ts";

const part = "Payment";
const at = "payment_means[0]";
/** A deemed supply is not paid for, and a credit note has no payment. */
const isPaid = (context: QuestionContext): boolean => context.kind === "invoice" && !applies(context, 2);

/** Returns the means of payment in the book, otherwise the one used last time. */
function usualMeans(chosen: KnownParty | undefined, last: SelfBilledDocument | undefined): PaymentMeans | undefined {
  return chosen?.book?.payment?.[0] ?? last?.payment_means?.[0];
}

function holderOf(document: SelfBilledDocument, known: PaymentMeans | undefined): string | undefined {
  const { party_name: legal, name } = document.accounting_supplier_party ?? {};
  const account = document.payment_means?.[0]?.payee_financial_account?.id;
  const isKnown = account !== undefined && known?.payee_financial_account?.id?.replace(/\s/g, "") === account;
  return (isKnown ? known?.payee_financial_account?.name : undefined) ?? legal ?? name;
}

const { choose } = questionsAbout({ part, id: "payment", above: at, when: isPaid });

const paidBy = (...ways: readonly string[]) =>
  questionsAbout({
    ...{ part, id: "payment", above: at },
    when: (context) => isPaid(context) && ways.includes(context.text("payment.means")),
  }).text;
const transfer = paidBy("30");
const card = paidBy("54", "55");

export const paymentQuestions: readonly Question[] = [
  choose(
    "means",
    "payment_means_code",
    "How do you pay?",
    "A credit transfer needs the supplier's account.",
    () =>
      (["30", "68", "20", "10", "49", "54", "55", "21", "1"] as const).map((value) => ({
        value,
        name: codes.paymentMeansCodes[value],
      })),
    {
      usual: ({ chosen, last }) => usualMeans(chosen, last)?.payment_means_code ?? "30",
      also: ["payment_means"],
    },
  ),
  transfer(
    "iban",
    "payee_financial_account.id",
    "IBAN of the supplier",
    "From the supplier's own letter; spaces do not matter.",
    {
      rulesNow: true,
      usual: ({ chosen, last }) => usualMeans(chosen, last)?.payee_financial_account?.id,
      tidy: (typed) => typed.replace(/[\s-]/g, "").toUpperCase(),
      also: [`${at}.payee_financial_account`],
    },
  ),
  transfer("holder", "payee_financial_account.name", "Account holder", "As a rule the supplier's registered name.", {
    usual: ({ document, chosen, last }) => holderOf(document, usualMeans(chosen, last)),
  }),
  paidBy("49")("mandate", "payment_mandate.id", "Reference of the mandate", "The direct debit mandate that you gave."),
  card(
    "card",
    "card_account.primary_account_number_id",
    "Card number, masked",
    "Only the last digits, such as XXXX XXXX XXXX 1234.",
    {
      refuses: (typed) =>
        /\d{12}/.test(String(typed).replace(/[\s-]/g, ""))
          ? "Mask the number: write its last four digits only."
          : undefined,
      also: [`${at}.card_account`],
    },
  ),
  card("network", "card_account.network_id", "Card network", "Such as VISA."),
];

const furtherPart = "Further particulars";

/** Parts that few documents have; ticking one adds questions. */
const particulars: ReadonlyArray<{
  readonly name: string;
  readonly ticks: string;
  readonly asks: string;
  readonly help: string;
  readonly at: string;
}> = [
  {
    name: "order",
    ticks: "Purchase order",
    asks: "Number of your purchase order",
    help: "Such as PO-4711.",
    at: "order_reference.id",
  },
  {
    name: "reference",
    ticks: "Your own reference",
    asks: "Your own reference",
    help: "A cost centre or any text.",
    at: "buyer_reference",
  },
  {
    name: "contract",
    ticks: "Contract",
    asks: "Number of the contract",
    help: "Such as the self-billing agreement.",
    at: "contract_document_reference.id",
  },
  {
    name: "despatch",
    ticks: "Delivery note",
    asks: "Number of the delivery note",
    help: "The supplier's number.",
    at: "despatch_document_reference.id",
  },
  {
    name: "project",
    ticks: "Project",
    asks: "Number of the project",
    help: "As you number it.",
    at: "project_reference.id",
  },
  {
    name: "terms",
    ticks: "Payment terms in words",
    asks: "Payment terms",
    help: "Such as 30 days net.",
    at: "payment_terms.note",
  },
  { name: "note", ticks: "A remark", asks: "Remark", help: "It is printed on the invoice.", at: "note" },
  {
    name: "prepaid",
    ticks: "An amount already paid",
    asks: "Amount already paid",
    help: "It is subtracted from the payable amount.",
    at: "prepaid_amount",
  },
  {
    name: "file",
    ticks: "A file to attach",
    asks: "Path of the file",
    help: "PDF, PNG, JPEG, CSV, XLSX, ODS or XML; about 6 MB at most.",
    at: "attachments[0].file_path",
  },
];

const ofOnce = new Set(["order", "despatch", "prepaid", "file", "note"]);

export const furtherQuestions: readonly Question[] = [
  {
    id: "further",
    part: furtherPart,
    form: "tick",
    asks: "What else belongs on it?",
    help: "All of these are optional.",
    choices: () => particulars.map(({ name, ticks }) => ({ value: name, name: ticks })),
    usual: ({ last }) => (last?.buyer_reference ? ["reference"] : []),
  },
  ...particulars.map(
    ({ name, asks, help, at: path }): Question => ({
      id: `further.${name}`,
      part: furtherPart,
      form: "text",
      when: (context) => context.ticked("further").includes(name),
      asks,
      help,
      at: path,
      also: [path.replace(/\.[^.]*$/, "")],
      // Orders, deliveries, payments and files are never reused as defaults.
      ...(ofOnce.has(name) ? { usual: () => "" } : {}),
      ...(name === "prepaid" ? { tidy: typedNumber } : {}),
      writes: (document, answer) => setAt(document, path, answer),
    }),
  ),
];
