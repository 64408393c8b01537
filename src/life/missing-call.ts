import type { JournalNote, Together } from "../journal/index.ts";

/** Calls that a service of only the six endpoints lacks. */
export type MissingCall = "list" | "document";

/** The note that a service lacked a call when it was asked for it. */
export const missingCallNote = "call-missing";

/**
 * Whether a service lacked the call at any time: what is suggested to a person must work there. One that showed no
 * document is not counted on to replace one.
 */
export function isMissingOnce(call: MissingCall, account: string, notes: readonly JournalNote[]): boolean {
  return notes.some(({ type, data }) => type === missingCallNote && data.account === account && data.call === call);
}

/** Whether the service of an account can replace a document: the profile says so, and no answer spoke against it. */
export async function replacesDocuments(
  { account, profile }: { readonly account: string; readonly profile: { readonly extras: boolean } },
  journal: Pick<Together, "notes">,
): Promise<boolean> {
  const notes = profile.extras ? await journal.notes() : undefined;
  return notes !== undefined && !(notes.ok && isMissingOnce("document", account, notes.value));
}
