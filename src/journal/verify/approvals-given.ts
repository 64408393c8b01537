import { userOfKey } from "../../approval/index.ts";
import type { Database } from "../../database/index.ts";
import { onward } from "../store/onward.ts";
import type { Intent } from "../store/records.ts";

/** The number of approvals in a journal, by how they are proven. */
export interface ApprovalsGiven {
  /** Number of approvals with a signature. */
  readonly signed: number;
  /** Number of approvals without a signature, keyed by the database user who stands in for the signing key. */
  readonly byUser: ReadonlyMap<string, number>;
}

const page = 500;

/** Counts each approval once per document. */
export function approvalsGiven(database: Database): ApprovalsGiven {
  let signed = 0;
  const byUser = new Map<string, number>();
  const sql = "SELECT sequence, data FROM record WHERE type = 'intent' AND sequence > ? ORDER BY sequence LIMIT ?";
  for (let after = 0; ; ) {
    const rows = database.all(sql, after, page);
    for (const { data } of rows) {
      const { approval } = JSON.parse(String(data)) as Pick<Intent, "approval">;
      for (const { key, for: approver } of approval?.approved ?? []) {
        const user = userOfKey(key) ?? userOfKey(approver?.key ?? "");
        if (user === undefined) signed += 1;
        else byUser.set(user, (byUser.get(user) ?? 0) + 1);
      }
    }
    if (rows.length < page) return { signed, byUser };
    after = onward(after, Number(rows.at(-1)?.sequence));
  }
}
