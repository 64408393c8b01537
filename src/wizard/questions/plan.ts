import type { QuestionContext, Step } from "../question.ts";
import { creditSteps } from "./credit.ts";
import { isFromInvoice } from "./credited.ts";
import { currencyQuestions } from "./currency.ts";
import { dateQuestions } from "./dates.ts";
import { entryRound } from "./entries.ts";
import { itemQuestion } from "./items.ts";
import { lineRound } from "./lines.ts";
import { furtherQuestions, paymentQuestions } from "./payment.ts";
import { scenarioFields } from "./scenario-fields.ts";
import { kind, scenarioTicks } from "./start.ts";
import { supplierQuestions } from "./supplier.ts";

/** All questions of the wizard, in the order of an invoice. */
export const plan: readonly Step[] = [
  kind,
  ...creditSteps,
  ...[
    scenarioTicks,
    ...supplierQuestions,
    ...dateQuestions,
    ...currencyQuestions,
    ...scenarioFields,
    lineRound,
    itemQuestion,
    entryRound,
    ...paymentQuestions,
    ...furtherQuestions,
  ].map(unlessFromInvoice),
];

/** Skips the step for a credit note made from its invoice, because the invoice supplies the answers. */
function unlessFromInvoice<S extends Step>(step: S): S {
  const { when } = step;
  return { ...step, when: (context: QuestionContext) => !isFromInvoice(context) && (when?.(context) ?? true) };
}
