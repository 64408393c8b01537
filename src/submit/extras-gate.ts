import type { ExtraHooks } from "../desk/index.ts";
import { businessProfileName } from "../document/index.ts";
import { type Journal, type Marks, notesOfType } from "../journal/index.ts";
import { type Problem, problem } from "../problem/index.ts";

interface Guarded {
  readonly journal: Journal;
  readonly marks: Marks;
  readonly practice?: boolean;
}

/**
 * Asks the extras whether documents of a business profile may be sent. Where a record needs an extra that this build
 * lacks, nothing is sent, because nobody here knows what it would stop. Problems: those of the extras,
 * `policy-missing`, `journal-unusable`, `mark-unusable`.
 */
export async function heldByExtras(
  guarded: Guarded,
  businessProfileId: string,
  { names, gate }: Pick<ExtraHooks, "names" | "gate">,
): Promise<Problem | undefined> {
  const stops = names.includes(fourEyes) ? undefined : await withoutFourEyes(guarded, businessProfileId);
  return stops ?? gate(guarded, businessProfileId);
}

const fourEyes = "four-eyes";

/** Any policy stops here, whichever business profile it is for: the spellings of one are told apart by the extra. */
async function withoutFourEyes(
  { journal, marks, practice }: Guarded,
  businessProfileId: string,
): Promise<Problem | undefined> {
  const notes = await journal.notes();
  if (!notes.ok) return notes.problems[0];
  if (notesOfType(notes.value, "policy").length > 0) return missing(`the journal has an approval policy`);
  const name = businessProfileName(businessProfileId);
  for (const place of practice ? [marks] : [marks, marks.second, marks.notes]) {
    const seen = await place?.policy(name);
    if (seen?.ok === false) return seen.problems[0];
    if (seen?.value) return missing(`an approval policy was in force for business profile ${name}`);
  }
  return undefined;
}

function missing(why: string): Problem {
  const message = `Nothing was sent: ${why}, and this selfbill lacks the extra ${fourEyes}, which holds everybody to it.`;
  return problem("policy-missing", message, `Send with a selfbill that has the extra ${fourEyes}.`);
}
