import { issueBy } from "../../check/index.ts";
import { keptDocument } from "../../contract/index.ts";
import type { Desk } from "../../desk/index.ts";
import { daysAfter, daysBetween, gulfDay, isDay, type SelfBilledDocument } from "../../document/index.ts";
import type { Past, Together } from "../../journal/index.ts";
import type { Deadline } from "../../report/index.ts";

/** The part of the journal needed here; pass `journal.together` for many documents. */
export type DueJournal = Pick<Together, "kept"> & { readonly tries: Pick<Together["tries"], "last"> };

/** Returns the last day for issuing the document; undefined if it has no date to count from. */
export async function deadlineOf(
  kind: Past["intent"]["kind"],
  document: SelfBilledDocument | undefined,
  journal: DueJournal | undefined,
  desk: Desk,
): Promise<Deadline | undefined> {
  if (kind === "credit-note") {
    const event = await eventOf(document, journal);
    return event === undefined ? undefined : daysFrom(event, desk);
  }
  const by = document && issueBy(document);
  return by && { from: "supply", ...by, daysLeft: daysBetween(gulfDay(desk.now()), by.last) };
}

/** Returns the last day for the credit note of an event. Source: FDL 8 of 2017 Article 62(2). */
export function daysFrom(event: string, desk: Desk): Deadline | undefined {
  if (!isDay(event)) return undefined;
  const last = daysAfter(event, 14);
  return { from: "event", day: event, last, daysLeft: daysBetween(gulfDay(desk.now()), last) };
}

/**
 * Returns the delivery date, unless it is on or before the date of an invoice that the credit note names: such a date
 * was copied from the invoice.
 */
async function eventOf(
  document: SelfBilledDocument | undefined,
  journal: DueJournal | undefined,
): Promise<string | undefined> {
  const event = document?.delivery?.actual_delivery_date;
  const invoices = document?.billing_reference ?? [];
  if (event === undefined || !isDay(event) || invoices.length === 0) return undefined;
  for (const { id, issue_date: issued } of invoices) {
    if (issued === undefined || event <= issued) return undefined;
    const isIt = ({ state, intent }: Past): boolean => state === "created" && intent.kind === "invoice";
    const past = journal && id ? await journal.tries.last("number", id, isIt) : undefined;
    const invoice = past?.ok && past.value && journal ? await sentBody(past.value, journal) : undefined;
    if (invoice?.delivery?.actual_delivery_date === event) return undefined;
  }
  return event;
}

/** Returns the body as sent; undefined if the journal did not store it. */
export async function sentBody(
  { intent }: Pick<Past, "intent">,
  journal: Pick<Together, "kept">,
): Promise<SelfBilledDocument | undefined> {
  const text = await journal.kept(intent.bodyHash);
  return text.ok ? keptDocument(text.value, intent) : undefined;
}
