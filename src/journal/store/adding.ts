import type { Database } from "../../database/index.ts";
import { approvedNames, serviceDayNames } from "../keys/approved-names.ts";
import { twinKey } from "../keys/intent-key.ts";
import type { numberBook } from "../numbering/numbers.ts";
import { numberKey } from "./deciding.ts";
import { contradicted, type endings, endOf, type NewRecord } from "./endings.ts";
import type { RecordRows } from "./record-rows.ts";
import type { AttemptResult, Intent, JournalRecord, Resolution } from "./records.ts";
import type { SecondName, secondPath } from "./second-path.ts";
import type { supplierIndex } from "./sent-to.ts";

interface Beside {
  /** Writes the record itself and returns its number. */
  readonly put: (record: NewRecord, type: JournalRecord["type"], data: object) => number;
  readonly ofAttempt: RecordRows["ofAttempt"];
  readonly second: Pick<ReturnType<typeof secondPath>, "add">;
  readonly bySupplier: ReturnType<typeof supplierIndex>;
  readonly numbers: ReturnType<typeof numberBook>;
  readonly ends: ReturnType<typeof endings>;
  /** Called after each record is added. */
  readonly follow: (attempt: string) => void;
}

export function addingRecords(
  database: Database,
  { put, ofAttempt, second, bySupplier, numbers, ends, follow }: Beside,
) {
  const { settle, unsettle, otherWith, forget } = ends;
  const add = (record: NewRecord, type: JournalRecord["type"], data: object): number => {
    const row = put(record, type, data);
    second.add("key", record.account, record.key, row);
    follow(record.attempt);
    return row;
  };
  const addEnd = (record: NewRecord, result: AttemptResult): void => {
    add(record, "result", result);
    settle(record, result);
    if (result.serviceDay !== undefined) countOn(result.serviceDay, ofAttempt(record.attempt), second);
  };
  return {
    addIntent(record: NewRecord, intent: Intent): void {
      const row = add(record, "intent", intent);
      bySupplier.add(intent, row);
      if (numbers.keep(intent, record.at))
        for (const [name, value] of numberNames(intent)) second.add(name, intent.account, value, row);
      for (const [whose, value] of approvedNames(intent)) second.add("approved", whose, value, row);
      const [number, twin] = [numberKey(intent), twinKey(intent)];
      const sql = "INSERT INTO intended (account, key, number, twin) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING";
      const { changes } = database.run(sql, intent.account, intent.key, number ?? null, twin);
      if (changes === 0) return;
      second.add("twin", intent.account, twin, row);
      if (number !== undefined) second.add("number", intent.account, number, row);
    },
    /** Records that sending begins. `data`: the origin of an imported record; empty for records written here. */
    addArmed(record: NewRecord, data: object = {}): void {
      add(record, "armed", data);
      unsettle(record);
    },
    /**
     * Adds a result, or a doubt if the result's id belongs to other content, and returns it. Adds nothing if a person
     * has settled the attempt in the meantime (`isOvertaken`).
     */
    addResult(record: NewRecord, result: AttemptResult): AttemptResult {
      const other = result.verdict === "created" ? otherWith(record, result) : undefined;
      const recorded = other ? contradicted(result, other) : result;
      if (isOvertaken(recorded, ofAttempt(record.attempt))) return recorded;
      addEnd(record, recorded);
      return recorded;
    },
    /** Adds a result unchanged: earlier versions could record one id for documents with different content. */
    addRecorded: addEnd,
    addResolved(record: NewRecord, resolution: Resolution): void {
      const before = endOf(ofAttempt(record.attempt));
      add(record, "resolved", resolution);
      const isSame = before?.id === resolution.id && before?.idType === resolution.idType;
      if (before?.verdict === "created" && before.id !== undefined && !isSame)
        forget(record, { id: before.id, idType: before.idType });
      if (resolution.verdict === "in-doubt") unsettle(record);
      else settle(record, resolution);
    },
  };
}

/** Counts an approved document towards the day that the service's clock showed, in addition to the recorded day. */
function countOn(day: string, records: readonly JournalRecord[], second: Beside["second"]): void {
  const intent = records.find(({ type }) => type === "intent");
  if (intent?.type !== "intent") return;
  for (const [whose, value] of serviceDayNames(intent.data, day)) second.add("approved", whose, value, intent.sequence);
}

/**
 * Whether a person has settled the attempt in the meantime, so that its result adds nothing. Recording such a result
 * would put the settled attempt in doubt again, or allow sending a document that the person said exists. A success is
 * recorded even if the person said that the document does not exist, because it may exist.
 */
function isOvertaken({ verdict, status, told }: AttemptResult, records: readonly JournalRecord[]): boolean {
  if (verdict === "created" || told !== undefined) return false;
  const settled = records.findLast(({ type }) => type === "resolved");
  if (settled?.type !== "resolved") return false;
  return settled.data.verdict === "created" || (verdict === "in-doubt" && (status === undefined || status >= 400));
}

/** Returns the names in the second index of an intent whose number is from a series; empty for other intents. */
export function numberNames({ series }: Intent): readonly (readonly [SecondName, string])[] {
  if (series === undefined) return [];
  return [
    ["series", series.series],
    ["numbered", ""],
  ];
}
