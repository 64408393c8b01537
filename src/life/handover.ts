import { daysBetween } from "../document/index.ts";
import { isPracticeAccount, type JournalNote, notesOfType } from "../journal/index.ts";
import { byDocument, type DocumentName } from "./by-document.ts";

/** A record that the supplier received a copy of an undelivered document, or that such a record was withdrawn. */
export interface HandedOver {
  /** Day of the handover, YYYY-MM-DD. */
  readonly on: string;
  /** How the copy was handed over, such as `mail`; for a withdrawal, the reason. */
  readonly how: string;
  readonly withdrawn: boolean;
  /** The person who recorded it; `recordedAt` is the time (UTC, ISO 8601). */
  readonly by: string;
  readonly recordedAt: string;
}

export interface HeardOfDelivery {
  readonly delivered: boolean;
  /** The supplier's network address; undefined if unknown. */
  readonly address?: string | undefined;
  /** Time of the report; UTC, ISO 8601. */
  readonly at: string;
}

export interface HeardOfAddress {
  readonly delivered: boolean;
  /** Issue date, YYYY-MM-DD. */
  readonly day: string;
  /** Number of the document, or another name for display. */
  readonly called: string;
}

/** The destination of a document. */
export interface SentTo extends Omit<HeardOfAddress, "delivered"> {
  readonly address: string;
}

const types = { heard: "delivery-heard", handed: "handed-over" } as const;

/** Returns the note that records whether a document was delivered; `to` is undefined if the address is unknown. */
export function deliveryNote({ account, id }: DocumentName, delivered: boolean, to?: SentTo) {
  return { type: types.heard, data: { account, id, delivered, ...to } } as const;
}

/** Number of days after which another delivery counts as new evidence. */
const shownFor = 30;

/** Whether the report is worth recording as newer evidence. */
export function showsMore(day: string, before: HeardOfAddress | undefined): boolean {
  if (before === undefined) return true;
  return before.delivered ? daysBetween(before.day, day) > shownFor : before.day <= day;
}

export function handedOverNote({ account, id }: DocumentName, { recordedAt: _, ...said }: HandedOver) {
  return { type: types.handed, data: { account, id, ...said } } as const;
}

export interface Handovers {
  /**
   * Returns the last evidence about a delivery; undefined if there is none, for example because the document was
   * delivered immediately.
   */
  delivery(document: DocumentName): HeardOfDelivery | undefined;
  /** Returns handover records, oldest first; the last one counts. */
  of(document: DocumentName): readonly HandedOver[];
  last(document: DocumentName): HandedOver | undefined;
  /** Whether the supplier is waiting for a copy. */
  isAwaited(document: DocumentName): boolean;
  /** Returns the latest evidence about an address, either from practice documents only or from all others. */
  address(address: string, practice: boolean): HeardOfAddress | undefined;
  /** Documents whose suppliers are waiting for a copy. */
  readonly awaited: readonly DocumentName[];
}

export function handoversIn(notes: readonly JournalNote[]): Handovers {
  const heard = byDocument<HeardOfDelivery>(notes, types.heard, ({ delivered, address }, at) => ({
    delivered: delivered === true,
    address: typeof address === "string" ? address : undefined,
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
    address: addressesIn(notes),
    awaited: heard.documents.filter(isAwaited),
  };
}

/**
 * Collects the latest evidence for each address. Among documents issued on the same day, the last one recorded
 * counts.
 */
function addressesIn(notes: readonly JournalNote[]): Handovers["address"] {
  const last = new Map<string, HeardOfAddress>();
  const keyOf = (address: string, practice: boolean): string => `${practice} ${address}`;
  for (const { data } of notesOfType(notes, types.heard)) {
    const { account, address, day, called, delivered } = data;
    if (typeof address !== "string" || typeof day !== "string") continue;
    const key = keyOf(address, isPracticeAccount(String(account)));
    if ((last.get(key)?.day ?? "") <= day)
      last.set(key, { delivered: delivered === true, day, called: String(called) });
  }
  return (address, practice) => last.get(keyOf(address, practice));
}
