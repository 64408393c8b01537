/**
 * Questions to the user at the terminal: single ones for the commands, and the wizard, which asks for a whole
 * document. It decides and sends nothing: the calling command receives the answers and documents.
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
