/**
 * Questions to the person at the terminal: single ones for the commands, and the wizard, which asks for a whole document. It decides
 * nothing and sends nothing: answers and documents go back to the command that asked.
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
export type { Answer, InvoiceToCredit, KnownInvoice, KnownItem, KnownParty, WizardFacts } from "./question.ts";
export { runWizard, type Written } from "./wizard.ts";
