import type { Journal } from "../../../journal/index.ts";
import { unsent } from "../../answer/submission-results.ts";
import type { SendGate } from "./gate.ts";

/** A journal that is damaged, closed or without space for a result. */
export const soundJournal: SendGate<Journal> = {
  name: "sound-journal",
  async stops(journal) {
    const ready = await journal.readyToSend();
    return ready.ok ? undefined : unsent(ready.problems[0]);
  },
};
