import type { Journal } from "../../journal/index.ts";
import { type Handovers, handoversIn } from "../../life/index.ts";
import { ok, type Result } from "../../problem/index.ts";

/** Reads the handovers from the journal's notes. Problem: `journal-unusable`. */
export async function handoversOf(journal: Pick<Journal, "notes">): Promise<Result<Handovers>> {
  const notes = await journal.notes();
  return notes.ok ? ok(handoversIn(notes.value)) : notes;
}
