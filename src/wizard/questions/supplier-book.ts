import { dateFault, dateHint, isDay } from "../../document/index.ts";
import { foldedName, isSupplierName, type Supplier } from "../../suppliers/index.ts";
import type { Question, QuestionContext } from "../question.ts";
import { questionsAbout } from "./part.ts";
import { isTyped, supplierPart } from "./supplier-known.ts";

const keeps = (context: QuestionContext): boolean => isTyped(context) && context.text("supplier.keepAs") !== "";

const { text } = questionsAbout({ part: supplierPart, id: "supplier", when: keeps });

/**
 * Questions about storing a supplier that the user typed in: whether to do so, under which name, and with which
 * agreement.
 */
export const bookQuestions: readonly Question[] = [
  text(
    "keepAs",
    undefined,
    "Keep it in your supplier book as",
    "A short name, such as desert-lime; next time you choose it from a list.",
    {
      when: isTyped,
      optional: true,
      refuses: (text, { facts }) => nameRefusal(String(text), facts.bookNames),
    },
  ),
  text(
    "agreementNumber",
    undefined,
    "Number of your self-billing agreement",
    "Without a prior written agreement the buyer may lose the input VAT.",
    { optional: true },
  ),
  text("agreementDate", undefined, "Date of the agreement", "Year-month-day.", {
    optional: true,
    refuses: (text) => dayRefusal(String(text)),
  }),
  text("agreementExpiry", undefined, "Its last day", "Year-month-day; you are warned before it ends.", {
    when: (context) => keeps(context) && context.text("supplier.agreementDate") !== "",
    optional: true,
    refuses: (text, context) =>
      dayRefusal(String(text)) ??
      (String(text) < context.text("supplier.agreementDate") ? "The agreement would end before it begins." : undefined),
  }),
];

function nameRefusal(name: string, taken: readonly string[]): string | undefined {
  if (!isSupplierName(name)) return "Use up to 80 letters, digits, spaces and signs such as - . & on one line.";
  return taken.some((each) => foldedName(each) === foldedName(name))
    ? `The supplier book already has ${name}; use another name.`
    : undefined;
}

function dayRefusal(text: string): string | undefined {
  return isDay(text) ? undefined : `${dateFault(text)} ${dateHint(text)}`;
}

/** Returns the entry for a supplier that the user typed in; undefined if it is not to be stored. */
export function bookEntry({ document, text }: Pick<QuestionContext, "document" | "text">): Supplier | undefined {
  const name = text("supplier.keepAs");
  if (name === "") return undefined;
  const given = (id: string): string | undefined => text(id) || undefined;
  return {
    supplier: name,
    agreement_number: given("supplier.agreementNumber"),
    agreement_date: given("supplier.agreementDate"),
    agreement_expiry: given("supplier.agreementExpiry"),
    vat_group: given("supplier.vatGroup"),
    accounting_supplier_party: document.accounting_supplier_party,
    payment_means: document.payment_means,
  };
}
