import { asObject, type StatusEvent, type StatusLog } from "../contract/index.ts";
import { gulfTime } from "../document/index.ts";
import type { Style } from "../report/index.ts";
import { alsoTold, toldText } from "./also-told.ts";
import { safe } from "./safe.ts";
import { participantSays } from "./status-words.ts";
import { renderTable } from "./table.ts";

/** A status log, oldest event first: as a table, or one line an event where more are awaited. */
export function renderEvents({ lines, ...log }: StatusLog & { readonly lines: boolean }, style: Style): string {
  const beside = alsoTold(log.beside, "Beside the events the service says", style);
  if (lines) return log.events.map((event) => `${line(event, style)}\n`).join("") + beside;
  if (log.events.length === 0 && style.isTerminal) return nothing(log) + beside;
  const rows = log.events.map(cells);
  if (!style.isTerminal) return renderTable({ columns, rows }, style) + beside;
  return table(rows, style) + beside;
}

/** "Yet" only where the service answered as it is described; a list in another place is empty, and nobody knows whether it is the one. */
function nothing({ shape }: StatusLog): string {
  return shape === "list"
    ? "The log has no events yet.\n"
    : "The service's answer holds a list of events, which is empty.\n";
}

const columns = ["Time", "Event", "Message", "From", "To", "Also told"];

/** The offset is always the same, so a narrow terminal sees it once; it is spared columns in which nothing stands. */
function table(rows: readonly (readonly string[])[], style: Style): string {
  const heads = ["Time (+04:00)", ...columns.slice(1)];
  const used = heads.map((_, at) => at < 3 || rows.some((row) => row[at] !== ""));
  const narrow = rows.map(([time = "", ...rest]) => [time.replace(/ \+04:00$/, ""), ...rest]);
  const only = (row: readonly string[]): string[] => row.filter((_, at) => used[at]);
  return renderTable({ columns: only(heads), rows: narrow.map(only) }, style);
}

function cells(event: StatusEvent): string[] {
  return [
    gulfTime(event.timestamp),
    event.event ?? "",
    event.message ?? "",
    participantSays(event.senderId, {}) ?? "",
    participantSays(event.receiverId, {}) ?? "",
    toldText(event.more),
  ];
}

function line(event: StatusEvent, style: Style): string {
  const [time = "", kind = "", message = "", from = "", to = "", more = ""] = cells(event).map(safe);
  if (!style.isTerminal) return [time, kind, message, from, to, more].join("\t");
  const way = from || to ? style.faint(`${from} → ${to}`) : "";
  return [time, kind && style.strong(kind), message, way, more && style.faint(more)].filter((each) => each).join("  ");
}

/** A log for scripts: its events, and what the service says beside them. */
export function eventsJson({ events, shape, beside }: StatusLog) {
  return { events: events.map(eventJson), shape, beside: Object.fromEntries(beside) };
}

/** One event for scripts; `raw` is the service's own entry without a document in it. Times are Unix milliseconds. */
function eventJson(event: StatusEvent): Record<string, unknown> {
  return {
    id: event.id ?? null,
    event: event.event ?? null,
    message: event.message ?? null,
    timestamp: event.timestamp ?? null,
    sender_id: event.senderId ?? null,
    receiver_id: event.receiverId ?? null,
    doc_type_id: event.docTypeId ?? null,
    process_id: event.processId ?? null,
    sent_message_id: event.sentMessageId ?? null,
    country_c1: event.countryC1 ?? null,
    more: Object.fromEntries(event.more),
    raw: asObject(event.raw),
  };
}
