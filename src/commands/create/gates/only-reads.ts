import { journalIfAny } from "../../answer/journal-head.ts";
import type { BeforeSignIn, SendGate } from "./gate.ts";
import { soundJournal } from "./sound-journal.ts";
import { teamGate } from "./team.ts";

/** A user who may only read the journal: a sign-in would not help, so this is asked before the token. */
export const onlyReads: SendGate<Pick<BeforeSignIn, never>> = {
  name: "only-reads",
  async stops(_, desk) {
    const journal = await journalIfAny(desk);
    // A journal that cannot be opened is told of later, when it is known whether this is a sandbox.
    if (!journal.ok || !journal.value?.onlyReads) return undefined;
    return (await teamGate.stops(journal.value, desk)) ?? soundJournal.stops(journal.value, desk);
  },
};
