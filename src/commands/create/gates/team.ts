import type { Journal } from "../../../journal/index.ts";
import { unsent } from "../../answer/submission-results.ts";
import type { SendGate } from "./gate.ts";

/** A database user who was taken out of the team of a journal on a server. */
export const teamGate: SendGate<Journal> = {
  name: "team",
  async stops(journal) {
    const out = await journal.policies.team.whyOut();
    return out.ok ? out.value : unsent(out.problems[0]);
  },
};
