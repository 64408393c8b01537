import type { Journal } from "../../journal/index.ts";
import { ok, type Result } from "../../problem/index.ts";

/** The notes that name documents of the service which were not sent with this journal. */
export const elsewhereNotes = { asked: "asked-elsewhere", accepted: "accepted-elsewhere" } as const;

/**
 * Returns the ids, in lower case, that the service had already shown before a record of the journal was made. Problem:
 * `journal-unusable`.
 */
export async function seenBefore(
  record: number,
  accounts: readonly string[],
  journal: Journal,
): Promise<Result<ReadonlySet<string>>> {
  const notes = await journal.tries.notesBefore(record);
  if (!notes.ok) return notes;
  const types: readonly string[] = Object.values(elsewhereNotes);
  const earlier = notes.value.filter(
    ({ type, data }) => types.includes(type) && accounts.includes(String(data.account)),
  );
  const documents = earlier.flatMap(({ data }) => (Array.isArray(data.documents) ? data.documents : []));
  return ok(new Set(documents.map(({ id }: { id?: unknown }) => String(id ?? "")).filter(Boolean)));
}
