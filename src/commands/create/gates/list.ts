import type { Desk } from "../../../desk/index.ts";
import type { Journal } from "../../../journal/index.ts";
import type { Problem } from "../../../problem/index.ts";
import type { BeforeSignIn, OfAccount, SendGate } from "./gate.ts";
import { journalMark } from "./journal-mark.ts";
import { memory } from "./memory.ts";
import { newerDocumentsInCi } from "./newer-documents.ts";
import { gateOfExtras } from "./of-extras.ts";
import { onlyReads } from "./only-reads.ts";
import { sameService } from "./same-service.ts";
import { soundJournal } from "./sound-journal.ts";
import { teamGate } from "./team.ts";

/**
 * Everything that stops a run before its first question, in this order. What stops one document, such as its number, its
 * approval or what is left to credit, is asked in the transaction that claims it (`begin` of the journal).
 */
export const gates: {
  readonly beforeSignIn: ReadonlyArray<SendGate<BeforeSignIn>>;
  readonly ofJournal: ReadonlyArray<SendGate<Journal>>;
  readonly ofAccount: ReadonlyArray<SendGate<OfAccount>>;
} = {
  beforeSignIn: [sameService, memory, onlyReads],
  ofJournal: [teamGate, soundJournal],
  ofAccount: [newerDocumentsInCi, journalMark, gateOfExtras],
};

/** Returns the problem of the first gate that stops. */
export async function stoppedAt<Sending>(
  asked: ReadonlyArray<SendGate<Sending>>,
  sending: Sending,
  desk: Desk,
): Promise<Problem | undefined> {
  for (const { stops } of asked) {
    const found = await stops(sending, desk);
    if (found) return found;
  }
  return undefined;
}
