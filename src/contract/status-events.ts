import { isJsonObject, type JsonObject, type JsonValue, writeJson } from "../json/index.ts";
import { hasAny, listIn } from "./lists.ts";
import { asOneLine, cutShort, Reading, type ToldMember } from "./told.ts";

/** One entry of a document's status log. */
export interface StatusEvent {
  readonly id?: string | undefined;
  /** The kind, as the service names it; an open set. */
  readonly event?: string | undefined;
  readonly message?: string | undefined;
  /** Unix milliseconds. */
  readonly timestamp?: number | undefined;
  readonly senderId?: string | undefined;
  readonly receiverId?: string | undefined;
  readonly docTypeId?: string | undefined;
  readonly processId?: string | undefined;
  readonly sentMessageId?: string | undefined;
  readonly countryC1?: string | undefined;
  /** Reading that the description does not name, and values that were not understood, as they came. */
  readonly more: readonly ToldMember[];
  /** As the service sent it, without the document in it. */
  readonly raw: JsonValue;
}

/** A document's status log. */
export interface StatusLog {
  /** Oldest first. */
  readonly events: readonly StatusEvent[];
  /** `list`: as described; `wrapped`: a list inside of something; `single`: an entry alone. */
  readonly shape: "list" | "wrapped" | "single";
  /** What the answer says beside the entries: counts of pages, say. */
  readonly beside: readonly ToldMember[];
}

const kindNames = ["event", "eventType", "eventName", "kind", "type"];
const messageNames = ["message", "text", "description", "detail", "details"];
const timeNames = ["timestamp", "time", "dateTime", "date", "createdAt", "occurredAt", "eventTime", "at"];
const listNames = ["logs", "events", "statusLogs", "peppolStatusLogs", "log", "history"];

/**
 * Reads a status log: a list, an object that holds one, or an entry alone. Oldest first whatever the service's order, entries of the same
 * instant in theirs. Undefined when nothing is a list of entries. Source: contract §10, Decision 56.
 */
export function statusLogOf(answer: JsonValue): StatusLog | undefined {
  const found = listIn(answer, listNames);
  if (found !== undefined && (found.isExpected || !isEntry(answer))) {
    const shape = found.at === "" ? "list" : "wrapped";
    return { events: inOrder(found.list.map(statusEvent)), shape, beside: found.beside };
  }
  return isEntry(answer) ? { events: [statusEvent(answer)], shape: "single", beside: [] } : undefined;
}

/** An object that tells of an event by itself: its kind, or a text and a time. */
function isEntry(answer: JsonValue): answer is JsonObject {
  if (!isJsonObject(answer)) return false;
  return hasAny(answer, kindNames) || (hasAny(answer, messageNames) && hasAny(answer, timeNames));
}

function inOrder(events: StatusEvent[]): StatusEvent[] {
  const timed = events.every((each) => each.timestamp !== undefined);
  return timed ? events.sort((a, b) => (a.timestamp ?? 0) - (b.timestamp ?? 0)) : events;
}

function statusEvent(entry: JsonValue): StatusEvent {
  if (!isJsonObject(entry)) return { message: asOneLine(entry) ?? writeJson(entry), more: [], raw: entry };
  const raw = Object.fromEntries(Object.entries(entry).filter(([name]) => !/^document[_-]?xml$/i.test(name)));
  const members = new Reading(raw);
  // What every entry of a document says alike is in --json alone.
  for (const known of ["documentUuid", "documentType"]) members.text(known);
  const event = {
    id: members.text("id"),
    event: members.text(...kindNames),
    message: members.text(...messageNames),
    timestamp: members.instant(...timeNames),
    senderId: members.text("senderId"),
    receiverId: members.text("receiverId"),
    docTypeId: members.text("docTypeId"),
    processId: members.text("processId"),
    sentMessageId: members.text("sentMessageId"),
    countryC1: members.text("countryC1"),
    more: members.rest(),
    raw,
  };
  // A row with nothing in it would deny that there is an entry.
  const isShown = [event.event, event.message, event.timestamp].some((each) => each !== undefined);
  return isShown || event.more.length > 0 ? event : { ...event, more: [["", cutShort(writeJson(raw))]] };
}
