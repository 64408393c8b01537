import { journalIfAny } from "../../answer/journal-head.ts";
import type { BeforeSignIn, SendGate } from "./gate.ts";
import { soundJournal } from "./sound-journal.ts";
import { teamGate } from "./team.ts";

/** A user who may only read the journal: a sign-in would not help, so this is asked before the token. */
export const onlyReads: SendGate<Pick<BeforeSignIn, never>> = {
  name: "only-reads",
  async stops(_, desk) {
    const journal = await journalIfAny(desk);
    if (!journal.ok) return journal.problems[0];
    if (!journal.value?.onlyReads) return undefined;
    return (await teamGate.stops(journal.value, desk)) ?? soundJournal.stops(journal.value, desk);
  },
};
