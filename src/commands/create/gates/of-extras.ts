import { heldByExtras } from "../../../submit/index.ts";
import type { OfAccount, SendGate } from "./gate.ts";

/** What extras stop, such as a journal that lost its approval policy. Except in practice, the guard of the mark asks it. */
export const gateOfExtras: SendGate<OfAccount> = {
  name: "extras",
  async stops({ guard, connection, journal, marks }, { hooks }) {
    return guard ? undefined : heldByExtras({ journal, marks, practice: true }, connection.businessProfileId, hooks);
  },
};
