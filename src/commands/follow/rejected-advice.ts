import type { DocumentKind } from "../../document/index.ts";
import { typed } from "../../problem/index.ts";

/** The facts about a rejected document that decide the advice. */
export interface RejectedDocument {
  readonly called: string;
  readonly kind: DocumentKind;
  /** Whether the tax authority (C5) nevertheless accepted the document; undefined if unknown. */
  readonly accepted: boolean | undefined;
  /** Whether a corrected copy already replaces the document. */
  readonly hasCopy?: boolean;
  /** The last credit note for the document and the command that settles it, if no credit note for it credits anything. */
  readonly idleCredit?: { readonly called: string; readonly command: string } | undefined;
  /** Options that lead to the same service. */
  readonly where?: string;
}

/** The advice for a rejected document, used wherever it is shown: steps that end with their command. */
export interface RejectedAdvice {
  /** The step for the rejected document itself; undefined for a credit note. */
  readonly first: string | undefined;
  /** The command for the copy; undefined if a copy exists already. */
  readonly copy: string | undefined;
  /** The command for the credit note, if a credit note may be correct. */
  readonly credit: string | undefined;
}

/**
 * Gives advice depending on whether the tax authority accepted the document. If it did, a credit note is needed, and a corrected copy follows.
 * Otherwise the document was never in effect, and only the copy replaces it.
 */
export function rejectedAdvice({ hasCopy = false, ...rejected }: RejectedDocument): RejectedAdvice {
  const advice = adviceFor(rejected);
  return hasCopy ? { ...advice, copy: undefined } : advice;
}

function adviceFor({
  called,
  kind,
  accepted,
  idleCredit,
  where = "",
}: Omit<RejectedDocument, "hasCopy">): RejectedAdvice {
  const text = `rite the corrected copy, change it, and create it with a number of its own: selfbill correct ${typed(called)}${where}`;
  if (kind === "credit-note") return { first: undefined, copy: `W${text}`, credit: undefined };
  if (accepted === false) return { first: neverCounted, copy: `W${text}`, credit: undefined };
  if (idleCredit) {
    const first = `Deal with its credit note ${idleCredit.called} first: ${idleCredit.command}${where}`;
    return { first, copy: `Then w${text}`, credit: undefined };
  }
  // The reason is a statement to the tax authority, so no example to copy is given.
  const credit = `selfbill create-credit-note --from ${typed(called)} --reason CODE${where}`;
  const how = `choose the reason (selfbill codes credit-reason), then ${credit}`;
  const first = accepted
    ? `The tax authority accepted it, so credit it first: ${how}`
    : `Only if the tax authority (C5) accepted it, credit it first: ${how}`;
  return { first, copy: `Then w${text}`, credit };
}

/** Explains why a rejected invoice needs no credit note. */
export const neverCounted =
  "The tax authority did not accept it, so it never counted: reverse it in your books if it is booked; it needs no credit note.";
