import type { ItemMemory, QuestionContext, Step } from "../question.ts";
import { creditSteps } from "./credit.ts";
import { isFromInvoice } from "./credited.ts";
import { currencyQuestions } from "./currency.ts";
import { dateQuestions } from "./dates.ts";
import { entryRound } from "./entries.ts";
import { lineRound } from "./lines.ts";
import { furtherQuestions, paymentQuestions } from "./payment.ts";
import { scenarioFields } from "./scenario-fields.ts";
import { kind, scenarioTicks } from "./start.ts";
import { supplierQuestions } from "./supplier.ts";

/** Returns all questions of the wizard, in the order of an invoice. */
export function planWith(items?: Pick<ItemMemory, "question">): readonly Step[] {
  const afterKind = [
    scenarioTicks,
    ...supplierQuestions,
    ...dateQuestions,
    ...currencyQuestions,
    ...scenarioFields,
    lineRound,
    ...(items === undefined ? [] : [items.question]),
    entryRound,
    ...paymentQuestions,
    ...furtherQuestions,
  ];
  return [kind, ...creditSteps, ...afterKind.map(unlessFromInvoice)];
}

/** Skips the step for a credit note made from its invoice, because the invoice supplies the answers. */
function unlessFromInvoice<S extends Step>(step: S): S {
  const { when } = step;
  return { ...step, when: (context: QuestionContext) => !isFromInvoice(context) && (when?.(context) ?? true) };
}
