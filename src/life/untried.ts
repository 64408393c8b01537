import { type Intent, type Journal, notesOfType, type Past, sha256 } from "../journal/index.ts";
import { parseJson } from "../json/index.ts";
import { ok, type Result } from "../problem/index.ts";
import type { NewNote } from "./notes.ts";

/** A document that a run did not try, because its service could not be reached for an earlier one. */
export interface UntriedDocument extends Pick<Past, "documentNumber"> {
  /** When the run noted it, after the attempt that failed; UTC, ISO 8601. */
  readonly at: string;
  readonly intent: UntriedIntent;
}

type UntriedIntent = Pick<
  Intent,
  | ("account" | "key" | "kind" | "documentNumber" | "issueDate")
  | ("file" | "supplier" | "currency" | "totals" | "takenOver")
>;

const type = "untried";

/** The note about the documents of a run that were not tried, and the text with them that is kept beside it. */
export function untriedNote(account: string, intents: readonly UntriedIntent[]): NewNote & { readonly text: string } {
  const text = JSON.stringify(intents);
  return { type, data: { account, list: sha256(text) }, text };
}

/** Returns the documents of an account that runs did not try, oldest first. Problem: `journal-unusable`. */
export async function untriedIn(
  journal: Pick<Journal, "notes" | "kept">,
  account: string,
): Promise<Result<readonly UntriedDocument[]>> {
  const notes = await journal.notes();
  if (!notes.ok) return notes;
  const found: UntriedDocument[] = [];
  for (const { at, data } of notesOfType(notes.value, type)) {
    if (data.account !== account) continue;
    const text = await journal.kept(String(data.list));
    if (!text.ok) return text;
    if (text.value === undefined) continue; // purged with the documents of its time
    const parsed = parseJson(text.value);
    if (!parsed.ok) return parsed;
    // Code in this file wrote the text, and a kept text is compared with its hash, so the cast is safe.
    for (const intent of parsed.value as unknown as UntriedIntent[])
      found.push({ at, documentNumber: intent.documentNumber, intent });
  }
  return ok(found);
}
