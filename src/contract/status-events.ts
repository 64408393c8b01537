import { isJsonObject, type JsonObject, type JsonValue } from "../json/index.ts";
import { instantAt, memberNamed, textNamed } from "./members.ts";

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
  /** As the service sent it, without the document in it. */
  readonly raw: JsonObject;
}

/**
 * Reads a status log: a list, or an object that holds one. Oldest first whatever the service's order, entries of the same instant in
 * theirs. Undefined when there is no list. Source: contract §10.
 */
export function statusEventsOf(answer: JsonValue): StatusEvent[] | undefined {
  const list = listIn(answer);
  if (list === undefined) return undefined;
  const events = list.filter(isJsonObject).map(statusEvent);
  const timed = events.every((each) => each.timestamp !== undefined);
  return timed ? events.sort((a, b) => (a.timestamp ?? 0) - (b.timestamp ?? 0)) : events;
}

function listIn(answer: JsonValue): JsonValue[] | undefined {
  if (Array.isArray(answer)) return answer;
  if (!isJsonObject(answer)) return undefined;
  const found = ["content", "logs", "data"].map((name) => answer[name]).find(Array.isArray);
  return found as JsonValue[] | undefined;
}

function statusEvent(entry: JsonObject): StatusEvent {
  const raw = Object.fromEntries(Object.entries(entry).filter(([name]) => !/^document_?xml$/i.test(name)));
  return {
    id: textNamed(entry, "id"),
    event: textNamed(entry, "event"),
    message: textNamed(entry, "message"),
    timestamp: instantAt(memberNamed(entry, "timestamp")),
    senderId: textNamed(entry, "senderId"),
    receiverId: textNamed(entry, "receiverId"),
    docTypeId: textNamed(entry, "docTypeId"),
    processId: textNamed(entry, "processId"),
    sentMessageId: textNamed(entry, "sentMessageId"),
    countryC1: textNamed(entry, "countryC1"),
    raw,
  };
}
