import type { Database } from "../../database/index.ts";
import { numberNames } from "../store/adding.ts";
import type { Chain, ChainedRow } from "../store/chain.ts";
import type { journalNotes } from "../store/notes.ts";
import { onward } from "../store/onward.ts";
import { intentIn } from "../store/record-rows.ts";
import type { Intent, JournalNote, JournalRecord } from "../store/records.ts";
import type { RecordsTable } from "../store/records-table.ts";
import { JournalDamage, secondPath } from "../store/second-path.ts";
import { spellingOf } from "../store/spelling.ts";
import type { HandedOut } from "./numbers.ts";

/**
 * Type of the note recorded when a number is taken away from its content. Its data contains account, series and
 * counter.
 */
export const numberGivenUp = "number-given-up";
/** Type of the note about a table of numbers that was rebuilt because entries were missing or extra. */
const rebuilt = "numbers-rebuilt";
/** Records held in memory at once. */
const page = 500;

interface Parts {
  readonly database: Database;
  readonly chain: Chain;
  readonly records: RecordsTable;
  readonly notes: ReturnType<typeof journalNotes>;
  /** Unix milliseconds. */
  readonly now: () => number;
}

export function givenUpIn({ account, series, counter }: JournalNote["data"]) {
  return [String(account), { series: String(series), counter: Number(counter) }] as const;
}

/**
 * Checks the table of numbers against the records, so that a damaged table never hands out a number twice. The record
 * of each new number is indexed by its series (second-path.ts), and counters only rise, so the last record has the
 * last counter: the check reads a few rows per send. If the table and the records differ, the table is rebuilt from
 * the intents and the notes. Throws if the records themselves are damaged.
 */
export function numberCheck({ database, chain, records, notes, now }: Parts) {
  const { numbers } = records;
  const second = secondPath(database);

  /** Compares the table with the records for the intent's content. */
  const agrees = ({ account, key }: Intent): boolean => {
    const own = numbers.ofKey(account, key);
    const recorded = lastPlace(records.ofKey(account, key));
    if (recorded === undefined) return own === undefined;
    if (own !== undefined) return own.series === recorded.series && own.counter === recorded.counter;
    return numbers.isHeldByNobody(account, recorded) && wasGivenUp(database, account, recorded);
  };

  const rebuild = (): void => {
    database.exec("DELETE FROM numbered");
    const givenUp = placesGivenUp(database);
    const giveUpBefore = (link: number): void => {
      while ((givenUp[0]?.link ?? link) < link) numbers.giveUp(...givenUpIn(givenUp.shift()?.data ?? {}));
    };
    for (let after = 0; ; ) {
      const rows = numberedIntents(database, after);
      const altered = chain.altered("record", new Map(rows.map(({ row, what }) => [row, what])));
      if (altered !== undefined) throw new JournalDamage(`record ${altered} is not as it was recorded`);
      for (const { row, link, what } of rows) {
        giveUpBefore(link);
        const intent = JSON.parse(what.data) as Intent;
        if (!numbers.keep(intent, what.at)) continue;
        for (const [name, value] of numberNames(intent)) second.add(name, intent.account, value, row);
      }
      after = onward(after, rows.at(-1)?.row);
      if (rows.length < page) break;
    }
    giveUpBefore(Number.MAX_SAFE_INTEGER);
    notes.add({ at: new Date(now()).toISOString(), type: rebuilt, data: {} });
  };

  return {
    /** Compares only the number of entries. */
    isComplete: (account: string): boolean => numbers.count(account) === second.count("numbered", account, ""),
    /** Call it inside a transaction. */
    rebuild,
    noteGivenUp(account: string, { series, counter, number, key }: HandedOut, by: string): void {
      const data = { account, number, series, counter, key, by };
      notes.add({ at: new Date(now()).toISOString(), type: numberGivenUp, data });
    },
    /**
     * Checks the table for the series and the content, and rebuilds it if necessary. Call it inside the transaction
     * that gives the content a number from the series.
     */
    beforeNumbering(intent: Intent, series: string): void {
      const isSound = (): boolean =>
        lastRecorded(second, records, intent.account, series) === numbers.last(intent.account, series) &&
        agrees(intent);
      if (isSound()) return;
      rebuild();
      if (!isSound()) throw new JournalDamage("its table of numbers does not agree with its records");
    },
  };
}

export type NumberCheck = ReturnType<typeof numberCheck>;

/** 0 if there is none. */
function lastRecorded(
  second: ReturnType<typeof secondPath>,
  { only }: Pick<RecordsTable, "only">,
  account: string,
  series: string,
): number {
  for (const row of second.last("series", account, series)) {
    const record = only(row);
    const place = record.type === "intent" && record.account === account ? record.data.series : undefined;
    if (place?.series === series) return place.counter;
  }
  return 0;
}

/** Returns the series and the counter of the last number that the content was given. */
function lastPlace(known: readonly JournalRecord[]): Intent["series"] {
  const intents = known.filter((each) => each.type === "intent");
  return intentIn(intents.filter(({ data }) => "series" in data).slice(-1))?.series;
}

/**
 * Whether a number was given up; matters only for content that is sent again afterwards. Notes about this are few, so
 * all are read.
 */
function wasGivenUp(database: Database, account: string, place: NonNullable<Intent["series"]>): boolean {
  return placesGivenUp(database).some(({ data }) => {
    const [whose, { series, counter }] = givenUpIn(data);
    return whose === account && series === place.series && counter === place.counter;
  });
}

function placesGivenUp(database: Database): { link: number; data: JournalNote["data"] }[] {
  const sql = `SELECT link.sequence AS link, data FROM note JOIN link ON link.source = 'note' AND link.row = note.sequence
    WHERE type = ? ORDER BY note.sequence`;
  return database
    .all(sql, numberGivenUp)
    .map(({ link, data }) => ({ link: Number(link), data: JSON.parse(String(data)) }));
}

/** Returns a page of the intents numbered from a series, in order, with their links. */
function numberedIntents(database: Database, after: number): { row: number; link: number; what: ChainedRow }[] {
  // Matches the member name only: inside a JSON string, the quotes would be escaped.
  const sql = `SELECT record.*, link.sequence AS link FROM record JOIN link ON link.source = 'record' AND link.row = record.sequence
    WHERE record.sequence > ? AND type = 'intent' AND ${spellingOf(database).position}(data, '"series":{') > 0 ORDER BY record.sequence LIMIT ${page}`;
  return database.all(sql, after).map(({ sequence, link, at, account, key, attempt, type, data }) => ({
    row: Number(sequence),
    link: Number(link),
    what: { at, account, key, attempt, type, data } as ChainedRow,
  }));
}
