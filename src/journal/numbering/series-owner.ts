import type { Database } from "../../database/index.ts";
import type { Relation } from "../accounts/services.ts";

/** A number series that another company's account already uses. */
export interface SeriesOfOther {
  readonly account: string;
  readonly series: string;
}

/** As `knownAccounts` returns them. */
interface Related {
  related(account: string): readonly {
    readonly account: string;
    readonly relation: Relation;
    readonly sameBuyer: boolean;
  }[];
}

/**
 * The owner of a number series is the company that got its first number. Accounts at other services, such as a test
 * system, do not count.
 */
export function seriesOwners(database: Database, accounts: Related) {
  const relatedTo = (account: string) => accounts.related(account).filter(({ relation }) => relation !== "other");
  const othersOf = (account: string): string[] =>
    relatedTo(account).flatMap((each) => (each.sameBuyer ? [] : [each.account]));
  const firstOf = (whose: readonly string[], series: readonly string[], order: string) => {
    if (whose.length === 0) return undefined;
    const sql = `SELECT account, at FROM numbered WHERE account IN (${marks(whose)}) AND series IN (${marks(series)})
      ORDER BY ${order} LIMIT 1`;
    return database.get(sql, ...whose, ...series);
  };
  return {
    /** The account of another company that owns this series. Call it inside the transaction that takes a number. */
    otherOwner(account: string, series: string): string | undefined {
      const [others, spellings] = [othersOf(account), spellingsOf(series)];
      // This first query does not sort by time: usually no other company has used the series, and then no order is
      // needed.
      if (firstOf(others, spellings, "account, series, counter") === undefined) return undefined;
      const own = [account, ...relatedTo(account).flatMap((each) => (each.sameBuyer ? [each.account] : []))];
      const [mine, theirs] = [own, others].map((each) => firstOf(each, spellings, "at"));
      return mine && theirs && String(mine.at) < String(theirs.at) ? undefined : String(theirs?.account);
    },
    seriesOfOthers(account: string): SeriesOfOther[] {
      const others = othersOf(account);
      if (others.length === 0) return [];
      const sql = `SELECT DISTINCT account, series FROM numbered WHERE account IN (${marks(others)}) ORDER BY account, series`;
      return database.all(sql, ...others).map((row) => ({ account: String(row.account), series: String(row.series) }));
    },
  };
}

/** Spellings that differ only in the number of zeros, which eventually produce the same numbers. */
function spellingsOf(series: string): string[] {
  const zeros = Array.from({ length: 12 }, (_, at) => `{${"0".repeat(at + 1)}}`);
  return zeros.map((each) => series.replace(/\{0+\}/, each));
}

const marks = (values: readonly string[]): string => values.map(() => "?").join(", ");
