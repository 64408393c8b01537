/**
 * Questions at the terminal: single ones, and the wizard for a whole document. Sends nothing; the command gets the
 * answers.
 */
export { askAtTerminal } from "./ask.ts";
export {
  askCorrection,
  askIssueDates,
  askOwnNumber,
  type CorrectablePart,
  type CorrectedValue,
  correctableParts,
} from "./correction.ts";
export type { Draft } from "./draft.ts";
export { explanationOf } from "./explanations.ts";
export type {
  Answer,
  InvoiceToCredit,
  ItemMemory,
  ItemValues,
  KnownInvoice,
  KnownItem,
  KnownParty,
  Question,
  QuestionContext,
  WizardFacts,
} from "./question.ts";
export { runWizard, type Written } from "./wizard.ts";
