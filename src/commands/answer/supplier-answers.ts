import { shape, text, words } from "../../answers/index.ts";
import { type Journal, type SupplierAnswer, type SupplierAnswers, supplierAnswersIn } from "../../journal/index.ts";
import { ok, type Result } from "../../problem/index.ts";

/** What suppliers said to documents, by the journal. Problem: `journal-unusable`. */
export async function supplierAnswersOf(journal: Pick<Journal, "notes">): Promise<Result<SupplierAnswers>> {
  const notes = await journal.notes();
  return notes.ok ? ok(supplierAnswersIn(notes.value)) : notes;
}

/** `accepted by the supplier on 2026-06-20 (e-mail of Mona Haddad)`. */
export function supplierAnswerSays({ answer, on, how }: SupplierAnswer): string {
  return `${answer === "accepted" ? "accepted" : "OBJECTED TO"} by the supplier on ${on} (${how})`;
}

/** What a supplier said to a document: `on` the day, `how` it came. */
export const supplierAnswerMembers = {
  answer: [words("accepted", "objected"), (said: SupplierAnswer) => said.answer],
  on: [text, (said: SupplierAnswer) => said.on],
  how: [text, (said: SupplierAnswer) => said.how],
  recorded_by: [text, (said: SupplierAnswer) => said.by],
  recorded_at: [text, (said: SupplierAnswer) => said.recordedAt],
} as const;
export const supplierAnswerShape = shape<SupplierAnswer>(supplierAnswerMembers);
