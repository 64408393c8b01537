import { notesOfType } from "../store/notes.ts";
import type { JournalNote } from "../store/records.ts";

/** A supplier's statement about a document issued in its name, recorded by a person. */
export interface SupplierAnswer {
  readonly answer: "accepted" | "objected";
  /** YYYY-MM-DD. */
  readonly on: string;
  /** For example `e-mail from Mona Haddad`. */
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

export function supplierAnswerNote(
  { account, id }: AnsweredDocument,
  { recordedAt: _, ...answer }: SupplierAnswer,
): { readonly type: string; readonly data: Readonly<Record<string, string>> } {
  return { type, data: { account, id, ...answer } };
}

export interface SupplierAnswers {
  /** Oldest first; the last one counts. */
  of(document: AnsweredDocument): readonly SupplierAnswer[];
  /** Documents whose last answer is an objection. */
  readonly objected: readonly AnsweredDocument[];
}

/** Includes the answers in journals that were merged into this one. */
export function supplierAnswersIn(notes: readonly JournalNote[]): SupplierAnswers {
  const found = new Map<string, { readonly document: AnsweredDocument; readonly answers: SupplierAnswer[] }>();
  const keyOf = ({ account, id }: AnsweredDocument): string => JSON.stringify([account, id]);
  for (const { data, at: recordedAt } of notesOfType(notes, type)) {
    // Written by code in this folder, so the type is known.
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
