import { names, shape, text as textMember, words } from "../../answers/index.ts";
import { type Journal, type SupplierAnswer, type SupplierAnswers, supplierAnswersIn } from "../../journal/index.ts";
import { supplierAnswers } from "../../life/index.ts";
import { ok, type Result } from "../../problem/index.ts";
import { oneOf } from "../kinds.ts";

export const answerOption = {
  answer: oneOf("--answer <answer>", "only where the supplier's answer is this", names(supplierAnswers)),
} as const;

export async function supplierAnswersOf(journal: Pick<Journal, "notes">): Promise<Result<SupplierAnswers>> {
  const notes = await journal.notes();
  return notes.ok ? ok(supplierAnswersIn(notes.value)) : notes;
}

export function supplierAnswerSays({ answer, on, how }: SupplierAnswer): string {
  return `${answer === "accepted" ? "accepted" : "OBJECTED TO"} by the supplier on ${on} (${how})`;
}

/** `on` is a day; `how` is how the answer arrived. */
export const supplierAnswerMembers = {
  answer: [words("accepted", "objected"), (said: SupplierAnswer) => said.answer],
  on: [textMember, (said: SupplierAnswer) => said.on],
  how: [textMember, (said: SupplierAnswer) => said.how],
  recorded_by: [textMember, (said: SupplierAnswer) => said.by],
  recorded_at: [textMember, (said: SupplierAnswer) => said.recordedAt],
} as const;
export const supplierAnswerShape = shape<SupplierAnswer>(supplierAnswerMembers);
