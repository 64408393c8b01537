import { calculate, codeInWords, codes, money, type SelfBilledDocument } from "../document/index.ts";
import type { Answer, Question, QuestionContext, WizardFacts } from "./question.ts";
import { wordsOf } from "./question.ts";
import type { Walked } from "./walk.ts";

export function questionTitle(question: Question, context: QuestionContext): string {
  return `${question.part}, ${wordsOf(question.asks, context)}`;
}

export function answerWords(question: Question, context: QuestionContext): string {
  const answer: Answer | undefined = context.answer(question.id);
  const values = Array.isArray(answer) ? answer : [context.text(question.id)];
  const choices = question.form === "text" ? [] : (question.choices?.(context) ?? []);
  return values
    .map((value) => {
      const choice = choices.find((each) => each.value === value);
      return choice?.short ?? choice?.name ?? value;
    })
    .join(", ");
}

/** Returns the answers so far, one per line; empty for a new draft. */
export function answeredSoFar({ trail, context }: Walked, { safe }: Pick<WizardFacts, "safe">): string[] {
  const answered = trail.filter((each) => answerWords(each, context) !== "");
  if (answered.length < 2) return [];
  return [
    "Answered so far:",
    ...answered.map((each) => safe(`  ${questionTitle(each, context)}  ${answerWords(each, context)}`)),
  ];
}

/** Returns lines about data that the preview does not show: the supplier's address, the period and the delivery. */
export function furtherLines(document: SelfBilledDocument, { safe }: Pick<WizardFacts, "safe">): string[] {
  const { postal_address: home } = document.accounting_supplier_party ?? {};
  const { start_date: start, end_date: end, description } = document.invoice_period ?? {};
  const { actual_delivery_date: delivered, delivery_location: location } = document.delivery ?? {};
  const often = description === undefined ? "" : codeInWords(codes.billingFrequencies, description);
  const lines: [label: string, value: string][] = [
    ["Address", addressWords(home)],
    ["Period", [[start, end].filter(Boolean).join(" to "), often].filter(Boolean).join(", ")],
    ["Supplied on", delivered ?? ""],
    ["Delivered to", addressWords(location?.address)],
  ];
  return lines.flatMap(([label, value]) => (value === "" ? [] : [`  ${label.padEnd(14)}${safe(value)}`]));
}

type Place = NonNullable<NonNullable<SelfBilledDocument["accounting_supplier_party"]>["postal_address"]>;

function addressWords(address: Place | undefined): string {
  if (address === undefined) return "";
  const { street_name, additional_street_name, city_name, country_subentity: part, country, country_code } = address;
  const emirate = country_code === "AE" && part !== undefined ? codeInWords(codes.emirates, part) : part;
  return [street_name, additional_street_name, city_name, emirate, country ?? country_code]
    .filter((each) => each !== undefined && each.trim() !== "")
    .join(", ");
}

/** Returns a remark if the document comes to zero, which is valid but unusual. */
export function amountRemarks(document: SelfBilledDocument): string[] {
  if ((document.document_lines ?? []).length === 0) return [];
  const { totals, currency } = calculate(document);
  if (!money.isZero(totals.tax_inclusive_amount)) return [];
  return [`! The whole document comes to ${currency} 0.00. Check prices and quantities.`];
}
