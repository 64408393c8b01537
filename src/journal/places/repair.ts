import { fail, ok, problem, type Result, suggest } from "../../problem/index.ts";
import type { ServerAddress } from "../server/address.ts";
import { asOwner } from "../server/as-owner.ts";
import { type Repaired, repairTables } from "../verify/repair.ts";
import { verifyJournal } from "../verify/verify.ts";
import { alone } from "./alone.ts";
import { closedBy, closedFile } from "./closed.ts";
import type { ByWhom } from "./move.ts";

const restore = (): string => `Put the latest backup in its place: ${suggest`journal restore FILE`}`;
const restoreServer = (): string =>
  `Send nothing. Ask whoever runs the server to restore() it from a backup, then: ${suggest`journal accept`}`;

/**
 * Rebuilds derived tables that contradict the records, and verifies the whole journal. If the records are damaged,
 * nothing is changed. Problems: `journal-in-use`, `journal-moved`, `journal-unusable`.
 */
export function repairJournal(path: string, who: ByWhom): Result<Repaired> {
  return alone(path, ({ disk: { database }, notes }) => {
    const closed = closedBy(notes.all());
    return closed ? fail(closedFile(path, closed)) : repaired(database, who, restore());
  });
}

/** Like `repairJournal`, but on a server; only for the owner of its tables. Additional problem: `bad-usage`. */
export function repairOnServer(address: ServerAddress, who: ByWhom): Promise<Result<Repaired>> {
  return asOwner(address, "journal repair", ({ database }) => repaired(database, who, restoreServer()));
}

function repaired(database: Parameters<typeof repairTables>[0], { by, now }: ByWhom, hint: string): Result<Repaired> {
  const done = repairTables(database, { by, at: new Date(now).toISOString() });
  const damage = done.damage ?? verifyJournal(database, undefined).damage;
  if (damage === undefined) return ok(done);
  const message =
    done.damage === undefined
      ? `The journal is still damaged after the repair: ${damage}.`
      : `The journal was not repaired, because its records themselves are damaged: ${damage}. Nothing was changed.`;
  return fail(problem("journal-unusable", message, hint));
}
