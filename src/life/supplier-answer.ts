import type { SupplierAnswer } from "../journal/index.ts";
import { type Stage, stages } from "../states/index.ts";

export const supplierAnswers = {
  accepted: "Accepted",
  objected: "Objected to",
  none: "No answer",
} as const;

export type AnswerWord = keyof typeof supplierAnswers;

/**
 * Returns the supplier's answer or, if there is none yet, `none`; undefined if no answer is needed because the document
 * is not in effect.
 */
export function answerWordOf(stage: Stage, last: Pick<SupplierAnswer, "answer"> | undefined): AnswerWord | undefined {
  return last?.answer ?? (stages[stage].counted ? "none" : undefined);
}
