import type { DocumentKind } from "../document/index.ts";
import { suggest } from "../problem/index.ts";
import type { IdleCredit } from "./life.ts";

export interface RejectedDocument {
  readonly called: string;
  readonly kind: DocumentKind;
  /** Whether the tax authority (C5) accepted the document; undefined if unknown. */
  readonly accepted: boolean | undefined;
  /** Whether a corrected copy exists. */
  readonly hasCopy?: boolean;
  /** Whether nothing is left to credit: credit notes cover the whole amount, or a user recorded how it was settled. */
  readonly isSettled?: boolean;
  /** The credit note to settle before another one is made. */
  readonly idleCredit?: IdleCredit | undefined;
}

/** The steps to take, as text; each ends with its command. Undefined for steps that are not needed. */
export interface RejectedAdvice {
  readonly first: string | undefined;
  readonly copy: string | undefined;
  readonly credit: string | undefined;
}

/**
 * Returns the steps for a rejected document. If the tax authority accepted it, it needs a credit note and a corrected
 * copy. Otherwise it never took effect and needs only the copy.
 */
export function rejectedAdvice({ hasCopy = false, ...rejected }: RejectedDocument): RejectedAdvice {
  const advice = adviceFor(rejected);
  return hasCopy ? { ...advice, copy: undefined } : advice;
}

function adviceFor({
  called,
  kind,
  accepted,
  isSettled = false,
  idleCredit,
}: Omit<RejectedDocument, "hasCopy">): RejectedAdvice {
  const text = `rite the corrected copy, change it, and create it with a number of its own: ${suggest`correct ${called}`}`;
  if (kind === "credit-note" || (isSettled && accepted !== false))
    return { first: undefined, copy: `W${text}`, credit: undefined };
  if (accepted === false) return { first: neverCounted, copy: `W${text}`, credit: undefined };
  if (idleCredit) {
    const first = idleCredit.waits
      ? `Do not credit it again: its credit note ${idleCredit.called} is not approved yet. Look again: ${idleCredit.command}`
      : `Deal with its credit note ${idleCredit.called} first: ${idleCredit.command}`;
    return { first, copy: `Then w${text}`, credit: undefined };
  }
  // Give no example reason, because a reason is a statement to the tax authority.
  const credit = `${suggest`create-credit-note --from ${called} --reason CODE`}`;
  const how = `choose the reason (selfbill codes credit-reason), then ${credit}`;
  const first = accepted
    ? `The tax authority accepted it, so credit it first: ${how}`
    : `Only if the tax authority (C5) accepted it, credit it first: ${how}`;
  return { first, copy: `Then w${text}`, credit };
}

/** Returns the steps in their order, as every list and every command says them. */
export function rejectedSteps({ first, copy }: RejectedAdvice): string[] {
  return [first, copy].filter((each) => each !== undefined);
}

/** Why a rejected invoice needs no credit note. */
export const neverCounted =
  "The tax authority did not accept it, so it never counted: reverse it in your books if it is booked; it needs no credit note.";
