import type { OfAccount, SendGate } from "./gate.ts";

/** A journal that lacks what the account's mark covers. Also checks, before the first question, that marks can be written. */
export const journalMark: SendGate<OfAccount> = {
  name: "journal-mark",
  stops: async ({ guard }) => guard?.advance(),
};
