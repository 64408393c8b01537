import { holdPolicy } from "../../../submit/index.ts";
import type { OfAccount, SendGate } from "./gate.ts";

/** An approval policy that the journal lost. Elsewhere than in practice, the guard of the mark asks this. */
export const policyGate: SendGate<OfAccount> = {
  name: "policy",
  async stops({ guard, connection, journal, marks }) {
    return guard ? undefined : holdPolicy({ journal, marks, practice: true }, connection.businessProfileId);
  },
};
