import { notesOfType } from "../store/notes.ts";
import type { JournalNote } from "../store/records.ts";

/** A supplier's statement about a document issued in its name, as a person recorded it. */
export interface SupplierAnswer {
  readonly answer: "accepted" | "objected";
  /** The day on which it was given, YYYY-MM-DD. */
  readonly on: string;
  /** How the answer was given: `e-mail of Mona Haddad`. */
  readonly how: string;
  /** Who recorded the answer, and when; UTC, ISO 8601. */
  readonly by: string;
  readonly recordedAt: string;
}

/** The document that an answer is about. */
export interface AnsweredDocument {
  readonly account: string;
  readonly id: string;
}

/** The type of the notes that hold suppliers' answers. */
const type = "supplier-answer";

/** Returns an answer as a note for the journal's chain. */
export function supplierAnswerNote(
  { account, id }: AnsweredDocument,
  { recordedAt: _, ...answer }: SupplierAnswer,
): { readonly type: string; readonly data: Readonly<Record<string, string>> } {
  return { type, data: { account, id, ...answer } };
}

/** All answers that suppliers gave, by document. */
export interface SupplierAnswers {
  /** Returns the answers about a document, oldest first; the last one counts. */
  of(document: AnsweredDocument): readonly SupplierAnswer[];
  /** Documents whose last answer is an objection. */
  readonly objected: readonly AnsweredDocument[];
}

/** Returns the answers among the notes of a journal, including those of journals merged into it. */
export function supplierAnswersIn(notes: readonly JournalNote[]): SupplierAnswers {
  const found = new Map<string, { readonly document: AnsweredDocument; readonly answers: SupplierAnswer[] }>();
  const keyOf = ({ account, id }: AnsweredDocument): string => JSON.stringify([account, id.toLowerCase()]);
  for (const { data, at: recordedAt } of notesOfType(notes, type)) {
    // The code in this folder wrote this data, so its type is known.
    const { account, id, ...answer } = data as unknown as AnsweredDocument & Omit<SupplierAnswer, "recordedAt">;
    const document = { account, id };
    const known = found.get(keyOf(document)) ?? { document, answers: [] };
    known.answers.push({ answer: answer.answer, on: answer.on, how: answer.how, by: answer.by, recordedAt });
    found.set(keyOf(document), known);
  }
  return {
    of: (document) => found.get(keyOf(document))?.answers ?? [],
    objected: [...found.values()].flatMap(({ document, answers }) =>
      answers.at(-1)?.answer === "objected" ? [document] : [],
    ),
  };
}
