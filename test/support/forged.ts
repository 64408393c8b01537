import type { Database } from "../../src/database/index.ts";
import type { AttemptResult, Intent } from "../../src/journal/index.ts";
import { chainOf } from "../../src/journal/store/chain.ts";
import { keptTexts } from "../../src/journal/store/kept-texts.ts";
import { recordsTable } from "../../src/journal/store/records-table.ts";
import { createdResult } from "./intents.ts";

interface Forgery {
  readonly attempt?: string;
  /** The time in UTC, in ISO 8601 format. */
  readonly at?: string;
  readonly texts?: readonly string[];
  readonly armed?: boolean;
  /** Undefined means no result; by default, the result of a created document. */
  readonly result?: AttemptResult | undefined;
  /** Records a takeover in place of a result. */
  readonly takenOver?: boolean;
}

/**
 * Records what a modified program would record: it ignores the policy but keeps the chain valid. Throws errors from the
 * database.
 */
export function forge(database: Database, what: Intent, how: Forgery = {}): void {
  const { attempt = "AAAAAAA2", at = "2026-06-15T10:00:00.000Z", texts = [], armed = true, takenOver = false } = how;
  const chain = chainOf(database);
  const records = recordsTable(database, chain);
  const stamp = { at, account: what.account, key: what.key, attempt };
  const result = "result" in how ? how.result : createdResult(`id-${attempt}`);
  database.transaction(() => {
    for (const text of texts) keptTexts(database, chain).keep(text);
    records.addIntent(stamp, what);
    if (armed) records.addArmed(stamp);
    if (takenOver)
      records.addResolved(stamp, { verdict: "created", id: `id-${attempt}`, how: "taken-over", by: "aisha" });
    else if (result) records.addResult(stamp, result);
  });
}
