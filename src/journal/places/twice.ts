import { documentName } from "../../document/index.ts";
import { idColumn } from "../store/id-column.ts";
import type { Intent } from "../store/records.ts";
import type { RecordsTable } from "../store/records-table.ts";
import { type Past, pastOf } from "../tried/past.ts";
import { seriesThere, type TakenKey } from "./imported.ts";

/** A document that exists more than once. */
export interface Twice {
  /**
   * `content`: the same content under several ids; `number`: different content under the same document number for one
   * supplier; `id`: different content under the same id.
   */
  readonly what: "content" | "number" | "id";
  readonly account: string;
  readonly documents: readonly { readonly id: string; readonly number: string; readonly attempt: string }[];
}

/** Finds, among the documents with these content keys, those that exist more than once. */
export function twiceAmong(records: RecordsTable, keys: readonly TakenKey[]): Twice[] {
  const found = new Map<string, Twice>();
  const add = (what: Twice["what"], account: string, all: readonly Existing[]): void => {
    const documents = all.map(({ id, number, attempt }) => ({ id, number, attempt }));
    const name = `${what} ${account} ${documents.map(({ attempt }) => attempt).toSorted()}`;
    found.set(name, { what, account, documents });
  };
  for (const { account, key } of keys) {
    const own = existing(records, account, key);
    if (several(own, ({ id }) => id)) add("content", account, own);
    for (const one of own) {
      const sameNumber = records.keysOfNumber(one.intent).flatMap((other) => existing(records, account, other));
      const isOfSeries = "series" in one.intent || seriesThere in one.intent;
      const ofSeries = isOfSeries ? records.find(account, one.number) : [];
      for (const { id, documentNumber } of ofSeries)
        if (id !== one.id && documentNumber === one.number) sameNumber.push({ ...one, id, attempt: id });
      if (several([one, ...sameNumber], ({ id }) => id)) add("number", account, [one, ...sameNumber]);
      const sameId = [...records.tried.named("id", one.id)].flatMap((past) =>
        past.intent.account === account &&
        past.intent.key !== key &&
        past.state === "created" &&
        past.idType === one.idType
          ? [{ ...one, number: documentName(past), attempt: past.attempt, intent: past.intent }]
          : [],
      );
      // A correction replaces its original under the same id.
      if (sameId.length > 0 && ![one, ...sameId].some(({ intent }) => intent.replaces === one.id))
        add("id", account, [one, ...sameId]);
    }
  }
  return [...found.values()];
}

interface Existing {
  readonly id: string;
  readonly idType?: Past["idType"];
  readonly number: string;
  readonly attempt: string;
  readonly intent: Intent;
}

/** Returns the existing documents with this content, one per id. */
function existing(records: RecordsTable, account: string, key: string): Existing[] {
  const all = records.ofKey(account, key);
  const found = new Map<string, Existing>();
  for (const attempt of new Set(all.map((each) => each.attempt))) {
    const past = pastOf(all.filter((each) => each.attempt === attempt));
    if (past?.state !== "created" || past.id === undefined) continue;
    const { id, idType, intent } = past;
    const name = idColumn(id, idType);
    if (!found.has(name)) found.set(name, { id, idType, number: documentName(past), attempt, intent });
  }
  return [...found.values()];
}

function several<T>(all: readonly T[], by: (one: T) => string): boolean {
  return new Set(all.map(by)).size > 1;
}
