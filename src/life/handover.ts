import { daysBetween } from "../document/index.ts";
import { isPracticeAccount, type JournalNote, notesOfType } from "../journal/index.ts";
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
  /** Where it went; undefined where that was not known. */
  readonly address?: string | undefined;
  /** UTC, ISO 8601. */
  readonly at: string;
}

/** The document by which it was last heard whether the network delivers at an address. */
export interface HeardOfAddress {
  readonly delivered: boolean;
  /** Its day of issue, YYYY-MM-DD. */
  readonly day: string;
  /** Its number, or what else a person calls it. */
  readonly called: string;
}

/** Where a document went. */
export interface SentTo extends Omit<HeardOfAddress, "delivered"> {
  readonly address: string;
}

const types = { heard: "delivery-heard", handed: "handed-over" } as const;

/** `to` is left out where the address of the document is not known. */
export function deliveryNote({ account, id }: DocumentName, delivered: boolean, to?: SentTo) {
  return { type: types.heard, data: { account, id, delivered, ...to } } as const;
}

/** A delivery shows again after so many days that an address is reached. */
const shownFor = 30;

/** Whether a delivery says more about its address than what was heard before. */
export function showsMore(day: string, before: HeardOfAddress | undefined): boolean {
  if (before === undefined) return true;
  return before.delivered ? daysBetween(before.day, day) > shownFor : before.day <= day;
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
  /** What was last heard of an address, by the documents of practice or by all others. */
  address(address: string, practice: boolean): HeardOfAddress | undefined;
  /** Documents whose suppliers wait for a copy. */
  readonly awaited: readonly DocumentName[];
}

/** The words about handing over among the notes of a journal, those of a journal that was merged into it too. */
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

/** Of documents of one day the one that was noted last counts. */
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
