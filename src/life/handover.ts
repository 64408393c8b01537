import type { JournalNote } from "../journal/index.ts";
import { byDocument, type DocumentName } from "./by-document.ts";

/** A copy of a document that was not delivered was given to its supplier, as somebody recorded it; or such a record was withdrawn. */
export interface HandedOver {
  /** The day on which it was given, YYYY-MM-DD. */
  readonly on: string;
  /** How it was given: `mail`. Of a withdrawal the reason. */
  readonly how: string;
  readonly withdrawn: boolean;
  /** Who recorded it, and when; UTC, ISO 8601. */
  readonly by: string;
  readonly recordedAt: string;
}

/** What the service told of the delivery of a document. */
export interface HeardOfDelivery {
  readonly delivered: boolean;
  /** UTC, ISO 8601. */
  readonly at: string;
}

const types = { heard: "delivery-heard", handed: "handed-over" } as const;

export function deliveryNote({ account, id }: DocumentName, delivered: boolean) {
  return { type: types.heard, data: { account, id, delivered } } as const;
}

export function handedOverNote({ account, id }: DocumentName, { recordedAt: _, ...said }: HandedOver) {
  return { type: types.handed, data: { account, id, ...said } } as const;
}

/** Deliveries that did not take place, and what was done about them. */
export interface Handovers {
  /** What was heard last; undefined where nothing was heard, as of a document that was delivered at once. */
  delivery(document: DocumentName): HeardOfDelivery | undefined;
  /** All records, the oldest first; the last one counts. */
  of(document: DocumentName): readonly HandedOver[];
  /** The record that counts. */
  last(document: DocumentName): HandedOver | undefined;
  /** Whether its supplier waits for a copy. */
  isAwaited(document: DocumentName): boolean;
  /** Documents whose suppliers wait for a copy. */
  readonly awaited: readonly DocumentName[];
}

/** The words about handing over among the notes of a journal, those of a journal that was merged into it too. */
export function handoversIn(notes: readonly JournalNote[]): Handovers {
  const heard = byDocument<HeardOfDelivery>(notes, types.heard, ({ delivered }, at) => ({
    delivered: delivered === true,
    at,
  }));
  const handed = byDocument<HandedOver & { readonly at: string }>(
    notes,
    types.handed,
    ({ on, how, withdrawn, by }, at) => ({
      ...{ on: String(on), how: String(how), withdrawn: withdrawn === true, by: String(by) },
      ...{ recordedAt: at, at },
    }),
  );
  const delivery = (document: DocumentName) => heard.of(document).at(-1);
  const last = (document: DocumentName): HandedOver | undefined => {
    const record = handed.of(document).at(-1);
    return record?.withdrawn ? undefined : record;
  };
  const isAwaited = (document: DocumentName): boolean =>
    delivery(document)?.delivered === false && last(document) === undefined;
  return {
    ...{ delivery, last, isAwaited },
    of: (document) => handed.of(document),
    awaited: heard.documents.filter(isAwaited),
  };
}
