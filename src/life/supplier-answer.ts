import type { SupplierAnswer } from "../journal/index.ts";
import { type Stage, stages } from "../states/index.ts";

/** The supplier's possible answers to a document, each word once. */
export const supplierAnswers = {
  accepted: "Accepted",
  objected: "Objected to",
  none: "No answer",
} as const;

export type AnswerWord = keyof typeof supplierAnswers;

/** Returns the word for a document with this last answer; undefined if there is none and none is required, because the document has no effect. */
export function answerWordOf(stage: Stage, last: Pick<SupplierAnswer, "answer"> | undefined): AnswerWord | undefined {
  return last?.answer ?? (stages[stage].counted ? "none" : undefined);
}
