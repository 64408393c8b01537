import { daysBetween } from "../document/index.ts";
import { isPracticeAccount, type JournalNote, notesOfType } from "../journal/index.ts";
import { byDocument, type DocumentName } from "./by-document.ts";

/** A record that the supplier got a copy of a document that was not delivered, or the withdrawal of such a record. */
export interface HandedOver {
  /** The day on which the supplier got the copy, YYYY-MM-DD. */
  readonly on: string;
  /** How the supplier got the copy: `mail`. For a withdrawal, the reason. */
  readonly how: string;
  readonly withdrawn: boolean;
  /** The person who recorded it, and the time; UTC, ISO 8601. */
  readonly by: string;
  readonly recordedAt: string;
}

/** The service's statement about the delivery of a document. */
export interface HeardOfDelivery {
  readonly delivered: boolean;
  /** The address; undefined if unknown. */
  readonly address?: string | undefined;
  /** Time of the statement; UTC, ISO 8601. */
  readonly at: string;
}

/** The document that gave the latest evidence about delivery to an address. */
export interface HeardOfAddress {
  readonly delivered: boolean;
  /** Day of issue of the document, YYYY-MM-DD. */
  readonly day: string;
  /** Number of the document, or another display name. */
  readonly called: string;
}

/** The destination of a document. */
export interface SentTo extends Omit<HeardOfAddress, "delivered"> {
  readonly address: string;
}

const types = { heard: "delivery-heard", handed: "handed-over" } as const;

/** Builds the note about a delivery; `to` is left out if the address of the document is unknown. */
export function deliveryNote({ account, id }: DocumentName, delivered: boolean, to?: SentTo) {
  return { type: types.heard, data: { account, id, delivered, ...to } } as const;
}

/** Number of days after which another delivery counts as new evidence that an address can be reached. */
const shownFor = 30;

/** Whether a delivery is newer evidence about its address than the earlier one. */
export function showsMore(day: string, before: HeardOfAddress | undefined): boolean {
  if (before === undefined) return true;
  return before.delivered ? daysBetween(before.day, day) > shownFor : before.day <= day;
}

export function handedOverNote({ account, id }: DocumentName, { recordedAt: _, ...said }: HandedOver) {
  return { type: types.handed, data: { account, id, ...said } } as const;
}

/** Failed deliveries, and the actions taken about them. */
export interface Handovers {
  /** Returns the last evidence about a document's delivery; undefined if there is none, for instance if the document was delivered immediately. */
  delivery(document: DocumentName): HeardOfDelivery | undefined;
  /** Returns all records about a document, oldest first; the last one counts. */
  of(document: DocumentName): readonly HandedOver[];
  /** Returns the record that counts. */
  last(document: DocumentName): HandedOver | undefined;
  /** Whether the document's supplier is waiting for a copy. */
  isAwaited(document: DocumentName): boolean;
  /** Returns the last evidence about an address, from documents of practice or from all others. */
  address(address: string, practice: boolean): HeardOfAddress | undefined;
  /** Documents whose suppliers are waiting for a copy. */
  readonly awaited: readonly DocumentName[];
}

/** Reads the notes on copies in a journal, including those of journals merged into it. */
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

/** Returns the latest evidence for each address. Of documents issued on the same day, the one recorded last counts. */
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
