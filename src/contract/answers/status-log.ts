import { isJsonObject, type JsonObject, type JsonValue, writeJson } from "../../json/index.ts";
import { hasAny, listIn } from "../lists.ts";
import { isNamed } from "../members.ts";
import { asOneLine, cutShort, type ToldMember } from "../told.ts";
import { is, type Member, readerOf, toldNames, type Understood } from "./define.ts";

const forScripts = { scripts: "an id, of no use to people" };
const alike = { scripts: "the same in every entry of a document" };

/** Source: contract §10. */
export const logEntry = {
  id: is.text(forScripts),
  document_uuid: is.text(alike, { json: null }),
  document_type: is.text(alike, { json: null }),
  /** The kind of event; services may add new kinds. */
  event: is.text({ screen: "Event" }, { alike: ["eventType", "eventName", "kind", "type"] }),
  message: is.text({ screen: "Message" }, { alike: ["text", "description", "detail", "details"] }),
  timestamp: is.instant(
    { screen: "Time" },
    { alike: ["time", "dateTime", "date", "createdAt", "occurredAt", "eventTime", "at"] },
  ),
  sender_id: is.nullable(is.participant({ screen: "From" })),
  receiver_id: is.nullable(is.participant({ screen: "To" })),
  doc_type_id: is.nullable(is.documentType(forScripts)),
  process_id: is.nullable(is.processId(forScripts)),
  sent_message_id: is.nullable(is.text(forScripts)),
  country_c1: is.nullable(is.text({ scripts: "the country of the sender, which is the user's own" })),
  document_xml: is.dropped("the document itself, up to 8 MB"),
} as const;

export type LogEntry = Understood<typeof logEntry> & {
  /** The entry as the service sent it, except for the document it contains. */
  readonly raw: JsonValue;
};

export interface StatusLog {
  /** Oldest first; in the service's order if an entry has no time. */
  readonly events: readonly LogEntry[];
  /** `list`: an array, as documented; `wrapped`: a list inside an object; `single`: one entry without a list. */
  readonly shape: "list" | "wrapped" | "single";
  /** Other members of the answer, such as page counts. */
  readonly beside: readonly ToldMember[];
}

const kindNames = toldNames(logEntry, "event");
const messageNames = toldNames(logEntry, "message");
const timeNames = toldNames(logEntry, "timestamp");
const listNames = ["logs", "events", "statusLogs", "peppolStatusLogs", "log", "history"];

/**
 * Accepts a list, an object that contains one, or a single entry. If every entry has a time, returns the oldest first;
 * entries with the same time keep their order. Otherwise keeps the service's order. Undefined if there is no list of
 * entries. Source: contract §10, Decision 65.
 */
export function statusLogOf(answer: JsonValue): StatusLog | undefined {
  const found = listIn(answer, listNames);
  if (found !== undefined && (found.isExpected || !isEntry(answer))) {
    const shape = found.at === "" ? "list" : "wrapped";
    return { events: inOrder(found.list.map(entryOf)), shape, beside: found.beside };
  }
  return isEntry(answer) ? { events: [entryOf(answer)], shape: "single", beside: [] } : undefined;
}

/** Whether the object itself is an event: it has a kind, or both a message and a time. */
function isEntry(answer: JsonValue): answer is JsonObject {
  if (!isJsonObject(answer)) return false;
  return hasAny(answer, kindNames) || (hasAny(answer, messageNames) && hasAny(answer, timeNames));
}

function inOrder(entries: LogEntry[]): LogEntry[] {
  const timed = entries.every((each) => each.timestamp !== undefined);
  return timed ? entries.sort((a, b) => (a.timestamp ?? 0) - (b.timestamp ?? 0)) : entries;
}

const read = readerOf(logEntry);
const droppedNames = Object.entries<Member>(logEntry).flatMap(([name, member]) => (member.read ? [] : [name]));

function entryOf(answer: JsonValue): LogEntry {
  if (!isJsonObject(answer)) return { message: asOneLine(answer) ?? writeJson(answer), more: [], raw: answer };
  const isKept = (key: string): boolean => !droppedNames.some((name) => isNamed(key, name));
  const raw = Object.fromEntries(Object.entries(answer).filter(([key]) => isKept(key)));
  const entry = read(raw);
  // An empty row would hide the fact that there is an entry.
  const isShown = [entry.event, entry.message, entry.timestamp].some((each) => each !== undefined);
  const more: readonly ToldMember[] = isShown || entry.more.length > 0 ? entry.more : [["", cutShort(writeJson(raw))]];
  return { ...entry, more, raw };
}
