import type { DocumentKind } from "../../document/index.ts";
import { typed } from "../../problem/index.ts";

/** What a rejected document is, as far as the advice goes by it. */
export interface RejectedDocument {
  readonly called: string;
  readonly kind: DocumentKind;
  /** Whether the tax authority (C5) accepted it all the same; undefined where nobody heard. */
  readonly accepted: boolean | undefined;
  /** Whether a corrected copy stands in for it already. */
  readonly hasCopy?: boolean;
  /** Its last credit note, where none takes back anything, and the command that settles it. */
  readonly idleCredit?: { readonly called: string; readonly command: string } | undefined;
  /** Words that lead to the same service. */
  readonly where?: string;
}

/** What to do about a rejected document: the one text of it, in steps that end with their command. */
export interface RejectedAdvice {
  /** What becomes of the rejected document itself; undefined of a credit note. */
  readonly first: string | undefined;
  /** Undefined where there is one. */
  readonly copy: string | undefined;
  /** The command of the credit note, where one may be right. */
  readonly credit: string | undefined;
}

/**
 * What counts is whether the tax authority accepted the document: then a credit note takes it back, and a corrected copy follows. Otherwise it
 * never counted, and the copy alone stands in for it.
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
  // The reason is a statement to the tax authority: nobody is given one to copy.
  const credit = `selfbill create-credit-note --from ${typed(called)} --reason CODE${where}`;
  const how = `choose the reason (selfbill codes credit-reason), then ${credit}`;
  const first = accepted
    ? `The tax authority accepted it, so credit it first: ${how}`
    : `Only if the tax authority (C5) accepted it, credit it first: ${how}`;
  return { first, copy: `Then w${text}`, credit };
}

/** Why a rejected invoice needs no credit note. */
export const neverCounted =
  "The tax authority did not accept it, so it never counted: reverse it in your books if it is booked; it needs no credit note.";
