import type { Connection, Desk } from "../../desk/index.ts";
import type { Journal, OfAccounts } from "../../journal/index.ts";
import { ok, type Problem, type Result } from "../../problem/index.ts";
import { type Companies, type CompanyBooks, forCompany, ofCompany } from "../answer/all-companies.ts";
import { type Overview, type OverviewRow, type OverviewWish, overviewFromJournal, overviewOf } from "./overview.ts";

export interface OverviewLook {
  readonly sandbox: boolean;
  readonly account: OfAccounts;
  /** Set if several companies are shown. */
  readonly names?: readonly string[] | undefined;
  now(
    wish: OverviewWish,
    how: { readonly journal: Journal; readonly isWatching: boolean },
    desk: Desk,
  ): Promise<Result<Overview>>;
}

export function lookAt(connection: Connection): OverviewLook {
  return {
    sandbox: connection.profile.sandbox,
    account: connection.account,
    now: (wish, { journal, isWatching }, desk) => overviewOf(wish, polling(connection, isWatching), journal, desk),
  };
}

/**
 * Reads one company after another, each within its own rate limit. If a service is unavailable, shows that company's
 * data from the journal and names the company. Problem: `journal-unusable`.
 */
export function lookAtAll({ all, accounts, problems }: Companies): OverviewLook {
  const connections = new Map<CompanyBooks, Result<Connection>>();
  return {
    sandbox: all.every(({ profile }) => profile.sandbox),
    account: accounts,
    names: all.map(({ company }) => company),
    async now(wish, { journal, isWatching }, desk) {
      const rows: OverviewRow[] = [];
      const found: Problem[] = [...problems];
      let withoutStatus = 0;
      for (const each of all) {
        const seen = await forCompany(each, async () => {
          const connection = connections.get(each) ?? (await desk.connect(each.words));
          connections.set(each, connection);
          return connection.ok ? overviewOf(wish, polling(connection.value, isWatching), journal, desk) : connection;
        });
        if (!seen.ok && isOfAll(seen.problems[0])) return seen;
        found.push(...ofCompany(each, seen.ok ? seen.value.problems : seen.problems));
        const known = seen.ok ? seen : await overviewFromJournal(wish, each, journal, desk);
        if (!known.ok) return known;
        rows.push(...known.value.rows.map((row) => ({ ...row, company: each.company })));
        withoutStatus += known.value.withoutStatus;
      }
      return ok({ rows, withoutStatus, problems: found });
    },
  };
}

/** An unreadable journal and an interruption affect every company. */
const isOfAll = ({ outcome }: Problem): boolean => outcome === "local_state" || outcome === "interrupted";

const polling = (connection: Connection, isWatching: boolean): Connection =>
  isWatching ? { ...connection, service: connection.service.polling() } : connection;
