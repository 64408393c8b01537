import type { PastState } from "../../states/index.ts";
import type { AttemptResult, Intent, JournalRecord, Resolution } from "../store/records.ts";

/** One attempt to send, as recorded. */
export interface Past {
  /** Sequence number of its intent; later attempts have higher ones. */
  readonly record: number;
  readonly attempt: string;
  /** Start of the attempt; like all times in this interface, UTC in ISO 8601. */
  readonly at: string;
  readonly intent: Intent;
  /** When the first byte was about to be sent; absent if nothing was sent. */
  readonly sentAt?: string | undefined;
  readonly result?: (AttemptResult & { readonly at: string }) | undefined;
  readonly resolution?: (Resolution & { readonly at: string }) | undefined;
  readonly state: PastState;
  readonly id?: string | undefined;
  readonly idType?: AttemptResult["idType"];
  readonly documentNumber?: string | undefined;
}

/**
 * Builds the attempt from its records; undefined if they have no intent. An attempt that was sent and has not ended
 * is `under-way`: the records do not show whether a live process is working on it.
 */
export function pastOf(records: readonly JournalRecord[]): Past | undefined {
  const begun = records.find((each) => each.type === "intent");
  if (begun?.type !== "intent") return undefined;
  const { sequence: record, attempt, at, data: intent } = begun;
  let past: Past = { record, attempt, at, intent, state: "not-sent" };
  for (const each of records) past = { ...past, ...after(each) };
  return { ...past, documentNumber: past.documentNumber ?? intent.documentNumber };
}

/**
 * Returns the id of the attempt's document. A document that is sent again after a failed validation already has its id
 * before there is a result.
 */
export function documentIdOf({ id, intent }: Pick<Past, "id" | "intent">): string | undefined {
  return id ?? intent.replaces;
}

/** Returns the changes that a record makes to an attempt. */
function after(record: JournalRecord): Partial<Past> {
  const { at } = record;
  switch (record.type) {
    case "intent":
      return {};
    case "armed":
      return { sentAt: at, state: "under-way" };
    case "result":
      return { result: { ...record.data, at }, state: record.data.verdict, ...identity(record.data) };
    case "resolved":
      return { resolution: { ...record.data, at }, state: record.data.verdict, ...resolvedAs(record.data) };
  }
}

/** Returns the id and number in a resolution, which overrule the earlier ones even if they are undefined. */
function resolvedAs({ id, idType, documentNumber }: Resolution): Partial<Past> {
  return { id, idType, documentNumber };
}

function identity({ id, idType, documentNumber }: AttemptResult): Partial<Past> {
  return { ...(id === undefined ? {} : { id, idType }), ...(documentNumber === undefined ? {} : { documentNumber }) };
}
