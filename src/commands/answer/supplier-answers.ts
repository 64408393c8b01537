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

/** An answer for scripts. */
export function supplierAnswerJson({ answer, on, how, by, recordedAt }: SupplierAnswer): Record<string, string> {
  return { answer, on, how, recorded_by: by, recorded_at: recordedAt };
}
